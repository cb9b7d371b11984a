# ruff: noqa: E501 - the lines of a Markdown table are as long as they are
"""Scores recordings with the scorer that comes beside them and writes docs/accuracy.md.

Usage: accuracy.py RECORDINGS_FOLDER [HELD_OUT_FOLDER]: the second holds recordings that nothing was tuned on.
"""

import json
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
HEADER = """# Accuracy on recorded tables

The recordings are **rendered** (physically based pictures of a table), not filmed. A state counts as *right* when the last verdict
on it is the true one and none before it was wrong, as *asked* when the referee asked or waited, as *wrong* for a false accept or a
false accusation. One state that is asked about and that nobody answers (nobody does in a recording) leaves all later ones of its
recording asked too.

Written by `make accuracy` (`python tests/bench/accuracy.py RECORDINGS [HELD_OUT]`), which runs `score_replay.py RECORDING...`; that
calls `python -m companion replay RECORDING --json`. Date: {date}.
"""
TABLE = """
## {title}

{text}

| recording | states | right | asked | wrong | verdict after first still picture (median, ms of table time) |
|---|---|---|---|---|---|
"""
GIVEN = "The thresholds of eyes and referee were chosen while these were looked at."
HELD_OUT = """Other seeds, light and board art, made with the renderer that comes beside the recordings (`record.py OUT BOARD black_dog SEED PLIES
PRESET --illegal 0.4`: sun on slate, seed 77, 10 plies; lamp on night 101, window on wood 102, top on green 103, 9 plies each). They found
three faults, which were mended (a hand seen in the gloss of a dark board, accusations on top of an open question, too much certainty where the print
has the pawn's own colour), so only the first one is still unseen. What is left: a green pawn that enters a green start field, seen straight from above,
is asked about."""


def main() -> int:
    page = HEADER.format(date=datetime.now(UTC).date())
    folders = [Path(name) for name in sys.argv[1:]]
    scorer = folders[0].parent / "tools" / "score_replay.py"
    status = 0
    for folder, title, text in zip(folders, ("Given", "Held out"), (GIVEN, HELD_OUT), strict=False):
        rows, failed = score(scorer, folder)
        status |= failed
        page += TABLE.format(title=title, text=text)
        for row in rows:
            late = row.get("median_ms_after_first_still_picture") or ""
            page += f"| {row['recording']} | {row['states']} | {row['right']} | {row['asked']} | {row['wrong']} | {late} |\n"
    (ROOT / "docs" / "accuracy.md").write_text(page, encoding="utf-8")
    return status


def score(scorer: Path, folder: Path) -> tuple[list[dict[str, Any]], int]:
    """A row for each recording in the folder and a pooled one, and the scorer's exit status."""
    found = sorted(path.parent for path in folder.glob("*/session.toml"))
    run = subprocess.run(
        [sys.executable, str(scorer), *map(str, found), "--command", f"{sys.executable} -m companion"],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    print(run.stdout, run.stderr, sep="")
    return [json.loads(line) for line in run.stdout.splitlines() if line.startswith("{")], run.returncode


if __name__ == "__main__":
    sys.exit(main())
