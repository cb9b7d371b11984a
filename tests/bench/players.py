"""How well the sensible player plays: its side against random ones in every game.  Writes build/figures/players.md.

PYTHONPATH=tests/support python tests/bench/players.py [GAMES]     games of each variant (200)
"""

import random
import sys
import time

from tables import machine, write
from whole_games.whole_game import Table, WholeGame

from companion.catalogue.shipped import SHIPPED
from companion.model.play import Play
from companion.players.player import Knowledge
from companion.players.random_player import RandomPlayer
from companion.players.sensible_player import SensiblePlayer
from companion.rules.setup import spread_seats

FIGURES = """# Computer players

Measured on: {machine}. Written by `python tests/bench/players.py`. {games} games of each variant with its usual number
of players; one side (in turn each of them) is sensible, all others play at random.

| variant | players | sides | won by the sensible side | by luck alone | plays a game | ms a move, median | longest |
|---|---|---|---|---|---|---|---|
{rows}"""


class TimedPlayer(SensiblePlayer):
    """The sensible player with a stop watch: processor time of every move."""

    def __init__(self, chance: random.Random, times: list[float]) -> None:
        super().__init__(chance)
        self._times = times

    def play(self, knowledge: Knowledge) -> Play | None:
        began = time.process_time()
        chosen = super().play(knowledge)
        self._times.append((time.process_time() - began) * 1000)
        return chosen


def row(variant: str, games: int) -> str:
    """One line of the table."""
    count = SHIPPED.variant(variant).usual_seats
    sectors = SHIPPED.variant(variant).usual_sectors(count)
    teams = SHIPPED.variant(variant).default_teams(count)
    sides = len(set(teams))
    won = plays = 0
    times: list[float] = []
    for number in range(games):
        chance, side = random.Random(number), number % sides
        table = Table(
            variant=variant, seats=spread_seats(count, sectors), sectors=sectors, first=number // sides % count
        )
        players = [TimedPlayer(chance, times) if team == side else RandomPlayer(chance) for team in teams]
        game = WholeGame(table, players, chance)
        while not game.is_over:
            game.advance()
        result = game.state.result
        won += bool(result) and teams[result[0]] == side
        plays += game.state.ply
    times.sort()
    share, luck = 100 * won / games, 100 / sides
    print(f"{variant}: {won} of {games}", flush=True)
    return (
        f"| {variant} | {count} | {sides} | {won} of {games} ({share:.1f} %) | {luck:.0f} % | {plays / games:.0f} "
        f"| {times[len(times) // 2]:.1f} | {times[-1]:.0f} |\n"
    )


def main(games: int) -> None:
    rows = "".join(row(variant, games) for variant in SHIPPED.ids)
    write("players.md", FIGURES.format(machine=machine(), games=games, rows=rows))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
