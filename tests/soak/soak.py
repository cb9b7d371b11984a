"""Ten thousand whole games of every variant and player count, every law checked after every step; then `plays`.

    python tests/soak/soak.py [--games N] [--jobs J] [--seed S] [--lines L]

Game number S, S+1, ... follows wholly from its number: a failing one is printed with the command that plays it alone.
Ctrl-C prints what was reached.  Exit status: 0 all laws kept, 1 one was broken, 2 unusable arguments, 130 interrupted.
"""

import argparse
import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from game_laws import description_of_seed, play_by_the_laws, tables
from laws import BrokenLawError, Tally
from plays_lines import run_lines

Outcome = tuple[int, Tally | None, str]
#: Faults are printed one by one; after so many it is clear that something is wrong.
MOST_FAULTS = 20


def outcome(seed: int) -> Outcome:
    """The tally of a game, or the law that it broke."""
    try:
        return seed, play_by_the_laws(seed), ""
    except BrokenLawError as error:
        return seed, None, str(error)


def outcomes(seeds: range, jobs: int) -> Iterator[Outcome]:
    """All games as they end, on so many processor cores."""
    if jobs == 1:
        yield from map(outcome, seeds)
        return
    with multiprocessing.get_context("spawn").Pool(jobs, _leave_interrupts_to_parent) as pool:
        yield from pool.imap_unordered(outcome, seeds, chunksize=1)


def _leave_interrupts_to_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class Soak:
    """The results so far, and their report."""

    def __init__(self, games: int) -> None:
        self.games = games
        self.done = 0
        self.faults = 0
        self.tally = Tally()
        self._began = time.monotonic()

    def take(self, result: Outcome) -> None:
        seed, tally, fault = result
        self.done += 1
        if tally is not None:
            self.tally.add(tally)
        else:
            self.faults += 1
            print(f"\r\033[KGAME {seed} ({description_of_seed(seed)})\n  {fault}")
            print(f'  play it alone: make soak ARGS="--games 1 --seed {seed} --lines 0"', flush=True)
        if sys.stderr.isatty() or self.done % 100 == 0 or self.done == self.games:
            self._show()

    def _show(self) -> None:
        passed = time.monotonic() - self._began
        left = passed / self.done * (self.games - self.done)
        end = "" if sys.stderr.isatty() else "\n"
        text = f"\r{self.done} of {self.games} games, {self.faults} with a fault, {left / 60:.0f} min left  "
        print(text, end=end, file=sys.stderr, flush=True)

    def report(self) -> None:
        counts, minutes = self.tally.counts, (time.monotonic() - self._began) / 60
        print(
            f"\n{self.done} games in {minutes:.1f} minutes: {counts['plies']} plays, {counts['steps']} steps, "
            f"longest game {self.tally.longest} plays"
        )
        names = ("plays judged", "others illegal", "others unfinished", "undone")
        print("checked after every step; " + ", ".join(f"{name} {counts[name]}" for name in names))
        print("  ".join(f"{name}: {count}" for name, count in sorted(self.tally.games.items())))
        print("every law was kept" if not self.faults else f"{self.faults} games broke a law")


def main() -> int:
    parser = argparse.ArgumentParser(description="plays whole games of every variant and checks every law")
    parser.add_argument("--games", type=_natural, default=10_000, help="how many (default 10000)")
    parser.add_argument("--jobs", type=_natural, default=os.cpu_count() or 1, help="processor cores (default all)")
    parser.add_argument("--seed", type=_natural, default=0, help=f"number of the first game; {len(tables())} tables")
    parser.add_argument("--lines", type=_natural, default=100_000, help="lines for `plays` (default 100000, 0 = none)")
    wanted = parser.parse_args()
    soak = Soak(wanted.games)
    try:
        for result in outcomes(range(wanted.seed, wanted.seed + wanted.games), max(1, wanted.jobs)):
            soak.take(result)
            if soak.faults >= MOST_FAULTS:
                print(f"{MOST_FAULTS} games broke a law; that is enough")
                break
        soak.report()
        lines_good = run_lines(wanted.lines) if wanted.lines else True
    except KeyboardInterrupt:
        soak.report()
        return 130
    return 0 if lines_good and not soak.faults else 1


def _natural(text: str) -> int:
    number = int(text)
    if number < 0:
        raise argparse.ArgumentTypeError(f"{text} is negative")
    return number


if __name__ == "__main__":
    sys.exit(main())
