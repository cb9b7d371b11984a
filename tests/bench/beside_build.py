"""Whole random games a second of this checkout and of another one, by turns.  Writes build/figures/beside_build.md.

usage: python tests/bench/beside_build.py FOLDER [TURNS]

FOLDER is the other checkout.  Both play the same games, unless a rule has changed between them.
A variant that the other checkout lacks is left out.
"""

import hashlib
import os
import random
import subprocess
import sys
import time
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

HERE: Final = Path(__file__).resolve().parents[2]
GAMES: Final = 3
TURNS: Final = 9

PAGE = """# Whole random games beside another build

Measured on: {machine}, one core, processor time, medians of {turns} turns in which both played the same {games} games
of a variant through the session.  The last column: whether every event after the start was the same, a play by its
notation.
Written by `python tests/bench/beside_build.py FOLDER`.

| variant | other build, games a second | this build | times as many | same events |
|---|---|---|---|---|
{rows}"""


class Run(NamedTuple):
    """Games a second, and the digest of all their events."""

    rate: float
    digest: str


def main() -> None:
    if sys.argv[1] == "--child":
        play(sys.argv[2:])
        return
    from tables import machine, write

    from companion.catalogue.shipped import SHIPPED

    other, turns = Path(sys.argv[1]).resolve(), int(sys.argv[2]) if len(sys.argv) > 2 else TURNS
    rows = "".join(row(variant, other, turns) for variant in SHIPPED.ids if has(other, variant))
    write("beside_build.md", PAGE.format(machine=machine(), turns=turns, games=GAMES, rows=rows))


def has(checkout: Path, variant: str) -> bool:
    return any(checkout.joinpath("companion").rglob(f"variants/{variant}.toml"))


def row(variant: str, other: Path, turns: int) -> str:
    runs = [(run(other, variant), run(HERE, variant)) for _ in range(turns)]
    same = "yes" if len({each.digest for pair in runs for each in pair}) == 1 else "no"
    theirs, ours = (median(pair[which].rate for pair in runs) for which in range(2))
    return f"| {variant} | {theirs:.2f} | {ours:.2f} | {ours / theirs:.2f} | {same} |\n"


def run(checkout: Path, variant: str) -> Run:
    path = os.pathsep.join(str(checkout / each) for each in ("", "tests/support", "tests/bench"))
    command = [sys.executable, __file__, "--child", variant]
    done = subprocess.run(
        command, env={**os.environ, "PYTHONPATH": path}, cwd=checkout, capture_output=True, text=True, check=True
    )
    rate, digest = done.stdout.split()
    return Run(float(rate), digest)


def play(words: list[str]) -> None:
    """Plays the games of a variant with the build that PYTHONPATH names; one before, so that all is loaded."""
    sys.path.pop(0)
    import msgspec
    from engine import new_game

    from companion.players.random_player import RandomPlayer
    from companion.system.gc_tuning import raise_gc_thresholds

    try:
        from companion.playout.choice import choose_lister
    except ImportError:
        pass
    else:
        choose_lister()
    raise_gc_thresholds()
    digest, took = hashlib.sha256(), 0.0
    for seed in range(GAMES + 1):
        began = time.process_time()
        game = new_game(words[0], random.Random(seed), RandomPlayer)
        while not game.is_over:
            game.advance()
        took += time.process_time() - began if seed else 0.0
        later = game.events[1:]  # the first has the rules as a text
        digest.update(msgspec.json.encode([getattr(event, "notation", event) for event in later]))
    print(GAMES / took, digest.hexdigest())


if __name__ == "__main__":
    main()
