"""The twelve placements of a test: each shows one thing that is hard to see on this board, the rest of it as in a game.

Law: nothing is left to chance.  The same table gives the same placements, so that a test can be repeated.
"""

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import cycle
from typing import Final

from companion.certification.kennels import KennelFill, Side, fills
from companion.certification.table import TableUnderTest, colour_rgb
from companion.model.places import CENTRE, KENNEL, OFF, Place, goal, is_shared
from companion.model.position import Placement

#: The share of a row of fields that the next spread pawn goes on by: neighbours in time are far apart in place.
_STRIDE: Final = 0.382
#: For the camera, a pawn stands behind another one if it is so near to it and no further out of its line.
_BEHIND_MM: Final = 45.0
_BEHIND_COSINE: Final = 0.9
#: The stop of the disc in each of the twelve, so that it is turned three times only.
_STOPS: Final = (0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 3, 3)

Want = tuple[int, Place]


class Difficulty(StrEnum):
    """The difficulty of a placement, in the order of the test; the start position comes first, and teaches."""

    START = "start"
    EMPTY = "empty"
    KENNELS_INNER = "kennels_inner"
    KENNELS_OUTER = "kennels_outer"
    NEIGHBOURS = "neighbours"
    BEHIND = "behind"
    FAR = "far"
    LANES = "lanes"
    OWN_FIELDS = "own_fields"
    RIM = "rim"
    LIGHT = "light"
    SIMILAR = "similar"
    FIGURES = "figures"


#: The placements of a test.
TWELVE: Final = tuple(kind for kind in Difficulty if kind is not Difficulty.START)


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedPlacement:
    """The placement to lay: `kennels` are the taken places of each kennel by seat."""

    difficulty: Difficulty
    placement: Placement
    kennels: tuple[KennelFill, ...]


def start_placement(table: TableUnderTest) -> AskedPlacement:
    """All pawns in their kennels: the placement from which a table is learnt before a game."""
    ways = [fills(table.profile.kennel[sector], table.middle) for sector in table.sectors]
    kennels = tuple(_fullest(way, table.pawns) for way in ways)
    rows = tuple((KENNEL,) * table.pawns for _ in table.seats)
    extras = (("wheel", 0),) if table.turns else ()
    return AskedPlacement(difficulty=Difficulty.START, placement=Placement(rows, extras), kennels=kennels)


def hard_placements(table: TableUnderTest) -> tuple[AskedPlacement, ...]:
    """The twelve of a test, in an order that turns the disc seldom."""
    return tuple(_laid(table, number, difficulty) for number, difficulty in enumerate(TWELVE))


def _laid(table: TableUnderTest, number: int, difficulty: Difficulty) -> AskedPlacement:
    if difficulty is Difficulty.EMPTY:
        rows = tuple((OFF,) * table.pawns for _ in table.seats)
        nobody = tuple(KennelFill(()) for _ in table.seats)
        placement = Placement(rows, (("wheel", _STOPS[number]),) if table.turns else ())
        return AskedPlacement(difficulty=difficulty, placement=placement, kennels=nobody)
    hands = _Hands(table, number)
    for name, field in _figure_wants(table, difficulty, hands):
        hands.put_figure(name, field)
    for seat, place in _WANTS[difficulty](table):
        hands.put(seat, place)
    return hands.rest_of_the_board(difficulty, _STOPS[number] if table.turns else None)


