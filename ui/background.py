"""Slow work in a thread of its own, whose result is handed over on the tablet's thread."""

from collections.abc import Callable
from threading import Thread
from typing import TypeVar

from kivy.clock import Clock

from companion.system.threads import start_once

Result = TypeVar("Result")


def in_background(
    name: str,
    work: Callable[[], Result],
    done: Callable[[Result], None],
    failed: Callable[[BaseException], None],
) -> Thread:
    """Starts `work`; `done` gets its result or `failed` its exception, on the tablet's own thread."""

    def run() -> None:
        result = work()
        Clock.schedule_once(lambda _: done(result), 0)

    return start_once(name, run, lambda error: Clock.schedule_once(lambda _: failed(error), 0))
