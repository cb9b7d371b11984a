"""The tries of the tablet's window, with a picture of each step in build/windows/seen."""

import re
import time

from tries.wine import (
    FailedError,
    click,
    colours_of,
    nothing_left,
    run,
    running,
    start_on_desktop,
    take_picture,
    wait_for,
)

#: The splash has fewer colours on the screen, the first screen more, and a board many more.
_FIRST_SCREEN = 1500
_BOARD = 5000
#: Places of buttons, in pixels of a screen of 1366x768.
_CLOSE = (1357, 16)
_DEMO = (1140, 380)
_ONLY_WATCH = (1226, 63)
_BY_TAPPING = (683, 380)
_TOCK_4 = (238, 610)
_START_THE_GAME = (1196, 713)
_DONE = (987, 523)
_KING = (987, 541)
_ONLY_PLAY = (987, 433)
#: Seconds of a demo.
_WATCHED_S = 60
#: Seconds from a click to its effect.
_SETTLED_S = 5
_PLAYS = re.compile(r"(\d+) plays")


def try_demo() -> str:
    """Opens the tablet, watches a demo, and closes the window by its button."""
    _open("demo")
    click(*_DEMO)
    wait_for("the demo", lambda: colours_of(take_picture("demo")) > _BOARD)
    time.sleep(_SETTLED_S)
    click(*_ONLY_WATCH)
    time.sleep(_WATCHED_S)
    watched = take_picture("demo")
    programs = running()
    _close()
    colours = colours_of(watched)
    return f"{colours} colours after {_WATCHED_S} s of a demo; {', '.join(programs)}; closed, nothing left running"


def try_tapped() -> str:
    """Taps four plays of a game without a camera, closes the window, and counts the plays of the record."""
    _open("tapped")
    for place in (_BY_TAPPING, _TOCK_4, _START_THE_GAME, _DONE, _DONE, *4 * (_KING, _ONLY_PLAY)):
        click(*place)
        time.sleep(_SETTLED_S)
    take_picture("tapped")
    _close()
    status, words = run("tapped", "games")
    kept = _PLAYS.search(words)
    if status or not kept or kept[1] != "4":
        raise FailedError(words[-300:])
    return "4 plays tapped, 4 in the record; closed, nothing left running"


def _open(name: str) -> None:
    start_on_desktop(name)
    wait_for("a first screen", lambda: colours_of(take_picture("start")) > _FIRST_SCREEN)
    time.sleep(_SETTLED_S)


def _close() -> None:
    click(*_CLOSE)
    time.sleep(_SETTLED_S)
    take_picture("closed")
    nothing_left()
