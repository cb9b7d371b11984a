"""Sentences in every language for the card games: why an action is not allowed, and descriptions of actions.

Law: as in `wording`, a message is a code and values, and its words live only in the catalogues of `companion/texts`,
here in the contexts whose names begin with `open_row`.
"""

import re
from collections.abc import Sequence
from typing import Final

from companion.model.verdict import Reason
from companion.open_row.actions import Action, ActionKind
from companion.open_row.position import CardPosition
from companion.views.table_view import Texts
from companion.views.wording.messages import Messages
from companion.views.wording.phrases import ALTERNATIVES, UnknownMessageError, Values
from companion.views.wording.sentences import Wording

_BLANK: Final = re.compile(r"\{(\w+)\}")
_CARDS: Final = ("card", "sought")


def card_reason_text(wording: Wording, reason: Reason) -> Texts:
    """Returns a reason in every language.  Raises UnknownMessageError."""
    return wording.in_all(lambda words: _sentence(words, "open_row", reason.code, dict(reason.params)))


def action_text(wording: Wording, action: Action, position: CardPosition, names: Sequence[str] = ()) -> Texts:
    """Returns an action in every language, as an instruction to the player.

    Rows are counted from 1, and so are players without `names`.
    """
    return _told(wording, "open_row_actions", action, position, names)


def action_done_text(wording: Wording, action: Action, position: CardPosition, names: Sequence[str] = ()) -> Texts:
    """Returns an action in every language, as a report of it; `position` is the table before it."""
    return _told(wording, "open_row_done", action, position, names)


def _told(wording: Wording, context: str, action: Action, position: CardPosition, names: Sequence[str]) -> Texts:
    values = {"card": action.card, "sought": action.wanted, "row": action.row, "place": action.place}
    known = {name: value for name, value in values.items() if value is not None}
    code = "begin" if _begins(action, position) else action.kind.value

    def said(words: Messages) -> str:
        owner = {} if action.seat is None else {"player": _player(words, action.seat, names)}
        return _sentence(words, context, code, known | owner)

    return wording.in_all(said)


def _player(words: Messages, seat: int, names: Sequence[str]) -> str:
    return names[seat] if names else words["phrases"]["player"].format(player=seat + 1)


def _begins(action: Action, position: CardPosition) -> bool:
    if action.kind is not ActionKind.LAY or action.seat is None or action.row is None:
        return False
    return action.row > len(position.rows[action.seat])


def _sentence(words: Messages, context: str, code: str, values: Values) -> str:
    texts = words[context]
    if code not in texts:
        raise UnknownMessageError(code)

    def word(match: re.Match[str]) -> str:
        name = match.group(1)
        text = str(values[name])
        if name in _CARDS:
            return words["open_row_cards"].get(text, text)
        if name == "player":
            return text
        return text.replace(ALTERNATIVES, f" {words['phrases']['or']} ")

    return _BLANK.sub(word, texts[code])
