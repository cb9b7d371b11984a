"""Every sentence of the referee about wrong plays in constructed endgames, held to the board: as many as are wanted.

    python tests/soak/endgames.py [--plays N] [--minutes M] [--seed S] [--game NAME]

It goes in rounds through every game and number of players.  `--minutes` is processor time.  Exit status: 0 all true,
1 an untrue sentence, which is printed with its play.
"""

import argparse
import sys
import time
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "properties"))

from endgames import endgame_plays
from test_reasons_are_true import faults_of
from wrong_plays import TABLES

#: Boards of each table in a round, with six wrong plays each.
_BOARDS: Final = 5


def main() -> int:
    parser = argparse.ArgumentParser(description="look for untrue sentences in endgames")
    parser.add_argument("--plays", type=int, default=100_000)
    parser.add_argument("--minutes", type=float, default=float("inf"))
    parser.add_argument("--seed", type=int, default=1_000)
    parser.add_argument("--game", default="")
    wanted = parser.parse_args()
    plays, untrue, seed = 0, 0, wanted.seed
    while plays < wanted.plays and time.process_time() < 60 * wanted.minutes:
        for variant_id, players in TABLES:
            if wanted.game not in ("", variant_id):
                continue
            for wrong in endgame_plays(variant_id, players, seed, _BOARDS):
                plays += 1
                for fault in faults_of(wrong):
                    untrue += 1
                    print(f"{fault}\n    {wrong}")
        seed += 1
        print(f"{plays} plays, {untrue} untrue", flush=True)
    return 1 if untrue else 0


if __name__ == "__main__":
    sys.exit(main())