class _Hands:
    """Puts pawns down one after the other; taken places and seats without pawns are skipped."""

    def __init__(self, table: TableUnderTest, number: int) -> None:
        self._table = table
        self._number = number
        self._rows: list[list[Place]] = [[] for _ in table.seats]
        self._figures: dict[str, Place] = {}
        self._taken: set[Place] = set()

    def put(self, seat: int, place: Place) -> None:
        own = not is_shared(place)
        free = place not in self._rows[seat] if own else place not in self._taken
        if free and len(self._rows[seat]) < self._table.pawns:
            self._rows[seat].append(place)
            if not own:
                self._taken.add(place)

    def put_figure(self, name: str, field: Place) -> None:
        self._figures[name] = field
        self._taken.add(field)

    def spread(self) -> Iterator[Place]:
        """Free fields of the track, each far from the one before."""
        count = len(self._table.profile.track)
        stride = next(step for step in range(round(_STRIDE * count), count) if math.gcd(step, count) == 1)
        for turn in range(count):
            field = Place((7 * self._number + turn * stride) % count)
            if field not in self._taken:
                yield field

    def rest_of_the_board(self, difficulty: Difficulty, stop: int | None) -> AskedPlacement:
        """The other pawns wait in the kennels or run on the track, about as many as in the middle of a game."""
        table, kennels = self._table, []
        fields = self.spread()
        for seat in table.seats:
            left = table.pawns - len(self._rows[seat])
            fill = self._fill(difficulty, seat, left)
            kennels.append(fill)
            for _ in range(left - len(fill.slots)):
                self.put(seat, next(fields))
            self._rows[seat] += [KENNEL] * len(fill.slots)
        placement = Placement(tuple(tuple(sorted(row)) for row in self._rows))
        for name, field in self._figures.items():
            placement = placement.with_extra(name, field)
        if stop is not None:
            placement = placement.with_extra("wheel", stop)
        return AskedPlacement(difficulty=difficulty, placement=placement, kennels=tuple(kennels))

    def _fill(self, difficulty: Difficulty, seat: int, left: int) -> KennelFill:
        places = self._table.profile.kennel[self._table.sectors[seat]]
        ways = fills(places, self._table.middle)
        side = _SIDES.get(difficulty, (Side.MIDDLE, Side.RIM)[(seat + self._number) % 2])
        most = min(left, len(places) - 1)
        wanted = most if difficulty in _SIDES and seat % 2 else round(0.55 * most)
        counts = sorted((count for count in ways if count <= most), key=lambda count: (abs(count - wanted), count))
        fitting = [fill for count in counts for fill in ways[count] if fill.side is side or not count]
        return fitting[0] if fitting else KennelFill(())


#: The placements about part-filled kennels fill them all from one side.
_SIDES: Final = {Difficulty.KENNELS_INNER: Side.MIDDLE, Difficulty.KENNELS_OUTER: Side.RIM}


def _fullest(ways: Mapping[int, tuple[KennelFill, ...]], pawns: int) -> KennelFill:
    return ways[max(count for count in ways if count <= pawns)][0]


def _figure_wants(table: TableUnderTest, difficulty: Difficulty, hands: _Hands) -> list[tuple[str, Place]]:
    """The places of the neutral figures: anywhere, and once right among the pawns that look most like them."""
    fields = list(hands.spread())
    if difficulty is Difficulty.FIGURES:
        fields = [Place((min(table.disc_fields, default=table.starts[0]) + 2) % len(table.profile.track))]
    return list(zip(table.figures, fields, strict=False))


def _in_turn(table: TableUnderTest, places: list[Place], each: int) -> list[Want]:
    """The places, one seat after the other, so many for each."""
    return list(zip(cycle(table.seats), places[: each * len(table.seats)], strict=False))


def _none(_: TableUnderTest) -> list[Want]:
    return []


