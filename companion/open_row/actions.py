"""The actions of a turn and their notation: `lay 8 0.1`, `buy joker 7`, `exchange 4 1.2@4`.

The grammar is in docs/reference/formats/dog-cards.md.  Seats begin with 0 as everywhere, rows and places with 1.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from companion.model.notation import NotationError
from companion.open_row.catalogue import Card, CardRules
from companion.system.quoting import short


class ActionKind(StrEnum):
    """The five actions of a turn, the special one as its three kinds; then the actions outside of turns."""

    LAY = "lay"
    BUY = "buy"
    LOOK = "look"
    SEARCH = "search"
    ROB = "rob"
    EXCHANGE = "exchange"
    DISCARD = "discard"
    GIVE = "give"
    MEND = "mend"
    DRAW = "draw"


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """One action: the card that is played (None if none is), and its purpose.

    LAY, ROB, EXCHANGE: `row` of `seat` (1 is the first; LAY on the row after the last begins one); EXCHANGE: `place` in
    that row, or in the open row if `seat` is None.  `BUY`, `MEND`: `place` of the open row.  LOOK: `place` from the top
    of the draw pile.  SEARCH: `wanted` from the discard pile.
    """

    kind: ActionKind
    card: Card | None = None
    seat: int | None = None
    row: int | None = None
    place: int | None = None
    wanted: Card | None = None


#: One turn as stated; more than one action is stated by mistake only.
Turn = tuple[Action, ...]

_NUMBER: Final = r"([0-9]{1,2})"
_ROW: Final = re.compile(rf"{_NUMBER}\.{_NUMBER}")
_PLACE: Final = re.compile(_NUMBER)
_IN_ROW: Final = re.compile(rf"{_NUMBER}\.{_NUMBER}@{_NUMBER}")
_IN_OPEN_ROW: Final = re.compile(rf"open@{_NUMBER}")
_AND: Final = "+"
_KINDS: Final = tuple(kind.value for kind in ActionKind)
_BARE: Final = {ActionKind.DRAW}
_PLACES: Final = {ActionKind.BUY, ActionKind.LOOK}
_ROWS: Final = {ActionKind.LAY, ActionKind.ROB}
_CARD_ONLY: Final = {ActionKind.DISCARD, ActionKind.GIVE}


def format_action(action: Action) -> str:
    """The action in short."""
    words: list[str] = [action.kind.value]
    if action.card is not None:
        words.append(action.card)
    if action.wanted is not None:
        words.append(action.wanted)
    elif action.kind is ActionKind.EXCHANGE and action.seat is None:
        words.append(f"open@{action.place}")
    elif action.row is not None:
        words.append(f"{action.seat}.{action.row}" + (f"@{action.place}" if action.place is not None else ""))
    elif action.place is not None:
        words.append(str(action.place))
    return " ".join(words)


def played_card(text: str) -> Card | None:
    """The card of an action in the notation of `format_action`; None if it needs none."""
    kind, *words = text.split()
    return words[0] if words and kind != ActionKind.MEND else None


def parse_turn(rules: CardRules, text: str) -> Turn:
    """Reads one action, or several joined by `+`.  Raises NotationError; the rules are not checked here."""
    return tuple(parse_action(rules, part) for part in text.split(_AND))


def parse_action(rules: CardRules, text: str) -> Action:
    """Reads one action; cards and seats must be of this table.  Raises NotationError."""
    words = text.split()
    if not words or words[0] not in _KINDS:
        known = ", ".join(_KINDS)
        raise NotationError(f"action: {short(words[0] if words else '')} is none; write one of {known}")
    kind, rest = ActionKind(words[0]), words[1:]
    if kind in _BARE:
        _check_word_count(kind, rest, 0)
        return Action(kind=kind)
    if kind is ActionKind.MEND:
        _check_word_count(kind, rest, 1)
        return Action(kind=kind, place=_place(rest[0]))
    _check_word_count(kind, rest, 1 if kind in _CARD_ONLY else 2)
    card = _card(rules, rest[0])
    if kind in _CARD_ONLY:
        return Action(kind=kind, card=card)
    if kind in _PLACES:
        return Action(kind=kind, card=card, place=_place(rest[1]))
    if kind is ActionKind.SEARCH:
        return Action(kind=kind, card=card, wanted=_card(rules, rest[1]))
    return _of_row(rules, kind, card, rest[1])


def _of_row(rules: CardRules, kind: ActionKind, card: Card, target: str) -> Action:
    if kind in _ROWS:
        if not (found := _ROW.fullmatch(target)):
            raise NotationError(f"action: {short(target)} is no row; write seat.row, as in 0.1")
        return Action(kind=kind, card=card, seat=_seat(rules, found[1]), row=_counted(found[2]))
    if found := _IN_OPEN_ROW.fullmatch(target):
        return Action(kind=kind, card=card, place=_counted(found[1]))
    if not (found := _IN_ROW.fullmatch(target)):
        raise NotationError(f"action: {short(target)} is no place in a row; write seat.row@place, as in 0.1@4")
    return Action(kind=kind, card=card, seat=_seat(rules, found[1]), row=_counted(found[2]), place=_counted(found[3]))


def _check_word_count(kind: ActionKind, words: list[str], count: int) -> None:
    if len(words) != count:
        raise NotationError(f"action: {kind.value} is followed by {count} words, not {len(words)}")


def _card(rules: CardRules, word: str) -> Card:
    cards = rules.game.cards
    if word not in cards:
        raise NotationError(f"action: {short(word)} is no card; known: {', '.join(cards)}")
    return word


def _place(word: str) -> int:
    if not _PLACE.fullmatch(word):
        raise NotationError(f"action: {short(word)} is no place; write a number from 1 on")
    return _counted(word)


def _counted(word: str) -> int:
    if not int(word):
        raise NotationError("action: rows and places are counted from 1, not 0")
    return int(word)


def _seat(rules: CardRules, word: str) -> int:
    if int(word) >= rules.seat_count:
        raise NotationError(f"action: {word} is no seat; use 0 to {rules.seat_count - 1}")
    return int(word)
