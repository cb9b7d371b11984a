"""The playout kernel and the lister beside libdog, a public C++ program for DOG.  Writes build/figures/beside_cpp.md.

usage: PAWTRACK_LIBDOG=PROGRAM python tests/bench/beside_cpp.py

PROGRAM is `cpp_peer/peer.cpp` with the library (leopoldsedev/libdog), compiled by the user.  The two take turns, so
that other load of the machine affects both.
"""

import os
import subprocess
import time
from pathlib import Path
from statistics import median
from typing import NamedTuple

from playout_tables import Case, Ready, ready
from playouts import engine_plays_a_second, games_a_second
from tables import machine, write

from companion.catalogue.shipped import SHIPPED
from companion.model.places import KENNEL, Place
from companion.playout.choice import choose_lister
from companion.rules import legal
from companion.rules.legal import legal_plays
from companion.rules.listing.lister import find_lister
from companion.rules.points import portions_of
from companion.system.gc_tuning import raise_gc_thresholds

SECONDS = 2.0
SPLITS = 5
#: The position of libdog's own "worst case" test: both partners with all pawns on the track, far from each other.
WORST = ((0, 8, 16, 24), (), (32, 40, 48, 56), ())

PAGE = """# Beside a C++ program

Measured on: {machine}, one core, processor time. Written by `PAWTRACK_LIBDOG=PROGRAM python tests/bench/beside_cpp.py`.
libdog knows DOG for four with points for the partner, and lists all
actions before one is drawn; shuffling its cards is not counted. All took turns, row by row. *Engine*: what there was
before the kernel, plays listed by `legal_plays`, no session.

| variant | players | kernel, random games a second | libdog in DOG, same moments | kernel / libdog | engine / libdog |
|---|---|---|---|---|---|
{games}
The worst split, a 7 over eight pawns (libdog's own test): all plays listed by `legal_plays`, with every step and
placement as a value of Python. Median of the turns, in each the best of five; libdog lists {actions} actions in
{theirs:.0f} ms.

| engine | placements | ms | of libdog's time |
|---|---|---|---|
| compiled lister | {placements} | {compiled:.1f} | {compiled_ratio:.2f} |
| readable engine | {placements} | {plain:.1f} | {plain_ratio:.2f} |
"""


class Measured(NamedTuple):
    """The output of the driver: games a second, actions a game, the split in milliseconds and its number of actions."""

    games: float
    length: float
    split: float
    actions: int


def main() -> None:
    program = Path(os.environ["PAWTRACK_LIBDOG"])
    raise_gc_thresholds()
    measured = {variant: (our_rates(variant), run(program), splits()) for variant in SHIPPED.ids}
    compiled, plain = (median(each[2][which][0] for each in measured.values()) for which in range(2))
    theirs = median(peer.split for _, peer, _ in measured.values())
    write(
        "beside_cpp.md",
        PAGE.format(
            machine=machine(),
            games="".join(row(variant, *rates, peer.games) for variant, (rates, peer, _) in measured.items()),
            compiled=compiled,
            plain=plain,
            placements=next(iter(measured.values()))[2][0][1],
            theirs=theirs,
            actions=next(iter(measured.values()))[1].actions,
            compiled_ratio=compiled / theirs,
            plain_ratio=plain / theirs,
        ),
    )


def run(program: Path) -> Measured:
    words = subprocess.run([str(program), str(SECONDS)], capture_output=True, text=True, check=True).stdout.split()
    return Measured(float(words[0]), float(words[1]), float(words[2]), int(words[3]))


def our_rates(variant: str) -> tuple[float, float]:
    """Random games a second of the kernel and of the bare engine."""
    case = made(variant)
    rate, plays = games_a_second(case, greedy=False)
    return rate, engine_plays_a_second(case) / plays


def made(variant: str, *options: tuple[str, bool]) -> Ready:
    return ready(Case(variant, SHIPPED.variant(variant).usual_seats, options))


def row(variant: str, rate: float, engine: float, peer: float) -> str:
    players = SHIPPED.variant(variant).usual_seats
    return f"| {variant} | {players} | {rate:.0f} | {peer:.0f} | {rate / peer:.1f} | {engine / peer:.3f} |\n"


def splits() -> tuple[tuple[float, int], tuple[float, int]]:
    """The worst split by the compiled lister and by the readable engine."""
    choose_lister()
    compiled = worst_split()
    find_lister(lambda: None)
    return compiled, worst_split()


def worst_split() -> tuple[float, int]:
    """Milliseconds for all plays of the 7 in libdog's worst position, and how many placements they lead to."""
    case = made("dog", ("dog.seven_partner", True))
    rows = tuple(tuple(sorted(map(Place, row or (KENNEL,) * 4))) for row in WORST)
    position = case.first.with_placement(case.first.placement.with_pawns(rows))
    best, plays = float("inf"), 0
    for _ in range(SPLITS):
        legal._listed.cache_clear()
        portions_of.cache_clear()
        began = time.process_time()
        plays = len(legal_plays(case.rules, position, "7"))
        best = min(best, time.process_time() - began)
    return best * 1000, plays


if __name__ == "__main__":
    main()
