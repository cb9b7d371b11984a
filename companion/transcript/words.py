"""The words of a record: lines into words with their columns, and plain values to text and back.

Law: every value is one word (a quoted string may hold blanks) and reads back to an equal value of the same type.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, NamedTuple

from companion.model.notation import NotationError, format_row, format_switch, parse_place, parse_row, parse_switch
from companion.model.notation import place_name as format_place
from companion.model.places import Place
from companion.model.position import Placement
from companion.model.verdict import Reason
from companion.players.level import Level
from companion.session.state import BoardGame, NoGame, State

_QUOTED: Final = r'"(?:[^"\\]|\\.)*"'
_WORD: Final = re.compile(rf'(?:[^\s"]|{_QUOTED})+')
_BARE: Final = re.compile(r"[A-Za-z0-9_+./*-]+")
_INTEGER: Final = re.compile(r"-?[0-9]{1,15}")
_REASON: Final = re.compile(r"([A-Z0-9-]*):(\w+)\((.*)\)")
_PAWN: Final = re.compile(r"([0-9]|-):([^>]+)>(.+)")
_FIGURE: Final = re.compile(r"([a-z_]+)=(-?[0-9]{1,4}|none)")
_NONE: Final = "none"
_SAME: Final = "same"
COMMENT: Final = "#"


class RecordTextError(ValueError):
    """A record that cannot be read: the place and the reason in one line."""

    def __init__(self, reason: str, line: int, column: int = 1) -> None:
        super().__init__(f"line {line}, column {column}: {reason}")
        self.reason = reason
        self.line = line
        self.column = column


class ValueTextError(ValueError):
    """A word that is no such value: the reason without the line, and the column if that is not the word's own."""

    def __init__(self, reason: str, column: int | None = None) -> None:
        super().__init__(reason)
        self.column = column


def on_board(state: State) -> BoardGame:
    """Returns the game, if it is one on a board.  Raises ValueTextError."""
    if not isinstance(state, BoardGame):
        raise ValueTextError("the game has not begun" if isinstance(state, NoGame) else "this game has no board")
    return state


class Word(NamedTuple):
    """A word and the column where it begins, counted from 1."""

    text: str
    column: int


def split_line(line: str, number: int) -> tuple[list[Word], str | None]:
    """Returns the words of a line and the comment behind them.  Raises RecordTextError for an open quotation mark."""
    words: list[Word] = []
    at = 0
    while at < len(line):
        if line[at].isspace():
            at += 1
            continue
        if line[at] == COMMENT:
            return words, line[at + 1 :].strip()
        word = _WORD.match(line, at)
        if word is None or (word.end() < len(line) and not line[word.end()].isspace()):
            raise RecordTextError("a quotation mark is not closed", number, at + 1)
        words.append(Word(word[0], at + 1))
        at = word.end()
    return words, None


def shown(text: str) -> str:
    """Returns a written text, shortened for a message."""
    short = text if len(text) <= 40 else f"{text[:37]}..."
    return ascii(short) if not short.isprintable() else f"'{short}'"


def write_string(value: str) -> str:
    """Returns a string as a bare word if it is a simple one, else in quotation marks."""
    return value if _BARE.fullmatch(value) and value != _NONE else write_quoted(value)


def write_quoted(value: str) -> str:
    """Returns a string in quotation marks, as in JSON, with letters of every language as they are."""
    return json.dumps(value, ensure_ascii=False)


def read_level(text: str) -> Level:
    """Reads the level of a computer seat.  Raises ValueTextError."""
    try:
        return Level(text)
    except ValueError:
        raise ValueTextError(f"{shown(text)} is no level; known: {', '.join(Level)}") from None


def read_string(text: str) -> str:
    """Reads either form.  Raises ValueTextError."""
    if not text.startswith('"'):
        if not _BARE.fullmatch(text):
            raise ValueTextError(f'{shown(text)} is no simple word; put it in "quotation marks"')
        return text
    try:
        value = json.loads(text, strict=False)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, str):
        raise ValueTextError(f"{shown(text)} is no text in quotation marks")
    return value


def read_integer(text: str) -> int:
    """Reads a whole number.  Raises ValueTextError."""
    if not _INTEGER.fullmatch(text):
        raise ValueTextError(f"{shown(text)} is no whole number")
    return int(text)


