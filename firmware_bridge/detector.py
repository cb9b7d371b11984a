"""The quarter-turn detector: raw angle samples in, events out.  Pure, with time as data; the firmware's core is its
twin in C.

Law: a turn is reported only when the wheel rests on another stop, and with a direction only if the way there was seen.
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
#: The wheel is at rest if it moved by less than 4 degrees for two and a half times the time of its last 4 degrees, so
#: that neither a slow hand nor a reversal within them is a rest; and within these limits.
DWELL_COUNTS: Final = 46
DWELL_PACES: Final = 2.5
DWELL_MS: Final = 40.0
LONGEST_DWELL_MS: Final = 2000.0
#: A wheel cannot turn further than 45 degrees from one sample to the next.  This many larger steps on one way: a part
#: of it was not seen.  This many in a row that agree with each other: the wheel is elsewhere, and the way is lost.
JUMP_COUNTS: Final = 512
JUMPS_ARE_REAL: Final = 2
JUMPS_AGREE: Final = 10
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


class _Span:
    """The range of the wheel's angles since a moment."""

    def __init__(self, angle: int, t_ms: float) -> None:
        self.low = self.high = angle
        self.since_ms = t_ms

    @property
    def width(self) -> int:
        return self.high - self.low

    def extend(self, angle: int) -> None:
        self.low, self.high = min(self.low, angle), max(self.high, angle)


