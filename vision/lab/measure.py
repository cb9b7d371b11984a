"""Measures how well recordings with a known truth are read: spot by spot and board by board, by the content of spots.

Law: no measured value was given to the reader before.  A still picture is read first; only then, and only if it shows a
legal play, does the reader learn its truth, as it learns an accepted play at a live table.
"""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Final

import cv2
import numpy as np

from vision.board import Classes
from vision.find.pose import Pose
from vision.frames import Image
from vision.lab.truth import LabBoard, Scene, TrueRecording
from vision.reader import BoardReader
from vision.results import BoardReading, FrameResult, FrameStatus

EMPTY: Final = 0
#: Edges of the classes of certainty in the reliability table.
BINS: Final = (0.0, 0.5, 0.8, 0.9, 0.95, 0.99, 0.999, 1.0)
LEGAL: Final = "legal"
#: The names of the parts of a board, in the order of the tables.
PARTS: Final = ("track", "disc", "lane", "kennel", "centre")


@dataclass(frozen=True, slots=True, kw_only=True)
class Mistake:
    """A spot read wrongly: its index in the row, the class that was read and the true class."""

    scene: str
    spot: int
    read: int
    true: int
    chance: float


@dataclass(slots=True)
class Tally:
    """The number of boards at rest and of their spots, and how many of them were read rightly."""

    boards: int = 0
    boards_right: int = 0
    unread: int = 0
    spots: int = 0
    wrong: int = 0

    def add(self, other: "Tally") -> None:
        self.boards += other.boards
        self.boards_right += other.boards_right
        self.unread += other.unread
        self.spots += other.spots
        self.wrong += other.wrong


@dataclass(slots=True, kw_only=True)
class Score:
    """The result of one recording.

    `bins[k]` counts (spots, right ones) with a certainty in class k, `said[k]` is the sum of those certainties.
    `by_what` is indexed by the part of the board and the true class, `by_verdict` by the true verdict on the state.
    `facts` are features that recordings share: light, board, camera.
    """

    name: str
    shape: str
    colours: tuple[str, ...] = ()
    facts: dict[str, str] = field(default_factory=dict)
    unread: int = 0
    boards: int = 0
    boards_right: int = 0
    spots: int = 0
    mistakes: list[Mistake] = field(default_factory=list)
    by_what: defaultdict[tuple[str, int], Tally] = field(default_factory=lambda: defaultdict(Tally))
    by_verdict: defaultdict[str, Tally] = field(default_factory=lambda: defaultdict(Tally))
    bins: list[list[int]] = field(default_factory=lambda: [[0, 0] for _ in BINS[1:]])
    said: list[float] = field(default_factory=lambda: [0.0 for _ in BINS[1:]])

    @property
    def error_rate(self) -> float:
        """The share of wrongly read spots among all that were read."""
        return len(self.mistakes) / self.spots if self.spots else 0.0

    @property
    def tally(self) -> Tally:
        return Tally(self.boards, self.boards_right, self.unread, self.spots, len(self.mistakes))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Failure:
    """A board at rest that was misread, or (`mistakes` empty) not read at all, with its picture."""

    recording: TrueRecording
    scene: Scene
    image: Image
    look: FrameResult
    pose: Pose | None
    mistakes: tuple[Mistake, ...]


Report = Callable[[Failure], None]


def measure(recording: TrueRecording, score: Score, report: Report) -> None:
    """Reads a recording into `score`, which is valid at any time, and reports every misread board."""
    layout = recording.layout
    reader = BoardReader(layout.board, recording.piece_colours, layout.print)
    still = [scene for scene in recording.scenes if scene.still]
    if still:
        reader.expect(still[0].labels)
    last: tuple[Scene, FrameResult, Image] | None = None
    for scene, frame in recording.frames():
        look = reader.look(frame)
        if last and (not scene.still or last[0].labels != scene.labels):
            _close(score, last, reader, recording, report)
            last = None
        if scene.still:
            last = (scene, look, frame.image)
        if reader.pose is not None and "camera height" not in score.facts:
            score.facts.update(_view(reader.pose, recording))
    if last:
        _close(score, last, reader, recording, report)


