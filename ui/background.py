"""Work that takes long, beside the screen: it runs in a thread of its own and hands over on the tablet's."""

import threading
from collections.abc import Callable
from typing import TypeVar

from kivy.clock import Clock

Result = TypeVar("Result")


def in_background(name: str, work: Callable[[], Result], done: Callable[[Result], None]) -> threading.Thread:
    """Starts `work`, which must not raise; `done` gets what came of it, on the tablet's own thread."""

    def run() -> None:
        result = work()
        Clock.schedule_once(lambda _: done(result), 0)

    thread = threading.Thread(target=run, name=name, daemon=True)
    thread.start()
    return thread