def read_number(text: str) -> float:
    """Reads a number from 0 to 1, the only fractions of a record.  Raises ValueTextError."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0.0 <= value <= 1.0 or "_" in text:
        raise ValueTextError(f"{shown(text)} is no number from 0 to 1")
    return value


def read_flag(text: str) -> bool:
    """Reads yes or no.  Raises ValueTextError."""
    if text not in ("yes", "no"):
        raise ValueTextError(f"{shown(text)} is neither yes nor no")
    return text == "yes"


def read_place(text: str) -> Place:
    """Reads a place in short.  Raises ValueTextError."""
    try:
        return parse_place(text)
    except NotationError as error:
        raise ValueTextError(str(error)) from error


def write_list(values: Iterable[Any], write: Callable[[Any], str], separator: str = ",") -> str:
    """Returns values in a row; none at all is an empty word."""
    return separator.join(write(value) for value in values)


def read_list(text: str, read: Callable[[str], Any], separator: str = ",") -> tuple[Any, ...]:
    """Reads values in a row."""
    return tuple(read(part) for part in split_outside_quotes(text, separator)) if text else ()


def split_outside_quotes(text: str, separator: str) -> list[str]:
    """Returns the parts between separators, not counting those within quotation marks."""
    parts = [""]
    for piece in re.findall(rf"{_QUOTED}|.", text, flags=re.DOTALL):
        if piece == separator:
            parts.append("")
        else:
            parts[-1] += piece
    return parts


def write_placement(placement: Placement, base: Placement) -> str:
    """Returns the differences to `base`: rows by seat and extra values, as in `0:k,k,k,8/dog=30`."""
    parts = [
        f"{seat}:{format_row(row)}"
        for seat, row in enumerate(placement.pawns)
        if seat >= len(base.pawns) or row != base.pawns[seat]
    ]
    now, before = dict(placement.extras), dict(base.extras)
    parts += [f"{name}={value}" for name, value in placement.extras if before.get(name) != value]
    parts += [f"{name}={_NONE}" for name in before if name not in now]
    return "/".join(parts) or _SAME


def read_placement(text: str, base: Placement) -> Placement:
    """Lays the differences over `base`.  Raises ValueTextError."""
    rows, extras = list(base.pawns), dict(base.extras)
    for part in text.split("/") if text != _SAME else ():
        seat, colon, row = part.partition(":")
        figure = _FIGURE.fullmatch(part)
        if figure and figure[2] == _NONE:
            extras.pop(figure[1], None)
        elif figure:
            extras[figure[1]] = int(figure[2])
        elif colon and seat.isdecimal() and len(seat) < 3 and int(seat) < len(rows):
            rows[int(seat)] = _read_row(row)
        else:
            raise ValueTextError(f"{shown(part)} is neither a seat's pawns (0:k,k,k,8) nor a figure (dog=30)")
    return Placement(tuple(rows), tuple(sorted(extras.items())))


def _read_row(text: str) -> tuple[Place, ...]:
    try:
        return parse_row(text)
    except NotationError as error:
        raise ValueTextError(str(error)) from error


def write_reason(reason: Reason) -> str:
    """Returns a reason: `CORE-R10:exact_count(0:5>12,went=7)`."""
    places = [_NONE if place is None else format_place(Place(place)) for place in (reason.origin, reason.target)]
    pawn = f"{'-' if reason.seat is None else reason.seat}:{places[0]}>{places[1]}"
    params = [f"{name}={format_switch(value)}" for name, value in reason.params]
    return f"{reason.ruling}:{reason.code}({','.join((pawn, *params))})"


def read_reason(text: str) -> Reason:
    """Reads a reason.  Raises ValueTextError."""
    whole = _REASON.fullmatch(text)
    pawn, *params = split_outside_quotes(whole[3], ",") if whole else ("",)
    moved = _PAWN.fullmatch(pawn)
    if not whole or not moved:
        raise ValueTextError(f"{shown(text)} is no reason; write it as CORE-R10:exact_count(0:5>12,went=7)")
    return Reason(
        ruling=whole[1],
        code=whole[2],
        seat=None if moved[1] == "-" else int(moved[1]),
        origin=None if moved[2] == _NONE else read_place(moved[2]),
        target=None if moved[3] == _NONE else read_place(moved[3]),
        params=tuple(_read_params(params)),
    )


def _read_params(params: Iterable[str]) -> Iterator[tuple[str, str | int]]:
    for param in params:
        name, equals, value = param.partition("=")
        if not equals or not name.isidentifier():
            raise ValueTextError(f"{shown(param)} is no name=value")
        try:
            yield name, parse_switch(value, name)
        except NotationError as error:
            raise ValueTextError(str(error)) from error
