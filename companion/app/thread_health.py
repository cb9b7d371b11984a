"""The health of threads that have no row of their own: the one that stumbled last, in words, for half a minute."""

import threading
from typing import Final

from companion.app.ports import ReportHealth
from companion.system import threads
from companion.views.table_view import Health, HealthState

#: The row of health of the program's own threads.
PROGRAM: Final = "program"
#: The messages by the name of the thread.
_CODES: Final = {
    "computer": "computer_stumbled",
    "players": "demo_stumbled",
    "simulated wheel": "demo_stumbled",
    "voice": "voice_stumbled",
    "video": "video_stumbled",
    "clips look": "clips_stumbled",
    "clips write": "clips_stumbled",
    "lister": "lister_stumbled",
}


class ThreadHealth:
    """One row of health; it appears with the first fault.  A thread that cannot begin again keeps it red."""

    def __init__(self, report: ReportHealth) -> None:
        self._report = report
        self._ended = threading.Event()
        self._lost = False
        self._count = 0

    def begin(self) -> None:
        threads.listen(self._note)

    def end(self) -> None:
        threads.stop_listening(self._note)
        self._ended.set()

    def _note(self, name: str, *, again: bool) -> None:
        self._count += 1
        if not again:
            self._lost = True
            self._show(HealthState.LOST, "program_thread_lost", name)
        elif not self._lost:
            self._show(HealthState.SEARCHING, _CODES.get(name, "program_stumbled"), name)
            count = self._count
            threads.start_once("health of threads", lambda: self._clear(count), lambda _: self._clear(count))

    def _clear(self, count: int) -> None:
        """Reports after a while that all is well, unless another fault came meanwhile."""
        if not self._ended.wait(threads.WELL_AFTER_S) and count == self._count:
            self._report(Health(part=PROGRAM, state=HealthState.OK, code="program_ok", restarts=count))

    def _show(self, state: HealthState, code: str, name: str) -> None:
        params = () if code in _CODES.values() else (("thread", name),)
        self._report(Health(part=PROGRAM, state=state, code=code, params=params, restarts=self._count))
