"""A publisher's thread: it keeps topics true on a broker until it is stopped."""

import threading
import time
from abc import ABC, abstractmethod
from typing import Final

from companion.app.ports import ReportHealth
from companion.app.supervision import SupervisedThread

#: How long a stop waits for a broker that confirms the last messages late.
LAST_MESSAGES_S: Final = 5.0
#: The longest time that a publisher may take to end.
STOP_TIMEOUT_S: Final = LAST_MESSAGES_S + 3.0


class BrokerThread(ABC):
    """`start` and `stop` are called once each.  The thread's inputs are changed under `_changed`.

    An exception in it is reported as `part`, and the work starts again.
    """

    def __init__(self, part: str, name: str) -> None:
        self._changed = threading.Condition()
        self._stopping = False
        #: The monotonic time by which the last messages must be confirmed, once it is stopping.
        self._stop_by_s = float("inf")
        self._report: ReportHealth = lambda _: None
        self._part = part
        self._thread_name = name
        self._thread: SupervisedThread | None = None

    def start(self, report: ReportHealth) -> None:
        self._thread = SupervisedThread(
            self._part, self._work, report, name=self._thread_name, after_fault=self._after_fault
        )
        self._thread.start()

    def stop(self) -> None:
        """Lets the thread finish the messages that are due and announce that the table has gone."""
        with self._changed:
            self._stop_by_s = time.monotonic() + LAST_MESSAGES_S
            self._stopping = True
            self._changed.notify_all()
        if self._thread:
            self._thread.stop(STOP_TIMEOUT_S)

    def _work(self, report: ReportHealth) -> None:
        self._report = report
        self._run()

    @abstractmethod
    def _run(self) -> None:
        """Works until `_stopping`; after a fault it is called again."""

    @abstractmethod
    def _after_fault(self) -> None:
        """Called after the work has raised: the next good health is reported again."""
