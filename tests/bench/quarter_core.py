"""The time to a verdict on a quarter of a core, a stand-in for a Raspberry Pi 3.

    python tests/bench/quarter_core.py [--share 0.25] [--runs 3]

`pawtrack doctor --speed` runs in a process that is stopped for the rest of each tenth of a second, once it has had its
share of processor time in it; no rights are needed.  OpenCV has one thread.  Prints the median of the runs.
"""

import argparse
import json
import os
import signal
import statistics
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

PERIOD_S: Final = 0.1
#: The longest run without a check of its processor time.
STEP_S: Final = 0.005
#: A verdict is to come within this time.
AIM_MS: Final = 2000
ONE_THREAD: Final = {"OPENCV_FOR_THREADS_NUM": "1", "OPENBLAS_NUM_THREADS": "1"}


def used_s(group: int) -> float:
    """Seconds of processor time of all threads of a group of processes so far."""
    used_ns = 0.0
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if os.getpgid(int(process.name)) == group:
                used_ns += sum(float(path.read_text().split()[0]) for path in process.glob("task/*/schedstat"))
    return used_ns / 1e9


def held_to(share: float, program: "subprocess.Popen[str]") -> None:
    """Lets the program, which leads a group of its own, and its children run for their share of each period."""
    while program.poll() is None:
        end, before = time.monotonic() + PERIOD_S, used_s(program.pid)
        _signal(program.pid, signal.SIGCONT)
        while program.poll() is None and time.monotonic() < end and used_s(program.pid) - before < share * PERIOD_S:
            time.sleep(STEP_S)
        _signal(program.pid, signal.SIGSTOP)
        time.sleep(max(0.0, end - time.monotonic()))


def _signal(group: int, number: signal.Signals) -> None:
    with suppress(ProcessLookupError):
        os.killpg(group, number)


def one_run(share: float) -> dict[str, Any]:
    program = subprocess.Popen(
        [sys.executable, "-m", "companion", "doctor", "--speed", "--json"],
        env={**os.environ, **ONE_THREAD},
        stdout=subprocess.PIPE,
        text=True,
        process_group=0,
    )
    if share < 1:
        held_to(share, program)
    text, _ = program.communicate()
    found: dict[str, Any] = json.loads(text)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description="measures a machine that has a part of a core")
    parser.add_argument("--share", type=float, default=0.25, help="share of a core (default 0.25)")
    parser.add_argument("--runs", type=int, default=3, help="how many (default 3)")
    wanted = parser.parse_args()
    for share in (1.0, wanted.share):
        runs = [one_run(share) for _ in range(wanted.runs)]
        ms = statistics.median(run["ms"] for run in runs)
        pictures = statistics.median(run["pictures"] for run in runs)
        print(f"{share:.2f} of a core: {ms:.0f} ms to a verdict (aim {AIM_MS}), {pictures:.0f} pictures a second")


if __name__ == "__main__":
    main()
