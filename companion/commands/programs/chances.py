"""The program `chances`: each team's probability of winning, from public knowledge alone.

Format: docs/reference/formats/programs.md.
"""

from typing import Any, Final, TextIO

import msgspec

from companion.commands.programs.json_lines import LineError, answer_lines, read_object
from companion.commands.programs.plays import board_position
from companion.playout.chances import PublicKnowledge, TeamChance, team_chances
from companion.playout.library import kernel
from companion.rules.catalogue import Catalogue
from companion.rules.deal import first_dealer
from companion.system.quoting import short

_PLAYOUTS: Final = 2000
_MOST_PLAYOUTS: Final = 1_000_000


def run_chances(catalogue: Catalogue, stdin: TextIO | None, stdout: TextIO) -> int:
    """Answers {"position", "cards", ...} with the chances of the teams.  Returns the exit status."""
    return answer_lines(
        stdin, stdout, lambda line: _chances(catalogue, line), lambda error: _json({"chances": None, "error": error})
    )


def _chances(catalogue: Catalogue, line: str) -> str:
    loaded = kernel()
    if loaded is None:
        raise LineError("chances are off: the playout kernel is not built; it needs a C compiler and `make playout`")
    request = read_object(
        line, required=("position", "cards"), optional=("laid", "round", "dealer", "playouts", "seed")
    )
    known = _knowledge(catalogue, request)
    playouts = _number(request, "playouts", _PLAYOUTS, least=1, most=_MOST_PLAYOUTS)
    found = team_chances(loaded, known, playouts=playouts, seed=_number(request, "seed", 0, least=0, most=2**31))
    return _json({"chances": [_to_json(chance) for chance in found], "error": None})


def _knowledge(catalogue: Catalogue, request: dict[str, Any]) -> PublicKnowledge:
    position = board_position(catalogue, request["position"])
    rules = catalogue.rules(position)
    usual = first_dealer(position.turn, len(position.seats), rules.turn_step)
    return PublicKnowledge(
        rules=rules,
        position=position,
        cards=_row(request["cards"], int, "cards", "numbers of cards"),
        laid=_row(request.get("laid", []), str, "laid", "names of cards"),
        round=_number(request, "round", 1, least=1, most=100_000),
        dealer=_number(request, "dealer", usual, least=0, most=len(position.seats) - 1),
    )


def _row(value: Any, kind: type, key: str, what: str) -> tuple[Any, ...]:
    if not isinstance(value, list) or not all(type(entry) is kind for entry in value):
        raise LineError(f"{key}: {short(value)} is no list of {what}")
    return tuple(value)


def _number(request: dict[str, Any], key: str, usual: int, *, least: int, most: int) -> int:
    value = request.get(key, usual)
    if type(value) is not int or not least <= value <= most:
        raise LineError(f"{key}: {short(value)} is no number from {least} to {most}")
    return value


def _to_json(found: TeamChance) -> dict[str, Any]:
    chance, margin = round(found.chance, 4), round(found.margin, 4)
    return {"team": found.team, "seats": found.seats, "chance": chance, "margin": margin}


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
