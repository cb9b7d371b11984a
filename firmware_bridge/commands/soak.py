"""Measures a detector in virtual time: much rest with noise, many fast turns.  Seeded, so that figures repeat.

The samples are those of a magnet worse than a careful build: play, eccentricity, noise and outliers.  Any detector can
be measured: the Python one, or the firmware's own core.
"""

import math
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

from firmware_bridge.detector import FULL_CIRCLE, EventKind, QuarterTurnDetector, WheelEvent

#: The firmware's rate: 500 samples a second.
SAMPLE_MS: Final = 2.0
PLAY_DEG: Final = 5.0
ECCENTRICITY_DEG: Final = 2.0
WILD_SHARE: Final = 0.01
FASTEST_DEG_S: Final = 4000.0
#: Peak speeds of turns, from and to: those of hands, and those too fast for this rate.
HANDS_DEG_S: Final = (5.0, FASTEST_DEG_S)
TOO_FAST_DEG_S: Final = (20_000.0, 40_000.0)
#: Eight kinds of rest: noise of this standard deviation in counts, with and without outliers.
NOISES: Final = (1.0, 2.0, 8.0, 20.0)


class Detector(Protocol):
    """Takes a raw angle and the time in milliseconds; returns at most one event."""

    def sample(self, raw: int, t_ms: float) -> WheelEvent | None: ...


NewDetector = Callable[[], Detector]


