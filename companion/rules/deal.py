"""The arithmetic of dealing: how many cards, from which pile, the dealer, the first player and the receiver of a card.

Only numbers: this module does not know who holds which card.
"""

from dataclasses import dataclass

from companion.rules.rules import Rules
from companion.rules.settings import DealRules


class DealError(ValueError):
    """The cards cannot be dealt: more are wanted than there are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealt:
    """`hand_size` cards for each seat; `deck` and `discard` are left; `reshuffled`: laid-down cards are dealt again."""

    hand_size: int
    deck: int
    discard: int
    reshuffled: bool


def deal_cards(rules: DealRules, round_number: int, seat_count: int, deck: int, discard: int) -> Dealt:
    """Deals round 1, 2, ...: the rest of the deck first, then the shuffled discard pile under it (CORE-R20).

    If all cards are gathered after the cycle, those that nobody gets in its last round are thrown away unseen, so
    that the next one begins with the whole deck (TK-R29, ST-R19).  All hands are empty between rounds, so no card of a
    hand is ever shuffled.  Raises DealError.
    """
    hand_size = rules.cards_in_round(round_number, seat_count)
    deck, discard, reshuffled = _taken(deck, discard, hand_size * seat_count)
    if rules.gathers_all_cards and rules.ends_cycle(round_number, seat_count):
        deck, discard = 0, discard + deck
    return Dealt(hand_size=hand_size, deck=deck, discard=discard, reshuffled=reshuffled)


def draw_card(deck: int, discard: int, *, top_stays: bool) -> tuple[int, int, bool]:
    """Returns deck, discard pile and whether it was reshuffled, after one card was drawn.

    `top_stays`: the top card of the discard pile may be needed for a Copy (BD-R76).  Raises DealError.
    """
    kept = 1 if top_stays and discard else 0
    deck, discard, reshuffled = _taken(deck, discard - kept, 1)
    return deck, discard + kept, reshuffled


def _taken(deck: int, discard: int, cards: int) -> tuple[int, int, bool]:
    if cards <= deck:
        return deck - cards, discard, False
    if cards > deck + discard:
        raise DealError(f"{cards} cards are wanted, but only {deck + discard} are left; correct the piles")
    return deck + discard - cards, 0, True


def first_dealer(first: int, seat_count: int, turn_step: int = 1) -> int:
    """Returns the dealer of round 1, who sits to the right of the first player (BD-R03).

    `turn_step` is -1 if turns go right.
    """
    return (first - turn_step) % seat_count


def next_dealer(dealer: int, seat_count: int, turn_step: int = 1) -> int:
    """Returns the next dealer: the deck goes to the left, to the first player of this round."""
    return (dealer + turn_step) % seat_count


def first_of_round(dealer: int, seat_count: int, turn_step: int = 1) -> int:
    """Returns the first player: the dealer's left neighbour, clockwise the next one."""
    return (dealer + turn_step) % seat_count


def dealer_after(rules: Rules, round_number: int, dealer: int) -> int:
    """Returns the dealer after `round_number`: the next one, or in Tock the same one until the deck is used up."""
    count = len(rules.seats)
    if rules.deal.dealer_keeps_cycle and not rules.deal.ends_cycle(round_number, count):
        return dealer
    return next_dealer(dealer, count, rules.turn_step)


def exchanges(rules: Rules) -> bool:
    """Returns whether every round begins with a card pushed over; between partners only if everybody has one."""
    to = rules.deal.exchange_with(len(rules.seats))
    return to == "left" or (to == "partner" and all(rules.mates))


def receiver(rules: Rules, giver: int) -> int:
    """Returns the seat that gets the card `giver` pushes over before the round: the partner, or the left neighbour.

    With several partners it is the next one clockwise.  Only in a game that `exchanges`.
    """
    count = len(rules.seats)
    if rules.deal.exchange_with(count) == "left":
        return (giver + 1) % count
    return rules.mates[giver][0]
