"""Whether an entry can be of its game: seats that play, cards of the deck, pawns on the board.

What the rules allow is not asked here (`retrial` asks it): a record may hold what nobody should have done.
"""

from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any, Final

from companion.model.places import CENTRE, KENNEL, OFF, Place, is_goal, is_track
from companion.model.position import Placement, Position
from companion.rules.catalogue import UnknownVariantError, load_variant
from companion.rules.ruleset import OptionError, Ruleset, ruleset_of
from companion.rules.schema import PositionError, checked_position
from companion.session.events import Event, GameStarted
from companion.session.state import State
from companion.transcript.words import ValueTextError, shown

_SEATS: Final = ("seat", "dealer", "first", "turn")
_CARDS: Final = ("card", "acting_as")
_HANDS: Final = ("hand", "shown", "cards")
#: May lie anywhere: what somebody saw is no position.
_SEEN: Final = "seen"


def checked_start(started: GameStarted) -> GameStarted:
    """The start with its position in normal form.  Raises ValueTextError."""
    position = started.position
    if len(started.names) != len(position.seats):
        raise ValueTextError(f"it has {len(position.seats)} seats, but {len(started.names)} players are named")
    try:
        return replace(started, position=_checked(position))
    except (PositionError, UnknownVariantError, OptionError) as error:
        raise ValueTextError(str(error)) from error


def misfit(event: Event, state: State) -> tuple[str, str] | None:
    """The field by which the event cannot be of this game, and why; None where it can."""
    assert state.position is not None
    rules = ruleset_of(state.position)
    for field in fields(event):
        reason = _misfit(field.name, getattr(event, field.name), state, rules)
        if reason:
            return field.name, reason
    return None


def _misfit(name: str, value: Any, state: State, rules: Ruleset) -> str | None:
    if value is None:
        return None
    seats = len(rules.seats)
    if name in _SEATS or name == "seats":
        wrong = [seat for seat in (value if name == "seats" else (value,)) if not 0 <= seat < seats]
        return f"there is no seat {wrong[0]}; the seats are 0 to {seats - 1}" if wrong else None
    if name == "hands" and len(value) != seats:
        return f"there are {seats} hands to tell, not {len(value)}"
    for card in _cards(name, value):
        if card not in rules.variant.cards:
            return f"{shown(card)} is no card of {rules.variant.id}"
    if name == "pawn" and not 0 <= value < rules.pawns_per_seat:
        return f"the pawns of a seat are 0 to {rules.pawns_per_seat - 1}"
    if name == "back_to" and not 1 < value <= state.seq:
        return f"of {state.seq - 1} entries so far, {state.seq - value + 1} cannot be taken back"
    if name == "figure" and value not in rules.figures:
        return f"{rules.variant.id} has no {shown(value)} on the track"
    if name == "field" and not (rules.figures and 0 <= value < rules.field_count):
        return f"there is no figure to put on {value}"
    if isinstance(value, int) and value < 0:
        return f"{value} is less than nothing"
    return _misplaced(value, rules, seen=name == _SEEN) if isinstance(value, Placement) else None


def _cards(name: str, value: Any) -> Iterator[str]:
    if name in _CARDS:
        yield value
    elif name in _HANDS and isinstance(value, tuple):
        yield from value
    elif name == "hands":
        for hand in value:
            yield from hand


def _misplaced(placement: Placement, rules: Ruleset, *, seen: bool) -> str | None:
    taken: set[object] = set()
    for seat, row in enumerate(placement.pawns):
        if len(row) != rules.pawns_per_seat:
            return f"seat {seat} has {rules.pawns_per_seat} pawns, not {len(row)}"
        for place in row:
            if not _is_place(place, rules, seen=seen):
                return f"seat {seat} cannot have a pawn there ({int(place)})"
            spot = place if is_track(place) or place == CENTRE else (seat, place)
            if spot in taken and place != KENNEL and not seen:
                return f"two pawns stand on field {int(place)}" if is_track(place) else "two pawns stand on one field"
            taken.add(spot)
    unknown = [name for name, _ in placement.extras if not rules.variant.has(name)]
    return f"{rules.variant.id} has no {shown(unknown[0])}" if unknown else None


def _is_place(place: Place, rules: Ruleset, *, seen: bool) -> bool:
    if is_track(place):
        return place < rules.field_count
    return (
        is_goal(place) or place == KENNEL or (place == CENTRE and rules.centre is not None) or (place == OFF and seen)
    )


def _checked(position: Position) -> Position:
    """As strict as for any position, but a figure may still have to be put on the track."""
    variant = load_variant(position.variant)
    missing = [name for name in variant.figures if position.placement.extra(name) is None]
    taken = {place for row in position.placement.pawns for place in row}
    placement = position.placement
    for name in missing:
        rules = ruleset_of(position)
        avoided = rules.figures[name].avoided(rules)
        field = next(field for field in range(rules.field_count) if field not in taken and field not in avoided)
        placement = placement.with_extra(name, field)
    checked = checked_position(position.with_placement(placement))
    extras = tuple(pair for pair in checked.placement.extras if pair[0] not in missing)
    return checked.with_placement(Placement(checked.placement.pawns, extras))
