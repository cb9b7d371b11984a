"""Setting the board by hand: tap a figure, tap where it belongs, turn the wheel.

A draft may become any placement, also one that no rule allows: what it means is for the referee or the people to say.
"""

from dataclasses import dataclass, replace

from companion.model.places import KENNEL, Place, is_goal, is_track
from companion.model.position import Placement, Position
from companion.views.table_view import TableView
from ui.presenters.choices import occupants, turned
from ui.presenters.spots import DOG, Spot


@dataclass(frozen=True, slots=True)
class Figure:
    """A pawn of `seat`, or the dog (None), and where it stands."""

    seat: int | None
    place: Place

    @property
    def spot(self) -> Spot:
        return Spot(None if is_track(self.place) else self.seat, self.place)


@dataclass(frozen=True, slots=True)
class Draft:
    """`position` is what the table shows; `picked` waits for its place, `moved` was moved last and can be nudged."""

    position: Position
    placement: Placement
    picked: Figure | None = None
    moved: Figure | None = None

    @property
    def can_nudge(self) -> bool:
        return self.moved is not None and is_track(self.moved.place)


def begin_draft(position: Position) -> Draft:
    return Draft(position, position.placement)


def tap_draft(draft: Draft, spot: Spot) -> Draft:
    """Picks the figure on `spot`, or puts the picked one there; what stood there goes to its kennel."""
    standing = occupants(draft.placement).get(spot, ())
    picked = draft.picked
    if picked and spot == picked.spot:
        return replace(draft, picked=None)
    if picked and _may_stand(picked, spot) and (None not in standing):
        return _put(draft, picked, spot.place)
    if standing:
        return replace(draft, picked=Figure(standing[-1], spot.place), moved=None)
    return draft


def picks(draft: Draft) -> tuple[Spot, ...]:
    """The spots to ring: the figure that waits for its place, or the one that has just got it."""
    figure = draft.picked or draft.moved
    return (figure.spot,) if figure else ()


def targets(draft: Draft) -> frozenset[Spot] | None:
    """What a tap can mean: figures while none is picked, so that a finger need not be exact; then any spot."""
    return None if draft.picked else frozenset(occupants(draft.placement))


def nudge(draft: Draft, step: int, fields: int) -> Draft:
    """Moves the last moved figure one free field on or back along the track."""
    figure = draft.moved
    if figure is None or not is_track(figure.place):
        return draft
    taken = occupants(draft.placement)
    for distance in range(1, fields):
        place = Place((figure.place + step * distance) % fields)
        if Spot(None, place) not in taken:
            return _put(draft, figure, place)
    return draft


def turn_draft(draft: Draft, quarters: int) -> Draft:
    """Turns the wheel with all that stands on it."""
    return replace(draft, placement=turned(draft.position, draft.placement, quarters), picked=None, moved=None)


def next_turn(view: TableView) -> int:
    """Who plays after a correction, unless people say otherwise: an open card uses up the turn."""
    seats = len(view.seats)
    if view.declared is None:
        return view.turn
    following = [(view.turn + step) % seats for step in range(1, seats + 1)]
    return next((seat for seat in following if not view.seats[seat].out and view.seats[seat].cards != 0), view.turn)


def _may_stand(figure: Figure, spot: Spot) -> bool:
    if is_track(spot.place):
        return True
    return figure.seat is not None and figure.seat == spot.seat and (spot.place == KENNEL or is_goal(spot.place))


def _put(draft: Draft, figure: Figure, place: Place) -> Draft:
    rows = [list(row) for row in draft.placement.pawns]
    if is_track(place):
        for row in rows:
            row[:] = [KENNEL if there == place else there for there in row]
    elif is_goal(place) and figure.seat is not None:
        rows[figure.seat] = [KENNEL if there == place else there for there in rows[figure.seat]]
    placement = draft.placement
    if figure.seat is None:
        placement = placement.with_extra(DOG, place)
    else:
        rows[figure.seat].remove(figure.place)
        rows[figure.seat].append(place)
    placement = placement.with_pawns(tuple(tuple(sorted(row)) for row in rows))
    return replace(draft, placement=placement, picked=None, moved=Figure(figure.seat, place))
