"""How far the reader is to be believed on recordings that nobody here drew, and what the referee makes of each picture.

    python tests/bench/referee_belief.py RECORDINGS [--disturbed NAME]...

Every picture at rest (the first and the last of each rest) is read with the truth of those before it known.  Prints how
surprised open spots and kennels are by the truth if probabilities are taken to some powers, and the verdicts with the
card that lay open and with two that did not.  Exit status: 0 no verdict was wrong, 1 one was.
"""

import argparse
import sys
from pathlib import Path
from typing import Final

from referee_cases import NONE, Case, CaseReader
from referee_fit import Row, check_row, loss, rows_of, verdicts_on
from stress import recordings_in

from companion.referee.model import MODEL

POWERS: Final = (0.8, 1.0, 1.15, 1.25, 1.5, 1.75)


def surprise(name: str, rows: list[Row]) -> str:
    """Returns a row of the table: thousandths of a nat a spot, by the source's chance of an uninformative row."""
    cells = " | ".join(f"{1000 * loss(rows, MODEL.sight.misread_chance, power):.2f}" for power in POWERS)
    return f"| {name} | {sum(row.is_wrong for row in rows)} of {len(rows)} | {cells} |"


def page(cases: list[Case]) -> tuple[str, bool]:
    """The tables, and whether no verdict was wrong."""
    rows = [row for case in cases if not case.first for row in rows_of(case)]
    found = [judged for case in cases for judged in verdicts_on(case)]
    wrong = [judged for judged in found if judged.outcome not in ("right", "asked")]
    lines = [
        f"| spots | misread | {' | '.join(f'power {power:g}' for power in POWERS)} |",
        f"|---|---|{'---|' * len(POWERS)}",
        surprise("open", [row for row in rows if row.open]),
        surprise("kennel", [row for row in rows if not row.open]),
        "",
        "| pictures | judged | right | asked | wrong | wrong at most (95 %) | cost of a picture in questions |",
        "|---|---|---|---|---|---|---|",
        check_row("with the card that lay open", [judged for judged in found if not judged.other]),
        check_row("with other cards", [judged for judged in found if judged.other]),
        *(f"WRONG {one.case.recording} {one.case.t_ms} ms, {one.card}: {one.outcome}" for one in wrong),
    ]
    return "\n".join(lines), not wrong


def main() -> int:
    parser = argparse.ArgumentParser(description="how far the reader is to be believed on recordings with truth")
    parser.add_argument("recordings", type=Path)
    parser.add_argument("--disturbed", action="append", help="a disturbance by its name; none: as they are")
    wanted = parser.parse_args()
    cases: list[Case] = []
    for name in wanted.disturbed or [NONE]:
        for number, folder in enumerate(recordings_in(wanted.recordings)):
            cases += CaseReader(folder, number, name).cases()
            print(f"{name}: {folder.name}: {len(cases)} pictures so far", file=sys.stderr, flush=True)
    text, safe = page(cases)
    print(text)
    return 0 if safe else 1


if __name__ == "__main__":
    sys.exit(main())
