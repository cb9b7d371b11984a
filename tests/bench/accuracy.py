# ruff: noqa: E501 - the lines of a Markdown table are as long as they are
"""The share of right verdicts of the referee on recordings, and the accuracy of the reader alone.

Writes build/figures/accuracy.md.

    python tests/bench/accuracy.py RECORDINGS [HELD_OUT...] [--seen FOLDER] [--drawn N] [--keep FOLDER] [--mistakes FOLDER]

RECORDINGS holds the recordings that everybody has, each HELD_OUT others that nothing was tuned on, --seen others that
were examined since; N more are drawn. Ctrl-C ends it without writing the page.  Exit status: 0 no verdict was wrong, 1
at least one was wrong, 130 interrupted.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
from drawn_recordings import COUNT, PLAYS, record
from tables import machine, write

from companion.lab.truth import load_truth
from vision.lab.measure import Score, Tally, measure, score_of
from vision.lab.mistake_pictures import MistakeBook
from vision.lab.score_tables import by_certainty, by_fact, by_place, in_all, interval, share_of_wrong

ROOT = Path(__file__).resolve().parents[2]
PAGE = """# Accuracy on recorded tables

No recording here was filmed: **rendered** ones are physically based pictures of a table with hands, depth of field, sensor noise and JPEG;
**drawn** ones come from the virtual camera (`tests/bench/drawn_recordings.py`), which shares no code with the reader. What a filmed game of a
printed board gives is not known yet.

Written by `{command}` on {machine}.

## Verdicts

A state is *right* when the last verdict on it is the true one and none before it was wrong, *asked* when the referee asked or waited, *wrong*
for a false accept or a false accusation. Nobody answers in a recording; the game goes on from the next board that only one row of plays explains.
{illegal} of the {states} states are deliberate illegal plays. Scored by `score_replay.py`, which calls `python -m companion replay RECORDING --json`.

| recordings | number | states | right | asked | wrong | share asked (95 % interval) | share wrong (95 % interval) |
|---|---|---|---|---|---|---|---|
{verdicts}

Median time from the first still picture to the verdict: {median} ms of table time. {first}

{complaints}

## The reader alone

Every board at rest is read before the reader knows what stands there, and before the rules help: after each play, after illegal ones, in
the middle of plays and after hands that only passed. The reader learns from accepted plays only. `python -m companion vision measure RECORDING...` prints more.

| recordings | boards at rest | not read | exactly right | spots | wrong | share of wrong spots (95 % interval) |
|---|---|---|---|---|---|---|
{reader}

| place | spots | wrong | share of wrong spots (95 % interval) |
|---|---|---|---|
{places}

| | boards at rest | not read | exactly right | spots | wrong | share of wrong spots (95 % interval) |
|---|---|---|---|---|---|---|
{facts}

## Reliability

What the reader says of a spot, and how often it is right.

| certainty | spots | said on average | right |
|---|---|---|---|
{bins}

## Recordings

{groups}

| recording | states | right | asked | wrong | boards exactly right | wrong spots |
|---|---|---|---|---|---|---|
{recordings}
"""
GIVEN = (
    "given",
    "rendered; the thresholds of reader and referee were chosen while these were looked at",
)
HELD_OUT = (
    "held out",
    "rendered with the renderer that comes beside the recordings; light, camera, board art and pawns that occur nowhere else; scored once, at the end, and looked at by nobody before",
)
SEEN = (
    "rendered before",
    "held out at first; they found faults that were then mended (markers too small to read, a swap without a target), so they are unseen no more",
)
DRAWN = (
    "drawn",
    "numbers {numbers} of `drawn_recordings.py`: all shipped boards in five arts, nine games, 2 to 6 players, eight colours of pawns, 2700 to 6500 K, lamp, sun, dim, 35 to 90 degrees",
)
#: Properties by which the page groups recordings; `vision measure` knows more.
FACTS = ("light", "colour of the light", "camera height", "pawns", "white pawns", "board", "art", "picture")


@dataclass(slots=True)
class Group:
    """Recordings that belong together: the scorer's result for each, its complaints, and the readings."""

    name: str
    text: str
    folders: list[Path]
    rows: list[dict[str, Any]] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)
    scores: list[Score] = field(default_factory=list)

    def total(self, key: str) -> int:
        return sum(int(row[key]) for row in self.rows)


