# ruff: noqa: E501 - the lines of a Markdown table are as long as they are
"""Processor time of judged pictures, verdicts and boards found anew, of this checkout and another one, by turns.

    PYTHONPATH=tests/bench:tests/support python tests/bench/beside_eyes.py FOLDER RECORDINGS [--turns 3] [--tables 20]

FOLDER is the other checkout, RECORDINGS holds the recordings.  A picture is judged three times and a board found three
times, and the least time counts; of the turns too.  A verdict takes all that follows from its picture: the picture is
judged, then the play.  Each recording is replayed again with a 7 and with a joker in place of all cards, as far as its
game has them; then each judged picture counts.  OpenCV has one core.  Writes build/figures/beside_eyes.md.
"""

import argparse
import os
import pickle
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import Any, Final

import numpy as np

HERE: Final = Path(__file__).resolve().parents[2]
LEAST_OF: Final = 3
CARDS: Final = ("7", "joker")
#: Drawn tables from this number on; a board far away fills this part of the picture's width.
FIRST: Final = 200
FAR: Final = (0.3, 0.7)
SIZE: Final = (1280, 720)

PAGE = """# Eyes beside another build

Measured on: {machine}, one core, processor time, the least of {turns} turns. Written by `python tests/bench/beside_eyes.py FOLDER RECORDINGS`.
*Same*: whether all classes that were read, all lines of the replay and all places of boards are the same.

| what | n | other build: median, longest ms | this build | ratio of medians | of the longest | same |
|---|---|---|---|---|---|---|
{rows}"""

#: Milliseconds and answers, by the measured thing.
Timed = dict[str, tuple[list[float], Any]]


def ms_of(work: Callable[[], object], times: int = LEAST_OF) -> float:
    """Returns the least milliseconds of processor time."""
    found = []
    for _ in range(times):
        began = time.process_time()
        work()
        found.append((time.process_time() - began) * 1000)
    return min(found)


class Watch:
    """Measures a replay: each judged picture, and each step that leads to a verdict."""

    def __init__(self, *, every: bool) -> None:
        """`every` judged picture counts as a verdict, or only those with a line."""
        from companion.sensors.replay import _ReplayTable as Replaying
        from vision import reader

        self.every, self.judged, self.classes, self.verdicts = every, [], [], []  # type: ignore[var-annotated]
        self._look, self._take, self._beside_ms = reader.look, Replaying.take_frame, 0.0
        reader.look = self._looked  # type: ignore[assignment]
        Replaying.take_frame = lambda table, frame: self._taken(table, frame)  # type: ignore[method-assign]  # noqa: PLW0108 - a method is no function of the class

    def done(self) -> None:
        from companion.sensors.replay import _ReplayTable as Replaying
        from vision import reader

        reader.look, Replaying.take_frame = self._look, self._take  # type: ignore[method-assign]

    def _looked(self, state: Any, frame: Any) -> Any:
        before, (after, result) = state.result.reading, self._look(state, frame)
        if result.reading is not None and (before is None or result.reading.scores is not before.scores):
            began = time.process_time()
            self.judged.append(0.0 if self.every else ms_of(lambda: self._look(state, frame)))
            self.classes.append(result.reading.scores.argmax(axis=1).tolist())
            self._beside_ms += (time.process_time() - began) * 1000
        return after, result

    def _taken(self, table: Any, frame: Any) -> Iterator[Any]:
        known, self._beside_ms, began, took = len(self.judged), 0.0, time.process_time(), 0.0
        lines = []
        for line in self._take(table, frame):
            # the lesson follows the verdict
            took = took or (time.process_time() - began) * 1000 - self._beside_ms
            lines.append(line)
        if len(self.judged) > known if self.every else lines:
            self.verdicts.append(took or (time.process_time() - began) * 1000 - self._beside_ms)
        yield from lines


def replayed(folder: Path, card: str = "") -> Timed:
    """Replays a recording, with another card if one is given; nothing if its game lacks that."""
    from companion.catalogue.shipped import SHIPPED
    from companion.sensors.recording import load_recording
    from companion.sensors.replay import replay_recording

    recording = load_recording(SHIPPED, folder)
    if card and card not in SHIPPED.variants[recording.position.variant].cards:
        return {}
    if card:
        fields = [{name: getattr(line, name) for name in line.__struct_fields__} for line in recording.inputs]
        lines = [type(recording.inputs[0])(**(line | {"card": card, "acting_as": None})) for line in fields]
        recording = replace(recording, inputs=tuple(lines))
    watch = Watch(every=bool(card))
    answers = list(replay_recording(recording))
    watch.done()
    if card:
        return {f"verdict of a {card}, {folder.name}": (watch.verdicts, answers)}
    judged, verdicts = (watch.judged, watch.classes), (watch.verdicts, answers)
    return {f"picture judged, {folder.name}": judged, f"verdict, {folder.name}": verdicts}


