"""The next tables of an evening, with fewest repeated partners and opponents, and the people beside them.

Laws: those who played least play next; among such tables partners repeat least, then opponents.  Up to
`MOST_EXACT` people every way is tried; with more people a way is improved until no exchange of two people helps.
The same people and games give the same tables.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Final

from companion.scoring.games import Side
from companion.scoring.meetings import Met

#: So many people are seated exactly.
MOST_EXACT: Final = 9
#: The most pairs of ways that are compared for the tables after next.
_MOST_COMPARED: Final = 5000
#: The ways from which the exchange of people begins, with more people.
_BEGINNINGS: Final = 6

#: The sides of one table.
Table = tuple[Side, ...]
#: Repeated partners and opponents.
Cost = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Shape:
    """How a table is filled: `seats` people, in teams of `team_size`; 1 is everybody alone."""

    seats: int = 4
    team_size: int = 2

    def __post_init__(self) -> None:
        if self.seats % self.team_size or self.seats // self.team_size < 2:
            raise ValueError(f"{self.seats} people make no sides of {self.team_size}")


@dataclass(frozen=True, slots=True)
class Seating:
    """The next tables, and who sits out."""

    tables: tuple[Table, ...] = ()
    out: tuple[str, ...] = ()


def seating(people: Mapping[str, int], shape: Shape, tables: int, met: Met) -> Seating:
    """Returns the next tables; `people` are those who are free, with the number of games that each has played.

    At most `tables` tables are filled.  `met` counts the partners and opponents of the evening so far.
    """
    places = min(tables, len(people) // shape.seats) * shape.seats
    if not places:
        return Seating(out=tuple(people))
    sure, open_to = _by_games(people, places)
    if len(people) <= MOST_EXACT:
        found = _best(sure, open_to, places, shape, met)
    else:
        found = _improved(sure, open_to, places, shape, met)
    playing = {name for table in found for side in table for name in side}
    return Seating(found, tuple(name for name in people if name not in playing))


def cost(tables: Iterable[Table], met: Met) -> Cost:
    """Returns how often the partners of these tables have been partners before, and the opponents opponents."""
    return met.repeats(frozenset(map(frozenset, table)) for table in tables)


def ways(players: Sequence[str], shape: Shape) -> Iterator[tuple[Table, ...]]:
    """Yields every way to fill tables with all of these people."""
    if not players:
        yield ()
        return
    first, others = players[0], players[1:]
    for beside in combinations(others, shape.seats - 1):
        rest = tuple(name for name in others if name not in beside)
        for table in _sides((first, *beside), shape.team_size):
            for following in ways(rest, shape):
                yield (table, *following)


def _by_games(people: Mapping[str, int], places: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Returns those who surely play, as they played least, and those of whom as many as still fit play."""
    order = sorted(people, key=lambda name: (people[name], name))
    last = people[order[places - 1]]
    return (
        tuple(name for name in order if people[name] < last),
        tuple(name for name in order if people[name] == last),
    )


def _best(sure: Side, open_to: Side, places: int, shape: Shape, met: Met) -> tuple[Table, ...]:
    """Returns the best of all ways; if several are level, the one after which the next tables can be best."""
    every = [
        way
        for chosen in combinations(open_to, places - len(sure))
        for way in _cached_ways(tuple(sorted((*sure, *chosen))), shape)
    ]
    costs = [cost(way, met) for way in every]
    level = [way for way, its in zip(every, costs, strict=True) if its == min(costs)]
    if len(level) * len(every) > _MOST_COMPARED:
        return level[0]
    return min(level, key=lambda way: _following(way, every, met))


def _following(way: tuple[Table, ...], every: Sequence[tuple[Table, ...]], met: Met) -> Cost:
    """Returns the cost of the best tables after these."""
    after = met.and_then(frozenset(map(frozenset, table)) for table in way)
    return min(cost(next_tables, after) for next_tables in every)


@lru_cache(maxsize=64)
def _cached_ways(players: tuple[str, ...], shape: Shape) -> tuple[tuple[Table, ...], ...]:
    return tuple(ways(players, shape))


def _sides(players: Side, size: int) -> Iterator[Table]:
    """Yields every way to share the people of a table out over its sides."""
    if not players:
        yield ()
        return
    for beside in combinations(players[1:], size - 1):
        rest = tuple(name for name in players[1:] if name not in beside)
        for following in _sides(rest, size):
            yield ((players[0], *beside), *following)


def _improved(sure: Side, open_to: Side, places: int, shape: Shape, met: Met) -> tuple[Table, ...]:
    """Returns the best of several ways, each improved by exchanges of two people."""
    found = []
    for turn in range(_BEGINNINGS):
        by = turn * len(open_to) // _BEGINNINGS
        line = [*sure, *open_to[by:], *open_to[:by]]
        step = 1 + turn % max(1, places // shape.seats)
        playing = [line[at] for first in range(step) for at in range(first, places, step)]
        found.append(_exchanged([*playing, *line[places:]], frozenset(sure), shape, met, places))
    return min((_tables(line[:places], shape) for line in found), key=lambda way: cost(way, met))


def _exchanged(line: list[str], sure: frozenset[str], shape: Shape, met: Met, places: int) -> list[str]:
    """Returns the line of people after every exchange that makes its tables better; its first `places` play."""
    now = cost(_tables(line[:places], shape), met)
    better = True
    while better:
        better = False
        for one, other in combinations(range(len(line)), 2):
            if one >= places or (other >= places and line[one] in sure):
                continue
            line[one], line[other] = line[other], line[one]
            tried = cost(_tables(line[:places], shape), met)
            if tried < now:
                now, better = tried, True
            else:
                line[one], line[other] = line[other], line[one]
    return line


def _tables(line: Sequence[str], shape: Shape) -> tuple[Table, ...]:
    return tuple(
        tuple(tuple(line[at : at + shape.team_size]) for at in range(first, first + shape.seats, shape.team_size))
        for first in range(0, len(line), shape.seats)
    )
