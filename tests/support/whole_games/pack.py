"""The cards of a whole game as they lie: the draw pile and the discard pile, each with its top last.

Law: no card is made or lost; both piles and all hands together are always the deck of the game.
"""

from collections import Counter

from companion.players.player import RandomSource
from companion.rules.deal import Dealt
from companion.rules.variant import Variant


class Pack:
    """`laid` lies open; `aside` are cards that nobody got and nobody saw (TK-R29)."""

    def __init__(self, variant: Variant, rng: RandomSource) -> None:
        self._rng = rng
        self.draw_pile = [card for card in variant.cards for _ in range(variant.deck[card])]
        self.laid: list[str] = []
        self.aside: list[str] = []
        rng.shuffle(self.draw_pile)

    @property
    def discarded(self) -> int:
        """How many cards lie on the discard pile, the unseen ones too."""
        return len(self.laid) + len(self.aside)

    @property
    def cards(self) -> Counter[str]:
        """The cards of both piles."""
        return Counter([*self.draw_pile, *self.laid, *self.aside])

    def deal(self, dealt: Dealt, seats: int, *, together: bool) -> tuple[tuple[str, ...], ...]:
        """Returns the hands by seat, by the arithmetic of `rules.deal`.

        With a reshuffle the rest of the draw pile is dealt first, or shuffled `together` with all others (CORE-R20).
        """
        if dealt.reshuffled:
            self._reshuffle(together=together)
        hands = tuple(tuple(self.draw_pile.pop() for _ in range(dealt.hand_size)) for _ in range(seats))
        while len(self.draw_pile) > dealt.deck:
            self.aside.append(self.draw_pile.pop())
        return hands

    def draw(self, *, top_stays: bool) -> str:
        """One card; the top of the discard pile is left where a copy may need it (BD-R76)."""
        if not self.draw_pile:
            kept = self.laid[-1:] if top_stays else []
            self.laid = self.laid[: len(self.laid) - len(kept)]
            self._reshuffle(together=True)
            self.laid = kept
        return self.draw_pile.pop()

    def lay(self, cards: tuple[str, ...], *, under: bool = False) -> None:
        """Cards leave a hand: onto the discard pile, or `under` it (BD-R81)."""
        self.laid = [*cards, *self.laid] if under else [*self.laid, *cards]

    def _reshuffle(self, *, together: bool) -> None:
        fresh = [*self.laid, *self.aside]
        self.laid, self.aside = [], []
        if together:
            fresh, self.draw_pile = [*fresh, *self.draw_pile], []
        self._rng.shuffle(fresh)
        self.draw_pile = [*fresh, *self.draw_pile]
