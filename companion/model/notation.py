"""Text forms: a whole position on one line, and a play in short (docs/reference/formats/position.md, plays.md).

Laws: the position's line is complete and reads back to the same value; its shape is checked here, its legality by
modules that know the rules.  A play's text names its steps; `read_play` gives them back without the fields they
counted, and `rules.written_play` finds the legal play that is meant.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from companion.model.places import CENTRE, KENNEL, MOST_GOAL_FIELDS, OFF, Place, goal, is_track
from companion.model.play import Capture, Play, Step, StepKind
from companion.model.position import Placement, Position, Switch
from companion.system.quoting import short

VERSION: Final = "v1"
_BARE: Final = re.compile(r"(?!(?:true|false)$)[A-Za-z][A-Za-z0-9_-]*")
#: A position of six players with every switch set has a third of that.
LONGEST_LINE: Final = 4000
_NUMBER: Final = re.compile(r"-?[0-9]{1,9}")
_SEAT: Final = re.compile(r"([0-9]{1,2}):(\S+)")
_SHORT: Final = {KENNEL: "k", CENTRE: "c", OFF: "off"} | {goal(n): f"g{n}" for n in range(1, MOST_GOAL_FIELDS + 1)}
_PLACES: Final = {name: place for place, name in _SHORT.items()}

_PLACE: Final = r"(?:[0-9]{1,3}|k|c|g[1-9])"
_CAPTURES: Final = rf"((?:x[0-9]@{_PLACE}(?:>{_PLACE})?)*)"
_MOVE: Final = re.compile(rf"([0-9]|dog):({_PLACE})(?:#([0-9]))?(>>?)({_PLACE})(?:~([0-9]))?{_CAPTURES}")
_SWAP: Final = re.compile(rf"([0-9]):({_PLACE})<>([0-9]):({_PLACE})")
_CAPTURE: Final = re.compile(rf"x([0-9])@({_PLACE})(?:>({_PLACE}))?")
_LOSS: Final = re.compile(r"(skip|discard):([0-9])")
_DRAW: Final = re.compile(r"draw=([1-9])")
_WHEEL: Final = {"wheel+": 1, "wheel-": -1}
_VOID: Final = "void"


class NotationError(ValueError):
    """A line that is no position or no play; one line with the word and the reason."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenPlay:
    """A play as in its text: the steps count no fields (`value` is 0 but for the wheel).

    `pawn` is the index of the pawn that comes out of the kennel, if the text names it; `draws` is None if it does not
    mention drawing.
    """

    card: str
    acting_as: str | None
    steps: tuple[Step, ...]
    pawn: int | None = None
    draws: int | None = None


def format_position(position: Position) -> str:
    """Returns the position on one line."""
    return " ".join(_words(position))


def parse_position(line: str) -> Position:
    """Reads the one-line form.  Raises NotationError.

    There is a team for every seat.  Whether the rules allow the position is not checked, and a row of pawns stays in
    the order in which it is written: `rules.schema.checked_position` checks both and gives the normal form.
    """
    if len(line) > LONGEST_LINE:
        raise NotationError(f"no position: the line is longer than {LONGEST_LINE} characters")
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
            rows.append(parse_row(seat[2]))
            continue
        key, equals, value = word.partition("=")
        if not equals or not key or not value or key in values:
            raise NotationError(f"{short(word)} is neither a seat (0:k,k,k,0) nor a new key=value")
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
    if len(teams) != len(seats):
        raise NotationError(f"teams: {len(teams)} for {len(seats)} seats")
    copied = values.pop("copied", None)
    options = tuple(sorted((key, parse_switch(value, key)) for key, value in values.items() if "." in key))
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
    """Returns the play in short: card, steps in order, cards drawn, as in `black5 0:5>10 dog:24>29x1@26 wheel+`."""
    words = [play.card if play.acting_as is None else f"{play.card}={play.acting_as}"]
    words += [_step_text(step, started_pawn(play, step)) for step in play.steps]
    if play.draws:
        words.append(f"draw={play.draws}")
    return " ".join(words)


def started_pawn(play: Play, step: Step) -> int | None:
    """Returns the index of the pawn that came out of the kennel, if pawns are not all alike.

    A row that is not in ascending order is one of pawns with ranks; of such rows only the one that the last waiting
    pawn leaves can be ascending by chance, so leaving the number out names that pawn and no other.
    """
    if step.kind is not StepKind.START or step.seat is None:
        return None
    row = play.result.pawns[step.seat]
    return row.index(step.target) if step.target in row and list(row) != sorted(row) else None


def read_play(text: str) -> WrittenPlay:
    """Reads a play's text, shape only.  Raises NotationError."""
    words = text.split()
    if not words:
        raise NotationError("no play: write the card and its steps, as in 8 0:5>13")
    card, _, face = words[0].partition("=")
    draws = None
    if drawn := _DRAW.fullmatch(words[-1]):
        draws = int(drawn[1])
        words.pop()
    read = [_read_step(word) for word in words[1:]]
    return WrittenPlay(
        card=card,
        acting_as=face or None,
        steps=tuple(step for step, _ in read),
        pawn=next((pawn for _, pawn in read if pawn is not None), None),
        draws=draws,
    )


def place_name(place: Place) -> str:
    """Returns a place in short: a field number, k, g1..g6, c or off."""
    return str(place) if is_track(place) else _SHORT[place]


