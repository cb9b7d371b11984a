# ruff: noqa: E501 - the lines of a Markdown table are as long as they are
"""Verdicts and boards on recordings that were rendered apart (`rendered_tables`).  Writes build/figures/rendered.md.

    python tests/bench/score_rendered.py FOLDER [--answered] [--mistakes FOLDER] [--minutes M]

What was scored is kept beside the recordings and not scored again.  Exit status: 0 no verdict was wrong, 1 one was.
"""

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

import cv2
from answered_questions import judged_when_answered
from rendered_tables.looks import HELD_OUT
from stress import judged, recordings_in
from tables import machine, write

from companion.catalogue.shipped import SHIPPED
from companion.lab.truth import load_truth
from companion.sensors.recording import load_recording
from companion.sensors.replay import replay_recording
from vision.lab.measure import measure, score_of
from vision.lab.mistake_pictures import MistakeBook
from vision.lab.score_tables import interval

Row = dict[str, Any]

#: A spot that is called with more certainty is called surely.
SURE: Final = 0.95
FACTS: Final = ("art", "light", "lens", "shape", "found_by", "variant")
COUNTED: Final = (
    "states",
    "right",
    "asked",
    "wrong",
    "first_asked",
    "boards",
    "unread",
    "exact",
    "spots",
    "misread",
    "sure",
)
PAGE = """# Recordings rendered apart

{kind} `python tests/bench/rendered_tables` renders them with Mitsuba 3. Written by `make rendered` on {machine}.

A state is *right* when the last verdict on it is the true one and none before it was wrong, *asked* when the referee asked or waited, *wrong* for a
false accept or a false accusation. Nobody answers in a recording: of the {asked} asked states {first} came with no question unanswered before.
{answered}

| by | which | recordings | states | right | asked | wrong | asked (95 % interval) | wrong (95 % interval) | boards read | not read | exact | spots wrong | sure and wrong |
|---|---|---|---|---|---|---|---|---|---|---|---|---|---|
{rows}

{complaints}
"""


ANSWERED = """
Where each question about a legal play is answered with the truth at once, as a family does, {asked} of {states} states are asked about
({share}) and {wrong} wrong.
"""


def score(folder: Path, book: MistakeBook | None, *, answered: bool) -> Row:
    """Returns the results of referee and reader on one recording."""
    truth = [json.loads(line) for line in (folder / "truth.jsonl").read_text(encoding="utf-8").splitlines()]
    recording = load_recording(SHIPPED, folder)
    verdicts = list(judged(truth, list(replay_recording(recording))))
    known = load_truth(folder)
    eyes = score_of(known)
    measure(known, eyes, book.take if book else lambda _: None)
    amiss = [
        f"at {line['t_ms']} ms: {verdict}" for line, verdict in zip(truth, verdicts, strict=True) if verdict != "right"
    ]
    counts = Counter(verdict if verdict in ("right", "asked") else "wrong" for verdict in verdicts)
    return {
        **json.loads((folder / "made.json").read_text(encoding="utf-8")),
        "recording": folder.name,
        "variant": recording.position.variant,
        "states": len(verdicts),
        **{key: counts[key] for key in ("right", "asked", "wrong")},
        "first_asked": int(counts["asked"] > 0),
        "boards": eyes.boards,
        "unread": eyes.unread,
        "exact": eyes.boards_right,
        "spots": eyes.spots,
        "misread": len(eyes.mistakes),
        "sure": sum(mistake.chance > SURE for mistake in eyes.mistakes),
        "complaints": amiss,
        **(_answered(judged_when_answered(recording, truth)) if answered else {}),
    }


def _answered(verdicts: Sequence[str]) -> Row:
    wrong = sum(verdict not in ("right", "asked") for verdict in verdicts)
    return {"asked_when_answered": verdicts.count("asked"), "wrong_when_answered": wrong}