def score_of(recording: TrueRecording) -> Score:
    """Returns an empty score with the features of the recording known before it is read."""
    made, layout = recording.made, recording.layout
    facts = {
        "pictures": made.source or "unknown",
        "light": made.light or "unknown",
        "colour of the light": _between(made.kelvin, 1000, 2000, " K") if made.kelvin else "unknown",
        "board": layout.name.removesuffix(f"_{made.art}"),
        "art": made.art or "unknown",
        "pawns": _without_size(made.shape) or layout.board.piece.shape,
        "white pawns": "with white pawns" if "white" in recording.colours else "without white pawns",
    }
    return Score(name=recording.folder.name, shape=layout.board.piece.shape, colours=recording.piece_names, facts=facts)


def _close(
    score: Score,
    last: tuple[Scene, FrameResult, Image],
    reader: BoardReader,
    recording: TrueRecording,
    report: Report,
) -> None:
    """Counts a settled state by its last picture; then teaches the reader the truth of a legal one."""
    scene, look, image = last
    verdict = score.by_verdict[scene.verdict]
    if "picture" not in score.facts:
        score.facts["picture"] = f"{image.shape[1]} x {image.shape[0]}"
    if look.status is not FrameStatus.SETTLED or look.reading is None:
        score.unread += 1
        verdict.unread += 1
        report(Failure(recording=recording, scene=scene, image=image, look=look, pose=reader.pose, mistakes=()))
        return
    found = compare(score, scene.name, np.array(scene.classes), look.reading, recording.layout)
    verdict.add(Tally(1, int(not found), 0, len(recording.layout.parts), len(found)))
    if found:
        mistakes = tuple(found)
        report(Failure(recording=recording, scene=scene, image=image, look=look, pose=reader.pose, mistakes=mistakes))
    if scene.verdict == LEGAL or not recording.judged:
        reader.expect(scene.labels)


def compare(score: Score, scene: str, truth: Classes, reading: BoardReading, layout: LabBoard) -> list[Mistake]:
    """Counts one reading against the true class of every spot (n,); returns its mistakes."""
    logs = reading.counted
    sure, read = np.exp(logs.max(axis=1)), logs.argmax(axis=1)
    found = [
        Mistake(scene=scene, spot=int(spot), read=int(read[spot]), true=int(truth[spot]), chance=float(sure[spot]))
        for spot in np.flatnonzero(read != truth)
    ]
    for spot, kind in enumerate(truth):
        right = bool(read[spot] == kind)
        score.by_what[layout.parts[spot], int(kind)].add(Tally(spots=1, wrong=int(not right)))
        place = max(min(int(np.searchsorted(BINS, sure[spot], side="left")), len(BINS) - 1) - 1, 0)
        score.bins[place][0] += 1
        score.bins[place][1] += int(right)
        score.said[place] += float(sure[spot])
    score.boards += 1
    score.boards_right += not found
    score.spots += len(truth)
    score.mistakes += found
    return found


def _view(pose: Pose, recording: TrueRecording) -> dict[str, str]:
    """Returns the camera's height over the table, its distance from the board's middle, and the visible width of a
    pawn's foot."""
    turned, _ = cv2.Rodrigues(pose.rotation)
    turned = np.asarray(turned, dtype=np.float64)
    height = float(np.degrees(np.arcsin(min(1.0, abs(float(turned[2, 2]))))))
    board = recording.layout.board
    middle = np.array(board.size_mm) / 2
    away = float(np.linalg.norm(turned @ [*middle, 0.0] + pose.translation.ravel()))
    foot = np.array([[0.0, 0.0], [board.piece.width_mm, 0.0]])
    across = pose.pixels(middle + foot)
    return {
        "camera height": _between(height, 15, 30, "°"),
        "camera distance": _between(away, 200, 200, " mm"),
        "pawn's foot in the picture": _between(float(np.linalg.norm(across[1] - across[0])), 5, 5, " px"),
    }


def _without_size(shape: str) -> str:
    """Returns the words before the first number."""
    return " ".join(takewhile(str.isalpha, shape.split()))


def _between(value: float, step: int, lowest: int, unit: str) -> str:
    low = max(int(value // step) * step, lowest)
    return f"{low} to {low + step}{unit}"
