"""The quarter-turn detector: raw angle samples in, events out.  Pure, with time as data; the firmware's core is its
twin in C.

Law: a turn is reported only when the wheel rests on another stop, and with a direction only when the way there was
seen.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

FULL_CIRCLE: Final = 4096
QUARTER: Final = FULL_CIRCLE // 4
_DEG: Final = 360.0 / FULL_CIRCLE
#: Angles are counts.  Within 12 degrees of a stop the wheel may rest on it; 20 degrees away it has left it.
HOME_COUNTS: Final = 137
LEAVE_COUNTS: Final = 228
#: A rest is believed after so long, if the wheel moved by less than 4 degrees meanwhile.
DWELL_MS: Final = 40.0
DWELL_COUNTS: Final = 46
#: After so long in a rest, moving is measured anew from there.
SETTLE_MS: Final = 10.0
#: From one sample to the next, a wheel cannot turn further than 45 degrees; so many such samples in a row are real, but
#: the way was lost.
JUMP_COUNTS: Final = 512
JUMPS_ARE_REAL: Final = 4
STUCK_MS: Final = 1500.0
_NO_OFFSETS: Final = (0, 0, 0, 0)


class EventKind(StrEnum):
    MOVE = "move"
    TURN = "turn"
    RETURN = "return"
    STUCK = "stuck"
    RESYNC = "resync"


@dataclass(frozen=True, slots=True, kw_only=True)
class WheelEvent:
    """`quarters` of a turn (clockwise positive), `peak_deg` of a return."""

    kind: EventKind
    quarters: int = 0
    peak_deg: float = 0.0


class QuarterTurnDetector:
    """Feed it 12-bit samples; `net` counts clockwise quarter turns, `angle_deg` is the unwrapped angle.

    `zero` is the raw angle of stop 0, `offsets` how far each stop lies off its ideal place, in counts.
    """

    def __init__(self, zero: int = 0, offsets: tuple[int, int, int, int] = _NO_OFFSETS) -> None:
        self.net = 0
        self._angle = 0
        self._zero = zero
        self._offsets = offsets
        self._recent: list[int] = []
        self._started = False
        self._jumps = 0
        self._lost = False
        self._away = False
        self._peak = 0
        self._rest_from_ms = 0.0
        self._rest_at = 0
        self._settled = False
        self._stuck_told = False

    @property
    def angle_deg(self) -> float:
        return self._angle * _DEG

    @property
    def is_away(self) -> bool:
        """Off its stop, or not yet known to be back."""
        return self._away

    @property
    def is_stuck(self) -> bool:
        """Away, and told to be stuck."""
        return self._away and self._stuck_told

    def sample(self, raw: int, t_ms: float) -> WheelEvent | None:
        """One raw angle (0..4095, clockwise) at a time; at most one event comes of it."""
        angle = self._median(raw)
        if angle is None or not self._unwrap(angle, t_ms):
            return None
        self._watch_rest(t_ms)
        if not self._away:
            return self._at_home()
        self._peak = max(self._peak, self._off(self.net))
        return self._on_the_way(t_ms)

    def gap(self) -> None:
        """The sensor was not heard for a while: the way is lost unless the wheel still stands where it stood."""
        self._recent.clear()
        self._jumps = JUMPS_ARE_REAL - 1
        self._lost = self._lost or self._away

    def _watch_rest(self, t_ms: float) -> None:
        if abs(self._angle - self._rest_at) >= DWELL_COUNTS:
            self._rest_at, self._rest_from_ms, self._settled = self._angle, t_ms, False
        elif not self._settled and t_ms - self._rest_from_ms >= SETTLE_MS:
            self._rest_at, self._settled = self._angle, True

    def _off(self, stop: int) -> int:
        return abs(self._angle - stop * QUARTER - self._offsets[stop % 4])

    def _at_home(self) -> WheelEvent | None:
        off = self._off(self.net)
        if off < LEAVE_COUNTS and not self._lost:
            return None
        self._away, self._peak, self._stuck_told = True, off, False
        return WheelEvent(kind=EventKind.MOVE)

    def _on_the_way(self, t_ms: float) -> WheelEvent | None:
        stop = _nearest_stop(self._angle)
        resting = t_ms - self._rest_from_ms >= DWELL_MS
        if self._off(stop) <= HOME_COUNTS and resting:
            return self._arrive(stop)
        if t_ms - self._rest_from_ms >= STUCK_MS and not self._stuck_told:
            self._stuck_told = True
            return WheelEvent(kind=EventKind.STUCK)
        return None

    def _arrive(self, stop: int) -> WheelEvent:
        quarters, lost = stop - self.net, self._lost
        self.net, self._away, self._lost = stop, False, False
        if lost:
            return WheelEvent(kind=EventKind.RESYNC, quarters=quarters)
        if quarters == 0:
            return WheelEvent(kind=EventKind.RETURN, peak_deg=self._peak * _DEG)
        return WheelEvent(kind=EventKind.TURN, quarters=quarters)

    def _median(self, raw: int) -> int | None:
        """The middle one of three samples, so that a wild one never counts; 0..4095 from the zero stop."""
        self._recent = [*self._recent[-2:], (raw - self._zero) % FULL_CIRCLE]
        if len(self._recent) < 3:
            return None
        first = self._recent[0]
        return (first + sorted(_apart(value, first) for value in self._recent)[1]) % FULL_CIRCLE

    def _unwrap(self, angle: int, t_ms: float) -> bool:
        step = _apart(angle, self._angle)
        if not self._started:
            self._started = True
            self._jumps = 0
            self._angle += step
            self.net = _nearest_stop(self._angle)
            self._rest_at, self._rest_from_ms = self._angle, t_ms
            # Which stop a wheel that is found between two of them came from, nobody has seen.
            self._lost = self._off(self.net) > HOME_COUNTS
            return True
        if abs(step) > JUMP_COUNTS:
            self._jumps += 1
            if self._jumps < JUMPS_ARE_REAL:
                return False
            self._lost = True
        self._jumps = 0
        self._angle += step
        return True


def _apart(to: int, from_: int) -> int:
    """The signed way from one angle to the other, -2048..2047."""
    return (to - from_ + FULL_CIRCLE // 2) % FULL_CIRCLE - FULL_CIRCLE // 2


def _nearest_stop(angle: int) -> int:
    return (angle + QUARTER // 2) // QUARTER