class QuarterTurnDetector:
    """Takes 12-bit samples; `net` counts clockwise quarter turns, `angle_deg` is the unwrapped angle.

    `zero` is the raw angle of stop 0, `offsets` are the deviations of the stops from their ideal places, in counts.
    """

    def __init__(self, zero: int = 0, offsets: tuple[int, int, int, int] = _NO_OFFSETS) -> None:
        self.net = 0
        self._angle = 0
        self._zero = zero
        self._offsets = offsets
        self._recent: list[int] = []
        self._started = False
        self._gap = False
        self._jumps = 0
        self._agreeing = 0
        self._far = 0
        self._lost = False
        self._away = False
        self._peak = 0
        self._rest = _Span(0, 0.0)
        self._half: _Span | None = None
        self._pace_ms = 0.0
        self._stuck_reported = False

    @property
    def angle_deg(self) -> float:
        return self._angle * _DEG

    @property
    def is_away(self) -> bool:
        """Off its stop, or not yet known to be back."""
        return self._away

    @property
    def is_stuck(self) -> bool:
        """Away, and reported as stuck."""
        return self._away and self._stuck_reported

    def sample(self, raw: int, t_ms: float) -> WheelEvent | None:
        """Takes one raw angle (0..4095, clockwise); returns at most one event."""
        angle = self._median(raw)
        if angle is None or not self._unwrap(angle, t_ms):
            return None
        self._watch_rest(t_ms)
        if not self._away:
            return self._at_home()
        self._peak = max(self._peak, self._off(self.net))
        return self._on_the_way(t_ms)

    def gap(self) -> None:
        """Records a gap in the sensor's data: the way is lost unless the wheel still stands at the same place."""
        self._recent.clear()
        self._gap = True
        self._lost = self._lost or self._away

    def rests(self, t_ms: float, least_ms: float = 0.0) -> bool:
        """Reports whether the wheel rests, at any angle, and has done so for at least `least_ms` milliseconds."""
        dwell_ms = min(max(DWELL_MS, DWELL_PACES * self._pace_ms), LONGEST_DWELL_MS)
        return t_ms - self._rest.since_ms >= max(least_ms, dwell_ms)

    def _watch_rest(self, t_ms: float) -> None:
        """Tracks the wheel's range over its last 4 degrees.

        When it leaves the range, its newer half is kept: so the result never depends on the noise at the start of a
        rest.
        """
        self._rest.extend(self._angle)
        if self._half:
            self._half.extend(self._angle)
        if self._rest.width >= DWELL_COUNTS:
            half, self._half = self._half, None
            self._pace_ms = self._measured_pace_ms(half)
            self._rest = half if half and half.width < DWELL_COUNTS else _Span(self._angle, t_ms)
        if self._half is None and self._rest.width >= DWELL_COUNTS // 2:
            self._half = _Span(self._angle, t_ms)

    def _measured_pace_ms(self, half: _Span | None) -> float:
        """Returns the time of the wheel's last 4 degrees.

        One measure may be too short by a third, because of noise and the samples' clock: the previous one counts too,
        up to twice the new one, so that a quick start is not held back.
        """
        # Without a half, a single sample came this far.
        pace_ms = 2 * (half.since_ms - self._rest.since_ms) if half else 0.0
        return min(max(pace_ms, min(self._pace_ms, 2 * pace_ms)), LONGEST_DWELL_MS)

    def _off(self, stop: int) -> int:
        return abs(self._angle - stop * QUARTER - self._offsets[stop % 4])

    def _at_home(self) -> WheelEvent | None:
        off = self._off(self.net)
        if off < LEAVE_COUNTS and not self._lost:
            return None
        self._away, self._peak, self._stuck_reported = True, off, False
        return WheelEvent(kind=EventKind.MOVE)

    def _on_the_way(self, t_ms: float) -> WheelEvent | None:
        stop = _nearest_stop(self._angle)
        if self._off(stop) <= HOME_COUNTS:
            return self._arrive(stop) if self.rests(t_ms) else None
        if self.rests(t_ms, STUCK_MS) and not self._stuck_reported:
            self._stuck_reported = True
            return WheelEvent(kind=EventKind.STUCK)
        return None

    def _arrive(self, stop: int) -> WheelEvent:
        quarters, lost = stop - self.net, self._lost
        self.net, self._away, self._lost, self._jumps = stop, False, False, 0
        if lost:
            return WheelEvent(kind=EventKind.RESYNC, quarters=quarters)
        if quarters == 0:
            return WheelEvent(kind=EventKind.RETURN, peak_deg=self._peak * _DEG)
        return WheelEvent(kind=EventKind.TURN, quarters=quarters)

    def _median(self, raw: int) -> int | None:
        """Returns the median of three samples, so that an outlier never counts; 0..4095 from the zero stop."""
        self._recent = [*self._recent[-2:], (raw - self._zero) % FULL_CIRCLE]
        if len(self._recent) < 3:
            return None
        first = self._recent[0]
        return (first + sorted(_apart(value, first) for value in self._recent)[1]) % FULL_CIRCLE

    def _unwrap(self, angle: int, t_ms: float) -> bool:
        """Takes the step to the new angle; returns False for one that is still too far to be plausible."""
        step = _apart(angle, self._angle)
        if not self._started:
            self._find(step, t_ms)
        elif abs(step) > JUMP_COUNTS:
            if not self._is_elsewhere(angle):
                return False
            self._lost = True
            self._angle += step
        else:
            # Back at its resting place, they were outliers; else it may have turned further than the seen way.
            stayed = not self._away and abs(step) < DWELL_COUNTS
            if stayed or self.rests(t_ms):
                self._jumps = 0
            elif self._jumps >= JUMPS_ARE_REAL:
                self._lost = True
            self._angle += step
        self._agreeing = 0
        self._gap = False
        return True

    def _find(self, step: int, t_ms: float) -> None:
        self._started = True
        self._angle += step
        self.net = _nearest_stop(self._angle)
        self._rest = _Span(self._angle, t_ms)
        # The origin of a wheel found between two stops is unknown.
        self._lost = self._off(self.net) > HOME_COUNTS

    def _is_elsewhere(self, angle: int) -> bool:
        """Reports whether an implausible sample is the wheel's true place: after a gap, or when enough of them
        agree."""
        if self._gap:
            return True
        agrees = self._agreeing > 0 and abs(_apart(angle, self._far)) <= JUMP_COUNTS
        self._agreeing = self._agreeing + 1 if agrees else 1
        self._far = angle
        self._jumps += 1
        return self._agreeing >= JUMPS_AGREE


def _apart(to: int, from_: int) -> int:
    """Returns the signed way from one angle to the other, -2048..2047."""
    return (to - from_ + FULL_CIRCLE // 2) % FULL_CIRCLE - FULL_CIRCLE // 2


def _nearest_stop(angle: int) -> int:
    return (angle + QUARTER // 2) // QUARTER
