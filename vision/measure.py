"""How well the eyes read recordings whose truth is known: spot by spot and board by board, by what stands where.

Law: nothing is measured that the eyes were told.  A still picture is read first; only then, and only where it shows a
legal play, are the eyes taught its truth, as an accepted play teaches them at a live table.
"""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Image
from vision.pipeline import BoardReading, Eyes, Look, LookState
from vision.pose import Pose
from vision.spots import Labels, SpotRow
from vision.truth import Scene, TrueRecording

EMPTY: Final = 0
#: Edges of the classes of certainty in the reliability table.
BINS: Final = (0.0, 0.5, 0.8, 0.9, 0.95, 0.99, 0.999, 1.0)
LEGAL: Final = "legal"
#: What the parts of a board are called, in the order of the tables.
PARTS: Final = ("track", "disc", "lane", "kennel", "centre")


@dataclass(frozen=True, slots=True, kw_only=True)
class Mistake:
    """A spot read wrongly: its index in the row, what was read there and what stood there (classes)."""

    scene: str
    spot: int
    read: int
    true: int
    chance: float


@dataclass(slots=True)
class Tally:
    """Boards at rest and their spots: how many there were and how many of them were read as they were."""

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
    """What one recording gave.

    `bins[k]` counts (spots, right ones) whose certainty fell into class k, `said[k]` adds those certainties up.
    `by_what` goes by the part of the board and the class that stood there, `by_verdict` by what was true of the state.
    `facts` are what the recording has in common with others: light, board, camera.
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
        """Wrongly read spots of all that were read."""
        return len(self.mistakes) / self.spots if self.spots else 0.0

    @property
    def tally(self) -> Tally:
        return Tally(self.boards, self.boards_right, self.unread, self.spots, len(self.mistakes))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Failure:
    """A board at rest that was misread, or (`mistakes` empty) not read at all, with the picture that shows it."""

    recording: TrueRecording
    scene: Scene
    image: Image
    look: Look
    pose: Pose | None
    mistakes: tuple[Mistake, ...]


Tell = Callable[[Failure], None]


def measure(recording: TrueRecording, score: Score, tell: Tell) -> None:
    """Reads a recording into `score`, which is right at any time, and tells of every board that was misread."""
    eyes = Eyes(
        recording.profile,
        sectors=recording.sectors,
        colours=recording.colours,
        dog=recording.dog,
        flat=recording.flat,
    )
    row = SpotRow.of(recording.profile, recording.sectors)
    still = [scene for scene in recording.scenes if scene.still]
    if still:
        eyes.expect(still[0].labels)
    last: tuple[Scene, Look, Image] | None = None
    for scene, frame in recording.frames():
        look = eyes.look(frame)
        if last and (not scene.still or last[0].labels != scene.labels):
            _close(score, last, row, eyes, recording, tell)
            last = None
        if scene.still:
            last = (scene, look, frame.image)
        if eyes.pose is not None and "camera height" not in score.facts:
            score.facts.update(_view(eyes.pose, recording))
    if last:
        _close(score, last, row, eyes, recording, tell)


def score_of(recording: TrueRecording) -> Score:
    """An empty score with what is known of the recording before it is read."""
    made, profile = recording.made, recording.profile
    facts = {
        "pictures": made.source or "unknown",
        "light": made.light or "unknown",
        "colour of the light": _between(made.kelvin, 1000, 2000, " K") if made.kelvin else "unknown",
        "board": profile.id.removesuffix(f"_{made.art}"),
        "art": made.art or "unknown",
        "pawns": _without_size(made.shape) or profile.pawn.shape,
        "white pawns": "with white pawns" if "white" in recording.colours else "without white pawns",
    }
    names = (*recording.colours, *(("dog",) if recording.dog else ()))
    return Score(name=recording.folder.name, shape=profile.pawn.shape, colours=names, facts=facts)


def _close(
    score: Score,
    last: tuple[Scene, Look, Image],
    row: SpotRow,
    eyes: Eyes,
    recording: TrueRecording,
    tell: Tell,
) -> None:
    """Counts a settled state by its last picture; then teaches the eyes the truth of a legal one."""
    scene, look, image = last
    verdict = score.by_verdict[scene.verdict]
    if "picture" not in score.facts:
        score.facts["picture"] = f"{image.shape[1]} x {image.shape[0]}"
    if look.state is not LookState.SETTLED or look.reading is None:
        score.unread += 1
        verdict.unread += 1
        tell(Failure(recording=recording, scene=scene, image=image, look=look, pose=eyes.pose, mistakes=()))
        return
    found = compare(score, scene.name, scene.labels, look.reading, row)
    verdict.add(Tally(1, int(not found), 0, len(row.places_mm), len(found)))
    if found:
        told = Failure(recording=recording, scene=scene, image=image, look=look, pose=eyes.pose, mistakes=tuple(found))
        tell(told)
    if scene.verdict == LEGAL or not recording.judged:
        eyes.expect(scene.labels)


def compare(score: Score, scene: str, labels: Labels, reading: BoardReading, row: SpotRow) -> list[Mistake]:
    """Counts one reading against the truth; gives its mistakes."""
    logs = flat_scores(reading)
    truth = true_classes(labels, row, logs)
    sure, read = np.exp(logs.max(axis=1)), logs.argmax(axis=1)
    found = [
        Mistake(scene=scene, spot=int(spot), read=int(read[spot]), true=int(truth[spot]), chance=float(sure[spot]))
        for spot in np.flatnonzero(read != truth)
    ]
    for spot, kind in enumerate(truth):
        right = bool(read[spot] == kind)
        score.by_what[part_of(row, spot), int(kind)].add(Tally(spots=1, wrong=int(not right)))
        place = max(min(int(np.searchsorted(BINS, sure[spot], side="left")), len(BINS) - 1) - 1, 0)
        score.bins[place][0] += 1
        score.bins[place][1] += int(right)
        score.said[place] += float(sure[spot])
    score.boards += 1
    score.boards_right += not found
    score.spots += len(truth)
    score.mistakes += found
    return found


def flat_scores(reading: BoardReading) -> NDArray[np.float64]:
    """The log-probabilities of every spot (n, classes) in the order of a `SpotRow`."""
    parts = [reading.track, *reading.goal, *reading.kennel]
    if reading.centre is not None:
        parts.append(reading.centre[None])
    return np.concatenate(parts)


def true_classes(labels: Labels, row: SpotRow, logs: NDArray[np.float64]) -> NDArray[np.int64]:
    """The true class of every spot; which spots of a kennel are taken is free, so the likeliest ones count as taken."""
    return row.classes(labels, logs)


def part_of(row: SpotRow, spot: int) -> str:
    """Which of `PARTS` a spot belongs to."""
    if spot < row.field_count:
        return "disc" if row.on_disc[spot] else "track"
    if spot == row.centre:
        return "centre"
    return "lane" if spot < row.field_count + 4 * row.seats else "kennel"


def _view(pose: Pose, recording: TrueRecording) -> dict[str, str]:
    """The camera's height over the table, its distance from the board's middle, and how wide a pawn's foot shows."""
    turned, _ = cv2.Rodrigues(pose.rotation)
    turned = np.asarray(turned, dtype=np.float64)
    height = float(np.degrees(np.arcsin(min(1.0, abs(float(turned[2, 2]))))))
    middle = np.array(recording.profile.size_mm) / 2
    away = float(np.linalg.norm(turned @ [*middle, 0.0] + pose.translation.ravel()))
    foot = np.array([[0.0, 0.0], [recording.profile.pawn.width_mm, 0.0]])
    across = pose.pixels(middle + foot)
    return {
        "camera height": _between(height, 15, 30, "°"),
        "camera distance": _between(away, 200, 200, " mm"),
        "pawn's foot in the picture": _between(float(np.linalg.norm(across[1] - across[0])), 5, 5, " px"),
    }


def _without_size(shape: str) -> str:
    """The words before the first number."""
    return " ".join(takewhile(str.isalpha, shape.split()))


def _between(value: float, step: int, lowest: int, unit: str) -> str:
    low = max(int(value // step) * step, lowest)
    return f"{low} to {low + step}{unit}"
