"""A board for vision: the spots of the seats in play in one row, and the pieces on them by their classes.

The order is: the track, the goal lanes of the seats, their kennels, and the field in the middle, if there is one.
Classes are 0 for empty, 1 + seat for pawns, and the last one for the neutral figure.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.board.profile import BoardProfile
from companion.model.observation import Observation, Scores
from companion.model.places import CENTRE, KENNEL, goal
from companion.model.position import Position
from companion.rules.rules import Rules
from vision.board import Board, Disc, DiscMarker, Labels, Markers, Piece, Pool, Spots
from vision.results import BoardReading

Numbers = NDArray[np.float64]
#: Neutral figures in a game that has any.
NEUTRAL_FIGURES: Final = 1


@dataclass(frozen=True, slots=True, eq=False)
class Parts:
    """Scores by the parts of a board: `track` (N, C), `goal` (S, L, C), `kennel` S x (K, C), `centre` (C,)."""

    track: Numbers
    goal: Numbers
    kennel: tuple[Numbers, ...]
    centre: Numbers | None


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class BoardSpots(Spots):
    """The spots of a board for its game: `lane` is the size of a goal lane, `kennels` are the sizes of
    the seats' kennels, `centre` the last spot."""

    field_count: int
    lane: int
    kennels: tuple[int, ...]
    centre: int | None = None

    @classmethod
    def of(cls, profile: BoardProfile, sectors: tuple[int, ...], pawns: int | None = None) -> "BoardSpots":
        """Returns the spots of the seats at these printed sectors; `pawns` is the number a seat, None if unknown."""
        places = list(profile.track)
        group = [0] * len(places)
        for seat, sector in enumerate(sectors):
            places += profile.goal[sector]
            group += [1 + 2 * seat] * len(profile.goal[sector])
        pools = []
        for seat, sector in enumerate(sectors):
            pools.append(Pool(len(places), len(places) + len(profile.kennel[sector]), 1 + seat))
            places += profile.kennel[sector]
            group += [2 + 2 * seat] * len(profile.kennel[sector])
        centre = len(places) if profile.centre else None
        if profile.centre:
            places.append(profile.centre)
            group.append(1 + 2 * len(sectors))
        disc = np.zeros(len(places), dtype=bool)
        if profile.wheel:
            disc[list(profile.wheel.fields)] = True
        return cls(
            places_mm=np.array(places, dtype=np.float64),
            group=np.array(group),
            on_disc=disc,
            pools=tuple(pools),
            piece_counts=() if pawns is None else (*(pawns for _ in sectors), NEUTRAL_FIGURES),
            field_count=len(profile.track),
            lane=len(profile.goal[0]),
            kennels=tuple(pool.size for pool in pools),
            centre=centre,
        )

    @property
    def seats(self) -> int:
        return len(self.kennels)

    def goal_spots(self, seat: int) -> slice:
        begin = self.field_count + self.lane * seat
        return slice(begin, begin + self.lane)

    def kennel_spots(self, seat: int) -> slice:
        return self.pools[seat].spots

    def labels(
        self,
        *,
        track: tuple[int, ...],
        goal: tuple[tuple[int, ...], ...],
        kennel_counts: tuple[int, ...],
        centre: int = 0,
        wheel: int | None = None,
    ) -> Labels:
        """Returns the class of every field of track and lanes, and the number of pawns in each kennel."""
        classes = [
            *track,
            *(kind for lane in goal for kind in lane),
            *(0 for size in self.kennels for _ in range(size)),
        ]
        if self.centre is not None:
            classes.append(centre)
        return Labels(classes=tuple(classes), pool_counts=kennel_counts, quarter_turn=wheel)

    def parts(self, scores: Numbers) -> Parts:
        """Returns the scores (n, C) of a reading by the parts of the board."""
        return Parts(
            track=scores[: self.field_count],
            goal=np.stack([scores[self.goal_spots(seat)] for seat in range(self.seats)]),
            kennel=tuple(scores[self.kennel_spots(seat)] for seat in range(self.seats)),
            centre=None if self.centre is None else scores[self.centre],
        )


def vision_board(profile: BoardProfile, spots: Spots) -> Board:
    """Returns the board of a profile with these watched spots."""
    wheel = profile.wheel
    return Board(
        size_mm=profile.size_mm,
        spots=spots,
        piece=Piece(shape=profile.pawn.shape, width_mm=profile.pawn.width_mm, tall_mm=profile.pawn.tall_mm),
        markers=vision_markers(profile),
        disc=Disc(centre=wheel.centre, radius_mm=wheel.radius_mm) if wheel else None,
    )


def vision_markers(profile: BoardProfile) -> Markers:
    """Returns the markers that are printed on the board of a profile."""
    markers, on_disc = profile.markers, profile.markers.wheel
    return Markers(
        dictionary=markers.dictionary,
        size_mm=markers.size_mm,
        ids=markers.ids,
        centres=markers.centres,
        on_disc=DiscMarker(id=on_disc.id, centre=on_disc.centre, size_mm=on_disc.size_mm) if on_disc else None,
    )


def labels(rules: Rules, position: Position, spots: BoardSpots) -> Labels:
    """Returns the classes of every spot: 0 empty, 1 + seat, and the dog's class last."""
    placement = position.placement
    seats = len(placement.pawns)
    track = [0] * spots.field_count
    lanes = [[0] * rules.goal_fields for _ in range(seats)]
    for seat, row in enumerate(placement.pawns):
        for place in row:
            if place >= 0:
                track[place] = 1 + seat
        for number in range(1, rules.goal_fields + 1):
            if goal(number) in row:
                lanes[seat][number - 1] = 1 + seat
    for figure in rules.variant.figures:
        field = placement.extra(figure)
        if field is not None and field >= 0:
            track[field] = 1 + seats
    centre = next((1 + seat for seat, row in enumerate(placement.pawns) if CENTRE in row), 0)
    return spots.labels(
        track=tuple(track),
        goal=tuple(tuple(lane) for lane in lanes),
        kennel_counts=tuple(row.count(KENNEL) for row in placement.pawns),
        centre=centre,
        wheel=placement.extra("wheel"),
    )


def observation(reading: BoardReading, spots: BoardSpots) -> Observation:
    """Returns a reading's array as plain values for the core."""
    parts = spots.parts(reading.scores)
    return Observation(
        t_ms=reading.t_ms,
        track=_rows(parts.track),
        goal=tuple(_rows(lane) for lane in parts.goal),
        kennel=tuple(_rows(kennel) for kennel in parts.kennel),
        centre=None if parts.centre is None else tuple(parts.centre.tolist()),
        wheel=reading.quarter_turn,
    )


def _rows(scores: NDArray[np.float64]) -> tuple[Scores, ...]:
    return tuple(tuple(row) for row in scores.tolist())
