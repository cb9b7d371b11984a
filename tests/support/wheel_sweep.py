"""Turns of every speed that a hand or a spring gives a wheel, and a detector's reports.  Seeded.

A turn is reported once, when the wheel rests: not while a slow hand still turns it, not at its turning point, not while
it pauses between two stops.
"""

import math
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from firmware_bridge.commands.soak import SAMPLE_MS, Detector
from firmware_bridge.detector import FULL_CIRCLE, EventKind, WheelEvent

#: Degrees a second.  Up to the one named here every turn must be reported for certain; beyond, never a wrong one.
SPEEDS: Final = (
    *(5, 7, 10, 15, 20, 30, 40, 50, 60, 80, 100, 120, 130, 140, 150, 170, 200, 250, 300, 400, 600, 800),
    *(1200, 2000, 3000, 4000, 8000, 12_000, 20_000, 30_000, 40_000),
)
SURE_UP_TO: Final = 8000
#: A rest has been reported after so long at the latest, however slow the hand was.
REST_MS: Final = 2200
#: So near its end a movement may count as over: within it, a wheel is at rest for the detector.
END_DEG: Final = 4.0
#: A corner of a way: the place in degrees, and how long the wheel stays there.
Corner = tuple[float, float]
Way = Callable[[int, random.Random], list[Corner]]


def steady(quarters: int, _: random.Random) -> list[Corner]:
    return [(90.0 * quarters, 0.0)]


def overshooting(quarters: int, rng: random.Random) -> list[Corner]:
    """Beyond the stop, and back at the same speed."""
    return [(90.0 * quarters + math.copysign(rng.uniform(2.0, 30.0), quarters), 0.0), (90.0 * quarters, 0.0)]


def pausing(quarters: int, rng: random.Random) -> list[Corner]:
    """Stands between two stops for a while, too short to be stuck."""
    between = math.copysign(rng.uniform(20.0, 70.0) + 90.0 * rng.randrange(abs(quarters)), quarters)
    return [(between, rng.uniform(50.0, 1400.0)), (90.0 * quarters, 0.0)]


def to_and_fro(quarters: int, rng: random.Random) -> list[Corner]:
    """Turns round wherever it likes, on stops too, and ends on its stop."""
    return [(rng.uniform(-120.0, 200.0), 0.0) for _ in range(rng.randrange(1, 5))] + [(90.0 * quarters, 0.0)]


def trembling(quarters: int, rng: random.Random) -> list[Corner]:
    """Held in a hand that trembles by a degree and a half, on the way and on the stop."""
    places = [30.0 * math.copysign(1, quarters)] * 8 + [90.0 * quarters] * 8
    return [(place + rng.uniform(-1.5, 1.5), 10.0) for place in places] + [(90.0 * quarters, 0.0)]


WAYS: Final[dict[str, Way]] = {
    "steady": steady,
    "overshooting": overshooting,
    "pausing": pausing,
    "to and fro": to_and_fro,
    "trembling": trembling,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Swept:
    """How many turns were `right` (once, at rest), `unsure`, or `wrong` in which way; and how soon, sorted, ms."""

    right: int
    unsure: int
    wrong: tuple[str, ...]
    delays_ms: tuple[float, ...]


def sweep(new: Callable[[], Detector], speeds: tuple[int, ...] = SPEEDS, turns: int = 10, seed: int = 1) -> Swept:
    """Plays `turns` of every way at every speed."""
    score: Counter[str] = Counter()
    wrong: list[str] = []
    delays: list[float] = []
    for deg_s in speeds:
        rng = random.Random(seed * 100_000 + deg_s)
        for name, way in WAYS.items():
            for _ in range(turns):
                quarters = rng.choice((-3, -2, -1, 1, 2, 3) if deg_s >= 20 else (-2, -1, 1, 2))
                start = rng.randrange(FULL_CIRCLE)
                played = played_way(way(quarters, rng), deg_s)
                reported = play(new(), played, start, rng)
                verdict = judged(reported, played, quarters, sure=deg_s <= SURE_UP_TO)
                score[verdict] += 1
                if verdict == "right":
                    delays.append(reported[-1][0] - SAMPLE_MS * (len(played) - 1))
                elif verdict != "unsure":
                    wrong.append(f"{name} at {deg_s} deg/s by {quarters}: {verdict}")
    return Swept(right=score["right"], unsure=score["unsure"], wrong=tuple(wrong), delays_ms=tuple(sorted(delays)))


def played_way(corners: list[Corner], deg_s: float) -> list[float]:
    """Degrees, sample by sample, evenly from corner to corner; it begins at 0."""
    places, last = [0.0], 0.0
    for place, pause_ms in corners:
        steps = max(1, round(abs(place - last) / deg_s * 1000.0 / SAMPLE_MS))
        places += [last + (place - last) * step / steps for step in range(1, steps + 1)]
        places += [place] * round(pause_ms / SAMPLE_MS)
        last = place
    return places


def play(detector: Detector, way: list[float], zero: int, rng: random.Random) -> list[tuple[float, WheelEvent]]:
    """Rests, turns that way and rests; gives what came to rest, in milliseconds from the way's beginning."""
    reported = []
    rest = round(REST_MS / SAMPLE_MS)
    for number, deg in enumerate([0.0] * 50 + way + way[-1:] * rest, start=-50):
        raw = round(zero + deg / 360.0 * FULL_CIRCLE + rng.gauss(0.0, 2.0)) % FULL_CIRCLE
        event = detector.sample((raw - zero) % FULL_CIRCLE, number * SAMPLE_MS + 1000.0)
        if event and event.kind in {EventKind.TURN, EventKind.RETURN, EventKind.RESYNC}:
            reported.append((number * SAMPLE_MS, event))
    return reported


def judged(reported: list[tuple[float, WheelEvent]], way: list[float], quarters: int, *, sure: bool) -> str:
    """Returns right, unsure, or the fault of the report."""
    if not reported:
        return "missed"
    at_ms, last = reported[-1]
    early = any(abs(way[number] - way[-1]) > END_DEG for number in range(max(0, int(at_ms / SAMPLE_MS)), len(way)))
    if len(reported) > 1:
        return f"reported {len(reported)} times"
    if early:
        return "reported before it rests"
    if last.kind is EventKind.RESYNC:
        return "reported as not seen" if sure else "unsure"
    return "right" if last.quarters == quarters else f"reported as {last.quarters}"
