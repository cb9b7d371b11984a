"""The try of the tablet's window, with a picture of each step."""

import time

from tries.wine import (
    click,
    colours_of,
    nothing_left,
    press,
    running,
    start_on_desktop,
    take_picture,
    wait_for,
)

#: The splash has fewer colours on the screen, the first screen more.
_FIRST_SCREEN = 1500
#: The button of the demo, in pixels of the screen.
_DEMO = (1140, 380)
#: Seconds of a demo.
_WATCHED_S = 60


def try_window() -> str:
    """Opens the tablet, starts the demo with the mouse, and closes the window by Alt+F4."""
    start_on_desktop("window", "run")
    wait_for("a first screen", lambda: colours_of(take_picture("start")) > _FIRST_SCREEN)
    time.sleep(5)
    first = take_picture("start")
    before = first.read_bytes()
    click(*_DEMO)
    wait_for("the demo", lambda: take_picture("demo").read_bytes() != before)
    time.sleep(_WATCHED_S)
    demo = take_picture("demo")
    programs = running()
    press("alt+F4")
    time.sleep(5)
    take_picture("closed")
    nothing_left()
    return f"colours of the start {colours_of(first)}, the demo {colours_of(demo)}; {', '.join(programs)}; closed"
