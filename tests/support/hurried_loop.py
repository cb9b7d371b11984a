"""An event loop that hardly waits: when nothing is to do, its clock jumps to the next timer.

Clients and servers of a test that run in one such loop reach every time limit at once.  Threads and other programs are
outrun by its clock.
"""

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any, Final, TypeVar

#: More than bytes need from one socket to another on this machine.
_UNDER_WAY_S: Final = 0.01
Result = TypeVar("Result")


class _Hurried(selectors.DefaultSelector):
    """Waits for bytes alone; `passed_s` is the time that would have passed."""

    def __init__(self) -> None:
        super().__init__()
        self.passed_s = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        # bytes on their way between two sockets of the loop arrive first
        ready = super().select(None if timeout is None else min(timeout, _UNDER_WAY_S))
        if not ready and timeout:
            self.passed_s += timeout
        return ready


class HurriedLoop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self._hurried = _Hurried()
        super().__init__(self._hurried)

    def time(self) -> float:
        return self._hurried.passed_s


def hurried(work: Coroutine[Any, Any, Result]) -> Result:
    """Runs it in a loop of its own."""
    with asyncio.Runner(loop_factory=HurriedLoop) as runner:
        return runner.run(work)
