"""Validates the fields of an entry against its game: seats that play, cards of the deck, pawns on the board.

Legality is not checked here (`rejudge` does): a record may hold illegal plays.
"""

from collections.abc import Iterator
from typing import Any, Final

from msgspec.structs import replace

from companion.model.places import CENTRE, KENNEL, OFF, Place, is_shared, is_track
from companion.model.position import Placement, Position
from companion.model.position_form import PositionError
from companion.rules.rules import OptionError, Rules, rules_of
from companion.rules.schema import checked_position
from companion.rules.variant import Variant
from companion.session.card_game import CardGame
from companion.session.events import Event, EventsRedone, GameStarted
from companion.session.state import BoardGame, State
from companion.transcript.words import ValueTextError, on_board, shown

_SEATS: Final = ("seat", "dealer", "first", "turn")
_CARDS: Final = ("card", "acting_as")
_HANDS: Final = ("hand", "shown", "cards")
#: May name any place: a seen placement need not be a position.
_SEEN: Final = "seen"


def validate_start(variant: Variant, started: GameStarted) -> GameStarted:
    """Returns the start with its position in normal form.  Raises ValueTextError."""
    position = started.position
    if len(started.names) != len(position.seats):
        raise ValueTextError(f"it has {len(position.seats)} seats, but {len(started.names)} players are named")
    try:
        return replace(started, position=_checked_position(variant, position))
    except (PositionError, OptionError) as error:
        raise ValueTextError(str(error)) from error


def validate_event(event: Event, state: State) -> tuple[str, str] | None:
    """Returns the first invalid field of the event and the reason; None if all are valid."""
    rules = on_board(state).rules
    if isinstance(event, EventsRedone):
        reason = no_such_undo(event.undo, on_board(state))
        return ("undo", reason) if reason else None
    for name in event.__struct_fields__:
        reason = _field_error(name, getattr(event, name), state.seq, rules)
        if reason:
            return name, reason
    return None


def _field_error(name: str, value: Any, seq: int, rules: Rules) -> str | None:
    if value is None:
        return None
    seats = len(rules.seats)
    if name in _SEATS or name == "seats":
        wrong = [seat for seat in (value if name == "seats" else (value,)) if not 0 <= seat < seats]
        return f"there is no seat {wrong[0]}; the seats are 0 to {seats - 1}" if wrong else None
    if name == "hands" and len(value) != seats:
        return f"there are {seats} hands, not {len(value)}"
    for card in _cards(name, value):
        if card not in rules.variant.cards:
            return f"{shown(card)} is no card of {rules.variant.id}"
    if isinstance(value, Placement):
        return _placement_error(rules, value, seen=name == _SEEN)
    return _out_of_range(name, value, seq, rules)


def _out_of_range(name: str, value: Any, seq: int, rules: Rules) -> str | None:
    if name == "pawn" and not 0 <= value < rules.pawns_per_seat:
        return f"the pawns of a seat are 0 to {rules.pawns_per_seat - 1}"
    if name == "back_to":
        return too_far_back(value, seq)
    if name == "figure" and value not in rules.figures:
        return f"{rules.variant.id} has no {shown(value)} on the track"
    if name == "field" and not (rules.figures and 0 <= value < rules.field_count):
        return f"there is no figure to put on {value}"
    if isinstance(value, int) and value < 0:
        return f"{value} is less than nothing"
    return None


def too_far_back(back_to: int, seq: int) -> str | None:
    """Returns why entries cannot be taken back from row `back_to` on; None if they can.

    `seq` is the newest row.
    """
    if 1 < back_to <= seq:
        return None
    return f"of {seq - 1} entries so far, {seq - back_to + 1} cannot be taken back"


def no_such_undo(undo: int, game: BoardGame | CardGame) -> str | None:
    """Returns why the undo of that row cannot be taken back after the newest row; None if it can."""
    if game.undone is None:
        return "the entries before it are no undo that can be taken back"
    last = game.undone.seq + 1
    return None if undo == last else f"the newest undo is {game.seq - last + 1} entries above"


def _cards(name: str, value: Any) -> Iterator[str]:
    if name in _CARDS:
        yield value
    elif name in _HANDS and isinstance(value, tuple):
        yield from value
    elif name == "hands":
        for hand in value:
            yield from hand


def _placement_error(rules: Rules, placement: Placement, *, seen: bool) -> str | None:
    taken: set[object] = set()
    for seat, row in enumerate(placement.pawns):
        if len(row) != rules.pawns_per_seat:
            return f"seat {seat} has {rules.pawns_per_seat} pawns, not {len(row)}"
        for place in row:
            if not _is_place(place, rules, seen=seen):
                return f"seat {seat} cannot have a pawn there ({int(place)})"
            spot = place if is_shared(place) else (seat, place)
            if spot in taken and place != KENNEL and not seen:
                return f"two pawns stand on field {int(place)}" if is_track(place) else "two pawns stand on one field"
            taken.add(spot)
    unknown = [name for name, _ in placement.extras if not rules.variant.has(name)]
    return f"{rules.variant.id} has no {shown(unknown[0])}" if unknown else None


def _is_place(place: Place, rules: Rules, *, seen: bool) -> bool:
    if is_track(place):
        return place < rules.field_count
    return (
        place in rules.board_tables.lane
        or place == KENNEL
        or (place == CENTRE and rules.centre is not None)
        or (place == OFF and seen)
    )


def _checked_position(variant: Variant, position: Position) -> Position:
    """As strict as for any position, but a figure may still have to be put on the track."""
    missing = [name for name in variant.figures if position.placement.extra(name) is None]
    taken = {place for row in position.placement.pawns for place in row}
    placement = position.placement
    for name in missing:
        rules = rules_of(variant, position)
        avoided = rules.figure_skips[name]
        field = next(field for field in range(rules.field_count) if field not in taken and field not in avoided)
        placement = placement.with_extra(name, field)
    whole = position.with_placement(placement)
    checked = checked_position(rules_of(variant, whole), whole)
    extras = tuple(pair for pair in checked.placement.extras if pair[0] not in missing)
    return checked.with_placement(Placement(checked.placement.pawns, extras))
