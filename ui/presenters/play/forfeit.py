"""No card playable: laying open the hand, card by card (CORE-R24), and choosing the card to throw away.

The penalty of a stuck player depends on the game: the whole hand is lost, or one card is, or one is thrown away and
another drawn for it.
"""

from dataclasses import dataclass, replace

from companion.session.commands import Command, Discard, Forfeit
from companion.session.turns import switch, when_stuck
from companion.views.table_view import TableView
from ui.i18n import Words


@dataclass(frozen=True, slots=True)
class OpenHand:
    """`count` is the number of cards to show, None if nobody counted.

    `thrown` is the index of the card that is thrown away, if one is chosen; `forfeits`: the whole hand is lost.
    `drawn`: only the card just drawn is shown, whichever card is then thrown away.  `proves`: the cards shown prove
    that none can be played; else the one card is the one that goes.
    """

    seat: int
    count: int | None
    cards: tuple[str, ...] = ()
    thrown: int | None = None
    forfeits: bool = True
    drawn: bool = False
    proves: bool = True

    @property
    def shown(self) -> bool:
        """Whether all required cards have been shown."""
        return len(self.cards) == self.count if self.count is not None else bool(self.cards)

    @property
    def asks_which(self) -> bool:
        """Whether one of the cards shown has to be chosen."""
        return not self.forfeits and not self.drawn

    @property
    def complete(self) -> bool:
        return self.shown and (not self.asks_which or self.thrown is not None)

    @property
    def full(self) -> bool:
        return self.count is not None and len(self.cards) >= self.count


def open_hand(view: TableView) -> OpenHand:
    """The cards that the player to move has to show.  If no proof is wanted, only the card that is thrown away."""
    seat = view.turn
    count = view.seats[seat].cards
    if view.position is None:
        return OpenHand(seat, count)
    if view.pending is not None and view.pending.kind == "play_or_discard":
        return OpenHand(seat, 1, forfeits=False, drawn=True)
    forfeits = when_stuck(view.rules, view.position) in ("forfeit", "lay_down")
    proves = bool(switch(view.rules, view.position, "core.verify_forfeit", True))
    must_play = view.rules.deal.playable_must_be_played
    if not forfeits and not (proves and must_play):
        return OpenHand(seat, 1, forfeits=False, proves=False)
    return OpenHand(seat, count if proves else 0, forfeits=forfeits)


def lay_open(hand: OpenHand, card: str) -> OpenHand:
    """One more card on the table; a hand that is complete takes no more.  A single card is the one that goes."""
    if hand.full:
        return hand
    cards = (*hand.cards, card)
    return replace(hand, cards=cards, thrown=0 if hand.asks_which and hand.count == 1 else hand.thrown)


def take_back(hand: OpenHand) -> OpenHand:
    return replace(hand, cards=hand.cards[:-1], thrown=None)


def throw(hand: OpenHand, index: int) -> OpenHand:
    """The card that goes, by its place among the cards shown."""
    return replace(hand, thrown=index) if hand.asks_which and hand.shown else hand


def give_up(hand: OpenHand) -> Command:
    """The command that follows from the shown cards."""
    shown = hand.cards if hand.proves and hand.cards else None
    if hand.forfeits:
        return Forfeit(seat=hand.seat, hand=shown)
    card = hand.cards[hand.thrown] if hand.thrown is not None else None
    return Discard(seat=hand.seat, card=card, hand=shown)


@dataclass(frozen=True, slots=True)
class HandSentences:
    """The words over the cards, and the one that confirms them."""

    title: str
    prompt: str
    confirm: str


def hand_sentences(hand: OpenHand, view: TableView, words: Words) -> HandSentences:
    name = view.seats[hand.seat].name if hand.seat < len(view.seats) else ""
    return HandSentences(
        title=words.text("forfeit.title" if hand.count != 1 else "forfeit.title_card"),
        prompt=words.text(f"forfeit.{_question(hand)}", name=name, done=len(hand.cards), count=hand.count or 0),
        confirm=words.text("forfeit.confirm" if hand.forfeits else "forfeit.confirm_throw"),
    )


def _question(hand: OpenHand) -> str:
    if hand.drawn:
        return "prompt_drawn"
    if hand.asks_which:
        return "prompt_which" if hand.shown else "prompt_throw" if hand.count == 1 else "prompt"
    if hand.count == 0:
        return "prompt_none"
    return "prompt_open" if hand.count is None else "prompt"
