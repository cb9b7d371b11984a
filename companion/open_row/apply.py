"""The effect of an action: cards move, piles are filled again, the turn passes.

Laws: no card is lost, and every hand is as large after the turn as before (DC-R07).  Chance comes in as `shuffled`, the
order of the cards that an action makes the table shuffle; without it their order is unknown.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from companion.open_row.actions import Action, ActionKind
from companion.open_row.catalogue import Card, CardRules
from companion.open_row.position import EMPTY, UNKNOWN, CardPosition, Cards, Row, sorted_hand, wanted_next


class ShuffleError(ValueError):
    """The given shuffled cards are not those that had to be shuffled."""


@dataclass(frozen=True, slots=True)
class _Staged:
    """A position whose cards have been laid, taken and thrown away; `draws`: the mover still draws a card."""

    position: CardPosition
    draws: bool


def after_action(
    rules: CardRules, position: CardPosition, action: Action, shuffled: Cards | None = None
) -> CardPosition:
    """The position after a legal action.

    `shuffled`: the order, top first, of `cards_to_shuffle`; None leaves it unknown.  Raises ShuffleError.
    """
    if _looks_at_nothing(position, action):
        position, shuffled = reshuffled(position, shuffled), None
    settled = _settled(rules, _ACTS[action.kind](rules, position, action), shuffled)
    return settled if action.kind is ActionKind.MEND else _turn_passed(settled)


def cards_to_shuffle(rules: CardRules, position: CardPosition, action: Action) -> Cards:
    """The discard pile as it will be when a legal action makes the table shuffle it; empty if it does not.

    It is shuffled once at most: afterwards the discard pile is empty.
    """
    if _looks_at_nothing(position, action):
        return position.discard
    staged = _ACTS[action.kind](rules, position, action)
    return () if _settled(rules, staged, None).discard else staged.position.discard


def filled(rules: CardRules, position: CardPosition, shuffled: Cards | None = None) -> CardPosition:
    """The position with a card at every place of the open row; those on their own number go under the draw pile.

    When none of the draw pile may lie at a place, the discard pile is shuffled under it; when none of that may either,
    the place stays empty.  Raises ShuffleError.
    """
    for place, card in enumerate(position.open_row, 1):
        if card == EMPTY:
            position = _with_open_card(rules, position, place, shuffled)
    return position


def _settled(rules: CardRules, staged: _Staged, shuffled: Cards | None) -> CardPosition:
    """The position with the card drawn and the open row complete again."""
    position = staged.position
    return filled(rules, _with_drawn_card(rules, position, shuffled) if staged.draws else position, shuffled)


def reshuffled(position: CardPosition, shuffled: Cards | None) -> CardPosition:
    """The discard pile goes under the draw pile in the order given.  Raises ShuffleError."""
    if shuffled is None:
        shuffled = (UNKNOWN,) * len(position.discard)
    elif sorted(shuffled) != sorted(position.discard):
        raise ShuffleError("the cards to be shuffled are exactly those of the discard pile")
    return replace(position, draw=position.draw + shuffled, discard=())


def _looks_at_nothing(position: CardPosition, action: Action) -> bool:
    """A player who must take a card from an empty draw pile shuffles first, without the card just played (DC-R12)."""
    return action.kind is ActionKind.LOOK and not position.draw


def _with_drawn_card(rules: CardRules, position: CardPosition, shuffled: Cards | None) -> CardPosition:
    if not position.draw:
        position = reshuffled(position, shuffled)
    return replace(_with_card(rules, position, position.draw[0]), draw=position.draw[1:])


def _with_open_card(rules: CardRules, position: CardPosition, place: int, shuffled: Cards | None) -> CardPosition:
    index = _first_fit(rules, position.draw, place)
    if index is None and _first_fit(rules, position.discard, place) is not None:
        position = reshuffled(position, shuffled)
        index = _first_fit(rules, position.draw, place)
    if index is None:
        return position
    draw = position.draw[index + 1 :] + position.draw[:index]
    return replace(position, draw=draw, open_row=_exchanged(position.open_row, place - 1, position.draw[index]))


def _first_fit(rules: CardRules, pile: Cards, place: int) -> int | None:
    return next((index for index, card in enumerate(pile) if rules.may_lie(card, place)), None)


def _turn_passed(position: CardPosition) -> CardPosition:
    return replace(position, turn=(position.turn + 1) % position.seat_count)


def _lay(rules: CardRules, position: CardPosition, action: Action) -> _Staged:
    assert action.card is not None
    assert action.seat is not None
    assert action.row is not None
    without = _without_card(rules, position, action.card)
    rows = position.rows[action.seat]
    row = (*(rows[action.row - 1] if action.row <= len(rows) else ()), action.card)
    if wanted_next(row) > rules.game.row_end:
        return _Staged(_with_finished(without, action.seat, action.row, row), draws=True)
    return _Staged(_with_row(without, action.seat, action.row, row), draws=True)


def _with_finished(position: CardPosition, seat: int, number: int, row: Row) -> CardPosition:
    """The last card stays before the player, all others are thrown away."""
    finished = tuple(count + (index == seat) for index, count in enumerate(position.finished))
    thrown = replace(position, finished=finished, discard=position.discard + row[:-1])
    return _with_row(thrown, seat, number, ())


def _buy(rules: CardRules, position: CardPosition, action: Action) -> _Staged:
    assert action.place is not None
    bought = position.open_row[action.place - 1]
    paid = _with_card(rules, _thrown(rules, position, action), bought)
    return _Staged(replace(paid, open_row=_exchanged(paid.open_row, action.place - 1, EMPTY)), draws=False)


def _look(rules: CardRules, position: CardPosition, action: Action) -> _Staged:
    """The cards seen and not taken stay as they lie."""
    assert action.place is not None
    taken = position.draw[action.place - 1]
    rest = position.draw[: action.place - 1] + position.draw[action.place :]
    return _Staged(replace(_with_card(rules, _thrown(rules, position, action), taken), draw=rest), draws=False)


def _search(rules: CardRules, position: CardPosition, action: Action) -> _Staged:
    """Taken first, thrown away after, so that a card never finds itself (DC-R13)."""
    assert action.wanted is not None
    found = len(position.discard) - 1 - position.discard[::-1].index(action.wanted)
    rest = position.discard[:found] + position.discard[found + 1 :]
    return _Staged(
        _thrown(rules, _with_card(rules, replace(position, discard=rest), action.wanted), action), draws=False
    )


def _rob(rules: CardRules, position: CardPosition, action: Action) -> _Staged:
    assert action.seat is not None
    assert action.row is not None
    *rest, robbed = position.rows[action.seat][action.row - 1]
    thrown = _with_card(rules, _thrown(rules, position, action), robbed)
    return _Staged(_with_row(thrown, action.seat, action.row, tuple(rest)), draws=False)


def _exchange(rules: CardRules, position: CardPosition, action: Action) -> _Staged:
    assert action.card is not None
    assert action.seat is not None
    assert action.row is not None
    assert action.place is not None
    row = position.rows[action.seat][action.row - 1]
    taken = _with_card(rules, _without_card(rules, position, action.card), row[action.place - 1])
    laid = _exchanged(row, action.place - 1, action.card)
    return _Staged(_with_row(taken, action.seat, action.row, laid), draws=False)


def _discard(rules: CardRules, position: CardPosition, action: Action) -> _Staged:
    return _Staged(_thrown(rules, position, action), draws=True)


def _give(rules: CardRules, position: CardPosition, action: Action) -> _Staged:
    """Each card is pushed over face down; when the last one has been given, all are taken up (DC-R20)."""
    assert position.given is not None
    without = _without_card(rules, position, action.card)
    given = tuple(action.card if seat == position.turn else card for seat, card in enumerate(position.given))
    if None in given:
        return _Staged(replace(without, given=given), draws=False)
    hands = list(without.hands)
    for seat, card in enumerate(given):
        partner = rules.partner(seat)
        if partner is not None and card is not None:
            hands[partner] = sorted_hand(rules, (*hands[partner], card))
    return _Staged(replace(without, given=None, hands=tuple(hands)), draws=False)


def _mend(_rules: CardRules, position: CardPosition, action: Action) -> _Staged:
    assert action.place is not None
    wrong = position.open_row[action.place - 1]
    mended = _exchanged(position.open_row, action.place - 1, EMPTY)
    return _Staged(replace(position, open_row=mended, draw=(*position.draw, wrong)), draws=False)


def _thrown(rules: CardRules, position: CardPosition, action: Action) -> CardPosition:
    """The card played goes from the hand onto the discard pile."""
    assert action.card is not None
    return replace(_without_card(rules, position, action.card), discard=(*position.discard, action.card))


def _without_card(rules: CardRules, position: CardPosition, card: Card | None) -> CardPosition:
    """The mover's hand without a card, or without an unknown one in its stead."""
    hand = list(position.hands[position.turn])
    hand.remove(card if card in hand else UNKNOWN)
    return _with_mover_hand(rules, position, hand)


