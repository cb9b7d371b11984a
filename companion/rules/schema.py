"""Positions as JSON, read strictly: an impossible one is refused with key and reason.

Format: docs/reference/formats/position.md.

Plain Python values (dict, list, str, int, bool, None) in and out; JSON text is not handled here.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from companion.model.places import (
    CENTRE,
    KENNEL,
    OFF,
    Place,
    PlaceError,
    is_goal,
    is_track,
    place_from_json,
    place_to_json,
)
from companion.model.play import Play
from companion.model.position import Placement, Position, Switch
from companion.model.position_form import VERSION, PositionError, check_keys, check_version, read_form, table
from companion.rules.catalogue import Catalogue, UnknownVariantError
from companion.rules.mechanic import SlotError
from companion.rules.rules import OptionError, Rules, ruleset, seating_of
from companion.rules.settings import SeatingRules
from companion.rules.variant import Variant
from companion.system.quoting import short

_REQUIRED: Final = ("v", "variant", "sectors", "seats", "turn", "pawns")
_OPTIONAL: Final = ("options", "teams", "copied")


class _Form(msgspec.Struct, frozen=True):
    """The keys that every game has, beside the pawns; the others are read by the rules of the game."""

    sectors: int
    seats: tuple[int, ...]
    turn: int
    options: dict[str, str | int | bool] = {}
    teams: tuple[int, ...] | msgspec.UnsetType = msgspec.UNSET


def position_from_json(catalogue: Catalogue, obj: object) -> Position:
    """Reads a position of any game of the catalogue.  Raises PositionError."""
    data = table(obj, "position")
    if "variant" not in data:
        raise PositionError("variant: missing")
    return _position(_variant(catalogue, data["variant"]), data)


def _position(variant: Variant, data: Mapping[str, Any]) -> Position:
    check_keys(data, (*_REQUIRED, *_stated(variant)), (*_OPTIONAL, *variant.slots), " of a position")
    check_version(data)
    form = read_form(data, _Form)
    rules, options = _rules(variant, form)
    if not 0 <= form.turn < len(rules.seats):
        raise PositionError(f"turn: {form.turn} is no seat; use 0 to {len(rules.seats) - 1}")
    placement = _placement(data, rules, seen=False)
    _check_pawns(placement.pawns)
    for name, slot in rules.slots.items():
        fault = slot.fault(rules, _value(placement, name), placement)
        if fault:
            raise PositionError(f"{name}: {fault}")
    return Position(
        variant=variant.id,
        sectors=form.sectors,
        seats=rules.seats,
        teams=rules.teams,
        turn=form.turn,
        placement=placement,
        copied=_copied(data, variant),
        options=options,
    )


def checked_position(rules: Rules, position: Position) -> Position:
    """Checks a position that came in another form as strictly as its JSON.  Raises PositionError."""
    return _checked(rules.variant, position)


def checked_text(catalogue: Catalogue, position: Position) -> Position:
    """Checks a position before there are rules: one read from a line may have none.  Raises UnknownVariantError too."""
    return _checked(catalogue.variant(position.variant), position)


def _checked(variant: Variant, position: Position) -> Position:
    for name, _ in position.placement.extras:
        if not variant.has(name):
            raise PositionError(f"{short(name)}: unknown key of a position")
    try:
        return _position(variant, _to_json(variant, position))
    except OptionError as error:
        raise PositionError(f"options: {error}") from error


def position_to_json(rules: Rules, position: Position) -> dict[str, Any]:
    """Returns the position as JSON; `teams` only if they are not the game's usual ones."""
    return _to_json(rules.variant, position)


def _to_json(variant: Variant, position: Position) -> dict[str, Any]:
    usual = variant.default_teams(len(position.seats), seating_of(variant, dict(position.options)))
    teams = {} if position.teams == usual else {"teams": list(position.teams)}
    return {
        "v": VERSION,
        "variant": position.variant,
        "options": dict(position.options),
        "sectors": position.sectors,
        "seats": list(position.seats),
        **teams,
        "turn": position.turn,
        "copied": position.copied,
        **placement_to_json(variant, position.placement),
    }


