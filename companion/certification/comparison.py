"""The reading of every spot of a picture, compared with the placement of the test.

A spot is `wrong` if the likeliest class is not the true one, `asked` if it was not read or no class is certain.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from math import exp
from typing import Final

from companion.board.profile import Point
from companion.certification.placements import AskedPlacement, Difficulty
from companion.certification.table import TableUnderTest
from companion.model.observation import Observation, Scores
from companion.model.places import CENTRE, KENNEL, Place, goal, is_shared
from companion.model.position import Placement

#: A spot that is less certain than 55 to 1 is `asked`: the referee accepts nothing below this.
CERTAIN: Final = 55 / 56
EMPTY: Final = 0
WHEEL: Final = "wheel"


class Part(StrEnum):
    """The part of the board with the spot; `WHEEL` is the stop that the disc shows."""

    TRACK = "track"
    DISC = "disc"
    LANE = "lane"
    KENNEL = "kennel"
    CENTRE = "centre"
    WHEEL = "wheel"


@dataclass(frozen=True, slots=True, kw_only=True)
class SpotResult:
    """One spot of one placement: the class that stands there and the one read, None if the board was not read.

    Classes are 0 for empty, 1 + seat for pawns, then the neutral figures; the stop, for the disc.  `place` and `owner`
    (the seat of a lane or kennel) identify the spot, `at` is its place on the board in millimetres.
    """

    part: Part
    place: Place
    at: Point
    true: int
    read: int | None
    certainty: float = 0.0
    owner: int | None = None

    @property
    def taken(self) -> bool:
        return self.part is not Part.WHEEL and self.true != EMPTY

    @property
    def wrong(self) -> bool:
        return self.read is not None and self.read != self.true

    @property
    def asked(self) -> bool:
        return self.read is None or self.certainty < CERTAIN


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacementResult:
    """Every spot of one placement, and whether the board was read at all."""

    difficulty: Difficulty
    spots: tuple[SpotResult, ...]

    @property
    def was_read(self) -> bool:
        return any(spot.read is not None for spot in self.spots)

    @property
    def doubted(self) -> tuple[SpotResult, ...]:
        """The spots that were not read as expected, and for certain: people may have laid them so."""
        return tuple(spot for spot in self.spots if spot.wrong and not spot.asked)

    @property
    def wrong(self) -> int:
        return sum(spot.wrong for spot in self.spots)

    @property
    def asked(self) -> int:
        return sum(spot.asked for spot in self.spots)


def compare(table: TableUnderTest, asked: AskedPlacement, seen: Observation | None) -> PlacementResult:
    """The reading of every spot of the board; `seen` is None if no settled picture of the placement came."""
    spots = list(_spots(table, asked))
    rows: list[Scores | None] = [None] * len(spots) if seen is None else list(_rows(seen))
    found = tuple(_result(*spot, row) for spot, row in zip(spots, rows, strict=True))
    disc = (_stop(table, asked.placement, seen),) if table.turns else ()
    return PlacementResult(difficulty=asked.difficulty, spots=found + disc)


def _result(part: Part, place: Place, owner: int | None, at: Point, true: int, scores: Scores | None) -> SpotResult:
    if scores is None:
        return SpotResult(part=part, place=place, owner=owner, at=at, true=true, read=None)
    best = max(range(len(scores)), key=scores.__getitem__)
    return SpotResult(part=part, place=place, owner=owner, at=at, true=true, read=best, certainty=exp(scores[best]))


def _stop(table: TableUnderTest, placement: Placement, seen: Observation | None) -> SpotResult:
    true, read = placement.extra(WHEEL) or 0, seen.wheel if seen else None
    return SpotResult(
        part=Part.WHEEL, place=CENTRE, at=table.middle, true=true, read=read, certainty=0.0 if read is None else 1.0
    )


#: Part, place, owner, millimetres and true class of a spot.
Spot = tuple[Part, Place, int | None, Point, int]


def _spots(table: TableUnderTest, asked: AskedPlacement) -> Iterator[Spot]:
    """Every spot but the disc's stop."""
    profile, pawns, disc = table.profile, asked.placement.pawns, table.disc_fields
    standing = {place: 1 + seat for seat, row in enumerate(pawns) for place in row if is_shared(place)}
    for number, name in enumerate(table.figures):
        field = asked.placement.extra(name)
        if field is not None:
            standing[Place(field)] = 1 + len(table.sectors) + number
    for field, at in enumerate(profile.track):
        part = Part.DISC if field in disc else Part.TRACK
        yield part, Place(field), None, at, standing.get(Place(field), EMPTY)
    for seat, sector in enumerate(table.sectors):
        for slot, at in enumerate(profile.goal[sector]):
            place = goal(slot + 1)
            yield Part.LANE, place, seat, at, 1 + seat if place in pawns[seat] else EMPTY
        for slot, at in enumerate(profile.kennel[sector]):
            yield Part.KENNEL, KENNEL, seat, at, 1 + seat if slot in asked.kennels[seat].slots else EMPTY
    if profile.centre:
        yield Part.CENTRE, CENTRE, None, profile.centre, standing.get(CENTRE, EMPTY)


def _rows(seen: Observation) -> Iterator[Scores]:
    """The scores of the spots, in the same order."""
    yield from seen.track
    for lane, kennel in zip(seen.goal, seen.kennel, strict=True):
        yield from (*lane, *kennel)
    if seen.centre is not None:
        yield seen.centre