def parse_place(name: str) -> Place:
    """Reads the short name of a place.  Raises NotationError."""
    if name in _PLACES:
        return _PLACES[name]
    if not _NUMBER.fullmatch(name) or name.startswith("-"):
        raise NotationError(f"{short(name)} is no place: use a field number, k, g1 to g{MOST_GOAL_FIELDS} or c")
    return Place(int(name))


def format_row(row: tuple[Place, ...]) -> str:
    """Returns the places of a seat's pawns: `k,k,17,g1`."""
    return ",".join(place_name(place) for place in row)


def parse_row(text: str) -> tuple[Place, ...]:
    """Reads the places of a seat's pawns in their order.  Raises NotationError."""
    return tuple(parse_place(name) for name in text.split(","))


def format_switch(value: Switch) -> str:
    """Returns a value as one word that keeps its type: true, 5, a bare word, or a JSON string without blanks."""
    if isinstance(value, str) and not _BARE.fullmatch(value):
        return json.dumps(value).replace(" ", "\\u0020")
    return json.dumps(value) if isinstance(value, bool) else str(value)


def parse_switch(text: str, key: str) -> Switch:
    """Reads the value of `key`.  Raises NotationError."""
    if text in ("true", "false"):
        return text == "true"
    if _NUMBER.fullmatch(text):
        return int(text)
    if _BARE.fullmatch(text):
        return text
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, str):
        raise NotationError(f"{short(key)}: {short(text)} is no value of a switch")
    return value


def _step_text(step: Step, pawn: int | None) -> str:
    """Returns one step: who, from where, to where, points that lapsed, whom it sent home (`x<seat>@<place>`) or on."""
    if step.kind is StepKind.WHEEL:
        return "wheel+" if step.value > 0 else "wheel-"
    if step.kind is StepKind.VOID:
        return _VOID
    if step.kind in (StepKind.SKIP, StepKind.DISCARD):
        return f"{step.kind.value}:{step.other_seat}"
    if step.kind is StepKind.SWAP:
        return f"{step.seat}:{place_name(step.origin)}<>{step.other_seat}:{place_name(step.target)}"
    mover = step.kind.value if step.kind is StepKind.DOG else step.seat
    which = "" if pawn is None else f"#{pawn}"
    arrow = ">>" if step.kind is StepKind.JUMP else ">"
    lapsed = f"~{step.wasted}" if step.wasted else ""
    captures = "".join(map(_capture_text, step.captures))
    return f"{mover}:{place_name(step.origin)}{which}{arrow}{place_name(step.target)}{lapsed}{captures}"


def _capture_text(capture: Capture) -> str:
    onward = "" if capture.to == KENNEL else f">{place_name(capture.to)}"
    return f"x{capture.seat}@{place_name(capture.place)}{onward}"


def _read_step(word: str) -> tuple[Step, int | None]:
    """Reads the step and, for a start that names it, the index of the pawn."""
    if word in _WHEEL:
        return Step(kind=StepKind.WHEEL, value=_WHEEL[word]), None
    if word == _VOID:
        return Step(kind=StepKind.VOID), None
    if loss := _LOSS.fullmatch(word):
        return Step(kind=StepKind(loss[1]), other_seat=int(loss[2])), None
    if swap := _SWAP.fullmatch(word):
        origin, target = parse_place(swap[2]), parse_place(swap[4])
        step = Step(kind=StepKind.SWAP, seat=int(swap[1]), origin=origin, other_seat=int(swap[3]), target=target)
        return step, None
    if move := _MOVE.fullmatch(word):
        return _read_move(move)
    raise NotationError(
        f"{short(word)} is no step; steps are 0:5>13, 0:5>13x1@13, 0:7>>c, 0:5<>1:20, dog:19>24, wheel+, wheel-, void,"
        " skip:1 and discard:1"
    )


def _read_move(move: re.Match[str]) -> tuple[Step, int | None]:
    mover, origin, pawn, arrow, target, lapsed, captures = move.groups()
    place = parse_place(origin)
    kind = StepKind.START if place == KENNEL else StepKind.ADVANCE
    if mover == StepKind.DOG:
        kind = StepKind.DOG
    elif arrow == ">>":
        kind = StepKind.JUMP
    step = Step(
        kind=kind,
        seat=None if kind is StepKind.DOG else int(mover),
        origin=place,
        target=parse_place(target),
        wasted=int(lapsed or 0),
        captures=tuple(
            Capture(seat=int(seat), place=parse_place(where), to=parse_place(to) if to else KENNEL)
            for seat, where, to in _CAPTURE.findall(captures)
        ),
    )
    return step, None if pawn is None else int(pawn)


def _words(position: Position) -> Iterator[str]:
    yield VERSION
    yield position.variant
    yield str(position.sectors)
    yield f"turn={position.turn}"
    yield f"teams={','.join(map(str, position.teams))}"
    for sector, row in zip(position.seats, position.placement.pawns, strict=True):
        yield f"{sector}:{format_row(row)}"
    if position.copied is not None:
        yield f"copied={position.copied}"
    for name, value in position.placement.extras:
        yield f"{name}={value}"
    for name, switch in position.options:
        yield f"{name}={format_switch(switch)}"


def _number(text: str, key: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise NotationError(f"{short(key)}: {short(text)} is no number")
    return int(text)
