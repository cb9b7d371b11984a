"""The strong player against the sensible one, with the same shuffles and the seats swapped.

PYTHONPATH=tests/bench:tests/support python tests/bench/ladder.py [PAIRS [FIRST_SEED [PLAYOUTS [VARIANT ...]]]]

Each seed is two games: one side is strong, then the other.  Games are kept in build/ladder and not played again, so it
can be stopped and continued; the results are written to build/figures/ladder.md.
"""

import json
import random
import sys
import time
from math import sqrt
from pathlib import Path
from typing import Final

from tables import machine, write
from whole_games.whole_game import Table, WholeGame

from companion.catalogue.shipped import SHIPPED
from companion.model.play import Play
from companion.players.player import Knowledge, Player
from companion.players.sensible_player import SensiblePlayer
from companion.playout.library import Kernel
from companion.playout.strong_player import Budget, StrongPlayer
from companion.rules.setup import spread_seats

FOLDER: Final = Path("build/ladder")
FIGURES: Final = """# Strong against sensible

Measured on: {machine}. Written by `python tests/bench/ladder.py`; {playouts} playouts a decision. Every seed is two
games with the same shuffles, once with one side strong and once with the other.

| variant | seeds | games | won by the strong side | 95 % interval | plays | ms a move, median | 99 of 100 | longest |
|---|---|---|---|---|---|---|---|---|
{rows}"""
#: No clock stops it, so that every machine plays the same games.
_UNHURRIED_S: Final = 3600.0
#: Of a normal distribution, 95 % lie within so many standard errors.
_WIDTH: Final = 1.96


class TimedPlayer(StrongPlayer):
    """The strong player with a stop watch: processor time of every move in milliseconds."""

    def __init__(self, seed: int, playouts: int) -> None:
        super().__init__(random.Random(2 * seed), Kernel(), Budget(playouts=playouts, limit_s=_UNHURRIED_S))
        self.times: list[float] = []

    def play(self, knowledge: Knowledge) -> Play | None:
        began = time.process_time()
        chosen = super().play(knowledge)
        self.times.append(round((time.process_time() - began) * 1000, 1))
        return chosen


def game(variant: str, seed: int, side: int, playouts: int) -> dict[str, object]:
    """One game of four in two teams, strong on one side and sensible on the other."""
    strong = TimedPlayer(seed, playouts)
    sensible = SensiblePlayer(random.Random(2 * seed + 1))
    return {**played(variant, seed, side, strong, sensible), "ms": strong.times}


def played(variant: str, seed: int, side: int, ours: Player, theirs: Player) -> dict[str, object]:
    """A whole game, `ours` for team `side`; the pack has a chance of its own, so that both games of a seed are dealt
    alike."""
    count = SHIPPED.variant(variant).usual_seats
    sectors = SHIPPED.variant(variant).usual_sectors(count)
    teams = SHIPPED.variant(variant).default_teams(count)
    table = Table(variant=variant, seats=spread_seats(count, sectors), sectors=sectors, first=seed % count)
    course = WholeGame(table, [ours if team == side else theirs for team in teams], random.Random(seed))
    while not course.is_over:
        course.advance()
    won = bool(course.state.result) and teams[(course.state.result or (0,))[0]] == side
    return {"seed": seed, "side": side, "won": won, "plays": course.state.ply}


def ladder(variant: str, seeds: range, playouts: int) -> str:
    """Plays what is missing, and makes a line of the table."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    kept = FOLDER / f"{variant}-{playouts}.jsonl"
    games = [json.loads(line) for line in kept.read_text().splitlines()] if kept.exists() else []
    played = {(one["seed"], one["side"]) for one in games}
    with kept.open("a") as out:
        for seed in seeds:
            for side in (0, 1):
                if (seed, side) not in played:
                    games.append(game(variant, seed, side, playouts))
                    out.write(json.dumps(games[-1]) + "\n")
                    out.flush()
    return row(variant, [one for one in games if one["seed"] in seeds])


def row(variant: str, games: list[dict[str, object]]) -> str:
    """One line of the table."""
    won, count = sum(bool(one["won"]) for one in games), len(games)
    low, high = interval(won, count)
    plays = sum(int(str(one["plays"])) for one in games) / count
    times = sorted(ms for one in games for ms in one["ms"])  # type: ignore[attr-defined]
    seeds = sorted({int(str(one["seed"])) for one in games})
    print(f"{variant}: {won} of {count}, {100 * low:.1f} to {100 * high:.1f} %", flush=True)
    return (
        f"| {variant} | {seeds[0]} to {seeds[-1]} | {count} | {100 * won / count:.1f} % "
        f"| {100 * low:.1f} to {100 * high:.1f} % | {plays:.0f} "
        f"| {times[len(times) // 2]:.0f} | {times[len(times) * 99 // 100]:.0f} | {times[-1]:.0f} |\n"
    )


def interval(won: int, count: int) -> tuple[float, float]:
    """Wilson's interval of a share."""
    share, weight = won / count, _WIDTH**2 / count
    middle = (share + weight / 2) / (1 + weight)
    half = _WIDTH * sqrt(share * (1 - share) / count + weight / (4 * count)) / (1 + weight)
    return middle - half, middle + half


def main(pairs: int, first: int, playouts: int, variants: list[str]) -> None:
    rows = "".join(ladder(variant, range(first, first + pairs), playouts) for variant in variants or SHIPPED.ids)
    write("ladder.md", FIGURES.format(machine=machine(), playouts=playouts, rows=rows))


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[1:4]]
    main(*[*numbers, *(20, 1, 400)[len(numbers) :]], sys.argv[4:])
