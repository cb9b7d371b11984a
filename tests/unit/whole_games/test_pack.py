"""Cards on their piles: none made, none lost, dealt and drawn by the arithmetic of the rules."""

import random
from collections import Counter

from whole_games.pack import Pack

from companion.catalogue.shipped import SHIPPED
from companion.rules.deal import Dealt

DOG = SHIPPED.variant("dog")


def all_cards(pack: Pack, *hands: tuple[str, ...]) -> Counter[str]:
    return pack.cards + Counter(card for hand in hands for card in hand)


def test_a_deal_takes_from_the_draw_pile() -> None:
    pack = Pack(DOG, random.Random(1))
    hands = pack.deal(Dealt(hand_size=6, deck=86, discard=0, reshuffled=False), 4, together=False)
    assert [len(hand) for hand in hands] == [6, 6, 6, 6]
    assert len(pack.draw_pile) == 86
    assert all_cards(pack, *hands) == Counter(DOG.deck)


def test_the_rest_of_the_pile_is_dealt_before_the_laid_cards() -> None:
    """CORE-R20: the rest first, the shuffled discard pile under it."""
    pack = Pack(DOG, random.Random(1))
    pack.lay(tuple(pack.draw_pile.pop() for _ in range(105)))
    rest = Counter(pack.draw_pile)
    hands = pack.deal(Dealt(hand_size=5, deck=100, discard=0, reshuffled=True), 2, together=False)
    assert rest - Counter(card for hand in hands for card in hand) == Counter()
    assert all_cards(pack, *hands) == Counter(DOG.deck)
    assert not pack.laid


def test_cards_that_nobody_gets_are_laid_aside_unseen() -> None:
    """TK-R29."""
    tock = SHIPPED.variant("tock_6")
    pack = Pack(tock, random.Random(1))
    hands = pack.deal(Dealt(hand_size=4, deck=0, discard=4, reshuffled=False), 12, together=True)
    assert (len(pack.aside), pack.discarded, pack.laid) == (4, 4, [])
    assert all_cards(pack, *hands) == Counter(tock.deck)


def test_the_top_card_stays_for_a_copy() -> None:
    """BD-R76: the draw pile is empty, everything but the top of the discard pile is shuffled."""
    pack = Pack(DOG, random.Random(1))
    pack.lay(tuple(pack.draw_pile.pop() for _ in range(110)))
    top = pack.laid[-1]
    drawn = pack.draw(top_stays=True)
    assert pack.laid == [top]
    assert len(pack.draw_pile) == 108
    assert all_cards(pack, (drawn,)) == Counter(DOG.deck)


def test_a_forfeited_hand_goes_under_the_pile() -> None:
    """BD-R81."""
    pack = Pack(DOG, random.Random(1))
    pack.lay(("8",))
    pack.lay(("2", "3"), under=True)
    assert pack.laid[-1] == "8"
    assert sorted(pack.laid[:2]) == ["2", "3"]