def page_of(rows: Sequence[Row]) -> str:
    """The whole page."""
    held_out = all(row["number"] >= HELD_OUT for row in rows)
    kind = "Scored once, looked at by nobody before." if held_out else "Looked at while the generator was made."
    total = _sums(rows)
    return PAGE.format(
        kind=kind,
        machine=machine(),
        asked=total["asked"],
        first=total["first_asked"],
        answered=_answered_part(rows),
        rows="\n".join(_rows(rows)),
        complaints="\n".join(_complaints(rows)) or "Nothing was asked and nothing was wrong.",
    )


def _answered_part(rows: Sequence[Row]) -> str:
    """Returns the part about recordings with answered questions, "" if some of them have none."""
    if not all("asked_when_answered" in row for row in rows):
        return ""
    asked, wrong = (sum(row[f"{what}_when_answered"] for row in rows) for what in ("asked", "wrong"))
    states = sum(row["states"] for row in rows)
    return ANSWERED.format(asked=asked, states=states, share=_share(asked, states), wrong=wrong)


def _sums(rows: Iterable[Row]) -> Counter[str]:
    total: Counter[str] = Counter()
    for row in rows:
        total.update({key: row[key] for key in COUNTED})
    return total


def _rows(rows: Sequence[Row]) -> Iterable[str]:
    yield _row("**all**", "", rows)
    for fact in FACTS:
        for value in sorted({str(row[fact]) for row in rows}):
            yield _row(fact.replace("_", " "), value, [row for row in rows if str(row[fact]) == value])


def _row(fact: str, value: str, rows: Sequence[Row]) -> str:
    total = _sums(rows)
    counts = " | ".join(str(total[key]) for key in ("states", "right", "asked", "wrong"))
    shares = " | ".join(_share(total[key], total["states"]) for key in ("asked", "wrong"))
    boards = total["boards"] + total["unread"]
    exact = f"{total['exact']} ({total['exact'] / max(1, boards):.1%})"
    seen = f"{boards} | {total['unread']} | {exact} | {total['misread']} of {total['spots']} | {total['sure']}"
    return f"| {fact} | {value} | {len(rows)} | {counts} | {shares} | {seen} |"


def _share(part: int, whole: int) -> str:
    low, high = interval(part, whole)
    return f"{part / max(whole, 1):.1%} ({low:.1%} to {high:.1%})"


def _complaints(rows: Sequence[Row]) -> Iterable[str]:
    """Yields every wrong verdict, and the first question of each recording."""
    for row in rows:
        asked = [line for line in row["complaints"] if line.endswith(": asked")]
        wrong = [line for line in row["complaints"] if not line.endswith(": asked")]
        for line in wrong:
            yield f"- **wrong**: {row['recording']}: {line}"
        if asked:
            yield f"- {row['recording']} ({row['light']}, {row['lens']}, {row['shape']}): {asked[0]}; then {len(asked) - 1} more"


def main() -> int:
    parser = argparse.ArgumentParser(description="scores rendered recordings and writes build/figures/rendered.md")
    parser.add_argument("recordings", type=Path)
    parser.add_argument("--answered", action="store_true", help="also with every question answered (twice the time)")
    parser.add_argument("--mistakes", type=Path, help="a folder for a marked picture of every misread board")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="begin no more after so many")
    wanted = parser.parse_args()
    cv2.setNumThreads(1)
    book = MistakeBook(wanted.mistakes) if wanted.mistakes else None
    began, rows = time.monotonic(), []
    for folder in recordings_in(wanted.recordings):
        kept = folder / "score.json"
        if not kept.exists():
            if time.monotonic() - began > 60 * wanted.minutes:
                continue
            kept.write_text(json.dumps(score(folder, book, answered=wanted.answered)), encoding="utf-8")
        rows.append(json.loads(kept.read_text(encoding="utf-8")))
        print({key: rows[-1][key] for key in ("recording", *COUNTED)}, file=sys.stderr, flush=True)
    if not rows:
        print(f"no recordings in {wanted.recordings}", file=sys.stderr)
        return 1
    write("rendered.md", page_of(rows))
    return 1 if any(row["wrong"] + row.get("wrong_when_answered", 0) for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
