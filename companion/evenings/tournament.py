"""A small tournament: its rounds and its standings.

Laws: in a round robin everybody meets everybody once.  In a Swiss round nobody is left without an opponent but one of
an odd number, who gets a point and never twice before all others; pairs repeat least, then points differ least.
The matching is that of networkx, which finds the best of all.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from typing import Final

from companion.scoring.games import Side

#: The fewest and the most sides of a tournament.
FEWEST: Final = 3
MOST: Final = 32
#: The opponent of a side that sits out a round.
NOBODY: Final[Side] = ()


class Kind(StrEnum):
    """How the rounds are made."""

    SWISS = "swiss"
    ROUND_ROBIN = "round_robin"


@dataclass(frozen=True, slots=True)
class Match:
    """Two sides of a round; `second` is `NOBODY` for one that sits out.  `winner` is None until it is known."""

    first: Side
    second: Side
    winner: Side | None = None

    @property
    def sides(self) -> frozenset[Side]:
        return frozenset((self.first, self.second))

    @property
    def scored(self) -> Side | None:
        """The side with the point: the winner, or the one that sits out."""
        return self.first if self.second == NOBODY else self.winner


#: The matches of one round.
Round = tuple[Match, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of the standings: equal results share a `rank`.  `opponents` are the points of those that it met."""

    side: Side
    rank: int
    points: int
    opponents: int


def round_count(kind: Kind, sides: int) -> int:
    """Returns the number of rounds: all for a round robin, enough for one undefeated side in a Swiss tournament."""
    everybody = sides - 1 + sides % 2
    return everybody if kind is Kind.ROUND_ROBIN else min(everybody, (sides - 1).bit_length())


def next_round(kind: Kind, sides: Sequence[Side], rounds: Sequence[Round]) -> Round:
    """Returns the round after these, all of whose winners are known; empty after the last."""
    if len(rounds) >= round_count(kind, len(sides)):
        return ()
    if kind is Kind.ROUND_ROBIN:
        return _circled(sides, len(rounds))
    return _swiss(sides, rounds)


def standings(sides: Sequence[Side], rounds: Sequence[Round]) -> tuple[Standing, ...]:
    """Returns everybody by points, then by the points of the opponents that they met."""
    points = _points(sides, rounds)
    against: Counter[Side] = Counter()
    for match in (match for played in rounds for match in played if match.second and match.winner is not None):
        against[match.first] += points[match.second]
        against[match.second] += points[match.first]
    order = sorted(sides, key=lambda side: (-points[side], -against[side]))
    worth = {side: (points[side], against[side]) for side in sides}
    ranks = {value: index for index, value in reversed(list(enumerate((worth[side] for side in order), start=1)))}
    return tuple(Standing(side, ranks[worth[side]], *worth[side]) for side in order)


def _points(sides: Sequence[Side], rounds: Sequence[Round]) -> Mapping[Side, int]:
    won = Counter(match.scored for played in rounds for match in played)
    return {side: won[side] for side in sides}


def _circled(sides: Sequence[Side], turn: int) -> Round:
    """Returns a round of the circle: one stays, all others move on by a place."""
    circle = [*sides, NOBODY] if len(sides) % 2 else list(sides)
    fixed, moving = circle[-1], circle[:-1]
    moved = [*moving[turn:], *moving[:turn]]
    first, *others = moved
    pairs = [(first, fixed), *((others[at], others[-1 - at]) for at in range(len(others) // 2))]
    return tuple(Match(*pair) for pair in pairs)


def _swiss(sides: Sequence[Side], rounds: Sequence[Round]) -> Round:
    """Returns the pairs that repeat least, and among these differ least in points."""
    # the time of a start is not spent on a package that few evenings need
    from networkx import Graph, max_weight_matching

    everybody = [*sides, NOBODY] if len(sides) % 2 else list(sides)
    costs = pair_costs(everybody, sides, rounds)
    graph = Graph()
    for (first, second), its in costs.items():
        graph.add_edge(first, second, weight=-its)
    order = {standing.side: place for place, standing in enumerate(standings(sides, rounds))} | {NOBODY: len(sides)}
    pairs = [sorted(pair, key=order.__getitem__) for pair in max_weight_matching(graph, maxcardinality=True)]
    return tuple(Match(*pair) for pair in sorted(pairs, key=lambda pair: (NOBODY in pair, order[pair[0]])))


def pair_costs(
    everybody: Sequence[Side], sides: Sequence[Side], rounds: Sequence[Round]
) -> Mapping[tuple[Side, Side], int]:
    """Returns what each pair costs: a repeat more than all differences of points together.

    A side with fewest points sits out at the lowest cost.
    """
    met = Counter(match.sides for played in rounds for match in played)
    points = dict(_points(sides, rounds))
    points[NOBODY] = min(points.values()) - 1
    repeat = (len(rounds) + 2) ** 2 * len(everybody)
    return {
        (one, other): met[frozenset((one, other))] * repeat + (points[one] - points[other]) ** 2
        for one, other in combinations(everybody, 2)
    }