def _neighbours(table: TableUnderTest) -> list[Want]:
    """A row of pawns of all colours in turn, where the track is nearest to the camera."""
    track = table.profile.track
    nearest = min(range(len(track)), key=lambda field: table.depth_mm(track[field]))
    length = 2 * len(table.seats)
    fields = [Place((nearest - length // 2 + step) % len(track)) for step in range(length)]
    return _in_turn(table, fields, 2)


def _behind(table: TableUnderTest) -> list[Want]:
    """Pairs of pawns of two colours, one of which hides a part of the other."""
    track = table.profile.track
    pairs = []
    for near, place in enumerate(track):
        for far, other in enumerate(track):
            away = math.dist(place, other)
            line = table.depth_mm(other) - table.depth_mm(place)
            if 0 < away < _BEHIND_MM and line > _BEHIND_COSINE * away:
                pairs.append((away, near, far))
    used: set[int] = set()
    wanted: list[Want] = []
    seats = cycle(table.seats)
    for _, near, far in sorted(pairs):
        if not used & {near, far} and len(wanted) < 3 * len(table.seats):
            used |= {near, far}
            wanted += [(next(seats), Place(near)), (next(seats), Place(far))]
    return wanted


def _far(table: TableUnderTest) -> list[Want]:
    """The corners furthest from the camera: every colour on the fields that show smallest."""
    track = table.profile.track
    fields = sorted(range(len(track)), key=lambda field: -table.depth_mm(track[field]))
    return _in_turn(table, [Place(field) for field in fields], 3)


def _lanes(table: TableUnderTest) -> list[Want]:
    """Every pawn in its lane: the colour of the pawn on the colour of the field, one behind the other."""
    return [(seat, goal(number)) for seat in table.seats for number in range(1, len(table.profile.goal[0]) + 1)]


def _own_fields(table: TableUnderTest) -> list[Want]:
    """Pawns on start fields of their own colour, and on every other field of their lanes."""
    wanted = [(seat, Place(table.starts[seat])) for seat in table.seats]
    return wanted + [(seat, goal(number)) for seat in table.seats for number in (2, 4)]


def _rim(table: TableUnderTest) -> list[Want]:
    """The fields next to the disc's rim, on both sides; without a disc those nearest the middle, and the middle."""
    track, wheel = table.profile.track, table.profile.wheel
    centre, radius = (wheel.centre, wheel.radius_mm) if wheel else (table.middle, 0.0)
    fields = sorted(range(len(track)), key=lambda field: abs(math.dist(track[field], centre) - radius))
    middle = [CENTRE] if table.profile.centre else []
    return _in_turn(table, [*middle, *map(Place, fields)], 3)


def _light(table: TableUnderTest) -> list[Want]:
    """The lightest pawns on plain fields all round the board, the darkest in its corners."""
    count, order = len(table.profile.track), table.by_lightness()
    plain = [Place((start + step) % count) for step in (5, 9) for start in table.starts]
    lightest = [(seat, field) for seat, field in zip(cycle(order[:2]), plain, strict=False)]
    far = sorted(range(count), key=lambda field: -math.dist(table.profile.track[field], table.middle))
    return lightest + [(order[-1], Place(field)) for field in far[::3][: table.pawns]]


def _similar(table: TableUnderTest) -> list[Want]:
    """The two colours that are nearest to each other, side by side and on each other's start fields."""
    one, other = table.nearest_colours()
    count = len(table.profile.track)
    wanted = [(one, Place(table.starts[other])), (other, Place(table.starts[one]))]
    for seat in (one, other):
        wanted += [(one, Place((table.starts[seat] + 3) % count)), (other, Place((table.starts[seat] + 4) % count))]
    return wanted


def _figures(table: TableUnderTest) -> list[Want]:
    """The darkest pawns next to the neutral figure; a game without one: pawns at the board's left and right."""
    track = table.profile.track
    if table.figures:
        field = min(table.disc_fields, default=table.starts[0]) + 2
        dark = sorted(table.seats, key=lambda seat: sum(colour_rgb(table.colours[seat])))
        around = [Place((field + step) % len(track)) for step in (-1, 1, -2, 2)]
        return list(zip(cycle(dark[:2]), around, strict=False))
    fields = sorted(range(len(track)), key=lambda field: -abs(table.across_mm(track[field])))
    return _in_turn(table, [Place(field) for field in fields], 2)


_WANTS: Final[dict[Difficulty, Callable[[TableUnderTest], list[Want]]]] = {
    Difficulty.KENNELS_INNER: _none,
    Difficulty.KENNELS_OUTER: _none,
    Difficulty.NEIGHBOURS: _neighbours,
    Difficulty.BEHIND: _behind,
    Difficulty.FAR: _far,
    Difficulty.LANES: _lanes,
    Difficulty.OWN_FIELDS: _own_fields,
    Difficulty.RIM: _rim,
    Difficulty.LIGHT: _light,
    Difficulty.SIMILAR: _similar,
    Difficulty.FIGURES: _figures,
}


def seen_from(table: TableUnderTest, away: tuple[float, float]) -> TableUnderTest:
    """The same table seen by a camera that looks along `away`."""
    length = math.hypot(*away)
    return replace(table, away=(away[0] / length, away[1] / length)) if length else table
