"""Turns the readings of the twelve placements into a grade, its reason and the cheapest cure.

Law: the grade depends on the readings, never on the measures of the light; the measures only explain it.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Final

from companion.certification.comparison import Part, PlacementResult, SpotResult
from companion.certification.conditions import Conditions
from companion.certification.rates import Rate
from companion.certification.table import TableUnderTest


class Grade(StrEnum):
    """The best first."""

    GOLD = "gold"
    SILVER = "silver"
    BRONZE = "bronze"
    TAP = "tap"


class Cause(StrEnum):
    """The cause of bad readings, the cheapest to fix first."""

    DARK = "dark"
    COLOURLESS = "colourless"
    DAZZLED = "dazzled"
    FLICKER = "flicker"
    NOISE = "noise"
    BLURRED = "blurred"
    SMALL = "small"
    LOW = "low"
    FAR = "far"
    HIDDEN = "hidden"
    NO_MARKERS = "no_markers"
    SIMILAR = "similar"
    FAINT = "faint"
    DISC = "disc"
    UNKNOWN = "unknown"


#: The best grades: the largest share of `wrong` spots in a game, with the uncertainty of twelve placements, and the
#: share of `asked` spots.  Gold promises that no more than one spot in 200 is misread.
LIMITS: Final = ((Grade.GOLD, 0.005, 0.03), (Grade.SILVER, 0.015, 0.08), (Grade.BRONZE, 0.05, 0.20))
#: Measures worse than these are mentioned: drawn tables without a fault have none.
DARK_LEVEL, DAZZLED_SHARE, FLICKER_SHARE, NOISY_LEVEL = 70.0, 0.01, 0.01, 1.5
SOFT_SHARPNESS, SMALL_PX, LOW_DEG, NEAR_COLOURS = 0.95, 7.0, 40.0, 16.0
#: A kind of mistake explains a grade if it makes up so large a part of all mistakes.
MOST: Final = 0.5
#: The far side explains them if it is misread so many times as often as the rest.
FARTHER: Final = 3


def grade_of(wrong: Rate, asked: Rate) -> Grade:
    """The best grade whose limits the rates keep."""
    for grade, most_wrong, most_asked in LIMITS:
        if wrong.high <= most_wrong and asked.share <= most_asked:
            return grade
    return Grade.TAP


def causes(
    table: TableUnderTest,
    results: Sequence[PlacementResult],
    measured: Conditions | None,
    hindrance: Cause | None = None,
) -> tuple[Cause, ...]:
    """The causes of the mistakes and questions, the cheapest to fix first; none if there were no mistakes.

    `hindrance` is the reason why the board was not read, if nothing could be measured.
    """
    troubled = [spot for result in results for spot in result.spots if spot.wrong or spot.asked]
    if not troubled:
        return ()
    found = {*_measured(measured), *_of_mistakes(table, results)} if measured else {hindrance or Cause.HIDDEN}
    known = tuple(cause for cause in Cause if cause in found and cause is not Cause.UNKNOWN)
    return known or (Cause.UNKNOWN,)


def _measured(now: Conditions) -> Iterator[Cause]:
    bad = {
        Cause.DARK: now.brightness < DARK_LEVEL,
        Cause.DAZZLED: now.dazzled > DAZZLED_SHARE,
        Cause.FLICKER: now.flicker > FLICKER_SHARE,
        Cause.NOISE: now.noise > NOISY_LEVEL,
        Cause.BLURRED: now.sharpness < SOFT_SHARPNESS,
        Cause.SMALL: now.pawn_px < SMALL_PX,
        Cause.LOW: now.height_deg < LOW_DEG,
        Cause.NO_MARKERS: now.found_by == "print",
        Cause.SIMILAR: now.colour_distance is not None and now.colour_distance < NEAR_COLOURS,
    }
    return (cause for cause, is_bad in bad.items() if is_bad)


def _of_mistakes(table: TableUnderTest, results: Sequence[PlacementResult]) -> Iterator[Cause]:
    """The common cause of most mistakes."""
    if sum(not result.was_read for result in results) * 4 >= len(results):
        yield Cause.HIDDEN
    spots = [spot for result in results for spot in result.spots if spot.read is not None]
    mistakes = [spot for spot in spots if spot.wrong]
    kinds = Counter(_kind(spot) for spot in mistakes)
    yield from (kind for kind, count in kinds.items() if count > MOST * len(mistakes))
    far = [spot for spot in spots if table.depth_mm(spot.at) > table.profile.size_mm[1] / 6]
    near = len(spots) - len(far)
    wrong_far = sum(spot.wrong for spot in far)
    if wrong_far * near > FARTHER * (len(mistakes) - wrong_far) * len(far):
        yield Cause.FAR


def _kind(spot: SpotResult) -> Cause:
    """The kind of a mistake: the stop, two colours confused, a pawn overlooked, a pawn imagined."""
    if spot.part is Part.WHEEL:
        return Cause.DISC
    if not spot.true:
        return Cause.UNKNOWN
    return Cause.SIMILAR if spot.read else Cause.FAINT
