"""How good the wheel's detector is, in virtual time.  Writes the figures of docs/wheel.md."""

from tables import DOCS, machine, write

from firmware_bridge.soak import measure

HEADING = "## Figures\n"
FIGURES = """
Simulated device; no real board yet. Measured on: {machine}.
Written by `python tests/bench/wheel.py`. All times are virtual, with 500 samples a second, so the figures are the same
on every machine.

{table}

The resting wheels sway by 5 degrees, their magnet is off centre by 2 degrees, the noise is 1, 2, 8 or 20 counts of
4096, and half of them have 1 % wild samples: those cause the moves that are taken back at once.
"""

if __name__ == "__main__":
    measured = measure(1_000_000, 2_000)
    page = (DOCS / "wheel.md").read_text(encoding="utf-8")
    prose = page.partition(HEADING)[0]
    write("wheel.md", prose + HEADING + FIGURES.format(machine=machine(), table=measured.table))
    raise SystemExit(0 if measured.good else 1)
