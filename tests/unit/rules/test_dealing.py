"""Dealing, the first position, and whose turn it is to deal."""

import pytest
from board_text import at, board
from rules_for_tests import deal_of, rules_of

from companion.catalogue.shipped import SHIPPED
from companion.rules.deal import DealError, deal_cards, first_dealer, first_of_round, next_dealer, receiver
from companion.rules.setup import first_position

BLACK_DOG = SHIPPED.variant("black_dog")


def test_everybody_starts_with_a_pawn_on_the_start_field() -> None:
    """BD-R01: once a game, without a card; the dog is not there yet and the wheel at its first stop."""
    position = first_position(SHIPPED.variant("black_dog"), first=2)
    assert board(position) == "0:0 1:16 2:32 3:48 wheel=0"
    assert position.turn == 2
    assert position.placement.extra("dog") is None
    assert position.copied is None


def test_the_first_dealer_sits_right_of_the_first_player() -> None:
    """BD-R03: he also places the dog."""
    assert [first_dealer(first, 4) for first in range(4)] == [3, 0, 1, 2]


def test_the_deck_goes_to_the_left() -> None:
    """BD-R03: the player who began the round deals the next one, and his left neighbour begins."""
    dealer, order = first_dealer(0, 4), []
    for _ in range(5):
        order.append((dealer, first_of_round(dealer, 4)))
        dealer = next_dealer(dealer, 4)
    assert order == [(3, 0), (0, 1), (1, 2), (2, 3), (3, 0)]


def test_five_cards_every_round() -> None:
    """BD-R80: always five; with bd.hand_cycle 6-5-4-3-2 and from the beginning again."""
    assert [deal_cards(deal_of(BLACK_DOG), number, 4, 110, 0).hand_size for number in range(1, 8)] == [5] * 7
    cycle = (("bd.hand_cycle", "6-5-4-3-2"),)
    sizes = [deal_cards(deal_of(BLACK_DOG, cycle), number, 4, 110, 0).hand_size for number in range(1, 8)]
    assert sizes == [6, 5, 4, 3, 2, 6, 5]


def test_the_deck_lasts_five_rounds() -> None:
    """CORE-R20: ten cards are left; they are dealt first, and the shuffled discard pile goes under them."""
    deck, discard, reshuffled = 110, 0, []
    for number in range(1, 7):
        dealt = deal_cards(deal_of(BLACK_DOG), number, 4, deck, discard)
        deck, discard = dealt.deck, dealt.discard + 20
        reshuffled.append(dealt.reshuffled)
    assert reshuffled == [False] * 5 + [True]
    assert (deck, discard) == (90, 20)


def test_exactly_enough_needs_no_reshuffle() -> None:
    """CORE-R20: "not enough" means fewer than are dealt."""
    assert deal_cards(deal_of(BLACK_DOG), 1, 4, 20, 90).reshuffled is False
    assert deal_cards(deal_of(BLACK_DOG), 1, 4, 19, 91).reshuffled is True


def test_more_than_there_are_cannot_be_dealt() -> None:
    with pytest.raises(DealError, match="only 15 are left"):
        deal_cards(deal_of(BLACK_DOG), 1, 4, 10, 5)


def test_a_card_goes_to_the_partner_or_to_the_left() -> None:
    """The partner in a team game, the left neighbour where everybody plays alone."""
    four = at("5")
    assert [receiver(rules_of(four), giver) for giver in range(4)] == [2, 3, 0, 1]
    three = first_position(SHIPPED.variant("black_dog"), 4, (0, 1, 3))
    assert [receiver(rules_of(three), giver) for giver in range(3)] == [1, 2, 0]
