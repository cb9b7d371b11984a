"""The numbers of faults that each folder may still have, in `allowed.toml`: they only ever get smaller."""

import tomllib
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from prose.faults import Fault

ALLOWED: Final = Path(__file__).with_name("allowed.toml")
RULES: Final = ("habits", "long_lines", "sentences", "test_names", "subjects")
_HEAD: Final = (
    "# How many faults of prose each folder may still have.  After cleaning a folder lower its numbers:\n"
    "# PYTHONPATH=tests/support .venv/bin/python -m prose --lower\n"
)
Counts = dict[tuple[str, str], int]


def counted(faults: Iterable[Fault]) -> Counts:
    """Returns the number of faults by rule and folder."""
    return dict(Counter((fault.rule, fault.folder) for fault in faults))


def read_allowed(path: Path = ALLOWED) -> Counts:
    """Returns the numbers of the file by rule and folder."""
    tables = tomllib.loads(path.read_text(encoding="utf-8"))
    return {(rule, folder): number for rule, table in tables.items() for folder, number in table.items()}


def above(counts: Counts, allowed: Counts) -> Counts:
    """Returns what is above its limit; a folder without a limit may have no fault."""
    return {key: number for key, number in counts.items() if number > allowed.get(key, 0)}


def lowered(counts: Counts, allowed: Counts) -> Counts:
    """Returns the limits, none larger than before or than the present number."""
    return {key: min(number, allowed[key]) for key, number in counts.items() if key in allowed}


def write_allowed(allowed: Counts, path: Path = ALLOWED) -> None:
    """Writes the file: a table a rule, a line a folder."""
    lines = [_HEAD]
    for rule in RULES:
        lines.append(f"[{rule}]")
        lines += [f'"{folder}" = {number}' for (of, folder), number in sorted(allowed.items()) if of == rule and number]
        lines.append("")
    path.write_text("\n".join(lines), encoding="utf-8")