@dataclass(frozen=True, slots=True, kw_only=True)
class RestFigures:
    """Events among `samples` of unturned wheels; `turns` should be nought."""

    samples: int
    events: tuple[tuple[str, int], ...]

    @property
    def turns(self) -> int:
        return dict(self.events).get(EventKind.TURN, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnFigures:
    """The results of the played turns; `unsure` ones were detected without a direction."""

    played: int
    right: int
    unsure: int
    wrong: int
    missed: int

    @property
    def bad(self) -> int:
        return self.wrong + self.missed

    def __str__(self) -> str:
        return f"{self.right} right, {self.unsure} unsure, {self.wrong} wrong, {self.missed} missed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """`table` is Markdown; `good`: no turn was invented, missed or misjudged."""

    table: str
    good: bool


def measure(samples: int, turns: int, seed: int = 1, new: NewDetector = QuarterTurnDetector) -> Measured:
    """Returns all figures: `samples` of rest, `turns` with bounce and as many dead stops, a tenth of them too fast."""
    rest, played = soak_rest(samples, seed, new), soak_turns(turns, seed, new)
    hurled = soak_turns(max(1, turns // 10), seed, new, TOO_FAST_DEG_S)
    delays = stop_delays_ms(turns, seed, new)
    at = [delays[min(len(delays) - 1, int(share * len(delays)))] for share in (0.5, 0.95, 0.99, 1.0)] if delays else []
    other = ", ".join(f"{count} {kind}" for kind, count in rest.events if kind != EventKind.TURN) or "none"
    rows = (
        "| what | n | figure |",
        "|---|---|---|",
        f"| false turns of resting wheels | {rest.samples} samples | {rest.turns} (other events: {other}) |",
        f"| turns of 1 to 3 quarters, 5 to 4000 deg/s, with bounce | {played.played} | {played} |",
        f"| the same, 20000 to 40000 deg/s | {hurled.played} | {hurled} |",
        f"| dead stop at 200 to 4000 deg/s to TURN, virtual ms: median, 95 %, 99 %, most | {len(delays)} | "
        f"{', '.join(f'{delay:.0f}' for delay in at)} |",
    )
    return Measured(table="\n".join(rows), good=not (rest.turns or played.bad or hurled.bad))


class Magnet:
    """Converts true angles to readings of the sensor chip: `noise` in counts, `wild` as a share of all samples."""

    def __init__(self, rng: random.Random, noise: float, wild: float) -> None:
        self._rng = rng
        self._noise = noise
        self._wild = wild
        self._phase = rng.uniform(0.0, math.tau)

    def raw(self, angle_deg: float) -> int:
        if self._rng.random() < self._wild:
            return self._rng.randrange(FULL_CIRCLE)
        bent = angle_deg + ECCENTRICITY_DEG * math.sin(math.radians(angle_deg) + self._phase)
        return round(bent / 360.0 * FULL_CIRCLE + self._rng.gauss(0.0, self._noise)) % FULL_CIRCLE


def soak_rest(samples: int, seed: int = 1, new: NewDetector = QuarterTurnDetector) -> RestFigures:
    """Feeds `samples` of resting wheels, an eighth for each kind of noise, and counts the reports."""
    events: Counter[str] = Counter()
    fed = 0
    for case, (noise, wild) in enumerate((noise, wild) for noise in NOISES for wild in (0.0, WILD_SHARE)):
        rng = random.Random(seed * 100 + case)
        magnet, detector = Magnet(rng, noise, wild), new()
        for step in range(samples // 8):
            sway = PLAY_DEG * math.sin(step * SAMPLE_MS / 1000.0 * 3.0)
            event = detector.sample(magnet.raw(sway), step * SAMPLE_MS)
            events.update([event.kind] if event else [])
            fed += 1
    return RestFigures(samples=fed, events=tuple(sorted(events.items())))


def soak_turns(
    turns: int,
    seed: int = 1,
    new: NewDetector = QuarterTurnDetector,
    deg_s: tuple[float, float] = HANDS_DEG_S,
) -> TurnFigures:
    """Plays turns of one to three quarters either way, with peak speeds from and to `deg_s` and with bounce, and counts
    the results."""
    rng = random.Random(seed)
    wheel = _Wheel(rng, new())
    score: Counter[str] = Counter()
    for _ in range(turns):
        quarters = rng.choice((-3, -2, -1, 1, 2, 3))
        events = wheel.play(bouncing_way(90.0 * quarters, rng, deg_s))
        score[_judged([event for _, event in events], quarters)] += 1
    right, unsure, wrong, missed = (score[word] for word in ("right", "unsure", "wrong", "missed"))
    return TurnFigures(played=turns, right=right, unsure=unsure, wrong=wrong, missed=missed)


def stop_delays_ms(turns: int, seed: int = 1, new: NewDetector = QuarterTurnDetector) -> tuple[float, ...]:
    """Returns the milliseconds from the last movement of a wheel that stops dead to its TURN, sorted."""
    rng = random.Random(seed)
    wheel = _Wheel(rng, new())
    delays = []
    for _ in range(turns):
        way = dead_stop(90.0 * rng.choice((-2, -1, 1, 2)), rng)
        stop_ms = wheel.t_ms + SAMPLE_MS * len(way)
        delays += [at_ms - stop_ms for at_ms, event in wheel.play(way) if event.kind is EventKind.TURN]
    return tuple(sorted(delays))


def bouncing_way(deg: float, rng: random.Random, deg_s: tuple[float, float]) -> list[float]:
    """Returns degrees from the last stop, sample by sample: a smooth way, 4 to 8 degrees over the stop, and decaying
    swings."""
    fastest = rng.uniform(*deg_s)
    # The peak speed of a least-jerk movement is 1.875 times its mean.
    steps = max(1, round(1.875 * abs(deg) / fastest * 1000.0 / SAMPLE_MS))
    parts = [step / steps for step in range(1, steps + 1)]
    bounce = math.copysign(rng.uniform(4.0, 8.0), deg)
    swings = [bounce * math.sin(math.tau * step / 15.0) * (1.0 - step / 60.0) for step in range(61)]
    return [deg * (10 * p**3 - 15 * p**4 + 6 * p**5) for p in parts] + [deg + swing for swing in swings]


def dead_stop(deg: float, rng: random.Random) -> list[float]:
    """Returns degrees from the last stop at an even speed, until the wheel stands on the next one."""
    steps = math.ceil(abs(deg) / rng.uniform(200.0, FASTEST_DEG_S) * 1000.0 / SAMPLE_MS)
    return [deg * step / steps for step in range(1, steps + 1)]


class _Wheel:
    """A detector on a good magnet, with its own clock; each way begins at the end of the last one."""

    def __init__(self, rng: random.Random, detector: Detector) -> None:
        self.t_ms = 0.0
        self._deg = 0.0
        self._magnet = Magnet(rng, 2.0, 0.0)
        self._detector = detector
        self.play([0.0])

    def play(self, way: list[float]) -> list[tuple[float, WheelEvent]]:
        """Turns that way and rests for 200 ms; returns the events at rest, and their times."""
        events = []
        for deg in way + way[-1:] * 100:
            self.t_ms += SAMPLE_MS
            event = self._detector.sample(self._magnet.raw(self._deg + deg), self.t_ms)
            if event and event.kind in {EventKind.TURN, EventKind.RETURN, EventKind.RESYNC}:
                events.append((self.t_ms, event))
        self._deg += way[-1]
        return events


def _judged(events: list[WheelEvent], quarters: int) -> str:
    """Returns the verdict on a turn; an open direction is not a wrong one."""
    if not events:
        return "missed"
    if any(event.kind is EventKind.RESYNC for event in events):
        return "unsure"
    return "right" if [event.quarters for event in events] == [quarters] else "wrong"
