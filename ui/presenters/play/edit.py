"""Setting the board by hand: tap a figure, tap its place, turn the wheel.

A draft may become any placement, also one that no rule allows: the referee or the people decide its meaning.
"""

from dataclasses import dataclass, replace

from companion.model.places import CENTRE, KENNEL, Place, is_goal, is_track
from companion.model.position import Placement, Position
from companion.rules.rules import Rules
from companion.views.table_view import TableView
from ui.i18n import Words
from ui.presenters.play.choices import Figure, in_order, occupants, turned
from ui.presenters.spots import Spot, spot_of


@dataclass(frozen=True, slots=True)
class Held:
    """A figure and its spot."""

    figure: Figure
    place: Place

    @property
    def spot(self) -> Spot:
        return Spot(None, self.place) if self.figure.seat is None else spot_of(self.figure.seat, self.place, self.pawn)

    @property
    def pawn(self) -> int:
        return self.figure.pawn


@dataclass(frozen=True, slots=True)
class Draft:
    """`position` is that of the table; `picked` waits for its place, `moved` was moved last and can be nudged."""

    rules: Rules
    position: Position
    placement: Placement
    picked: Held | None = None
    moved: Held | None = None

    @property
    def can_nudge(self) -> bool:
        return self.moved is not None and is_track(self.moved.place)


def begin_draft(rules: Rules, position: Position, reported: Draft | None = None) -> Draft:
    """Returns the board to be set; it begins with the board `reported` last in the same position."""
    if reported is not None and reported.position == position:
        return Draft(rules, position, reported.placement)
    return Draft(rules, position, position.placement)


def tap_draft(draft: Draft, spot: Spot) -> Draft:
    """Picks the figure on `spot`, or puts the picked one there; the figure that stood there goes to its kennel."""
    standing = occupants(draft.rules, draft.placement).get(spot, ())
    picked = draft.picked
    if picked and spot == picked.spot:
        return replace(draft, picked=None)
    if picked and _may_stand(draft, picked, spot) and all(figure.seat is not None for figure in standing):
        return _put(draft, picked, spot.place)
    if standing:
        return replace(draft, picked=Held(standing[-1], spot.place), moved=None)
    return draft


def draft_prompt(draft: Draft, words: Words) -> str:
    """The next step as a sentence."""
    return words.text("edit.place" if draft.picked else "edit.moved" if draft.can_nudge else "edit.pick")


def picks(draft: Draft) -> tuple[Spot, ...]:
    """The spots to ring: that of the picked figure, or the new one of the figure just moved."""
    held = draft.picked or draft.moved
    return (held.spot,) if held else ()


def targets(draft: Draft, spots: frozenset[Spot]) -> frozenset[Spot]:
    """The targets of a tap: figures while none is picked, so that a finger need not be exact; then its places too.

    `spots` are all of the board.
    """
    standing = frozenset(occupants(draft.rules, draft.placement))
    held = draft.picked
    return standing | {spot for spot in spots if _may_stand(draft, held, spot)} if held else standing


def nudge(draft: Draft, step: int, fields: int) -> Draft:
    """Moves the last moved figure one free field on or back along the track."""
    held = draft.moved
    if held is None or not is_track(held.place):
        return draft
    taken = occupants(draft.rules, draft.placement)
    for distance in range(1, fields):
        place = Place((held.place + step * distance) % fields)
        if Spot(None, place) not in taken:
            return _put(draft, held, place)
    return draft


def turn_draft(draft: Draft, quarters: int) -> Draft:
    """Turns the wheel with all figures on it."""
    return replace(
        draft, placement=turned(draft.rules, draft.position, draft.placement, quarters), picked=None, moved=None
    )


def next_turn(view: TableView) -> int:
    """The next player after a correction, unless people choose another: an open card uses up the turn."""
    if view.declared is None or view.position is None:
        return view.turn
    rules, seats = view.rules, len(view.seats)
    following = [rules.next_seat(view.turn, steps) for steps in range(1, seats + 1)]
    return next((seat for seat in following if not view.seats[seat].out and view.seats[seat].cards != 0), view.turn)


def _may_stand(draft: Draft, held: Held, spot: Spot) -> bool:
    if is_track(spot.place):
        return True
    if held.figure.seat is None:
        return False
    if spot.place == CENTRE:
        return draft.rules.variant.centre is not None
    return held.figure.seat == spot.seat and (spot.place == KENNEL or is_goal(spot.place))


def _put(draft: Draft, held: Held, place: Place) -> Draft:
    rows = [list(row) for row in draft.placement.pawns]
    if is_track(place) or place == CENTRE:
        for row in rows:
            row[:] = [KENNEL if there == place else there for there in row]
    elif is_goal(place) and held.figure.seat is not None:
        rows[held.figure.seat] = [KENNEL if there == place else there for there in rows[held.figure.seat]]
    placement, seat = draft.placement, held.figure.seat
    if seat is None:
        placement = placement.with_extra(held.figure.name, place)
    else:
        ranked = draft.rules.variant.ranks
        rows[seat][held.pawn if ranked else rows[seat].index(held.place)] = place
    placement = placement.with_pawns(tuple(in_order(draft.rules, row) for row in rows))
    return replace(draft, placement=placement, picked=None, moved=Held(held.figure, place))
