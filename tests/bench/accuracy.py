"""Scores recordings with the scorer that comes beside them and writes docs/accuracy.md.

Usage: accuracy.py RECORDINGS_FOLDER
"""

import json
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HEADER = """# Accuracy on recorded tables

The recordings are **rendered** (physically based pictures of a table), not filmed. Each row is one recording; a state
counts as *right* when the last
verdict on it is the true one and none before it was wrong, as *asked* when the referee asked or waited, as *wrong*
for a false accept or a false accusation.

Written by `make accuracy`, which runs `score_replay.py RECORDING...` (it calls `python -m companion replay RECORDING
--json`). Date: {date}.

| recording | states | right | asked | wrong | verdict after first still picture (median, ms of table time) |
|---|---|---|---|---|---|
"""


def main() -> int:
    recordings = Path(sys.argv[1])
    scorer = recordings.parent / "tools" / "score_replay.py"
    folders = sorted(path for path in recordings.iterdir() if (path / "session.toml").exists())
    ours = [path for path in folders if 'variant = "black_dog"' in (path / "session.toml").read_text(encoding="utf-8")]
    run = subprocess.run(
        [sys.executable, str(scorer), *map(str, ours), "--command", f"{sys.executable} -m companion"],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    print(run.stdout, run.stderr, sep="")
    rows = [json.loads(line) for line in run.stdout.splitlines() if line.startswith("{")]
    table = HEADER.format(date=datetime.now(UTC).date())
    for row in rows:
        late = row.get("median_ms_after_first_still_picture", "")
        table += (
            f"| {row['recording']} | {row['states']} | {row['right']} | {row['asked']} | {row['wrong']} | {late} |\n"
        )
    (ROOT / "docs" / "accuracy.md").write_text(table, encoding="utf-8")
    return run.returncode


if __name__ == "__main__":
    sys.exit(main())
