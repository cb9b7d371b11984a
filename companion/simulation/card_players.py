"""The card side of the simulated players: hands of the whole deck, and a player of one level that decides for each.

Law: no card is made or lost; deck, hands and discard pile together are always the deck of the variant.  A decision uses
the own hand and, for strong players, the open cards, never another hand.
"""

import random
from collections import Counter

from msgspec.structs import replace

from companion.model.places import KENNEL, Place
from companion.model.play import Play
from companion.model.position import Position
from companion.players.level import Level
from companion.players.player import Knowledge
from companion.playout.levels import player_of
from companion.rules.apply import after_play, winners
from companion.rules.deal import receiver
from companion.rules.rules import Rules, rules_of
from companion.rules.setup import first_position, spread_seats
from companion.rules.variant import Variant


class CardPlayers:
    """Everybody's hand, the deck and the discard pile (its top last)."""

    def __init__(self, rules: Rules, seed: int, level: Level = Level.NORMAL) -> None:
        self._rules = rules
        self._rng = random.Random(seed)
        self._player = player_of(level, rules, self._rng)
        self._counts_cards = level is Level.STRONG
        self._round, self._dealer = 0, 0
        self.hands: list[list[str]] = [[] for _ in rules.seats]
        self.deck: list[str] = [card for card, count in sorted(rules.variant.deck.items()) for _ in range(count)]
        self.discard: list[str] = []
        self._rng.shuffle(self.deck)

    def cards(self) -> Counter[str]:
        """All cards, wherever they are."""
        return Counter([*self.deck, *self.discard, *(card for hand in self.hands for card in hand)])

    def hold(self, counts: tuple[int | None, ...], number: int = 0, dealer: int = 0) -> None:
        """Makes every hand as large as in the record of round `number`: deals missing cards, lays others away.

        A deal, a card drawn, a game taken up in its middle and an undo all use this.
        """
        self._round, self._dealer = number, dealer
        for hand, count in zip(self.hands, counts, strict=True):
            while count is not None and len(hand) > count:
                self.discard.insert(0, hand.pop())
        for hand, count in zip(self.hands, counts, strict=True):
            while count is not None and len(hand) < count:
                hand.append(self._draw())

    def exchange(self, position: Position) -> None:
        """Everybody gives one card to the player that the game names."""
        seats = range(len(self.hands))
        given = [self._player.gift(self._knowledge(position, seat)) if self.hands[seat] else None for seat in seats]
        for giver, card in enumerate(given):
            if card is not None:
                self.hands[giver].remove(card)
                self.hands[receiver(self._rules, giver)].append(card)

    def choose(self, position: Position) -> Play | None:
        """The play of the seat to move, None when no card of its hand can be played."""
        return self._player.play(self._knowledge(position, position.turn))

    def choose_card(self, position: Position, seat: int) -> str | None:
        """The card that the seat would throw away; None with an empty hand."""
        return self._player.discard(self._knowledge(position, seat)) if self.hands[seat] else None

    def choose_start(self, position: Position, seat: int, *, must: bool) -> int | None:
        """The pawn of the row that comes onto the start field without a card; None to decline."""
        row = position.placement.pawns[seat]
        waiting = tuple(pawn for pawn, place in enumerate(row) if place == KENNEL)
        return self._player.free_start(self._knowledge(position, seat), waiting, must=must) if waiting else None

    def choose_field(self, position: Position, seat: int, fields: tuple[Place, ...]) -> Place:
        """The field on which the seat puts the neutral figure."""
        return self._player.figure_field(self._knowledge(position, seat), fields)

    def draws(self, position: Position, seat: int) -> bool:
        """Whether a card that may be drawn is drawn."""
        return self._player.draws(self._knowledge(position, seat))

    def spend(self, seat: int, card: str) -> None:
        """The card is played and lies on top of the discard pile."""
        self.hands[seat].remove(card)
        self.discard.append(card)

    def throw(self, seat: int, card: str) -> None:
        """The card is thrown away without being played, under the pile."""
        self.hands[seat].remove(card)
        self.discard.insert(0, card)

    def forfeit(self, seat: int) -> tuple[str, ...]:
        """The whole hand goes under the discard pile (BD-R81)."""
        hand = tuple(self.hands[seat])
        self.discard[:0] = hand
        self.hands[seat].clear()
        return hand

    def _knowledge(self, position: Position, seat: int) -> Knowledge:
        counts = tuple(len(hand) for hand in self.hands)
        return Knowledge(
            rules=self._rules,
            position=position,
            seat=seat,
            hand=tuple(self.hands[seat]),
            laid=tuple(self.discard) if self._counts_cards else (),
            counts=counts,
            round=self._round,
            dealer=self._dealer,
        )

    def _draw(self) -> str:
        """The rest of the deck first, then the shuffled discard pile (CORE-R20)."""
        if not self.deck:
            self.deck, self.discard = self.discard, []
            self._rng.shuffle(self.deck)
        return self.deck.pop()


def rehearse(variant: Variant, sectors: int, seed: int) -> Position:
    """A position in the middle of a game among the largest number of players.

    Raises ValueError if the game has no board of so many sectors.
    """
    rng = random.Random(seed)
    if sectors not in variant.boards:
        raise ValueError(f"{variant.id} has no board of {sectors} sectors")
    count = max(variant.boards[sectors])
    position = first_position(variant, sectors, spread_seats(count, sectors))
    for name in variant.figures:
        field = rng.choice(sorted(variant.wheel_fields(sectors)))
        position = position.with_placement(position.placement.with_extra(name, field))
    rules = rules_of(variant, position)
    players = CardPlayers(rules, seed)
    for _ in range(rng.randrange(8 * count, 30 * count)):
        players.hold((rules.deal.cards_in_round(1, count),) * count)
        play = players.choose(position)
        if play is None:
            players.forfeit(position.turn)
            position = replace(position, turn=rules.next_seat(position.turn))
            continue
        played = after_play(rules, position, play)
        if winners(rules, played):
            return position
        players.spend(position.turn, play.card)
        position = played
    return position
