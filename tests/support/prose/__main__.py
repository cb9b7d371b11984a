"""`python -m prose [--count | --lower | --begin] [FOLDER]`: checks the prose of this checkout or of another folder.

`--count` only prints all counts.  `--lower` writes smaller limits, `--begin` makes the present numbers the limits.
"""

import re
import sys
from collections import Counter
from pathlib import Path
from typing import Final

from prose.faults import Fault, faults_of
from prose.limits import RULES, Counts, above, counted, lowered, read_allowed, write_allowed
from prose.pieces import pieces_of

ROOT: Final = Path(__file__).parents[3]
_SHOWN: Final = 30


def main(arguments: list[str]) -> int:
    """Returns 1 where a folder has more faults than it may have."""
    options = {argument for argument in arguments if argument.startswith("--")}
    folders = [argument for argument in arguments if not argument.startswith("--")]
    root = Path(folders[0]) if folders else ROOT
    faults = faults_of(root)
    if "--count" in options:
        print("\n".join(_report(root, faults)))
        return 0
    counts = counted(faults)
    allowed = counts if "--begin" in options else read_allowed()
    too_many = above(counts, allowed)
    if too_many:
        print("\n".join(explained(too_many, allowed, faults)))
        return 1
    if options & {"--lower", "--begin"}:
        write_allowed(lowered(counts, allowed))
    return 0


def explained(too_many: Counts, allowed: Counts, faults: list[Fault]) -> list[str]:
    """Returns a line for each folder above its limit, and its faults, those of the last changed files first."""
    lines = []
    for (rule, folder), number in sorted(too_many.items()):
        lines.append(f"{folder}: {number} faults of {rule}, at most {allowed.get((rule, folder), 0)}; among them:")
        among = [fault for fault in faults if (fault.rule, fault.folder) == (rule, folder)]
        newest = sorted(among, key=lambda fault: _changed(fault.where), reverse=True)
        lines += [f"  {fault.where} {fault.what}" for fault in newest[:_SHOWN]]
    return lines


def _changed(where: str) -> float:
    """Returns when the file of a fault was changed; 0 for a commit."""
    file = ROOT / where.partition(":")[0]
    return file.stat().st_mtime if file.is_file() else 0


def _report(root: Path, faults: list[Fault]) -> list[str]:
    words: Counter[str] = Counter()
    for piece in pieces_of(root):
        words[piece.kind] += len(piece.plain.split())
    rules = Counter(fault.rule for fault in faults)
    habits = Counter(re.split(r": “", fault.what)[0] for fault in faults if fault.rule == "habits")
    return [
        *(f"words in {kind}s: {number}" for kind, number in words.items()),
        *(f"{rule}: {rules[rule]}" for rule in RULES),
        *(f"  {name}: {number}" for name, number in habits.most_common()),
    ]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
