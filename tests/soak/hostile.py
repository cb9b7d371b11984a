"""A hundred thousand hostile lines for every program of lines, a thousand hostile files for every reader of files.

One answer or one line each, none above 5 s, peak memory below 300 MB.  `make hostile ARGS="--lines 2000 --files 50"`.
"""

import argparse
import os
import sys
import tempfile
from multiprocessing import get_context
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))
from hostile_runs import FILE_COMMANDS, LINE_PROGRAMS, Measured, feed_files, feed_lines, table


def main() -> int:
    wanted = argparse.ArgumentParser(description=__doc__)
    wanted.add_argument("--lines", type=int, default=100_000)
    wanted.add_argument("--files", type=int, default=1000)
    wanted.add_argument("--seed", type=int, default=1)
    wanted.add_argument("--only", default="", help="programs whose name holds this word")
    given = wanted.parse_args()
    measured: list[Measured] = []
    # a process for each command, so that each has a peak of its own
    context = get_context("spawn")
    with tempfile.TemporaryDirectory() as folder:
        jobs = [(feed_lines, (program, given.lines, given.seed)) for program in LINE_PROGRAMS]
        jobs += [
            (feed_files, (name, given.files, given.seed, Path(folder) / str(number)))
            for number, name in enumerate(FILE_COMMANDS)
        ]
        for run, arguments in jobs:
            if given.only not in arguments[0]:
                continue
            with context.Pool(1) as pool:
                measured.append(pool.apply(run, arguments))
            last = measured[-1]
            print(f"{last.name}: {last.fed} fed, {last.slowest_s:.2f} s, {last.peak_mb:.0f} MB", file=sys.stderr)
            print("".join(f"  {fault}\n" for fault in last.faults), end="", file=sys.stderr, flush=True)
    print(table(measured))
    return 0 if all(each.good for each in measured) else 1


if __name__ == "__main__":
    os.environ.setdefault("SDL_VIDEODRIVER", "offscreen")
    sys.exit(main())
