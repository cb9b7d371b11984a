"""An action of a game without a board in one sentence."""

from typing import Final

from companion.open_row.actions import Action, ActionKind, parse_action
from companion.open_row.position import CardPosition
from companion.session import events as ev
from companion.views.commentary.sentence import Sentence, sentence, spoken_name
from companion.views.table_view import TableView

_CODES: Final = {
    ActionKind.BUY: "card_bought",
    ActionKind.LOOK: "card_looked",
    ActionKind.EXCHANGE: "joker_taken",
    ActionKind.DISCARD: "card_changed",
    ActionKind.MEND: "row_mended",
}


def is_gift(taken: ev.ActionTaken) -> bool:
    """Returns whether a card was pushed over, face down."""
    return taken.action.split()[0] == ActionKind.GIVE


def action_sentence(view: TableView, taken: ev.ActionTaken) -> Sentence:
    """Returns the sentence of an action; `view` is the table after it.  Raises ValueError in a game with a board."""
    rules, table = view.card_rules, view.card_table
    if rules is None or table is None:
        raise ValueError("this game has a board")
    action, name = parse_action(rules, taken.action), spoken_name(view, taken.seat)
    match action.kind:
        case ActionKind.LAY:
            return sentence(_laid(table, action), face=action.card, name=name)
        case ActionKind.SEARCH:
            return sentence("card_searched", face=action.wanted, name=name)
        case ActionKind.ROB:
            return sentence("card_robbed", name=name, victim=spoken_name(view, action.seat or 0))
        case ActionKind.DRAW:
            return sentence("drawn", 1, name=name)
        case _:
            return sentence(_CODES[action.kind], name=name)


def _laid(table: CardPosition, action: Action) -> str:
    """Returns the code for a card that began, lengthened or completed its row.

    A complete row is off the table at once.
    """
    assert action.seat is not None
    assert action.row is not None
    rows = table.rows[action.seat]
    if action.row > len(rows) or rows[action.row - 1][-1] != action.card:
        return "row_complete"
    return "row_begun" if len(rows[action.row - 1]) == 1 else "row_lengthened"
