"""A sensor in a thread of its own, which restarts after a fault."""

import threading
from abc import ABC, abstractmethod

from companion.app.ports import Post, ReportHealth
from companion.app.supervision import SupervisedThread


class ThreadedSensor(ABC):
    """`part` names it in the health.  `_run` works until `_stop` is set."""

    part: str

    def __init__(self) -> None:
        self._stop = threading.Event()
        self._thread: SupervisedThread | None = None

    def start(self, post: Post, report: ReportHealth) -> None:
        self._stop.clear()
        self._thread = SupervisedThread(
            self.part, lambda say: self._run(post, say), report, after_fault=lambda: self._after_fault(post)
        )
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        if self._thread:
            self._thread.stop()
            self._thread = None

    @abstractmethod
    def _run(self, post: Post, report: ReportHealth) -> None:
        """Does the work; an exception is reported, and the work restarts."""

    def _after_fault(self, post: Post) -> None:  # noqa: B027 - most sensors have nothing to say
        """Called after each fault."""
