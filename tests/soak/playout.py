"""The playout kernel compared with the engine in a million positions: the drawable plays are exactly the legal ones.

    python tests/soak/playout.py [--positions N] [--minutes M] [--seed S]

It goes in rounds through every variant, number of players and switch; rounds are kept in build/soak/playout.jsonl, so
it can be stopped and continued.  Positions are those of whole games, from seed S on; `--minutes` is processor time of
this run.  Exit status: 0 all the same, 1 a difference, which is printed.
"""

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from playout_differences import PER_GAME, differences
from playout_tables import switched, variants

KEPT: Final = Path("build/soak/playout.jsonl")
#: Positions of each case in a round.
_GAMES: Final = 10
_ROUND: Final = _GAMES * PER_GAME
#: Seeds of a round's games; games that are short give fewer positions, so that it takes a few more of them.
_SEEDS_APART: Final = 1000


def main() -> int:
    parser = argparse.ArgumentParser(description="hold the playout kernel to the engine")
    parser.add_argument("--positions", type=int, default=1_000_000)
    parser.add_argument("--minutes", type=float, default=float("inf"))
    parser.add_argument("--seed", type=int, default=1_000_000)
    wanted = parser.parse_args()
    KEPT.parent.mkdir(parents=True, exist_ok=True)
    rounds = [json.loads(line) for line in KEPT.read_text().splitlines()] if KEPT.exists() else []
    cases = [*variants(), *switched()]
    while _positions(rounds) < wanted.positions and time.process_time() < 60 * wanted.minutes:
        seed = wanted.seed + _SEEDS_APART * len(rounds)
        found = [f"{case}: {line}" for case in cases for line in differences(case, _ROUND, seed)]
        rounds.append({"seed": seed, "positions": _ROUND * len(cases), "differences": found})
        with KEPT.open("a") as out:
            out.write(json.dumps(rounds[-1]) + "\n")
        print("\n".join([*found, f"{_positions(rounds)} positions"]), flush=True)
    different = sum(len(each["differences"]) for each in rounds)
    print(f"{_positions(rounds)} positions of {len(cases)} games and switches, {different} differences")
    return int(different > 0)


def _positions(rounds: list[dict[str, int]]) -> int:
    return sum(each["positions"] for each in rounds)


if __name__ == "__main__":
    raise SystemExit(main())
