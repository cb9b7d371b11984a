"""Laying open the hand, card by card, to show that none can be played (CORE-R24)."""

from dataclasses import dataclass, replace

from companion.session.commands import Forfeit
from companion.views.table_view import TableView


@dataclass(frozen=True, slots=True)
class OpenHand:
    """`count` is how many cards the player holds, None where nobody counted."""

    seat: int
    count: int | None
    cards: tuple[str, ...] = ()

    @property
    def complete(self) -> bool:
        return len(self.cards) == self.count if self.count is not None else bool(self.cards)

    @property
    def full(self) -> bool:
        return self.count is not None and len(self.cards) >= self.count


def open_hand(view: TableView) -> OpenHand:
    return OpenHand(view.turn, view.seats[view.turn].cards)


def lay_open(hand: OpenHand, card: str) -> OpenHand:
    """One more card on the table; a hand that is complete takes no more."""
    return hand if hand.full else replace(hand, cards=(*hand.cards, card))


def take_back(hand: OpenHand) -> OpenHand:
    return replace(hand, cards=hand.cards[:-1])


def forfeit(hand: OpenHand) -> Forfeit:
    return Forfeit(seat=hand.seat, hand=hand.cards)
