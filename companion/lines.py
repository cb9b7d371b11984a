"""The programs that answer a line with a line: `plays` and `position` (contract sections 2 and 3).

A line that cannot be used is answered in place with the reason, the program goes on and ends with 1.  An answer is out
before the next line is read, so a partner program may wait for it.
"""

from collections.abc import Callable, Iterable
from typing import Any, TextIO

import msgspec

from companion.model.notation import format_play, format_position, parse_position
from companion.model.position import Position
from companion.open_row import schema as card_schema
from companion.open_row.catalogue import game_ids
from companion.open_row.text import format_card_position, parse_card_position
from companion.rules.legal import legal_plays
from companion.rules.schema import checked_position, next_to_json, position_from_json, position_to_json

DONE = 0
REFUSED = 1
INTERRUPTED = 130


class LineError(ValueError):
    """A line that is not what the program reads; one line with the reason."""


def run_plays(stdin: TextIO | None, stdout: TextIO) -> int:
    """Answers {"position", "card", "as"} with all legal plays.  Gives the exit status."""
    return answer_lines(stdin, stdout, _plays, lambda error: _json({"plays": None, "error": error}))


def run_position(stdin: TextIO | None, stdout: TextIO) -> int:
    """Answers a position in either form with the other one.  Gives the exit status."""
    return answer_lines(stdin, stdout, _other_form, lambda error: _json({"error": error}))


def answer_lines(
    stdin: TextIO | None, stdout: TextIO, answer: Callable[[str], str], refuse: Callable[[str], str]
) -> int:
    """Answers every line by `answer`, or by `refuse` with the reason where that raises a ValueError.

    Gives the exit status.  A reader that went away ends the program early; a closed input is an empty one.
    """
    refused = False
    try:
        for line in _lines(stdin):
            try:
                text = answer(line)
            except ValueError as error:
                refused = True
                text = refuse(str(error))
            stdout.write(f"{text}\n")
            stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        return REFUSED
    return REFUSED if refused else DONE


def _lines(stdin: TextIO | None) -> Iterable[str]:
    """Line by line as it comes; what is no UTF-8 is kept visible instead of ending the program."""
    if stdin is None:
        return
    for line in getattr(stdin, "buffer", stdin):
        yield line.decode("utf-8", "replace") if isinstance(line, bytes) else line


def _plays(line: str) -> str:
    request = read_object(line, required=("position", "card"), optional=("as",))
    position = board_position(request["position"])
    card, acting_as = card_of(request)
    plays = [
        {"play": format_play(play), "next": next_to_json(play, position.variant)}
        for play in legal_plays(position, card, acting_as)
    ]
    return _json({"plays": plays, "error": None})


def board_position(value: object) -> Position:
    """The position of a request.  Raises LineError for a game without a board, PositionError."""
    if isinstance(value, dict) and value.get("variant") in game_ids():
        raise LineError(f"variant: {value['variant']} has no board; its moves are answered by `actions`")
    return position_from_json(value)


def card_of(request: dict[str, Any]) -> tuple[str, str | None]:
    """The card and the face it is played as.  Raises LineError."""
    card, acting_as = request["card"], request.get("as")
    if not isinstance(card, str):
        raise LineError(f"card: {ascii(card)[:40]} is no name of a card")
    if acting_as is not None and not isinstance(acting_as, str):
        raise LineError(f"as: {ascii(acting_as)[:40]} is no name of a card")
    return card, acting_as


def read_object(line: str, *, required: tuple[str, ...], optional: tuple[str, ...] = ()) -> dict[str, Any]:
    """The JSON object of a line, with these keys and no others.  Raises LineError."""
    if not line.strip():
        raise LineError("the line is empty; write one JSON object a line")
    value = _decoded(line)
    if not isinstance(value, dict):
        raise LineError("the line is no JSON object")
    for key in value:
        if key not in (*required, *optional):
            raise LineError(f"{ascii(key)[:40]}: unknown key; known: {', '.join((*required, *optional))}")
    for key in required:
        if key not in value:
            raise LineError(f"{key}: missing")
    return value


def _decoded(line: str) -> Any:
    try:
        return msgspec.json.decode(line)
    except (msgspec.DecodeError, RecursionError) as error:
        raise LineError(f"the line is no JSON ({error})") from error


def _other_form(line: str) -> str:
    text = line.strip()
    if not text:
        raise LineError("the line is empty; write one position a line")
    if text.startswith("{"):
        value = _decoded(text)
        if value.get("variant") in game_ids():
            return format_card_position(card_schema.position_from_json(value))
        return format_position(position_from_json(value))
    if text.split()[1:2] and text.split()[1] in game_ids():
        return _json(card_schema.position_to_json(parse_card_position(text)))
    return _json(position_to_json(checked_position(parse_position(text))))


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
