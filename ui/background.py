"""Slow work in a thread of its own, whose result is handed over on the tablet's thread."""

import threading
from collections.abc import Callable
from typing import TypeVar

from kivy.clock import Clock

Result = TypeVar("Result")


def in_background(name: str, work: Callable[[], Result], done: Callable[[Result], None]) -> threading.Thread:
    """Starts `work`, which must not raise; `done` gets its result, on the tablet's own thread."""

    def run() -> None:
        result = work()
        Clock.schedule_once(lambda _: done(result), 0)

    thread = threading.Thread(target=run, name=name, daemon=True)
    thread.start()
    return thread
