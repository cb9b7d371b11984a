"""The referee on disturbed copies of recordings: its readings, its accusations.  Writes build/figures/stress.md.

    python tests/bench/stress.py RECORDINGS [--held-out] [--only WORD] [--recording NAME] [--seed N] [--jobs N]

The pictures are made on the fly.  Every wrong verdict is printed.  Exit status: 0 none was wrong, 1 at least one was.
"""

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
from disturbance_lists import HELD_OUT, KNOWN, PACED, ROOM, disturbed_frames
from tables import machine, write

from companion.catalogue.shipped import SHIPPED
from companion.sensors.board_spots import vision_markers
from companion.sensors.recording import load_recording
from companion.sensors.replay import replay_recording
from vision.frames import Frame
from vision.sources.files import frames_of
from vision.sources.protocol import SourceEnded
from vision.upright import UprightSource

#: A verdict may come so long after the last still picture of a state; the next hand comes later.
SLACK_MS = 590
Line = dict[str, Any]
PAGE = """# Disturbed copies of recordings

What the referee makes of pictures that a worse camera, other light or a weak line would have given: every
recording that comes beside the checkout, disturbed in {kinds} ways (`tests/bench/disturbances.py`). A state is *right*
when the last verdict on it is the true one and none before it was wrong, *asked* when the referee asked or was silent,
*wrong* for a false accept or a false accusation. Nobody answers a question here. A play that was found later, together
with the next one, counts as asked. A cell gives right / asked, and wrong if there are any.

Written by `{command}` on {machine}.

| disturbance | {names} | right | asked | wrong |
|---|{columns}---|---|---|
{rows}

{held}
"""
HELD = """Nothing was chosen or changed by what the disturbances below gave.

| disturbance | {names} | right | asked | wrong |
|---|{columns}---|---|---|
{rows}
"""


@dataclass(frozen=True, slots=True)
class Score:
    """The numbers of states of one disturbed recording judged right, wrongly, or left to a question."""

    recording: str
    disturbance: str
    right: int
    asked: int
    wrong: tuple[str, ...]

    @property
    def cell(self) -> str:
        return f"{self.right} / {self.asked}" + (f" / **{len(self.wrong)}**" if self.wrong else "")


class Given:
    """These frames as a camera gives them."""

    def __init__(self, frames: Iterator[Frame]) -> None:
        self._frames = frames

    def open(self) -> None: ...

    def read(self) -> Frame | None:
        frame = next(self._frames, None)
        if frame is None:
            raise SourceEnded
        return frame

    def close(self) -> None: ...


def score(folder: Path, name: str, seed: int = 1) -> Score:
    """Replays one recording disturbed, and compares the verdicts with the truth."""
    cv2.setNumThreads(1)
    truth = [json.loads(line) for line in (folder / "truth.jsonl").read_text(encoding="utf-8").splitlines()]
    recording = load_recording(SHIPPED, folder)
    given = disturbed_frames(folder, [line["t_ms"] for line in truth], name, seed)
    frames = frames_of(UprightSource(Given(given), vision_markers(recording.profile))) if name in ROOM else given
    said = list(replay_recording(recording, frames))
    verdicts = list(judged(truth, said))
    wrong = tuple(f"{name}: {folder.name}: {verdict}" for verdict in verdicts if verdict not in ("right", "asked"))
    return Score(folder.name, name, verdicts.count("right"), verdicts.count("asked"), wrong)


def judged(truth: Iterable[Line], said: list[Line]) -> Iterator[str]:
    """Yields for each true state `right`, `asked` or the wrong verdict."""
    before, last = -1, None
    for true in truth:
        until = true["t_ms"] + SLACK_MS
        mine = [line for line in said if before < line["t_ms"] <= until and not is_late(line, true, last)]
        mine = [line for line in mine if not is_of_a_later_card(line, true)]
        before = until
        sure = [line for line in mine if line["verdict"] in ("legal", "illegal")]
        bad = [line for line in sure if not is_same(line, true)]
        if bad:
            said_of_it = f"{bad[0]['verdict']} {bad[0]['card']} {bad[0]['ruling']} at {bad[0]['t_ms']} ms"
            yield f"{said_of_it}; true: {true['verdict']} {true['card']}"
        elif not sure or mine[-1]["verdict"] in ("unclear", "unfinished"):
            yield "asked"
        else:
            yield "right"
        if true["verdict"] == "legal":
            last = true


