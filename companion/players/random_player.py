"""A player without a plan: every choice is as likely as any other.  For tests and as a baseline."""

from companion.model.places import Place
from companion.model.play import Play, is_void
from companion.players.player import Knowledge, RandomSource, allowed_by_hand, effective_cards, plays_in_hand
from companion.rules.legal import legal_plays


class RandomPlayer:
    """Draws a playable card first, then one of its plays, so that cards with many plays are no likelier."""

    def __init__(self, rng: RandomSource) -> None:
        self._rng = rng

    def play(self, knowledge: Knowledge) -> Play | None:
        rules, position, hand = knowledge.rules, knowledge.position, knowledge.hand
        cards = effective_cards(rules, position, hand)
        if cards:
            plays = legal_plays(rules, position, self._rng.choice(cards))
            effective = [play for play in plays if not is_void(play.steps)]
            return self._rng.choice(allowed_by_hand(rules, position, hand, effective))
        return self._without_effect(plays_in_hand(rules, position, hand))

    def _without_effect(self, plays: tuple[Play, ...]) -> Play | None:
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
