"""The arithmetic of dealing: how many cards, from which pile, who deals, who begins and whom a card goes to.

Only numbers: who holds which card is nobody's business here.
"""

from dataclasses import dataclass

from companion.model.position import Position, Switch
from companion.rules.ruleset import ruleset, ruleset_of
from companion.rules.variant import DealRules, Variant

Options = tuple[tuple[str, Switch], ...]


class DealError(ValueError):
    """The cards cannot be dealt: more are wanted than there are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealt:
    """`hand_size` cards for each seat; `deck` and `discard` are left; `reshuffled`: the discard pile had to be used."""

    hand_size: int
    deck: int
    discard: int
    reshuffled: bool


def deal_cards(
    variant: Variant, round_number: int, seat_count: int, deck: int, discard: int, *, options: Options = ()
) -> Dealt:
    """Deals round 1, 2, ...  What is left of the deck goes first, then the shuffled discard pile under it (CORE-R20).

    All hands are empty between rounds, so nothing of a hand is ever shuffled.  Raises DealError, OptionError.
    """
    hand_size = deal_rules(variant, options).cards_in_round(round_number)
    deck, discard, reshuffled = _taken(deck, discard, hand_size * seat_count)
    return Dealt(hand_size=hand_size, deck=deck, discard=discard, reshuffled=reshuffled)


def draw_card(deck: int, discard: int, *, top_stays: bool) -> tuple[int, int, bool]:
    """Deck, discard pile and whether it was reshuffled, after one card was drawn.

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


def deal_rules(variant: Variant, options: Options = ()) -> DealRules:
    """The deal with its switches set.  Raises OptionError."""
    seats = tuple(range(variant.seat_counts[0]))
    return ruleset(variant.id, variant.sectors[0], seats, variant.default_teams(len(seats)), options).deal


def first_dealer(first: int, seat_count: int) -> int:
    """The dealer of round 1 sits to the right of the first player (BD-R03)."""
    return (first - 1) % seat_count


def next_dealer(dealer: int, seat_count: int) -> int:
    """The deck goes to the left: who began this round deals the next one."""
    return (dealer + 1) % seat_count


def first_of_round(dealer: int, seat_count: int) -> int:
    """The dealer's left neighbour, clockwise the next one, begins."""
    return (dealer + 1) % seat_count


def receiver(position: Position, giver: int) -> int:
    """The seat that gets the card `giver` pushes over before the round: the partner, or the left neighbour."""
    rules = ruleset_of(position)
    if rules.deal.exchange[str(len(position.seats))] == "left":
        return (giver + 1) % len(position.seats)
    return rules.mates[giver][0]
