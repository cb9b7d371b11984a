"""A player without a plan: every choice is as likely as any other.  Good for testing, bad company."""

from companion.model.places import Place
from companion.model.play import Play
from companion.players.player import Chance, Knowledge, plays_in_hand


class RandomPlayer:
    """Takes a card of those that can be played first, then one of its plays: else the cards with many plays win."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance

    def play(self, knowledge: Knowledge) -> Play | None:
        plays = plays_in_hand(knowledge.position, knowledge.hand)
        if not plays:
            return None
        card = self._chance.choice(sorted({play.card for play in plays}))
        return self._chance.choice([play for play in plays if play.card == card])

    def gift(self, knowledge: Knowledge) -> str:
        return self._chance.choice(knowledge.hand)

    def discard(self, knowledge: Knowledge) -> str:
        return self._chance.choice(knowledge.hand)

    def free_start(self, knowledge: Knowledge, pawns: tuple[int, ...], *, must: bool) -> int | None:  # noqa: ARG002
        return self._chance.choice(pawns if must else (*pawns, None))

    def figure_field(self, knowledge: Knowledge, fields: tuple[Place, ...]) -> Place:  # noqa: ARG002
        return self._chance.choice(fields)

    def draws(self, knowledge: Knowledge) -> bool:  # noqa: ARG002
        return self._chance.random() < 0.5
