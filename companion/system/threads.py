"""A thread that can be stopped and is waited for, and threads of low priority."""

import os
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Final

#: The game comes before its pictures.
_LOWER_PRIORITY: Final = 15


def lower_priority() -> None:
    """Gives the calling thread, and the programs that it starts, a lower priority than everything that judges a play.

    Only Linux has a priority for each thread.
    """
    if sys.platform == "linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _LOWER_PRIORITY)


class StoppableThread:
    """Runs one piece of work at a time, as a daemon; after a stop it can be started again."""

    def __init__(self, name: str) -> None:
        self.stopping = threading.Event()
        self._name = name
        self._thread: threading.Thread | None = None

    @property
    def is_alive(self) -> bool:
        thread = self._thread
        return thread is not None and thread.is_alive()

    def start(self, work: Callable[[], None]) -> None:
        """Begins `work`, which has to return once `stopping` is set."""
        self.stopping.clear()
        self._thread = threading.Thread(target=work, name=self._name, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Requests the work to end and waits for it; does nothing if none was started."""
        self.stopping.set()
        if self._thread:
            self._thread.join()
            self._thread = None
