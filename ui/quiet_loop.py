"""Kivy's loop sleeps while nothing moves: it then only looks for a touch, a key, a due timer and a change to draw.

A whole turn of the loop costs ten times as much as such a look.
"""

import time
from collections.abc import Callable
from typing import Any, Final

#: Seconds between two looks; a first touch waits half of it in the mean.
LOOK_S: Final = 0.05
#: The loop sleeps once nothing has moved for this long.
QUIET_AFTER_S: Final = 1.0
#: The events of a window that a person makes: each wakes the loop.
TOUCHES: Final = (
    "on_mouse_down",
    "on_mouse_move",
    "on_mouse_up",
    "on_touch_down",
    "on_touch_move",
    "on_touch_up",
    "on_motion",
    "on_key_down",
    "on_key_up",
    "on_textinput",
    "on_textedit",
    "on_drop_begin",
)


class QuietLoop:
    """Takes the place of `idle`, one turn of Kivy's event loop; the loop itself takes events from the window."""

    def __init__(self, loop: Any, clock: Any, window: Any, look: Callable[[], None]) -> None:
        """`look` is called in each turn and at each look, too."""
        self._turn: Callable[[], bool] = loop.idle
        self._now_s: Callable[[], float] = clock.time
        #: The time of the next due timer.
        self._due_s: Callable[[], float] = clock.get_min_timeout
        self._window = window
        self._look = look
        self._moved_s = self._now_s()
        window.bind(**dict.fromkeys(("on_flip", *TOUCHES), self._move))
        loop.idle = self.idle

    def idle(self) -> bool:
        """Runs a turn of the loop, or sleeps for a moment; returns whether the loop ends."""
        self._look()
        if self.sleeps:
            time.sleep(LOOK_S)
            return False
        return self._turn()

    @property
    def sleeps(self) -> bool:
        """Reports whether nothing moves, nothing is to be drawn and no timer is due."""
        now_s = self._now_s()
        if now_s - self._moved_s < QUIET_AFTER_S or self._window.canvas.needs_redraw:
            return False
        return now_s < self._due_s()

    def _move(self, *_: object) -> None:
        self._moved_s = self._now_s()
