"""The program `position`: a position in its two forms, of games with a board and without.

Format: docs/reference/formats/programs.md.
"""

from typing import Any, TextIO

import msgspec

from companion.commands.programs.json_lines import LineError, answer_lines, decoded
from companion.model.notation import format_position, parse_position
from companion.open_row import schema as card_schema
from companion.open_row.catalogue import game_ids
from companion.open_row.text import format_card_position, parse_card_position
from companion.rules.catalogue import Catalogue
from companion.rules.schema import checked_text, position_from_json, position_to_json


def run_position(catalogue: Catalogue, stdin: TextIO | None, stdout: TextIO) -> int:
    """Answers a position in either form with the other one.  Returns the exit status."""
    return answer_lines(stdin, stdout, lambda line: _other_form(catalogue, line), lambda error: _json({"error": error}))


def _other_form(catalogue: Catalogue, line: str) -> str:
    text = line.strip()
    if not text:
        raise LineError("the line is empty; write one position a line")
    if text.startswith("{"):
        value = decoded(text)
        if value.get("variant") in game_ids():
            return format_card_position(card_schema.position_from_json(value))
        return format_position(position_from_json(catalogue, value))
    if text.split()[1:2] and text.split()[1] in game_ids():
        return _json(card_schema.position_to_json(parse_card_position(text)))
    position = checked_text(catalogue, parse_position(text))
    return _json(position_to_json(catalogue.rules(position), position))


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
