"""The shares of misread and of uncertain spots at a table, with an upper limit from the few placements laid.

Spots of one placement are not independent: one cause (light, blur, a board found askew) spoils many.  So a placement
counts as a cluster.  The share is a weighted one, since hard placements show more pawns than a game does: a spot weighs
the share of its kind, by part of the board and by occupied or empty, in a game.  Its variance is that between the
placements (the linearised variance of a ratio).  From the two follows the effective sample size, the number of
independent spots with the same information, lowered for the few degrees of freedom as Korn and Graubard do (Survey
Methodology 24, 1998); and with it the upper end of Wilson's score interval, which keeps its coverage near 0 better than
Clopper and Pearson's, which is too wide to be of use (Dean and Pagano, Journal of Survey Statistics and Methodology 3,
2015).  A bootstrap over placements was not taken: if nothing was misread every resample is 0 to 0.

Placements that were chosen because they are hard show more mistakes than a game does.  The factor was measured on drawn
tables, and the upper end is divided by it to describe a game (`in_a_game`).  The interval begins at 0: the placements
give no lower limit for a game.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from statistics import NormalDist
from typing import Final

from companion.certification.comparison import Part, PlacementResult, SpotResult
from companion.certification.table import TableUnderTest

#: The design effect of the spots in a placement, used if no mistake shows it: measured on drawn tables.
DESIGN_EFFECT: Final = 1.5
#: The parts of all pawns that wait in the kennels and stand in the lanes in the middle of a game.
WAITING, HOME = 0.42, 0.12
#: The factor by which these placements are misread more often than a game: the pooled shares of 54 drawn tables (those
#: of the open sceneries in `make certify`, of which everything was read).
HARDER: Final = 1.65
#: The probability that the true share is no larger than the upper end.
COVERAGE: Final = 0.95
#: The quantile of the normal distribution that belongs to it.
_Z: Final = NormalDist().inv_cdf(COVERAGE)

Kind = tuple[Part, bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rate:
    """A share of spots, and its upper limit in a game; `spots` and `placements` are the numbers behind it."""

    share: float
    high: float
    spots: int
    placements: int


NOTHING: Final = Rate(share=1.0, high=1.0, spots=0, placements=0)


def rate(
    results: Sequence[PlacementResult], table: TableUnderTest, counts: Callable[[SpotResult], bool], *, read: bool
) -> Rate:
    """The share of a game's spots for which `counts` is true; with `read` only of the spots that were read."""
    clusters = [[spot for spot in result.spots if spot.read is not None or not read] for result in results]
    clusters = [spots for spots in clusters if spots]
    met = Counter(kind_of(spot) for spots in clusters for spot in spots)
    if not met:
        return NOTHING
    weights = {kind: share / met[kind] for kind, share in shares_of_a_game(table).items() if kind in met}
    totals = [
        (sum(weights[kind_of(spot)] for spot in spots), sum(weights[kind_of(spot)] for spot in spots if counts(spot)))
        for spots in clusters
    ]
    count = sum(met.values())
    kish = sum(weights[kind] * met[kind] for kind in met) ** 2 / sum(weights[kind] ** 2 * met[kind] for kind in met)
    share, effective = _effective(totals, kish)
    return Rate(share=share, high=wilson(share, effective), spots=count, placements=len(clusters))


def in_a_game(found: Rate) -> Rate:
    """The rate with its upper limit scaled to a game, of which these placements are the hard part."""
    return replace(found, high=found.high / HARDER) if found.placements else found


def kind_of(spot: SpotResult) -> Kind:
    return spot.part, spot.taken


def shares_of_a_game(table: TableUnderTest) -> Mapping[Kind, float]:
    """The number of spots of each kind on the board in the middle of a game."""
    pawns = table.pawns * len(table.sectors)
    disc = len(table.disc_fields)
    track = len(table.profile.track)
    running = pawns * (1 - WAITING - HOME) + len(table.figures)
    kennels = sum(len(table.profile.kennel[sector]) for sector in table.sectors)
    parts = {
        Part.TRACK: (track - disc, running * (track - disc) / track),
        Part.DISC: (disc, running * disc / track),
        Part.LANE: (len(table.profile.goal[0]) * len(table.sectors), pawns * HOME),
        Part.KENNEL: (kennels, pawns * WAITING),
        Part.CENTRE: (1 if table.profile.centre else 0, 0.1),
        Part.WHEEL: (1 if table.turns else 0, 0.0),
    }
    shares = {(part, taken): taken_spots for part, (_, taken_spots) in parts.items() for taken in (True,)}
    return shares | {(part, False): spots - taken_spots for part, (spots, taken_spots) in parts.items() if spots}


def wilson(share: float, size: float) -> float:
    """The upper end of Wilson's score interval for a share of `size` independent trials, which need not be a whole
    number."""
    squared = _Z**2
    middle = (share + squared / (2 * size)) / (1 + squared / size)
    reach = sqrt(squared * share * (1 - share) / size + squared**2 / (4 * size**2)) / (1 + squared / size)
    return min(1.0, middle + reach)


def _effective(totals: Sequence[tuple[float, float]], kish: float) -> tuple[float, float]:
    """The weighted share and the number of independent spots with the same information; `totals` are weight and weight
    of the counted spots, by placement, and `kish` is the effective number of equally weighted spots.
    """
    whole = sum(weight for weight, _ in totals)
    share = sum(part for _, part in totals) / whole
    placements = len(totals)
    largest = kish / DESIGN_EFFECT
    if placements < 2:
        return share, 1.0
    scatter = sum((part - share * weight) ** 2 for weight, part in totals)
    variance = placements / (placements - 1) * scatter / whole**2
    if not 0 < share < 1 or not variance:
        return share, largest
    few = (_Z / student(placements - 1)) ** 2
    return share, max(1.0, min(largest, few * share * (1 - share) / variance))


def student(freedom: int) -> float:
    """The quantile of Student's t that belongs to the coverage; good to 1 % from 4 degrees of freedom on."""
    return _Z + (_Z**3 + _Z) / (4 * freedom) + (5 * _Z**5 + 16 * _Z**3 + 3 * _Z) / (96 * freedom**2)
