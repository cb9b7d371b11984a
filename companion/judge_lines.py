"""The program `judge` (contract section 4): a position, a card and what lies on the board in, a verdict out."""

from typing import Any, TextIO

import msgspec

from companion.lines import answer_lines, board_position, card_of, read_object
from companion.model.notation import format_play
from companion.model.places import Place, place_to_json
from companion.model.position import Position
from companion.model.verdict import Reason, Verdict
from companion.referee.judge import judge
from companion.rules.catalogue import load_variant
from companion.rules.schema import placement_from_json
from companion.views.wording import DEFAULT_COLOURS, reason_text


def run_judge(stdin: TextIO | None, stdout: TextIO) -> int:
    """Answers {"position", "card", "seen", "as"} with the verdict and its reasons.  Gives the exit status."""
    return answer_lines(stdin, stdout, _judged, _refused)


def _judged(line: str) -> str:
    request = read_object(line, required=("position", "card", "seen"), optional=("as",))
    position = board_position(request["position"])
    card, acting_as = card_of(request)
    seen = placement_from_json(_board_of(request["seen"], position), position, seen=True)
    return _json(verdict_to_json(judge(position, card, seen, acting_as), position))


def _board_of(seen: Any, position: Position) -> Any:
    """What lies on the board; the cards that a play lets draw stand in `next` (section 3) but are not seen there."""
    if not isinstance(seen, dict) or not load_variant(position.variant).draws:
        return seen
    return {key: value for key, value in seen.items() if key != "draws"}


def _refused(error: str) -> str:
    return _json({"verdict": None, "play": None, "reasons": [], "error": error})


def verdict_to_json(verdict: Verdict, position: Position) -> dict[str, Any]:
    """The verdict in the contract's form; colours are the usual ones of the printed sectors."""
    colours = tuple(DEFAULT_COLOURS[sector] for sector in position.seats)
    return {
        "verdict": verdict.kind.value,
        "play": format_play(verdict.play) if verdict.play else None,
        "reasons": [_reason(reason, position, colours) for reason in verdict.reasons],
    }


def _reason(reason: Reason, position: Position, colours: tuple[str, ...]) -> dict[str, Any]:
    return {
        "ruling": reason.ruling,
        "code": reason.code,
        "seat": reason.seat,
        "from": None if reason.origin is None else place_to_json(Place(reason.origin)),
        "to": None if reason.target is None else place_to_json(Place(reason.target)),
        "text": reason_text(reason, position, colours),
    }


def _json(value: dict[str, Any]) -> str:
    return msgspec.json.encode(value).decode()
