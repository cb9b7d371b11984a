"""The load of a running table: chosen anew from the time that its own verdicts take.

Laws: the settings' own choice is never changed; it measures nothing extra; the load does not swing: less follows two
slow verdicts of the last eight, more follows only a long row of quick ones, and a longer one after each try in vain.
"""

from collections import deque
from collections.abc import Callable
from time import perf_counter
from typing import Final

from companion.app.ports import ReportHealth
from companion.session.commands import ReportObservation, WatchSilently
from companion.settings.load import AUTO, Kept, Load, chosen, most_sparing
from companion.views.table_view import Health, HealthState

#: The part of the health; it appears once a game does less than everything.
LOAD: Final = "load"
#: A board is judged after this rest, as in the measurement of the doctor.
REST_S: Final = 0.3
#: Two slow verdicts of so many decide.
RECENT: Final = 8
#: The most quick verdicts that bring back more.
MOST_PATIENCE: Final = 640
#: A verdict is quick if it could take so many times as long.
MARGIN: Final = 1.5


class Throttle:
    """`load` may be read from any thread; `read` comes from the camera, `on_command` from the table's thread."""

    def __init__(
        self,
        setting: str = AUTO,
        kept: Kept | None = None,
        memory_mb: int | None = None,
        keep: Callable[[Kept], None] = lambda _: None,
        report: ReportHealth = lambda _: None,
        clock: Callable[[], float] = perf_counter,
    ) -> None:
        """`kept` is what this machine remembers, `memory_mb` what is left of its memory; `keep` stores and
        `report` shows each change.
        """
        self._fixed = None if setting == AUTO else Load(setting)
        self._kept = kept or Kept()
        self._memory_mb = memory_mb
        self._floor = chosen(0.0, memory_mb)
        self._keep = keep
        self._report = report
        self._clock = clock
        self._times: deque[float] = deque(maxlen=MOST_PATIENCE)
        self._pending: tuple[float, float] | None = None
        self._tried_more = self._has_changed = False

    @property
    def load(self) -> Load:
        return self._fixed or most_sparing(self._kept.load, self._floor)

    @property
    def pace_ms(self) -> int:
        """The least time between two pictures of the camera."""
        return self.load.pace_ms

    @property
    def shows_more(self) -> bool:
        """Whether viewers may get the camera's pictures."""
        return self.load.shows_more

    def read(self, took_s: float) -> None:
        """Takes the time in which a board that has just come to rest was read; its observation is posted next."""
        self._pending = took_s, self._clock()

    def on_command(self, command: object, *_: object) -> None:
        """Takes each command once the table has decided, stored and shown it."""
        pending = self._pending
        if pending is None or not isinstance(command, ReportObservation | WatchSilently):
            return
        self._pending = None
        took_s, posted_s = pending
        if self._fixed is None:
            self._note(REST_S + took_s + self._clock() - posted_s)

    def show(self) -> None:
        """Reports the load and the reason for it, unless a setting fixes it or this game has left nothing out."""
        load = self.load
        if self._fixed or (load is Load.FULL and not self._has_changed):
            return
        code, params = f"load_{load}", (("ms", self._kept.verdict_ms),)
        if self._memory_mb is not None and self._floor.rank > self._kept.load.rank:
            code, params = f"load_{load}_memory", (("memory", self._memory_mb),)
        self._report(Health(part=LOAD, state=HealthState.OK, code=code, params=params))

    def _note(self, verdict_s: float) -> None:
        self._times.append(verdict_s)
        kept, slow_s = self._kept, _second(self._times, RECENT)
        if chosen(slow_s, None).rank > kept.load.rank:
            patience = min(MOST_PATIENCE, 2 * kept.patience) if self._tried_more else kept.patience
            self._set(chosen(slow_s, None), slow_s, patience)
            self._tried_more = False
        elif kept.load is not Load.FULL and len(self._times) >= kept.patience:
            usual_s = _second(self._times, kept.patience)
            if chosen(MARGIN * usual_s, None).rank < kept.load.rank:
                self._set(list(Load)[kept.load.rank - 1], usual_s, kept.patience)
                self._tried_more = True

    def _set(self, load: Load, verdict_s: float, patience: int) -> None:
        self._kept = Kept(load=load, verdict_ms=round(1000 * verdict_s), patience=patience)
        self._times.clear()
        self._has_changed = True
        self._keep(self._kept)
        self.show()


def _second(times: deque[float], count: int) -> float:
    """Returns the second longest of the last `count` times; 0 with fewer than two."""
    last = sorted(list(times)[-count:])
    return last[-2] if len(last) > 1 else 0.0
