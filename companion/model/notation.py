"""Text forms: a whole position on one line, and a play in short.  The grammar is in docs/notation.md.

The position's line is complete and reads back to the same value; its shape is checked here, what the rules allow by
whoever knows them.  A play's text is for people and for the record; nothing reads it back.
"""

import json
import re
from collections.abc import Iterator
from typing import Final

from companion.model.places import CENTRE, GOAL_FIELDS, KENNEL, OFF, Place, goal, is_track
from companion.model.play import Capture, Play, Step, StepKind
from companion.model.position import Placement, Position, Switch

VERSION: Final = "v1"
_BARE: Final = re.compile(r"(?!true$|false$)[A-Za-z][\w-]*")
_NUMBER: Final = re.compile(r"-?[0-9]{1,9}")
_SEAT: Final = re.compile(r"([0-9]{1,2}):(\S+)")
_SHORT: Final = {KENNEL: "k", CENTRE: "c", OFF: "off"} | {goal(n): f"g{n}" for n in range(1, GOAL_FIELDS + 1)}
_PLACES: Final = {name: place for place, name in _SHORT.items()}


class NotationError(ValueError):
    """A line that is no position; one line with the word and the reason."""


def format_position(position: Position) -> str:
    """The position on one line."""
    return " ".join(_words(position))


def parse_position(line: str) -> Position:
    """Reads the one-line form.  Raises NotationError; whether the rules allow the position is not checked."""
    words = line.split()
    if len(words) < 4 or words[0] != VERSION:
        raise NotationError(f"no position: the line must begin with {VERSION}, the variant and the number of sectors")
    sectors = _number(words[2], "sectors")
    seats: list[int] = []
    rows: list[tuple[Place, ...]] = []
    values: dict[str, str] = {}
    for word in words[3:]:
        if seat := _SEAT.fullmatch(word):
            seats.append(int(seat[1]))
            rows.append(tuple(sorted(_place(name) for name in seat[2].split(","))))
            continue
        key, equals, value = word.partition("=")
        if not equals or not key or not value or key in values:
            raise NotationError(f"{_quoted(word)} is neither a seat (0:k,k,k,0) nor a new key=value")
        values[key] = value
    return _assembled(words[1], sectors, seats, rows, values)


def _assembled(
    variant: str, sectors: int, seats: list[int], rows: list[tuple[Place, ...]], values: dict[str, str]
) -> Position:
    for key in ("turn", "teams"):
        if key not in values:
            raise NotationError(f"{key}: missing")
    turn = _number(values.pop("turn"), "turn")
    teams = tuple(_number(team, "teams") for team in values.pop("teams").split(","))
    copied = values.pop("copied", None)
    options = tuple(sorted((key, _switch(key, value)) for key, value in values.items() if "." in key))
    extras = tuple(sorted((key, _number(value, key)) for key, value in values.items() if "." not in key))
    return Position(
        variant=variant,
        sectors=sectors,
        seats=tuple(seats),
        teams=teams,
        turn=turn,
        placement=Placement(tuple(rows), extras),
        copied=copied,
        options=options,
    )


def format_play(play: Play) -> str:
    """The play in short: the card, then its steps in order, as in `black5 0:5>10 dog:24>29x1@26 wheel+`."""
    card = play.card if play.acting_as is None else f"{play.card}={play.acting_as}"
    return " ".join((card, *(format_step(step) for step in play.steps)))


def format_step(step: Step) -> str:
    """One step: who, from where, to where, whom it sent home (`x<seat>@<place>`)."""
    captures = "".join(_capture(capture) for capture in step.captures)
    if step.kind is StepKind.WHEEL:
        return "wheel+" if step.value > 0 else "wheel-"
    if step.kind is StepKind.SWAP:
        return f"{step.seat}:{place_name(step.origin)}<>{step.other_seat}:{place_name(step.target)}"
    mover = step.kind if step.kind is StepKind.DOG else step.seat
    return f"{mover}:{place_name(step.origin)}>{place_name(step.target)}{captures}"


def place_name(place: Place) -> str:
    """A place in short: a field number, k, g1..g4, c or off."""
    return str(place) if is_track(place) else _SHORT[place]


def _capture(capture: Capture) -> str:
    return f"x{capture.seat}@{place_name(capture.place)}"


def _words(position: Position) -> Iterator[str]:
    yield VERSION
    yield position.variant
    yield str(position.sectors)
    yield f"turn={position.turn}"
    yield f"teams={','.join(map(str, position.teams))}"
    for sector, row in zip(position.seats, position.placement.pawns, strict=True):
        yield f"{sector}:{','.join(place_name(place) for place in row)}"
    if position.copied is not None:
        yield f"copied={position.copied}"
    for name, value in position.placement.extras:
        yield f"{name}={value}"
    for name, switch in position.options:
        yield f"{name}={_switch_text(switch)}"


def _switch_text(value: Switch) -> str:
    if isinstance(value, str) and not _BARE.fullmatch(value):
        return json.dumps(value).replace(" ", "\\u0020")
    return json.dumps(value) if isinstance(value, bool) else str(value)


def _switch(key: str, text: str) -> Switch:
    if text in ("true", "false"):
        return text == "true"
    if _NUMBER.fullmatch(text):
        return int(text)
    if _BARE.fullmatch(text):
        return text
    try:
        value = json.loads(text)
    except ValueError:
        value = None
    if not isinstance(value, str):
        raise NotationError(f"{_quoted(key)}: {_quoted(text)} is no value of a switch")
    return value


def _number(text: str, key: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise NotationError(f"{_quoted(key)}: {_quoted(text)} is no number")
    return int(text)


def _place(name: str) -> Place:
    if name in _PLACES:
        return _PLACES[name]
    if not _NUMBER.fullmatch(name) or name.startswith("-"):
        raise NotationError(f"{_quoted(name)} is no place: use a field number, k, g1 to g{GOAL_FIELDS} or c")
    return Place(int(name))


def _quoted(text: str) -> str:
    quoted = ascii(text)
    return quoted if len(quoted) <= 40 else f"{quoted[:37]}..."
