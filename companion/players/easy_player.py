"""The sensible player with the mistakes of a beginner."""

from typing import Final

from companion.model.play import Play
from companion.players.player import Knowledge, RandomSource
from companion.players.random_player import RandomPlayer
from companion.players.sensible_player import SensiblePlayer

#: The share of careless plays.
_CARELESS: Final = 0.3


class EasyPlayer(SensiblePlayer):
    """The sensible player, who now and then plays any playable card: a beginner may win against it."""

    def __init__(self, rng: RandomSource) -> None:
        super().__init__(rng)
        self._careless = RandomPlayer(rng)

    def play(self, knowledge: Knowledge) -> Play | None:
        careless = self._rng.random() < _CARELESS
        return self._careless.play(knowledge) if careless else super().play(knowledge)
