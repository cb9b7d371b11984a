"""A thread that can be asked to stop and is waited for."""

import threading
from collections.abc import Callable


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
        """Asks the work to end and waits until it has; does nothing where none was started."""
        self.stopping.set()
        if self._thread:
            self._thread.join()
            self._thread = None