def drawn(tables: int) -> list[tuple[int, Any, Any]]:
    """Draws pictures of tables, near and far: their numbers and pictures."""
    from hidden_boards import Setup, poor

    from companion.simulation.camera.virtual_camera import Scene

    pictures = []
    for number in range(FIRST, FIRST + tables):
        table, rng = Setup.of(number, SIZE), np.random.default_rng([number, 80])
        near = table.camera.render(Scene(figures=table.figures))
        pictures.append((number, near, poor(near, SIZE[0], float(rng.uniform(*FAR)), rng)[0]))
    return pictures


def found(pictures: list[tuple[int, Any, Any]]) -> Timed:
    """Finds each board by its markers, for the first time."""
    import cv2
    from hidden_boards import Setup
    from table_readers import board_of

    from vision.find.locator import BoardLocator

    took, places = [], []
    for number, *both in pictures:
        board = board_of(Setup.of(number, SIZE).profile)
        for image in both:
            grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
            took.append(ms_of(lambda board=board, image=image, grey=grey: BoardLocator.of(board).look(image, grey)))  # type: ignore[misc]
            pose = BoardLocator.of(board).look(image, grey)[2]
            places.append(None if pose is None else np.round(pose.pixels(board.spots.places_mm), 1).tolist())
    return {"board found anew": (took, places)}


def measured(recordings: Path, pictures: Path) -> Timed:
    """Measures the build that PYTHONPATH names."""
    import cv2

    try:
        from companion.playout.choice import choose_lister
    except ImportError:
        pass
    else:
        choose_lister()
    cv2.setNumThreads(1)
    times: Timed = {}
    for folder in sorted(each for each in recordings.iterdir() if (each / "session.toml").is_file()):
        for card in ("", *CARDS):
            times |= replayed(folder, card)
    return times | found(pickle.loads(pictures.read_bytes()))


def of_build(checkout: Path, recordings: Path, pictures: Path) -> Timed:
    path = os.pathsep.join(str(checkout / each) for each in ("", "tests/support", "tests/bench"))
    with tempfile.NamedTemporaryFile() as kept:
        command = [sys.executable, __file__, "--child", str(recordings), str(pictures), kept.name]
        subprocess.run(command, env={**os.environ, "PYTHONPATH": path}, cwd=checkout, check=True)
        times: Timed = pickle.load(kept)
        return times


def row(what: str, theirs: list[Timed], ours: list[Timed]) -> str:
    other, this = ([min(each) for each in zip(*(run[what][0] for run in runs), strict=True)] for runs in (theirs, ours))
    if not other or not this:
        return ""
    same = "yes" if theirs[0][what][1] == ours[0][what][1] else "no"
    cells = [f"{median(each):.1f}, {max(each):.1f}" for each in (other, this)]
    ratios = [f"{one:.2f}" for one in (median(this) / median(other), max(this) / max(other))]
    return f"| {what} | {len(this)} | {' | '.join((*cells, *ratios))} | {same} |\n"


def main() -> None:
    if sys.argv[1] == "--child":
        sys.path.pop(0)
        recordings, pictures, kept = map(Path, sys.argv[2:])
        kept.write_bytes(pickle.dumps(measured(recordings, pictures)))
        return
    from tables import machine, write

    parser = argparse.ArgumentParser(description="measures the eyes of two checkouts by turns")
    parser.add_argument("other", type=Path)
    parser.add_argument("recordings", type=Path)
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--tables", type=int, default=20)
    wanted = parser.parse_args()
    recordings = wanted.recordings.resolve()
    with tempfile.TemporaryDirectory() as folder:
        pictures = Path(folder) / "pictures"
        pictures.write_bytes(pickle.dumps(drawn(wanted.tables)))
        pairs = [
            tuple(of_build(each, recordings, pictures) for each in (wanted.other.resolve(), HERE))
            for _ in range(wanted.turns)
        ]
    theirs, ours = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    rows = "".join(row(what, theirs, ours) for what in ours[0])
    write("beside_eyes.md", PAGE.format(machine=machine(), turns=wanted.turns, rows=rows))
    print(rows)


if __name__ == "__main__":
    main()