def placement_to_json(variant: Variant, placement: Placement) -> dict[str, Any]:
    """Returns the pawns and the extra values of the game, in the order of its data."""
    seats = len(placement.pawns)
    extras = {
        name: slot.write(value, seats)
        for name, slot in variant.slots.items()
        if (value := placement.extra(name)) is not None
    }
    rows = placement.pawns if variant.ranks else [_in_order(row) for row in placement.pawns]
    return {"pawns": [[place_to_json(place) for place in row] for row in rows], **extras}


def next_to_json(variant: Variant, play: Play) -> dict[str, Any]:
    """Returns the `next` form of a play: the board after it, and the draws in a game that has them."""
    draws = {"draws": play.draws} if variant.draws else {}
    return {**placement_to_json(variant, play.result), **draws}


def placement_from_json(rules: Rules, obj: object, seen: bool = False) -> Placement:
    """Reads a `next` form, or with `seen` a `seen` form, for the seats of `position`.  Raises PositionError.

    A `seen` placement may be impossible: two figures on one field, "off", fewer entries than pawns (the missing ones
    are off), and "wheel": null for a disc between two stops.
    """
    what = "seen" if seen else "next"
    data = table(obj, what)
    check_keys(data, ("pawns", *_stated(rules.variant)), tuple(rules.slots), f" of a {what}")
    placement = _placement(data, rules, seen=seen)
    if not seen:
        _check_pawns(placement.pawns)
    return placement


def _stated(variant: Variant) -> tuple[str, ...]:
    """Returns the extra values that must be given."""
    return tuple(name for name, slot in variant.slots.items() if slot.default() is None)


def _in_order(row: Sequence[Place]) -> list[Place]:
    """Returns the places in order: kennel first, then the track, then the lane from the track inwards."""
    return sorted(row, key=lambda place: (is_goal(place), place != KENNEL, place if is_track(place) else -place))


def _variant(catalogue: Catalogue, value: object) -> Variant:
    if not isinstance(value, str):
        raise PositionError(f"variant: {short(value)} is no name of a game")
    try:
        return catalogue.variant(value)
    except UnknownVariantError as error:
        raise PositionError(f"variant: {error}") from error


def _rules(variant: Variant, form: _Form) -> tuple[Rules, tuple[tuple[str, Switch], ...]]:
    """Reads seats, teams and switches, checked one by one."""
    kept, sectors = tuple(sorted(form.options.items())), form.sectors
    if sectors not in variant.sectors:
        raise PositionError(f"sectors: {variant.id} has a board of {_either(variant.sectors)} sectors, not {sectors}")
    try:
        seating = seating_of(variant, form.options)
        seats = _seats(form.seats, sectors, variant, seating)
        teams = variant.default_teams(len(seats), seating)
        if form.teams is not msgspec.UNSET:
            teams = _teams(form.teams, teams, variant)
        return ruleset(variant, sectors, seats, teams, kept), kept
    except OptionError as error:
        raise PositionError(f"options: {error}") from error


def _seats(seats: tuple[int, ...], sectors: int, variant: Variant, seating: SeatingRules) -> tuple[int, ...]:
    if len(seats) not in variant.seat_counts:
        raise PositionError(f"seats: {variant.id} is played by {_either(variant.seat_counts)}, not {len(seats)}")
    players = variant.boards[sectors]
    if seating.board_side == "big" and sectors == max(variant.sectors):
        players = tuple(range(min(variant.seat_counts), sectors + 1))
    if len(seats) not in players:
        usual = variant.usual_sectors(len(seats))
        raise PositionError(f"sectors: {variant.id} with {len(seats)} players needs the board of {usual} sectors")
    if any(not 0 <= sector < sectors for sector in seats):
        raise PositionError(f"seats: a sector is 0 to {sectors - 1}, not {list(seats)}")
    if len(set(seats)) != len(seats):
        raise PositionError(f"seats: {list(seats)} names a sector twice")
    # If pawns run against the clock, so do the numbers of the sectors; either order is accepted then.
    orders = (seats,) if seating.pawns == "clockwise" else (seats, seats[::-1])
    if all(_falls(order) > 1 for order in orders):
        raise PositionError(f"seats: {list(seats)} is not clockwise")
    return seats


def _falls(seats: tuple[int, ...]) -> int:
    """Returns how often the next number round the table is a smaller one: once in a clockwise order."""
    return sum(1 for here, there in zip(seats, (*seats[1:], seats[0]), strict=True) if there < here)


