"""The quarter-turn detector: raw angle samples in, events out.  Pure, with time as data; the firmware's core is its
twin in C.

Law: a turn is reported only when the wheel rests on another stop, and with a direction only when the way there was
seen.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

FULL_CIRCLE: Final = 4096
_DEG: Final = 360.0 / FULL_CIRCLE
#: Within so many degrees of a stop the wheel may rest on it; it has left it beyond the second.
HOME_DEG: Final = 12.0
LEAVE_DEG: Final = 20.0
#: A rest is believed after so long, if the wheel moved by less than this meanwhile.
DWELL_MS: Final = 40.0
DWELL_DEG: Final = 4.0
#: One sample to the next, a wheel cannot turn further; so many such samples in a row are real, but the way was lost.
JUMP_DEG: Final = 45.0
JUMPS_ARE_REAL: Final = 4
STUCK_MS: Final = 1500.0


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
    """Feed it 12-bit samples; `net` counts clockwise quarter turns, `angle_deg` is the unwrapped angle."""

    def __init__(self, zero: int = 0) -> None:
        self.net = 0
        self.angle_deg = 0.0
        self._zero = zero
        self._recent: list[int] = []
        self._started = False
        self._jumps = 0
        self._lost = False
        self._away = False
        self._peak_deg = 0.0
        self._rest_from_ms = 0.0
        self._rest_at_deg = 0.0
        self._stuck_told = False

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
        if abs(self.angle_deg - self._rest_at_deg) >= DWELL_DEG:
            self._rest_at_deg, self._rest_from_ms = self.angle_deg, t_ms
        if not self._away:
            return self._at_home()
        self._peak_deg = max(self._peak_deg, abs(self.angle_deg - 90.0 * self.net))
        return self._on_the_way(t_ms)

    def _at_home(self) -> WheelEvent | None:
        off = self.angle_deg - 90.0 * self.net
        if abs(off) < LEAVE_DEG and not self._lost:
            return None
        self._away, self._peak_deg, self._stuck_told = True, abs(off), False
        return WheelEvent(kind=EventKind.MOVE)

    def _on_the_way(self, t_ms: float) -> WheelEvent | None:
        stop = round(self.angle_deg / 90.0)
        resting = t_ms - self._rest_from_ms >= DWELL_MS
        if abs(self.angle_deg - 90.0 * stop) <= HOME_DEG and resting:
            return self._arrive(stop)
        if t_ms - self._rest_from_ms >= STUCK_MS and not self._stuck_told:
            self._stuck_told = True
            return WheelEvent(kind=EventKind.STUCK)
        return None

    def _arrive(self, stop: int) -> WheelEvent:
        quarters, peak, lost = stop - self.net, self._peak_deg, self._lost
        self.net, self._away, self._lost = stop, False, False
        if lost:
            return WheelEvent(kind=EventKind.RESYNC, quarters=quarters)
        if quarters == 0:
            return WheelEvent(kind=EventKind.RETURN, peak_deg=peak)
        return WheelEvent(kind=EventKind.TURN, quarters=quarters)

    def _median(self, raw: int) -> float | None:
        """The middle one of three samples, so that a wild one never counts; degrees from the zero stop, 0..360."""
        self._recent = [*self._recent[-2:], (raw - self._zero) % FULL_CIRCLE]
        if len(self._recent) < 3:
            return None
        first = self._recent[0]
        near = sorted((value - first + FULL_CIRCLE // 2) % FULL_CIRCLE for value in self._recent)
        return ((near[1] + first - FULL_CIRCLE // 2) % FULL_CIRCLE) * _DEG

    def _unwrap(self, angle: float, t_ms: float) -> bool:
        step = (angle - self.angle_deg + 180.0) % 360.0 - 180.0
        if not self._started:
            self._started = True
            self.angle_deg += step
            self.net = round(self.angle_deg / 90.0)
            self._rest_at_deg, self._rest_from_ms = self.angle_deg, t_ms
            # Which stop a wheel that is found between two of them came from, nobody has seen.
            self._lost = abs(self.angle_deg - 90.0 * self.net) > HOME_DEG
            return True
        if abs(step) > JUMP_DEG:
            self._jumps += 1
            if self._jumps < JUMPS_ARE_REAL:
                return False
            self._lost = True
        self._jumps = 0
        self.angle_deg += step
        return True