def judge(group: Group, scorer: Path) -> None:
    """Has the verdicts on each recording scored."""
    for folder in group.folders:
        command = [sys.executable, str(scorer), str(folder), "--command", f"{sys.executable} -m companion"]
        run = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
        lines = run.stdout.splitlines()
        rows = [json.loads(line) for line in lines if line.startswith("{")]
        if not rows:
            raise SystemExit(f"accuracy: the scorer gave nothing for {folder}: {run.stderr.strip()[-300:]}")
        group.rows += rows
        group.complaints += [line for line in lines if re.match(r".+: (asked|wrong) at", line)]
        counts = {key: rows[0][key] for key in ("states", "right", "asked", "wrong")}
        print(f"{group.name}: {folder.name}: {counts}", file=sys.stderr, flush=True)


def read(group: Group, book: MistakeBook | None) -> None:
    """Has the reader read each recording by itself."""
    for folder in group.folders:
        recording = load_truth(folder)
        group.scores.append(score_of(recording))
        measure(recording, group.scores[-1], book.take if book else lambda _: None)


def recordings_in(folder: Path) -> list[Path]:
    return sorted(path.parent for path in folder.glob("*/session.toml") if (path.parent / "truth.jsonl").exists())


def page_of(groups: Sequence[Group], command: str) -> str:
    """The whole page."""
    scores = [score for group in groups for score in group.scores]
    late = sorted(row["median_ms_after_first_still_picture"] for group in groups for row in group.rows if row["right"])
    return PAGE.format(
        command=command,
        machine=machine(),
        states=sum(group.total("states") for group in groups),
        illegal=sum(
            line["verdict"] == "illegal" for group in groups for folder in group.folders for line in _truth(folder)
        ),
        verdicts="\n".join(_verdict_rows(groups)),
        median=late[len(late) // 2] if late else "no",
        first=_first_questions(groups),
        complaints="\n".join(_complaint_lines(groups)) or "Nothing was asked and nothing was wrong.",
        reader="\n".join(_reader_rows(groups)),
        places="\n".join(by_place(scores)),
        facts="\n".join(_fact_rows(scores)),
        bins="\n".join(by_certainty(scores)),
        groups="\n".join(f"- **{group.name}**: {group.text}." for group in groups),
        recordings="\n".join(_recording_rows(groups)),
    )


def _truth(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "truth.jsonl").read_text(encoding="utf-8").splitlines()]


def _verdict_rows(groups: Sequence[Group]) -> Iterable[str]:
    for group in groups:
        counts = {key: group.total(key) for key in ("states", "right", "asked", "wrong")}
        yield _verdict_row(group.name, len(group.rows), counts)
    counts = {key: sum(group.total(key) for group in groups) for key in ("states", "right", "asked", "wrong")}
    yield _verdict_row("**all**", sum(len(group.rows) for group in groups), counts)


def _verdict_row(name: str, number: int, counts: dict[str, int]) -> str:
    states, right, asked, wrong = (counts[key] for key in ("states", "right", "asked", "wrong"))
    return f"| {name} | {number} | {states} | {right} | {asked} | {wrong} | {_share(asked, states)} | {_share(wrong, states)} |"


def _share(part: int, whole: int) -> str:
    low, high = interval(part, whole)
    return f"{part / max(whole, 1):.2%} ({low:.2%} to {high:.2%})"


def _first_questions(groups: Sequence[Group]) -> str:
    """Returns how often a state led to a question without an earlier unanswered question."""
    reached = asked = 0
    for group in groups:
        troubled = {line.split(":")[0]: _when(line) for line in reversed(group.complaints)}
        for folder in group.folders:
            times = [int(line["t_ms"]) for line in _truth(folder)]
            first = troubled.get(folder.name)
            asked += first is not None
            reached += sum(first is None or t_ms <= first for t_ms in times)
    return f"Up to the first question of each recording {asked} of {reached} states were asked about or wrong, {_share(asked, reached)}."


def _complaint_lines(groups: Sequence[Group]) -> Iterable[str]:
    """The first complaint about each recording, and how many followed from it."""
    for group in groups:
        for folder in group.folders:
            mine = [line for line in group.complaints if line.startswith(f"{folder.name}: ")]
            if mine:
                wrong = sum(": wrong at" in line for line in mine[1:])
                rest = f"; then {len(mine) - 1 - wrong} more asked and {wrong} wrong" if mine[1:] else ""
                yield f"- {re.sub(r' ?{.*?}', '', mine[0])}{rest}"


