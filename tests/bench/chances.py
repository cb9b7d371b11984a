"""How well the chances foretell games of sensible players.  Writes build/figures/chances.md.

usage: python tests/bench/chances.py [GAMES A VARIANT]; a game of sensible players takes seconds.
"""

import random
import sys
import time
from typing import NamedTuple

from playout_tables import kernel_for_tests
from tables import machine, write
from whole_games.whole_game import WholeGame, usual_table

from companion.catalogue.shipped import SHIPPED
from companion.players.sensible_player import SensiblePlayer
from companion.playout.chances import PublicKnowledge, team_chances
from companion.session.state import Phase

GAMES = 40
PLAYOUTS = 1000
BINS = 5

PAGE = """# Chances and what became of them

Measured on: {machine}. Written by `python tests/bench/chances.py {games}`. One position of each game, anywhere in it,
with its usual number of players; all of them sensible players (`companion.players`), whom the playouts do not imitate.
{playouts} playouts a position. *Brier*: mean squared error of the first team's chance, smaller is better; *base*: the
same for who always says that all teams are equally likely. *Rate*: playouts a second of processor time, from there on.

| variant | games | Brier | base | rate |
|---|---|---|---|---|
{rows}
| chances from | to | positions | mean chance | won |
|---|---|---|---|---|
{bins}"""


class Forecast(NamedTuple):
    """A chance, whether the team won, and what an equal share would have said."""

    chance: float
    won: bool
    share: float


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    rows, everything = "", list[Forecast]()
    for variant in SHIPPED.ids:
        found: list[Forecast] = []
        moments = [moment(variant, seed) for seed in range(games)]
        began = time.process_time()
        for known, winners in moments:
            found += forecasts(known, winners)
        rate = games * PLAYOUTS / (time.process_time() - began)
        rows += f"| {variant} | {games} | {brier(found):.3f} | {base(found):.3f} | {rate:.0f} |\n"
        everything += found
    page = PAGE.format(machine=machine(), games=games, playouts=PLAYOUTS, rows=rows, bins=reliability(everything))
    write("chances.md", page)


def moment(variant: str, seed: int) -> tuple[PublicKnowledge, tuple[int, ...]]:
    """What is publicly known at any one turn of a game of sensible players, and who won it."""
    chance = random.Random(seed)
    table = usual_table(variant)
    game = WholeGame(table, [SensiblePlayer(chance) for _ in table.seats], chance)
    known, turns = None, 0
    while not game.is_over:
        state = game.state
        if state.phase is Phase.PLAY and state.owed is None:
            turns += 1
            if chance.random() < 1 / turns:
                known = PublicKnowledge(
                    rules=state.rules,
                    position=game.position,
                    cards=state.cards,
                    laid=tuple(game.pack.laid),
                    round=state.round,
                    dealer=state.dealer,
                )
        game.advance()
    assert known is not None
    return known, game.state.result or ()


def forecasts(known: PublicKnowledge, winners: tuple[int, ...]) -> list[Forecast]:
    """Of every team but the last, whose chance follows from the others'."""
    teams = team_chances(kernel_for_tests(), known, playouts=PLAYOUTS)
    return [Forecast(team.chance, team.seats[0] in winners, 1 / len(teams)) for team in teams[:-1]]


def brier(found: list[Forecast]) -> float:
    return sum((forecast.chance - forecast.won) ** 2 for forecast in found) / len(found)


def base(found: list[Forecast]) -> float:
    return sum((forecast.share - forecast.won) ** 2 for forecast in found) / len(found)


def reliability(found: list[Forecast]) -> str:
    rows = ""
    for low in range(BINS):
        inside = [forecast for forecast in found if low <= min(forecast.chance * BINS, BINS - 0.001) < low + 1]
        if inside:
            mean, won = (sum(forecast[index] for forecast in inside) / len(inside) for index in (0, 1))
            rows += f"| {low / BINS:.1f} | {(low + 1) / BINS:.1f} | {len(inside)} | {mean:.2f} | {won:.2f} |\n"
    return rows


if __name__ == "__main__":
    main()
