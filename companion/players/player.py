"""The knowledge and the decisions of a player.  Every decision is a pure function of knowledge and random numbers.

Law: `Knowledge` contains nothing that a person on that seat could not see or remember: the own hand, the board, the
cards laid open since the last shuffle and the number of cards that everybody holds.
"""

from collections.abc import Sequence
from typing import Protocol, TypeVar

from msgspec import Struct

from companion.model.places import Place
from companion.model.play import Play, is_void
from companion.model.position import Position
from companion.rules.last_resort import better_card, gives_rest
from companion.rules.legal import legal_plays, playable
from companion.rules.rules import Rules
from companion.rules.variant import Variant

T = TypeVar("T")


class RandomSource(Protocol):
    """Source of random numbers; `random.Random` fulfils it."""

    def random(self) -> float:
        """A number from 0 up to, but not including, 1."""
        ...

    def choice(self, seq: Sequence[T], /) -> T:
        """One of a sequence that is not empty."""
        ...

    def shuffle(self, x: list[T], /) -> None:
        """Brings a list into another order, in place."""
        ...


class Knowledge(Struct, frozen=True, kw_only=True):
    """The knowledge of the player on `seat`.

    `hand` are the own cards, `laid` the cards laid open since the last shuffle, `counts` the number of cards of each
    seat; `round` is counted from 1.  `position.turn` may be another seat's: an exchange is everybody's turn.
    """

    rules: Rules
    position: Position
    seat: int
    hand: tuple[str, ...]
    laid: tuple[str, ...] = ()
    counts: tuple[int, ...] = ()
    round: int = 0
    dealer: int = 0


class Player(Protocol):
    """Fills one seat.  Every choice is among legal options; a single option is taken without a call."""

    def play(self, knowledge: Knowledge) -> Play | None:
        """The play of the own turn; None if no card of the hand can be played."""
        ...

    def gift(self, knowledge: Knowledge) -> str:
        """The card to push over in the exchange."""
        ...

    def discard(self, knowledge: Knowledge) -> str:
        """The card to throw away."""
        ...

    def free_start(self, knowledge: Knowledge, pawns: tuple[int, ...], *, must: bool) -> int | None:
        """Which of `pawns` (indices into the own row) goes to the start field; None, unless it must, to decline."""
        ...

    def figure_field(self, knowledge: Knowledge, fields: tuple[Place, ...]) -> Place:
        """The field on which the dealer puts the neutral figure."""
        ...

    def draws(self, knowledge: Knowledge) -> bool:
        """Whether a card that may be drawn is drawn."""
        ...


def plays_in_hand(rules: Rules, position: Position, hand: tuple[str, ...]) -> tuple[Play, ...]:
    """Every play of the seat to move with any card of its hand, in a stable order.

    A card laid without effect is among them only if nothing else can be played (DOG-R14), and the rest of a 7 goes to
    the partner only if the hand allows it (DOG-R08).
    """
    found = [play for card in sorted(set(hand)) for play in legal_plays(rules, position, card)]
    effective = tuple(play for play in found if not is_void(play.steps))
    if effective:
        return allowed_by_hand(rules, position, hand, effective)
    return tuple(found) or _declared_voids(rules, position, hand)


def allowed_by_hand(rules: Rules, position: Position, hand: tuple[str, ...], plays: Sequence[Play]) -> tuple[Play, ...]:
    """Those of the plays that the other cards of the hand do not forbid (DOG-R08)."""
    return tuple(play for play in plays if _allows(rules, position, hand, play)) if rules.rest_is_last else tuple(plays)


def _allows(rules: Rules, position: Position, hand: tuple[str, ...], play: Play) -> bool:
    if not gives_rest(rules, position, play):
        return True
    others = list(hand)
    others.remove(play.card)
    return better_card(rules, position, play, others) is None


def effective_cards(rules: Rules, position: Position, hand: tuple[str, ...]) -> list[str]:
    """The cards of the hand that the seat to move can play with an effect, each once, in the order of `plays_in_hand`;
    found without listing their plays."""
    if rules.rest_is_last:
        plays = plays_in_hand(rules, position, hand)
        return sorted({play.card for play in plays if not is_void(play.steps)})
    return playable(rules, position, sorted(set(hand))).effective


def declared_face(play: Play, variant: Variant) -> str | None:
    """The face that is named when the card is declared; None for a card that needs none."""
    return play.acting_as if variant.is_declared(play.card) else None


def _declared_voids(rules: Rules, position: Position, hand: tuple[str, ...]) -> tuple[Play, ...]:
    """A stand-in that is declared may be laid without effect too, but only by its face's name."""
    variant = rules.variant
    return tuple(
        play
        for card in sorted(set(hand))
        if variant.is_declared(card)
        for face in variant.cards
        if not variant.stands_in(face)
        for play in legal_plays(rules, position, card, face)
    )
