"""The health of the programs beside the table: the program that is being restarted, and when all serve again."""

import threading
from collections.abc import Callable
from typing import Final

from companion.app.ports import ReportHealth
from companion.views.broadcast.topics import PROGRAMS
from companion.views.table_view import Health, HealthState

#: The programs, by their words in messages.
BROKER: Final = "program_broker"
WEB: Final = "program_web"
CHANCES: Final = "program_chances"


class ProgramHealth:
    """One row of health for all programs; it appears with the first that fails.  May be used from any thread."""

    def __init__(self, report: ReportHealth) -> None:
        self._report = report
        self._lock = threading.Lock()
        self._gone: dict[str, None] = {}

    def of(self, code: str) -> Callable[[bool], None]:
        """Returns a callback that takes whether the program named by `code` serves."""

        def changed(serves: bool) -> None:
            with self._lock:
                if serves:
                    self._gone.pop(code, None)
                else:
                    self._gone[code] = None
                first = next(iter(self._gone), None)
            if first:
                self._report(Health(part=PROGRAMS, state=HealthState.SEARCHING, code=first))
            else:
                self._report(Health(part=PROGRAMS, state=HealthState.OK, code="programs_ok"))

        return changed
