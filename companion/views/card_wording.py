"""Sentences in all four languages for the card games: why an action is not allowed, and what an action is.

Law: as in `wording`, a message is a code and values, and its words live only in `companion/texts/<language>.toml`, here
in the tables whose names begin with `open_row`.
"""

import re
from typing import Final

from companion.model.verdict import Reason
from companion.open_row.actions import Action, ActionKind
from companion.open_row.position import CardPosition
from companion.views.table_view import Texts
from companion.views.wording import ALTERNATIVES, LANGUAGES, UnknownMessageError, Values, load_language

_BLANK: Final = re.compile(r"\{(\w+)\}")
_CARDS: Final = ("card", "sought")


def card_reason_text(reason: Reason) -> Texts:
    """A reason in every language.  Raises UnknownMessageError."""
    return {language: _sentence(language, "open_row", reason.code, dict(reason.params)) for language in LANGUAGES}


def action_text(action: Action, position: CardPosition) -> Texts:
    """An action in every language, as one tells a player to do it; players and rows are counted from 1."""
    values = {
        "card": action.card,
        "sought": action.wanted,
        "player": None if action.seat is None else action.seat + 1,
        "row": action.row,
        "place": action.place,
    }
    known = {name: value for name, value in values.items() if value is not None}
    code = "begin" if _begins(action, position) else action.kind.value
    return {language: _sentence(language, "open_row_actions", code, known) for language in LANGUAGES}


def _begins(action: Action, position: CardPosition) -> bool:
    if action.kind is not ActionKind.LAY or action.seat is None or action.row is None:
        return False
    return action.row > len(position.rows[action.seat])


def _sentence(language: str, table: str, code: str, values: Values) -> str:
    texts: dict[str, str] = load_language(language)[table]
    if code not in texts:
        raise UnknownMessageError(code)

    def word(match: re.Match[str]) -> str:
        name = match.group(1)
        told = str(values[name])
        if name in _CARDS:
            return str(load_language(language)["open_row_cards"].get(told, told))
        return told.replace(ALTERNATIVES, f" {load_language(language)['words']['or']} ")

    return _BLANK.sub(word, texts[code])
