"""The program `plays` (docs/reference/formats/programs.md): all legal plays of a card."""

from typing import Any, TextIO

import msgspec

from companion.commands.programs.json_lines import LineError, answer_lines, read_object
from companion.model.notation import format_play
from companion.model.position import Position
from companion.open_row.catalogue import game_ids
from companion.rules.catalogue import Catalogue
from companion.rules.legal import legal_plays
from companion.rules.schema import next_to_json, position_from_json
from companion.system.quoting import short


def run_plays(catalogue: Catalogue, stdin: TextIO | None, stdout: TextIO) -> int:
    """Answers {"position", "card", "as"} with all legal plays.  Returns the exit status."""
    return answer_lines(
        stdin, stdout, lambda line: _plays(catalogue, line), lambda error: _json({"plays": None, "error": error})
    )


def _plays(catalogue: Catalogue, line: str) -> str:
    request = read_object(line, required=("position", "card"), optional=("as",))
    position = board_position(catalogue, request["position"])
    rules = catalogue.rules(position)
    card, acting_as = card_of(request)
    plays = [
        {"play": format_play(play), "next": next_to_json(rules.variant, play)}
        for play in legal_plays(rules, position, card, acting_as)
    ]
    return _json({"plays": plays, "error": None})


def board_position(catalogue: Catalogue, value: object) -> Position:
    """The position of a request.  Raises LineError for a game without a board, PositionError."""
    if isinstance(value, dict) and value.get("variant") in game_ids():
        raise LineError(f"variant: {value['variant']} has no board; its moves are answered by `actions`")
    return position_from_json(catalogue, value)


def card_of(request: dict[str, Any]) -> tuple[str, str | None]:
    """The card and the face it is played as.  Raises LineError."""
    card, acting_as = request["card"], request.get("as")
    if not isinstance(card, str):
        raise LineError(f"card: {short(card)} is no name of a card")
    if acting_as is not None and not isinstance(acting_as, str):
        raise LineError(f"as: {short(acting_as)} is no name of a card")
    return card, acting_as


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
