"""The program `actions`: the legal actions of a player of a card game, and the verdict on an action.

Form of the lines: docs/reference/formats/dog-cards.md.  It streams and ends like `plays` and `judge`.
"""

from typing import Any, TextIO

import msgspec

from companion.commands.programs.json_lines import LineError, answer_lines, read_object
from companion.model.verdict import Reason
from companion.open_row.actions import Action, format_action, parse_turn
from companion.open_row.apply import after_action
from companion.open_row.catalogue import CardRules
from companion.open_row.faults import explain
from companion.open_row.legal import legal_actions, nearest_action
from companion.open_row.position import CardPosition, rules_of, with_hand
from companion.open_row.schema import checked_position, hand_from_json, position_from_json, position_to_json
from companion.open_row.text import parse_card_position
from companion.system.quoting import short
from companion.texts import shipped_wording
from companion.views.wording.card_wording import action_text, card_reason_text


def run_actions(stdin: TextIO | None, stdout: TextIO) -> int:
    """Answers {"position", "hand"} with all legal actions, and with "action" too with the verdict on it.

    Returns the exit status.
    """
    return answer_lines(stdin, stdout, _answer, _refused)


def _answer(line: str) -> str:
    request = read_object(line, required=("position",), optional=("hand", "action"))
    position = _position(request["position"])
    rules = rules_of(position)
    if "hand" in request:
        hand = hand_from_json(rules, position, request["hand"])
        position = checked_position(rules, with_hand(rules, position, hand))
    if "action" in request:
        return _json(_judged(rules, position, request["action"]))
    return _json({"actions": _distinct(rules, position), "error": None})


def _distinct(rules: CardRules, position: CardPosition) -> list[dict[str, Any]]:
    """All legal actions, the first of those that lead to the same `next`: chance may bring another card to each."""
    found: dict[str, dict[str, Any]] = {}
    for choice in legal_actions(rules, position):
        worded = _action_json(choice.action, choice.result)
        found.setdefault(_json(worded["next"]), worded)
    return list(found.values())


def _refused(error: str) -> str:
    return _json({"actions": None, "verdict": None, "error": error})


def _position(value: object) -> CardPosition:
    """A position in either of its forms."""
    return parse_card_position(value) if isinstance(value, str) else position_from_json(value)


def _judged(rules: CardRules, position: CardPosition, action: object) -> dict[str, Any]:
    if not isinstance(action, str):
        raise LineError(
            f"action: {short(action)} is no action; see docs/reference/formats/dog-cards.md; write one like lay 8 0.1"
        )
    turn = parse_turn(rules, action)
    if reasons := explain(rules, position, turn):
        nearest = nearest_action(rules, position, turn[0])
        return {
            "verdict": "illegal",
            "action": None,
            "next": None,
            "reasons": [_reason(reason) for reason in reasons],
            "instead": nearest
            and {"action": format_action(nearest), "text": action_text(shipped_wording(), nearest, position)},
        }
    written_back = _action_json(turn[0], after_action(rules, position, turn[0]))
    return {"verdict": "legal", **written_back, "reasons": [], "instead": None}


def _action_json(action: Action, result: CardPosition) -> dict[str, Any]:
    return {"action": format_action(action), "next": position_to_json(result)}


def _reason(reason: Reason) -> dict[str, Any]:
    return {
        "ruling": reason.ruling,
        "code": reason.code,
        "seat": reason.seat,
        "text": card_reason_text(shipped_wording(), reason),
    }


def _json(value: dict[str, Any]) -> str:
    return msgspec.json.encode(value).decode()
