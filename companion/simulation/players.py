"""The simulated players: they hold real cards of the whole deck and play sensibly, by the rules.

Law: no card is made or lost; deck, hands and discard pile together are always the deck of the variant.
"""

import random
from collections import Counter
from dataclasses import replace
from typing import Final

from companion.model.places import KENNEL, Place, goal_number, is_goal
from companion.model.play import Play
from companion.model.position import Position
from companion.rules.apply import after_play, winners
from companion.rules.catalogue import load_variant
from companion.rules.deal import receiver
from companion.rules.legal import legal_plays
from companion.rules.mechanics.start import Start
from companion.rules.setup import first_position

_ON_TRACK: Final = 12.0
_AT_HOME: Final = 90.0
_OPPONENTS: Final = 0.7
#: How far a whim can outweigh the better play, in fields.
_WHIM: Final = 2.5
_WON: Final = 10_000.0


class Players:
    """Everybody's hand, the deck and the discard pile (its top last)."""

    def __init__(self, variant_id: str, seat_count: int, seed: int) -> None:
        self._rng = random.Random(seed)
        self._variant = load_variant(variant_id)
        self.hands: list[list[str]] = [[] for _ in range(seat_count)]
        self.deck: list[str] = [card for card, count in sorted(self._variant.deck.items()) for _ in range(count)]
        self.discard: list[str] = []
        self._rng.shuffle(self.deck)

    def cards(self) -> Counter[str]:
        """All cards, wherever they are."""
        return Counter([*self.deck, *self.discard, *(card for hand in self.hands for card in hand)])

    def hold(self, counts: tuple[int | None, ...]) -> None:
        """Makes every hand as large as the record says: deals what is missing, lays away what is too much.

        A deal, a game taken up in its middle and an undo are all this.
        """
        for hand, count in zip(self.hands, counts, strict=True):
            while count is not None and len(hand) < count:
                hand.append(self._draw())
            while count is not None and len(hand) > count:
                self.discard.insert(0, hand.pop())

    def exchange(self, position: Position) -> None:
        """Everybody gives one card; a second start card goes to the partner, else the least useful one."""
        given = [self._gift(hand) if hand else None for hand in self.hands]
        for giver, card in enumerate(given):
            if card is not None:
                self.hands[giver].remove(card)
                self.hands[receiver(position, giver)].append(card)

    def choose(self, position: Position) -> Play | None:
        """The play of the seat to move, None when no card of its hand can be played."""
        best: tuple[float, Play] | None = None
        for card in sorted(set(self.hands[position.turn])):
            for play in legal_plays(position, card):
                worth = self._worth(after_play(position, play), position.turn) + self._rng.gauss(0.0, _WHIM)
                if best is None or worth > best[0]:
                    best = (worth, play)
        return best[1] if best else None

    def spend(self, seat: int, card: str) -> None:
        """The card is played and lies on top of the discard pile."""
        self.hands[seat].remove(card)
        self.discard.append(card)

    def forfeit(self, seat: int) -> tuple[str, ...]:
        """The whole hand goes under the discard pile (BD-R81)."""
        hand = tuple(self.hands[seat])
        self.discard[:0] = hand
        self.hands[seat].clear()
        return hand

    def _draw(self) -> str:
        """The rest of the deck first, then the shuffled discard pile (CORE-R20)."""
        if not self.deck:
            self.deck, self.discard = self.discard, []
            self._rng.shuffle(self.deck)
        return self.deck.pop()

    def _gift(self, hand: list[str]) -> str:
        starters = [card for card in hand if self._starts(card)]
        if len(starters) > 1:
            return starters[0]
        return self._rng.choice([card for card in hand if card not in starters] or hand)

    def _starts(self, card: str) -> bool:
        return any(isinstance(use, Start) for use in self._variant.uses[card])

    def _worth(self, position: Position, seat: int) -> float:
        """How much the seat's team likes a position: fields gone, pawns home, and the same of the others taken off."""
        team = position.teams[seat]
        if winners(position):
            return _WON if position.teams[winners(position)[0]] == team else -_WON
        total = 0.0
        for other, row in enumerate(position.placement.pawns):
            sign = 1.0 if position.teams[other] == team else -_OPPONENTS
            total += sign * sum(self._gone(position, other, place) for place in row)
        return total

    def _gone(self, position: Position, seat: int, place: Place) -> float:
        if place == KENNEL:
            return 0.0
        if is_goal(place):
            return _AT_HOME + 3 * goal_number(place)
        count = self._variant.field_count(position.sectors)
        return _ON_TRACK + (place - self._variant.start_field(position.seats[seat])) % count


def rehearse(variant_id: str, sectors: int, seed: int) -> Position:
    """A position in the middle of a game that players have played by themselves.  Raises UnknownVariantError."""
    rng = random.Random(seed)
    seats = tuple(range(sectors))
    position = first_position(variant_id, sectors, seats)
    variant = load_variant(variant_id)
    if variant.has("dog"):
        dog = rng.choice(sorted(variant.wheel_fields(sectors)))
        position = position.with_placement(position.placement.with_extra("dog", dog))
    players = Players(variant_id, sectors, seed)
    for _ in range(rng.randrange(40, 160)):
        players.hold((variant.hand_size,) * sectors)
        play = players.choose(position)
        if play is None:
            players.forfeit(position.turn)
            position = replace(position, turn=(position.turn + 1) % sectors)
            continue
        played = after_play(position, play)
        if winners(played):
            return position
        players.spend(position.turn, play.card)
        position = played
    return position
