"""The commands of whole games between sensible players, in the order in which people would tap them."""

import random

from whole_games.whole_game import Table, WholeGame, usual_table

from companion.players.sensible_player import SensiblePlayer
from companion.session import events as ev
from companion.session.commands import Command
from companion.settings.schema import Settings


class _Taped(WholeGame):
    """A whole game that keeps its commands; the first one begins the game."""

    def __init__(self, table: Table, seed: int) -> None:
        self.commands: list[Command] = []
        chance = random.Random(seed)
        super().__init__(table, [SensiblePlayer(chance) for _ in table.seats], chance)

    def _do(self, *commands: Command) -> tuple[ev.Event, ...]:
        self.commands += commands
        return super()._do(*commands)


def taped_game(seed: int) -> list[Command]:
    """Returns the commands of a game of the usual kind, from its first deal to its winners."""
    game = _Taped(usual_table(Settings().variant), seed)
    while not game.is_over:
        game.advance()
    return game.commands[1:]
