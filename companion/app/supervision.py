"""A supervised thread: a restarting thread whose faults are reported and counted in the health of its part.

Law: no part of the table fails silently.  Every thread of a sensor or a publisher is one of these.
"""

from collections.abc import Callable
from dataclasses import replace

from companion.app.ports import ReportHealth
from companion.system.threads import RestartingThread
from companion.views.table_view import Health, HealthState


class SupervisedThread(RestartingThread):
    """Runs `work` until it returns; `part` names it in the health, `after_fault` is called after each fault.

    `work` gets the function that reports health, which adds the number of `restarts`.
    """

    def __init__(
        self,
        part: str,
        work: Callable[[ReportHealth], None],
        report: ReportHealth,
        *,
        name: str | None = None,
        after_fault: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__(name or part, lambda: work(self._say), self._report_failure)
        self._part = part
        self._report = report
        self._after_fault = after_fault

    def _say(self, health: Health) -> None:
        self._report(replace(health, restarts=self.restarts))

    def _report_failure(self, _: BaseException) -> None:
        try:
            self._after_fault()
        finally:
            self._say(Health(part=self._part, state=HealthState.SEARCHING, code=f"{self._part}_stumbled"))
