"""The places of things on the drawn board, and the one that a finger meant."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.board.layout import BoardLayout
from companion.model.places import CENTRE, KENNEL, Place, goal, goal_number, is_goal, is_track
from companion.model.position import Placement

WHEEL = "wheel"


@dataclass(frozen=True, slots=True)
class Spot:
    """A place on the board; `seat` is the owner of a kennel or lane, None on the track and in the centre.

    `pawn` is the spot of a kennel: that of the pawn in games with ranks, else the end of an arrow.
    """

    seat: int | None
    place: Place
    pawn: int = 0


@dataclass(frozen=True, slots=True)
class Rim:
    """The edge of the disc, in the unit square of the board (y down)."""

    x: float
    y: float
    radius: float


@dataclass(frozen=True, slots=True)
class Mark:
    """A figure and its place, in the unit square of the board (y down).

    `seat` is None for a neutral figure; `rank` names the pawn's rank, if it has one.
    """

    seat: int | None
    spot: Spot
    x: float
    y: float
    rank: str = ""


class Spots:
    """All spots of one board for the seats in play; `sectors_of[seat]` is the printed sector of a seat.

    `ranks` are the ranks of a row of pawns, empty where pawns are alike.
    """

    def __init__(self, layout: BoardLayout, sectors_of: tuple[int, ...], ranks: tuple[str, ...] = ()) -> None:
        profile = layout.profile
        self._track = [layout.unit(spot) for spot in profile.track]
        self._goal = [[layout.unit(spot) for spot in profile.goal[sector]] for sector in sectors_of]
        self._kennel = [[layout.unit(spot) for spot in profile.kennel[sector]] for sector in sectors_of]
        self._centre = layout.unit(profile.centre) if profile.centre else None
        self._ranks = ranks
        self.fields = len(self._track)
        disc = profile.wheel
        #: None on a board without a disc.
        self.rim = Rim(*layout.unit(disc.centre), layout.length(disc.radius_mm)) if disc else None

    def at(self, spot: Spot, index: int = 0) -> tuple[float, float] | None:
        """The place of a spot in the drawing; `index` counts inside a kennel.  None if this board does not show it."""
        if spot.place == CENTRE:
            return self._centre
        if spot.seat is None:
            return self._track[spot.place] if is_track(spot.place) and spot.place < self.fields else None
        if is_goal(spot.place):
            return self._goal[spot.seat][goal_number(spot.place) - 1]
        kennel = self._kennel[spot.seat]
        return kennel[min(index + spot.pawn, len(kennel) - 1)] if spot.place == KENNEL else None

    def marks(
        self, placement: Placement, figures: tuple[str, ...] = (), kennels: Sequence[Sequence[int]] = ()
    ) -> list[Mark]:
        """Every figure on the board, the neutral ones last; `figures` are their names.

        `kennels` say by seat which places of its kennel are taken, if that matters.
        """
        marks = []
        for seat, places in enumerate(placement.pawns):
            waiting, slots = 0, kennels[seat] if kennels else ()
            for pawn, place in enumerate(places):
                spot = spot_of(seat, place, pawn if self._ranks else 0)
                where = self.at(spot, slots[waiting] if place == KENNEL and waiting < len(slots) else waiting)
                waiting += place == KENNEL and not self._ranks
                if where:
                    marks.append(Mark(seat, spot, *where, rank=self._ranks[pawn] if self._ranks else ""))
        for figure in figures:
            field = placement.extra(figure)
            where = self.at(Spot(None, Place(field))) if field is not None else None
            if field is not None and where:
                marks.append(Mark(None, Spot(None, Place(field)), *where))
        return marks

    def all(self) -> list[tuple[Spot, float, float]]:
        """Every spot with its place in the picture; a kennel's several spots are one and the same without ranks."""
        found = [(Spot(None, Place(field)), x, y) for field, (x, y) in enumerate(self._track)]
        for seat, lane in enumerate(self._goal):
            found += [(Spot(seat, goal(number)), x, y) for number, (x, y) in enumerate(lane, start=1)]
        for seat, kennel in enumerate(self._kennel):
            spots = kennel[: len(self._ranks)] if self._ranks else kennel
            found += [(Spot(seat, KENNEL, pawn if self._ranks else 0), x, y) for pawn, (x, y) in enumerate(spots)]
        if self._centre:
            found.append((Spot(None, CENTRE), *self._centre))
        return found

    def nearest(self, x: float, y: float, reach: float, among: Iterable[Spot] | None = None) -> Spot | None:
        """The spot that a tap meant: the closest (of `among`, if given) within `reach`."""
        wanted = None if among is None else set(among)
        near = [
            (math.hypot(spot_x - x, spot_y - y), index, spot)
            for index, (spot, spot_x, spot_y) in enumerate(self.all())
            if wanted is None or spot in wanted
        ]
        near = [entry for entry in near if entry[0] <= reach]
        return min(near)[2] if near else None


def spot_of(seat: int, place: Place, pawn: int = 0) -> Spot:
    """The spot of a pawn; `pawn` is its number in a row of ranked pawns, else 0."""
    if is_track(place) or place == CENTRE:
        return Spot(None, place)
    return Spot(seat, place, pawn if place == KENNEL else 0)