def _with_card(rules: CardRules, position: CardPosition, card: Card) -> CardPosition:
    return _with_mover_hand(rules, position, [*position.hands[position.turn], card])


def _with_mover_hand(rules: CardRules, position: CardPosition, hand: list[Card]) -> CardPosition:
    hands = list(position.hands)
    hands[position.turn] = sorted_hand(rules, hand)
    return replace(position, hands=tuple(hands))


def _with_row(position: CardPosition, seat: int, number: int, row: Row) -> CardPosition:
    """The present row; a row without cards is removed (DC-R15)."""
    rows = list(position.rows[seat])
    rows[number - 1 : number] = [row] if row else []
    return replace(position, rows=(*position.rows[:seat], tuple(rows), *position.rows[seat + 1 :]))


def _exchanged(cards: Cards, index: int, card: Card) -> Cards:
    return (*cards[:index], card, *cards[index + 1 :])


_ACTS: Final[Mapping[ActionKind, Callable[[CardRules, CardPosition, Action], _Staged]]] = {
    ActionKind.LAY: _lay,
    ActionKind.BUY: _buy,
    ActionKind.LOOK: _look,
    ActionKind.SEARCH: _search,
    ActionKind.ROB: _rob,
    ActionKind.EXCHANGE: _exchange,
    ActionKind.DISCARD: _discard,
    ActionKind.GIVE: _give,
    ActionKind.MEND: _mend,
}
