"""Finds by taps and questions which of the legal plays was made."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.model.places import KENNEL, Place
from companion.model.position import Placement, Position
from companion.rules.rules import Rules
from companion.views.table_view import CandidateView
from ui.presenters.spots import WHEEL, Spot, spot_of


@dataclass(frozen=True, slots=True)
class Figure:
    """A pawn, by its seat and (where pawns have ranks, else 0) its number, or with None a neutral figure by `name`."""

    seat: int | None
    pawn: int = 0
    name: str = ""


@dataclass(frozen=True, slots=True)
class WheelQuestion:
    """Two plays that differ in nothing but the way the wheel turned."""

    clockwise: CandidateView
    back: CandidateView


def wheel_question(rules: Rules, position: Position, choices: Sequence[CandidateView]) -> WheelQuestion | None:
    """The question about the wheel if only its direction is open, else None (BD-R06)."""
    if len(choices) != 2:
        return None
    first, second = choices
    if unturned(rules, position, first.result) != unturned(rules, position, second.result):
        return None
    turns = {quarter_turns(position, choice.result): choice for choice in choices}
    return WheelQuestion(turns[1], turns[3]) if set(turns) == {1, 3} else None


def quarter_turns(position: Position, placement: Placement) -> int:
    """Clockwise quarter turns from the position to the placement, 0..3."""
    before, after = position.placement.extra(WHEEL), placement.extra(WHEEL)
    return 0 if before is None or after is None else (after - before) % 4


def turned(rules: Rules, position: Position, placement: Placement, quarters: int) -> Placement:
    """The placement with its wheel turned clockwise by `quarters`, with all figures on it."""
    wheel = placement.extra(WHEEL)
    if wheel is None or quarters % 4 == 0:
        return placement
    pawns = tuple(
        in_order(rules, (carried(rules, position, place, quarters) for place in row)) for row in placement.pawns
    )
    moved = placement.with_pawns(pawns).with_extra(WHEEL, (wheel + quarters) % 4)
    for name in rules.variant.figures:
        field = placement.extra(name)
        moved = moved if field is None else moved.with_extra(name, carried(rules, position, Place(field), quarters))
    return moved


def carried(rules: Rules, position: Position, place: Place, quarters: int) -> Place:
    """The place to which the wheel carries a figure on `place` when it turns clockwise by `quarters`."""
    if place not in rules.variant.wheel_fields(position.sectors):
        return place
    fields = rules.variant.field_count(position.sectors)
    return Place((place + quarters * fields // 4) % fields)


def in_order(rules: Rules, row: Iterable[Place]) -> tuple[Place, ...]:
    """A row of pawns as placements hold it: sorted, unless every pawn has its rank."""
    return tuple(row) if rules.variant.ranks else tuple(sorted(row))


def unturned(rules: Rules, position: Position, placement: Placement) -> Placement:
    return turned(rules, position, placement, -quarter_turns(position, placement))


def changed_spots(rules: Rules, position: Position, placement: Placement) -> frozenset[Spot]:
    """The spots whose occupants a play changed, before the wheel was turned."""
    before = occupants(rules, position.placement)
    after = occupants(rules, unturned(rules, position, placement))
    return frozenset(spot for spot in before.keys() | after.keys() if before.get(spot) != after.get(spot))


def arrivals(rules: Rules, position: Position, placement: Placement) -> frozenset[Spot]:
    """The spots, but for kennels, with a figure after the play that did not stand there before, wheel not turned."""
    after = occupants(rules, unturned(rules, position, placement))
    changed = changed_spots(rules, position, placement)
    return frozenset(spot for spot in changed if spot in after and spot.place != KENNEL)


def tappable_spots(rules: Rules, position: Position, placement: Placement) -> frozenset[Spot]:
    """The spots by which people may name a play: those it changed, and those to which the wheel carried moved figures.

    A player who moves, turns the wheel and then taps sees the board after the turn.
    """
    return changed_spots(rules, position, placement) | tappable_arrivals(rules, position, placement)


def tappable_arrivals(rules: Rules, position: Position, placement: Placement) -> frozenset[Spot]:
    """The spots to which a play brings a figure: before the wheel was turned, and after it."""
    quarters = quarter_turns(position, placement)
    moved = arrivals(rules, position, placement)
    return moved | {Spot(spot.seat, carried(rules, position, spot.place, quarters), spot.pawn) for spot in moved}


def narrow(
    rules: Rules, position: Position, choices: Iterable[CandidateView], taps: Iterable[Spot]
) -> tuple[CandidateView, ...]:
    """The plays that fit every tap, one for each result."""
    wanted = frozenset(taps)
    fitting = (choice for choice in choices if wanted <= tappable_spots(rules, position, choice.result))
    return tuple({choice.result: choice for choice in reversed(tuple(fitting))}.values())[::-1]


def is_tapped_whole(rules: Rules, position: Position, choice: CandidateView, taps: Iterable[Spot]) -> bool:
    """Whether every spot that a play changed has been tapped, so that no further tap can name it better."""
    return changed_spots(rules, position, choice.result) <= frozenset(taps)


def lit_spots(
    rules: Rules, position: Position, choices: Iterable[CandidateView], taps: Iterable[Spot]
) -> frozenset[Spot]:
    """The further targets of the tapped figures: the spots that the remaining plays still offer.

    A place to which the wheel would carry a figure is one of them: a tap there says also which way it turned.
    """
    taps = frozenset(taps)
    if not taps:
        return frozenset()
    offered = (tappable_arrivals(rules, position, choice.result) for choice in narrow(rules, position, choices, taps))
    return frozenset().union(*offered) - taps


def tap(
    rules: Rules, position: Position, choices: Sequence[CandidateView], taps: tuple[Spot, ...], spot: Spot
) -> tuple[Spot, ...]:
    """The taps after one more.  A tap that fits no play with the earlier ones starts anew; one that fits none is
    lost.
    """
    if spot in taps:
        return tuple(kept for kept in taps if kept != spot)
    if narrow(rules, position, choices, (*taps, spot)):
        return (*taps, spot)
    return (spot,) if narrow(rules, position, choices, (spot,)) else taps


def movable(rules: Rules, position: Position, choices: Iterable[CandidateView]) -> frozenset[Spot]:
    """The spots that a play can begin with: those that its figures leave, of kennels only the player's own."""
    found: set[Spot] = set()
    for choice in choices:
        left = changed_spots(rules, position, choice.result) - arrivals(rules, position, choice.result)
        found |= {spot for spot in left if spot.place != KENNEL or spot.seat == position.turn}
    return frozenset(found)


def occupants(rules: Rules, placement: Placement) -> dict[Spot, tuple[Figure, ...]]:
    """The figures on each spot that is not empty."""
    variant = rules.variant
    found: dict[Spot, tuple[Figure, ...]] = {}
    for seat, places in enumerate(placement.pawns):
        for index, place in enumerate(places):
            pawn = index if variant.ranks else 0
            spot = spot_of(seat, place, pawn)
            found[spot] = (*found.get(spot, ()), Figure(seat, pawn))
    for name in variant.figures:
        field = placement.extra(name)
        if field is not None:
            spot = Spot(None, Place(field))
            found[spot] = (*found.get(spot, ()), Figure(None, name=name))
    return found