def _when(complaint: str) -> int:
    """The time of the state that the scorer complains of, in ms: the last one that it names."""
    return int(re.findall(r"at (\d+) ms", complaint)[-1])


def _reader_rows(groups: Sequence[Group]) -> Iterable[str]:
    for group in groups:
        yield _eyes_row(group.name, in_all(group.scores))
    yield _eyes_row("**all**", in_all(score for group in groups for score in group.scores))


def _eyes_row(name: str, tally: Tally) -> str:
    right = f"{tally.boards_right} ({tally.boards_right / max(tally.boards, 1):.1%})"
    states = tally.boards + tally.unread
    return f"| {name} | {states} | {tally.unread} | {right} | {tally.spots} | {tally.wrong} | {share_of_wrong(tally)} |"


def _fact_rows(scores: Sequence[Score]) -> Iterable[str]:
    found = by_fact(scores)
    for fact in FACTS:
        for value, tally in found.get(fact, {}).items():
            if value != "unknown":
                yield _eyes_row(value if fact in value else f"{fact}: {value}", tally)


def _recording_rows(groups: Sequence[Group]) -> Iterable[str]:
    """Every recording that was rendered, and of the drawn ones those that gave trouble to somebody."""
    for group in groups:
        for row, score in zip(group.rows, group.scores, strict=True):
            clean = row["right"] == row["states"] and not score.mistakes and not score.unread
            if group.name == DRAWN[0] and clean:
                continue
            boards = f"{score.boards_right} of {score.boards + score.unread}"
            counts = " | ".join(str(row[key]) for key in ("states", "right", "asked", "wrong"))
            yield f"| {group.name}: {row['recording']} | {counts} | {boards} | {len(score.mistakes)} |"


def main() -> int:
    parser = argparse.ArgumentParser(description="scores recordings and writes build/figures/accuracy.md")
    parser.add_argument("recordings", type=Path, help="the recordings that everybody has, tools/ beside them")
    parser.add_argument("held_out", type=Path, nargs="*", help="folders with recordings that nothing was tuned on")
    parser.add_argument("--seen", type=Path, help="a folder with recordings that were held out once and are no more")
    parser.add_argument("--drawn", type=int, default=COUNT, help=f"how many to draw (default {COUNT})")
    parser.add_argument("--keep", type=Path, help="where the drawn ones are kept; else they are drawn anew")
    parser.add_argument("--mistakes", type=Path, help="a folder for a marked picture of every misread board")
    wanted = parser.parse_args()
    command = " ".join(["make accuracy", *(['HELD_OUT="FOLDER"'] if wanted.held_out else [])])
    cv2.setNumThreads(1)
    try:
        with tempfile.TemporaryDirectory() as made_anew:
            groups = score_all(wanted, wanted.keep or Path(made_anew))
            page = page_of(groups, command)
    except KeyboardInterrupt:
        print("interrupted: build/figures/accuracy.md stays as it was", file=sys.stderr)
        return 130
    write("accuracy.md", page)
    return 1 if any(group.total("wrong") for group in groups) else 0


def score_all(wanted: argparse.Namespace, drawn: Path) -> list[Group]:
    """Scores and reads all the wanted recordings."""
    book = MistakeBook(wanted.mistakes) if wanted.mistakes else None
    groups = [Group(*GIVEN, recordings_in(wanted.recordings))]
    held_out = [path for folder in wanted.held_out for path in recordings_in(folder)]
    if held_out:
        groups.append(Group(*HELD_OUT, held_out))
    if wanted.seen:
        groups.append(Group(*SEEN, recordings_in(wanted.seen)))
    if wanted.drawn:
        numbers = range(wanted.drawn)
        text = DRAWN[1].format(numbers=f"0 to {wanted.drawn - 1}")
        groups.append(Group(DRAWN[0], text, [record(drawn, number, PLAYS) for number in numbers]))
    scorer = wanted.recordings.resolve().parent / "tools" / "score_replay.py"
    with ThreadPoolExecutor(1) as beside:
        judged = [beside.submit(judge, group, scorer) for group in groups]
        for group, verdicts in zip(groups, judged, strict=True):
            read(group, book)
            verdicts.result()
    return groups


if __name__ == "__main__":
    sys.exit(main())
