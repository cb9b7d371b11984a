"""How long `plays` takes to start and answer one line, of several checkouts that take turns.

`python tests/bench/start.py FOLDER [FOLDER ...]`: each is a checkout, compiled first by `python -m compileall -q
companion`; --runs N of each.  Processor time in seconds, the least and the median, and whether all answered the same.
"""

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

REQUEST: Final = {
    "position": {
        "v": 1,
        "variant": "dog",
        "options": {},
        "sectors": 4,
        "seats": [0, 1, 2, 3],
        "turn": 0,
        "copied": None,
        "pawns": [
            ["kennel", 5, 9, 20],
            ["kennel", "kennel", 17, 33],
            ["kennel", "kennel", 40, 48],
            ["kennel", "kennel", "kennel", 50],
        ],
    },
    "card": "7",
}


def used() -> float:
    """Processor time of the programs that have ended."""
    times = resource.getrusage(resource.RUSAGE_CHILDREN)
    return times.ru_utime + times.ru_stime


def one_answer(checkout: Path, home: str) -> tuple[float, str]:
    """Returns the processor time of one run, and its output."""
    before = used()
    done = subprocess.run(
        [sys.executable, "-m", "companion", "plays"],
        cwd=checkout,
        env={**os.environ, "PYTHONPATH": str(checkout), "PAWTRACK_HOME": home},
        input=json.dumps(REQUEST),
        capture_output=True,
        text=True,
        check=True,
    )
    return used() - before, done.stdout


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkouts", nargs="+", type=Path)
    parser.add_argument("--runs", type=int, default=15)
    given = parser.parse_args()
    checkouts = [folder.resolve() for folder in given.checkouts]
    runs: dict[Path, list[float]] = {folder: [] for folder in checkouts}
    answers = set()
    with tempfile.TemporaryDirectory() as home:
        for number in range(given.runs):
            for folder in checkouts if number % 2 else checkouts[::-1]:
                seconds, answer = one_answer(folder, home)
                runs[folder].append(seconds)
                answers.add(answer)
    for folder, times in runs.items():
        print(f"{folder}: least {min(times):.4f}, median {statistics.median(times):.4f}")
    print("answers equal to the byte" if len(answers) == 1 else "ANSWERS DIFFER")


if __name__ == "__main__":
    main()
