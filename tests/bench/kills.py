"""Kills a program at every call by which it changes its data folder, and writes the table of build/figures/kills.md."""

import logging
import sys
import time

from kill_points import ACTS, Killing, Tally, kill_everywhere, runner
from tables import write

HEAD = """# Killed at every call

A program is ended with `kill -9` at each call of the system that changes a file of its data folder: before the call,
and where it writes, with half of it written. Then it is started again, and checked: everything that was shown is there,
every seal fits, nothing went back, the epoch is higher, and the next play is stored. Written by `make kills`.

| what the program does | calls | kills | inside an append | failures |
|---|---|---|---|---|
"""


def main() -> int:
    logging.disable()
    started_s = time.monotonic()
    tallies: dict[str, Tally] = {}
    with runner() as killer:
        for act in ACTS:
            tallies[act.name] = tally = kill_everywhere(Killing(killer, act))
            print(f"{act.name}: {tally.calls} calls, {tally.kills} kills, {len(tally.failures)} failures", flush=True)
            for failure in tally.failures:
                print("   ", failure, flush=True)
    rows = [(name, t.calls, t.kills, t.inside, len(t.failures)) for name, t in tallies.items()]
    total = ("**all**", *(sum(row[column] for row in rows) for column in range(1, 5)))
    table = "".join("| " + " | ".join(map(str, row)) + " |\n" for row in [*rows, total])
    write("kills.md", HEAD + table)
    print(f"{total[2]} kills, {total[3]} inside an append, {time.monotonic() - started_s:.0f} s")
    return 1 if total[4] else 0


if __name__ == "__main__":
    sys.exit(main())
