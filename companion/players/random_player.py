"""A player without a plan: every choice is as likely as any other.  For tests and as a baseline."""

from companion.model.places import Place
from companion.model.play import Play
from companion.players.player import Knowledge, RandomSource, plays_in_hand


class RandomPlayer:
    """Draws a playable card first, then one of its plays, so that cards with many plays are no likelier."""

    def __init__(self, rng: RandomSource) -> None:
        self._rng = rng

    def play(self, knowledge: Knowledge) -> Play | None:
        plays = plays_in_hand(knowledge.rules, knowledge.position, knowledge.hand)
        if not plays:
            return None
        card = self._rng.choice(sorted({play.card for play in plays}))
        return self._rng.choice([play for play in plays if play.card == card])

    def gift(self, knowledge: Knowledge) -> str:
        return self._rng.choice(knowledge.hand)

    def discard(self, knowledge: Knowledge) -> str:
        return self._rng.choice(knowledge.hand)

    def free_start(self, knowledge: Knowledge, pawns: tuple[int, ...], *, must: bool) -> int | None:  # noqa: ARG002
        return self._rng.choice(pawns if must else (*pawns, None))

    def figure_field(self, knowledge: Knowledge, fields: tuple[Place, ...]) -> Place:  # noqa: ARG002
        return self._rng.choice(fields)

    def draws(self, knowledge: Knowledge) -> bool:  # noqa: ARG002
        return self._rng.random() < 0.5
