"""The beginning of a game: the open row is laid out, then everybody is dealt a hand.

Law: the order of the shuffled deck is an argument; the same deck gives the same game.
"""

from dataclasses import replace

from companion.open_row.apply import filled
from companion.open_row.catalogue import CardRules, GameError, full_deck
from companion.open_row.position import EMPTY, UNKNOWN, CardPosition, Cards, sorted_hand


def first_position(rules: CardRules, deck: Cards | None, *, first: int = 0) -> CardPosition:
    """The table before the first turn of seat `first`; with partners, before they exchange a card (DC-R20).

    `deck`: all cards of the game, the top first; None if nobody knows their order.  Raises GameError.
    """
    seat_count, whole = rules.seat_count, full_deck(rules.game)
    if deck is None:
        deck = (UNKNOWN,) * len(whole)
    elif sorted(deck) != sorted(whole):
        raise GameError(f"deck: these are not the {len(whole)} cards of {rules.variant}")
    if not 0 <= first < seat_count:
        raise GameError(f"first: {first} is no seat; use 0 to {seat_count - 1}")
    laid_out = filled(
        rules,
        CardPosition(
            variant=rules.variant,
            options=rules.options,
            turn=first,
            open_row=(EMPTY,) * rules.game.open_row,
            rows=((),) * seat_count,
            finished=(0,) * seat_count,
            hands=((),) * seat_count,
            draw=tuple(deck),
            discard=(),
            given=(None,) * seat_count if rules.partners else None,
        ),
    )
    return _dealt(rules, laid_out)


def _dealt(rules: CardRules, position: CardPosition) -> CardPosition:
    """One card after the other goes round, beginning with the seat that will play first."""
    seats = position.seat_count
    dealt = rules.hand_size * seats
    cards, rest = position.draw[:dealt], position.draw[dealt:]
    hands = (cards[(seat - position.turn) % seats :: seats] for seat in range(seats))
    return replace(position, hands=tuple(sorted_hand(rules, hand) for hand in hands), draw=rest)
