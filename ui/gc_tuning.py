"""Keeps Python's garbage collector on the window's thread.

Kivy's layout rules hold their widget weakly.  When another thread (camera, table) happens to collect a widget that was
taken off the screen, a rule may be evaluated between its death and its unbinding, and the app ends with a
ReferenceError.  So the collector does not run by itself while the window is open; the window's clock runs it.
"""

import gc
from typing import Any, Final

from kivy.clock import Clock

#: Young garbage is collected often and costs well under a millisecond, but only if there may be some; all of it seldom.
YOUNG_EVERY_S: Final = 1.0
ALL_EVERY_S: Final = 60.0
#: Objects made since the last collection.
MANY_OBJECTS: Final = 700


class WindowGarbageCollector:
    """`start` takes the collector over, `stop` gives it back; both on the window's thread."""

    def __init__(self) -> None:
        self._events: list[Any] = []

    def start(self) -> None:
        gc.disable()
        # modules and the first screen stay: no search examines them again
        gc.freeze()
        self._events = [
            Clock.schedule_interval(_collect_young, YOUNG_EVERY_S),
            Clock.schedule_interval(lambda _: gc.collect(), ALL_EVERY_S),
        ]

    def stop(self) -> None:
        for event in self._events:
            event.cancel()
        self._events.clear()
        gc.unfreeze()
        gc.enable()


def _collect_young(_: float) -> None:
    if gc.get_count()[0] > MANY_OBJECTS:
        gc.collect(1)
