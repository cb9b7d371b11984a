"""Rows by seat, and the known hands among them, with one entry changed."""

from typing import TypeVar

from msgspec.structs import replace

from companion.rules.deal import DealError, draw_card
from companion.rules.moves.board import position_board
from companion.session.state import BoardGame

T = TypeVar("T")
#: The cards of each seat, sorted; None for a hidden hand.
Hands = tuple[tuple[str, ...] | None, ...]


def hand_changed(
    hands: Hands | None, seat: int, *, gone: str | None = None, came: tuple[str, ...] = ()
) -> Hands | None:
    """Returns the known hands after a card left one of them or others came; None if they are hidden."""
    known = None if hands is None else hands[seat]
    if hands is None or known is None:
        return hands
    hand = [*known, *came]
    if gone in hand:
        hand.remove(gone)
    if came:
        hand.sort()
    return with_value(hands, seat, tuple(hand))


def hand_lost(state: BoardGame, seat: int) -> Hands | None:
    """Returns the known hands after a seat has laid all its cards down."""
    if state.hands is None or state.hands[seat] is None:
        return state.hands
    return with_value(state.hands, seat, ())


def refilled(state: BoardGame, seat: int) -> BoardGame:
    """Returns the game after the seat has drawn the next card at once, in a game that has it so (PJ-R08).

    Nobody reports this card: the piles and the number of cards change, a known hand does not.  After the winning play
    nobody draws.
    """
    if not state.rules.deal.draws_after_play or not state.counted or state.deck is None:
        return state
    if position_board(state.rules, state.position).complete_teams():
        return state
    try:
        deck, discard, _ = draw_card(state.deck, state.discard, top_stays=state.rules.variant.remembers_last_card)
    except DealError:
        return state
    return replace(
        state,
        cards=with_value(state.cards, seat, state.cards[seat] + 1),
        deck=deck,
        discard=discard,
        discard_top=state.discard_top if discard else None,
    )


def with_value(row: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    return (*row[:index], value, *row[index + 1 :])