def is_same(said: Line, true: Line) -> bool:
    if said["verdict"] != true["verdict"]:
        return False
    return true["verdict"] != "legal" or (
        board(said["next"]) == board(true["next"]) and (said["seat"], said["card"]) == (true["seat"], true["card"])
    )


def is_late(said: Line, true: Line, last: Line | None) -> bool:
    """Whether it is the true verdict on the state before, come late."""
    return last is not None and is_same(said, last) and not is_same(said, true)


def is_of_a_later_card(said: Line, true: Line) -> bool:
    """Returns whether the last verdict is about another open card, whose pictures were all lost."""
    return said["verdict"] == "unfinished" and (said["seat"], said["card"]) != (true["seat"], true["card"])


def board(place: Line) -> object:
    return [sorted(map(str, row)) for row in place["pawns"]], place.get("dog"), place.get("wheel")


def recordings_in(folder: Path) -> list[Path]:
    return sorted(path.parent for path in folder.glob("*/session.toml") if (path.parent / "truth.jsonl").exists())


def score_all(folders: list[Path], names: list[str], seed: int, jobs: int) -> list[Score]:
    found = []
    with ProcessPoolExecutor(jobs) as pool:
        pending = [pool.submit(score, folder, name, seed) for name in names for folder in folders]
        for job in pending:
            result = job.result()
            found.append(result)
            print(f"{result.disturbance}: {result.recording}: {result.cell}", file=sys.stderr, flush=True)
            for line in result.wrong:
                print(f"WRONG {line}", flush=True)
    return found


def rows_of(scores: list[Score], folders: list[Path]) -> Iterator[str]:
    for name in dict.fromkeys(score.disturbance for score in scores):
        mine = {score.recording: score for score in scores if score.disturbance == name}
        cells = " | ".join(mine[folder.name].cell for folder in folders)
        sums = (sum(s.right for s in mine.values()), sum(s.asked for s in mine.values()))
        yield f"| {name} | {cells} | {sums[0]} | {sums[1]} | {sum(len(s.wrong) for s in mine.values())} |"


def main() -> int:
    parser = argparse.ArgumentParser(description="scores disturbed copies of recordings")
    parser.add_argument("recordings", type=Path)
    parser.add_argument("--held-out", action="store_true", help="also the disturbances that nothing was tuned on")
    parser.add_argument("--only", default="", help="only disturbances with this in their name")
    parser.add_argument("--recording", default="", help="only recordings with this in their name")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    wanted = parser.parse_args()
    folders = [folder for folder in recordings_in(wanted.recordings) if wanted.recording in folder.name]
    known = score_all(folders, [name for name in KNOWN if wanted.only in name], wanted.seed, wanted.jobs)
    names = [name for name in {**HELD_OUT, **ROOM, **PACED} if wanted.only in name] if wanted.held_out else []
    held = score_all(folders, names, wanted.seed, wanted.jobs)
    if not known and not held:
        parser.error("nothing is named so (--held-out adds disturbances)")
    table = {"names": " | ".join(folder.name for folder in folders), "columns": "---|" * len(folders)}
    unseen = HELD.format(**table, rows="\n".join(rows_of(held, folders))) if held else ""
    page = PAGE.format(
        **table,
        kinds=len(known) // max(1, len(folders)),
        command="make stress",
        machine=machine(),
        rows="\n".join(rows_of(known, folders)),
        held=unseen,
    )
    if wanted.only or wanted.recording:
        print(page)
    else:
        write("stress.md", page)
    return 1 if any(score.wrong for score in [*known, *held]) else 0


if __name__ == "__main__":
    sys.exit(main())
