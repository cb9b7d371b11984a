"""A supervised thread: an exception in it is logged, reported and counted, and the work restarts after a pause.

Law: no part of the table fails silently.  Every thread of a sensor or a publisher is one of these.
"""

import logging
import threading
import time
import traceback
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from companion.app.ports import ReportHealth
from companion.views.table_view import Health, HealthState

log = logging.getLogger(__name__)

#: The first pause and the longest; each pause is twice the previous one.  The screen shows the fault meanwhile.
FIRST_PAUSE_S: Final = 1.0
LONGEST_PAUSE_S: Final = 15.0
#: After a run of this length without a fault, the pauses start again with the first.
WELL_AFTER_S: Final = 30.0


class FaultLog:
    """Logs the first fault of a kind with its traceback, each further one in a line."""

    def __init__(self, part: str) -> None:
        self.count = 0
        self._part = part
        self._known: set[tuple[str, ...]] = set()

    def note(self, error: BaseException) -> None:
        self.count += 1
        where = tuple(f"{line.filename}:{line.lineno}" for line in traceback.extract_tb(error.__traceback__))
        kind = (type(error).__name__, *where)
        first = kind not in self._known
        self._known.add(kind)
        log.error("%s stumbled (%d): %s", self._part, self.count, error, exc_info=error if first else None)


class SupervisedThread:
    """Runs `work` until it returns; `part` names it in the health, `stumbled` is called after each fault.

    `work` gets the function that reports health, which adds the number of `restarts`.
    """

    def __init__(
        self,
        part: str,
        work: Callable[[ReportHealth], None],
        report: ReportHealth,
        *,
        name: str | None = None,
        stumbled: Callable[[], None] | None = None,
        first_pause_s: float = FIRST_PAUSE_S,
    ) -> None:
        self._part = part
        self._work = work
        self._report = report
        self._stumbled = stumbled
        self._first_pause_s = first_pause_s
        self._stop = threading.Event()
        self._faults = FaultLog(part)
        self._thread = threading.Thread(target=self._run, name=name or part, daemon=True)

    @property
    def restarts(self) -> int:
        return self._faults.count

    def start(self) -> None:
        self._thread.start()

    def stop(self, timeout_s: float | None = None) -> None:
        """Prevents further restarts; waits for the thread, after its owner has signalled `work` to return."""
        self._stop.set()
        self.join(timeout_s)

    def join(self, timeout_s: float | None = None) -> None:
        if self._thread.ident is not None:
            self._thread.join(timeout_s)

    @property
    def alive(self) -> bool:
        return self._thread.is_alive()

    def _say(self, health: Health) -> None:
        self._report(replace(health, restarts=self.restarts))

    def _run(self) -> None:
        pause_s = self._first_pause_s
        while not self._stop.is_set():
            began_s = time.monotonic()
            try:
                self._work(self._say)
            # The end of the program reaches the main thread only: here even SystemExit is a fault of some library.
            except BaseException as error:  # noqa: BLE001 - whatever it is, the table must not lose this part
                if time.monotonic() - began_s >= WELL_AFTER_S:
                    pause_s = self._first_pause_s
                self._report_failure(error)
                self._stop.wait(pause_s)
                pause_s = min(2 * pause_s, LONGEST_PAUSE_S)
            else:
                return

    def _report_failure(self, error: BaseException) -> None:
        self._faults.note(error)
        try:
            if self._stumbled is not None:
                self._stumbled()
            self._say(Health(part=self._part, state=HealthState.SEARCHING, code=f"{self._part}_stumbled"))
        except BaseException as another:  # noqa: BLE001 - a fault on the way to the screen is logged, no more
            log.error("%s cannot say that it stumbled: %s", self._part, another)
