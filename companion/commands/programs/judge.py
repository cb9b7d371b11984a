"""The program `judge`: takes a position, a card and the board, and returns a verdict.

Format: docs/reference/formats/programs.md.
"""

from typing import Any, TextIO

import msgspec

from companion.commands.programs.json_lines import answer_lines, read_object
from companion.commands.programs.plays import board_position, card_of
from companion.looks.colours import SECTOR_COLOURS
from companion.model.notation import format_play
from companion.model.places import Place, place_to_json
from companion.model.position import Position
from companion.model.verdict import Reason, Verdict
from companion.referee.judge import judge
from companion.rules.catalogue import Catalogue
from companion.rules.rules import Rules
from companion.rules.schema import placement_from_json
from companion.texts import shipped_wording
from companion.views.wording.sentences import Wording


def run_judge(catalogue: Catalogue, stdin: TextIO | None, stdout: TextIO) -> int:
    """Answers {"position", "card", "seen", "as"} with the verdict and its reasons.  Returns the exit status."""
    return answer_lines(stdin, stdout, lambda line: _judged(catalogue, line), _refused)


def _judged(catalogue: Catalogue, line: str) -> str:
    request = read_object(line, required=("position", "card", "seen"), optional=("as",))
    position = board_position(catalogue, request["position"])
    rules = catalogue.rules(position)
    card, acting_as = card_of(request)
    seen = placement_from_json(rules, _board_of(rules, request["seen"]), seen=True)
    verdict = judge(rules, position, card, seen, acting_as)
    return _json(verdict_to_json(rules, verdict, position, shipped_wording()))


def _board_of(rules: Rules, seen: Any) -> Any:
    """The visible board; the cards that a play lets draw stand in `next` (section 3) but are not visible there."""
    if not isinstance(seen, dict) or not rules.variant.draws:
        return seen
    return {key: value for key, value in seen.items() if key != "draws"}


def _refused(error: str) -> str:
    return _json({"verdict": None, "play": None, "reasons": [], "error": error})


def verdict_to_json(rules: Rules, verdict: Verdict, position: Position, wording: Wording) -> dict[str, Any]:
    """The verdict as JSON; colours are the usual ones of the printed sectors."""
    colours = tuple(SECTOR_COLOURS[sector] for sector in position.seats)
    return {
        "verdict": verdict.kind.value,
        "play": format_play(verdict.play) if verdict.play else None,
        "reasons": [_reason(rules, reason, position, colours, wording) for reason in verdict.reasons],
    }


def _reason(
    rules: Rules, reason: Reason, position: Position, colours: tuple[str, ...], wording: Wording
) -> dict[str, Any]:
    return {
        "ruling": reason.ruling,
        "code": reason.code,
        "seat": reason.seat,
        "from": None if reason.origin is None else place_to_json(Place(reason.origin)),
        "to": None if reason.target is None else place_to_json(Place(reason.target)),
        "text": wording.reason_text(rules, reason, position, colours),
    }


def _json(value: dict[str, Any]) -> str:
    return msgspec.json.encode(value).decode()
