"""The window's loop: it sleeps while nothing moves, and collects Python's garbage on its own thread.

A whole turn of Kivy's loop costs ten times as much as a look for a touch, a key, a due timer and a change to draw.

Kivy's layout rules hold their widget weakly.  When another thread (camera, table) happens to collect a widget that was
taken off the screen, a rule may be evaluated between its death and its unbinding, and the app ends with a
ReferenceError.  So the collector does not run by itself while the window is open; the window's clock runs it.
"""

import gc
import time
from collections.abc import Callable
from typing import Any, Final

from kivy.clock import Clock

from companion.system.gc_tuning import free_memory

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

#: Young garbage is collected often and costs well under a millisecond, all of it seldom; both only if there may be
#: some.  Python keeps the most memory that it has needed, so garbage that waits costs memory until the program ends.
#: A search for all of it stops every movement for a moment, so it waits until nothing moves, at most until the latest.
YOUNG_EVERY_S: Final = 1.0
ALL_EVERY_S: Final = 15.0
ALL_LATEST_S: Final = 60.0
#: Objects made since the last collection.
MANY_OBJECTS: Final = 700


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
    def rests(self) -> bool:
        """Reports whether nothing moves and nothing is to be drawn."""
        return self._now_s() - self._moved_s >= QUIET_AFTER_S and not self._window.canvas.needs_redraw

    @property
    def sleeps(self) -> bool:
        """Reports whether nothing moves, nothing is to be drawn and no timer is due."""
        return self.rests and self._now_s() < self._due_s()

    def _move(self, *_: object) -> None:
        self._moved_s = self._now_s()


class WindowGarbageCollector:
    """`start` takes the collector over, `stop` gives it back; both on the window's thread."""

    def __init__(self, rests: Callable[[], bool]) -> None:
        """`rests`: whether nothing moves in the window."""
        self._rests = rests
        self._event: Any = None
        self._waits_s = 0.0

    def start(self) -> None:
        gc.disable()
        # modules and the first screen stay: no search examines them again
        gc.freeze()
        self._event = Clock.schedule_interval(self._collect, YOUNG_EVERY_S)

    def stop(self) -> None:
        if self._event:
            self._event.cancel()
            self._event = None
        gc.unfreeze()
        gc.enable()

    def _collect(self, _: float) -> None:
        if gc.get_count()[0] > MANY_OBJECTS:
            gc.collect(1)
        self._waits_s += YOUNG_EVERY_S
        # young garbage that was collected since the last time has left older objects behind
        if gc.get_count()[2] and self._waits_s >= (ALL_EVERY_S if self._rests() else ALL_LATEST_S):
            self._waits_s = 0.0
            free_memory()
