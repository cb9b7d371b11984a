"""How well the eyes read recordings whose truth is known: per spot, per board, by what stands there and where.

Law: nothing is measured that the eyes were told.  A still picture is read first; only then are the eyes taught its
truth, as an accepted play teaches them at a live table.
"""

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Image
from vision.pipeline import BoardReading, Eyes, Look, LookState
from vision.pose import Pose
from vision.spots import Labels, SpotRow
from vision.truth import Scene, TrueRecording

EMPTY = 0
#: Edges of the classes of certainty in the reliability table.
BINS = (0.0, 0.5, 0.8, 0.9, 0.95, 0.99, 0.999, 1.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Mistake:
    """A spot read wrongly: its index in the row, what was read there and what stood there (classes)."""

    scene: str
    spot: int
    read: int
    true: int
    chance: float


@dataclass(slots=True, kw_only=True)
class Score:
    """What one recording gave.  `bins[k]` counts (spots, right ones) whose certainty fell into class k."""

    name: str
    shape: str
    elevation_deg: float = 0.0
    field_px: float = 0.0
    light: float = 0.0
    stills: int = 0
    unread: int = 0
    boards: int = 0
    boards_right: int = 0
    spots: int = 0
    mistakes: list[Mistake] = field(default_factory=list)
    seen: Counter[int] = field(default_factory=Counter)
    bins: list[list[int]] = field(default_factory=lambda: [[0, 0] for _ in BINS[1:]])

    @property
    def error_rate(self) -> float:
        """Wrongly read spots of all that were read."""
        return len(self.mistakes) / self.spots if self.spots else 0.0


def measure(recording: TrueRecording, pictures: Path | None = None) -> Score:
    """Reads a recording.  With `pictures` every wrongly read picture is written there with its mistakes marked."""
    eyes = Eyes(recording.profile, sectors=recording.sectors, colours=recording.colours, dog=recording.dog)
    row = SpotRow.of(recording.profile, recording.sectors)
    score = Score(name=recording.folder.name, shape=recording.profile.pawn.shape)
    still = [scene for scene in recording.scenes if scene.still]
    if still:
        eyes.expect(still[0].labels)
    last: tuple[Scene, Look, Image] | None = None
    for scene, frame in recording.frames():
        look = eyes.look(frame)
        if not scene.still or (last and last[0].labels != scene.labels):
            _close(score, last, row, eyes, recording, pictures)
            last = None
        if scene.still:
            last = (scene, look, frame.image)
            score.light += float(frame.image.mean())
            score.stills += 1
    _close(score, last, row, eyes, recording, pictures)
    score.light /= max(score.stills, 1)
    if eyes.pose is not None:
        score.elevation_deg, score.field_px = _view(eyes.pose, recording)
    return score


def _close(
    score: Score,
    last: tuple[Scene, Look, Image] | None,
    row: SpotRow,
    eyes: Eyes,
    recording: TrueRecording,
    pictures: Path | None,
) -> None:
    """Counts a settled state by its last picture, then teaches the eyes the truth of it."""
    if last is None:
        return
    scene, look, image = last
    if look.state is not LookState.SETTLED or look.reading is None:
        score.unread += 1
        return
    found = compare(score, scene.name, scene.labels, look.reading, row)
    if found and pictures is not None and eyes.pose is not None:
        pictures.mkdir(parents=True, exist_ok=True)
        marked = mark_mistakes(image, eyes.pose, row, found, recording)
        cv2.imwrite(str(pictures / f"{score.name}-{Path(scene.name).stem}.png"), marked)
    eyes.expect(scene.labels)


def compare(score: Score, scene: str, labels: Labels, reading: BoardReading, row: SpotRow) -> list[Mistake]:
    """Counts one reading against the truth; gives its mistakes."""
    logs = flat_scores(reading)
    truth = true_classes(labels, row, logs)
    chances = np.exp(logs)
    read = logs.argmax(axis=1)
    found = [
        Mistake(scene=scene, spot=int(spot), read=int(read[spot]), true=int(truth[spot]), chance=chances[spot].max())
        for spot in np.flatnonzero(read != truth)
    ]
    for spot, kind in enumerate(truth):
        score.seen[int(kind)] += 1
        place = min(int(np.searchsorted(BINS, chances[spot].max(), side="left")), len(BINS) - 1) - 1
        score.bins[max(place, 0)][0] += 1
        score.bins[max(place, 0)][1] += int(read[spot] == kind)
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


def mark_mistakes(image: Image, pose: Pose, row: SpotRow, mistakes: list[Mistake], recording: TrueRecording) -> Image:
    """The picture with a ring on every wrongly read spot and what was read and what stands there beside it."""
    marked = image.copy()
    names = ("-", *recording.colours, "dog")
    for mistake in mistakes:
        x, y = np.round(pose.pixels(row.places_mm[mistake.spot][None])[0]).astype(int)
        cv2.circle(marked, (int(x), int(y)), 16, (0, 0, 255), 2)
        text = f"{names[mistake.read]} ({mistake.chance:.2f}), is {names[mistake.true]}"
        for colour, width in (((0, 0, 0), 3), ((255, 255, 255), 1)):
            cv2.putText(marked, text, (int(x) + 18, int(y)), cv2.FONT_HERSHEY_SIMPLEX, 0.45, colour, width, cv2.LINE_AA)
    return marked


def _view(pose: Pose, recording: TrueRecording) -> tuple[float, float]:
    """The camera's height over the table in degrees, and how many pixels a pawn's foot is wide in the middle."""
    rotation, _ = cv2.Rodrigues(pose.rotation)
    up = float(np.asarray(rotation)[2, 2])
    middle = np.array(recording.profile.size_mm) / 2
    foot = np.array([[0.0, 0.0], [recording.profile.pawn.width_mm, 0.0]])
    across = pose.pixels(middle + foot)
    return float(np.degrees(np.arcsin(min(1.0, abs(up))))), float(np.linalg.norm(across[1] - across[0]))