def _teams(teams: tuple[int, ...], usual: tuple[int, ...], variant: Variant) -> tuple[int, ...]:
    if len(teams) != len(usual):
        raise PositionError(f"teams: {short(list(teams))} does not give every seat a team")
    if variant.seating.alone_allowed and len(set(teams)) == len(teams):
        return teams
    if len(set(zip(teams, usual, strict=True))) != len(set(teams)) or len(set(teams)) != len(set(usual)):
        raise PositionError(f"teams: {variant.id} is played with the teams {list(usual)} here, not {list(teams)}")
    return teams


def _either(numbers: tuple[int, ...]) -> str:
    return " or ".join(str(number) for number in numbers)


def _copied(data: Mapping[str, Any], variant: Variant) -> str | None:
    copied = data.get("copied")
    if not variant.remembers_last_card:
        if copied is not None:
            raise PositionError(f"copied: {variant.id} has no card that copies; use null or leave it out")
        return None
    if "copied" not in data:
        raise PositionError("copied: missing; use null before the first play of a round")
    if copied is None:
        return None
    if not isinstance(copied, str) or copied not in variant.cards:
        raise PositionError(f"copied: {short(copied)} is no card of {variant.id}")
    if variant.stands_in(copied):
        raise PositionError(f"copied: {short(copied)} is never itself the card to copy; name the card it was played as")
    return copied


def _placement(data: Mapping[str, Any], rules: Rules, *, seen: bool) -> Placement:
    rows = data["pawns"]
    if not isinstance(rows, list) or len(rows) != len(rules.seats):
        raise PositionError(f"pawns: {len(rules.seats)} lists are needed, one for each seat")
    pawns = tuple(_row(row, f"pawns[{seat}]", rules, seen=seen) for seat, row in enumerate(rows))
    extras = []
    for name, slot in rules.slots.items():
        unstated = slot.default()
        if name not in data and unstated is not None:
            extras.append((name, unstated))
            continue
        try:
            extras.append((name, slot.read_seen(data[name], rules) if seen else slot.read(data[name], rules)))
        except SlotError as error:
            raise PositionError(f"{name}: {error}") from error
    return Placement(pawns, tuple(sorted(extras)))


def _row(row: object, key: str, rules: Rules, *, seen: bool) -> tuple[Place, ...]:
    if not isinstance(row, list):
        raise PositionError(f"{key}: {short(row)} is no list of places")
    needed = rules.pawns_per_seat
    if len(row) > needed or (len(row) < needed and not seen):
        raise PositionError(f"{key}: {needed} pawns are needed, not {len(row)}")
    places = [_place(value, key, rules, seen=seen) for value in row]
    places.extend([OFF] * (needed - len(row)))
    return tuple(places) if rules.ranks else tuple(sorted(places))


def _place(value: object, key: str, rules: Rules, *, seen: bool) -> Place:
    try:
        place = place_from_json(value)
    except PlaceError as error:
        raise PositionError(
            f"{key}: {short(value)} is no place; use a field number, kennel or goal-1 to goal-{rules.goal_fields}"
        ) from error
    if is_track(place):
        if place >= rules.field_count:
            raise PositionError(f"{key}: field {short(value)} is not on the track; use 0 to {rules.field_count - 1}")
    elif place == OFF:
        if not seen:
            raise PositionError(f"{key}: a pawn cannot be off the board; captured pawns are in the kennel")
    elif (
        place != KENNEL and place not in rules.board_tables.lane and not (place == CENTRE and rules.centre is not None)
    ):
        raise PositionError(f"{key}: the board of {rules.variant.id} has no {short(value)}")
    return place


def _check_pawns(pawns: tuple[tuple[Place, ...], ...]) -> None:
    """Checks that no field holds two pawns (docs/reference/formats/position.md)."""
    taken: set[object] = set()
    for seat, row in enumerate(pawns):
        for place in row:
            spot = (seat, place) if is_goal(place) else place
            if place != KENNEL and spot in taken:
                raise PositionError(f"pawns[{seat}]: two pawns stand on {short(place_to_json(place))}")
            taken.add(spot)


def _value(placement: Placement, name: str) -> int:
    return dict(placement.extras)[name]
