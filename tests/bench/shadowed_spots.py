"""The certainty of the reader on new things in a shadow: rendered recordings with drawn shadows, read spot by spot.

    python tests/bench/shadowed_spots.py RECORDINGS [--seed N]

From the second state on one or two soft-edged shadows lie over each state, anywhere and of any depth.  The program
prints the share of misread changed spots in a shadow, by the certainty of the reader before its doubt is added, and the
log-likelihood of the truth by the amount of doubt.
"""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray
from stress import recordings_in

import vision.reader
from companion.lab.truth import load_truth
from vision.board import Classes
from vision.frames import Frame, Image
from vision.lab.truth import Scene, TrueRecording

EDGES: Final = (0.0, 0.5, 0.8, 0.9, 0.95, 0.99, 1.0)
DOUBTS: Final = (0.005, 0.01, 0.03, 0.05, 0.1, 0.15, 0.3)
GAMMA: Final = 2.2
Numbers = NDArray[np.float64]


@dataclass(slots=True)
class ShadowedSpots:
    """`chances` are the undoubted rows of changed spots in a shadow, `true` what stood there."""

    truth: Classes | None = None
    chances: list[Numbers] = field(default_factory=list)
    true: list[int] = field(default_factory=list)

    def take(self, scores: Numbers, spots: Classes, learnt: Classes) -> None:
        if self.truth is None:
            return
        for spot in spots[scores[spots].argmax(axis=1) != learnt[spots]]:
            self.chances.append(np.exp(scores[spot]))
            self.true.append(int(self.truth[spot]))

    def lines(self) -> Iterator[str]:
        sure = np.array([row.max() for row in self.chances])
        wrong = np.array([row.argmax() != true for row, true in zip(self.chances, self.true, strict=True)])
        for low, high in pairwise(EDGES):
            inside = (sure >= low) & ((sure < high) | (high == 1.0))
            yield f"{low:.0%} to {high:.0%} sure: {inside.sum()} spots, {wrong[inside].sum()} misread"
        for doubt in DOUBTS:
            rows = zip(self.chances, self.true, strict=True)
            total = sum(np.log((1 - doubt) * row[true] + doubt / len(row)) for row, true in rows)
            yield f"{doubt:.1%} doubted: log-likelihood {total:.1f}"


def shadow(shape: tuple[int, ...], chance: np.random.Generator) -> Numbers:
    """Returns the remaining light, (h, w, 3), in linear light: a little bluer in the dark."""
    height, width = shape[:2]
    covered = np.zeros((height, width), dtype=np.float32)
    for _ in range(int(chance.integers(1, 3))):
        middle = (round(chance.uniform(0.25, 0.75) * width), round(chance.uniform(0.25, 0.75) * height))
        axes = (round(chance.uniform(0.08, 0.2) * width), round(chance.uniform(0.2, 0.5) * width))
        cv2.ellipse(covered, middle, axes, chance.uniform(0, 360), 0, 360, 1.0, -1, cv2.LINE_AA)
    covered = np.asarray(cv2.GaussianBlur(covered, (0, 0), chance.uniform(1, 10)), dtype=np.float32)
    left = chance.uniform(0.35, 0.85) * np.array([1 + chance.uniform(0, 0.12), 1.0, 1 - chance.uniform(0, 0.06)])
    return np.asarray(1 - covered[..., None] * (1 - left), dtype=np.float64)


def darkened(image: Image, left: Numbers) -> Image:
    linear = (image / 255.0) ** GAMMA * left
    return np.asarray(np.rint(255 * np.clip(linear, 0, 1) ** (1 / GAMMA)), dtype=np.uint8)


def shadowed(recording: TrueRecording, seed: int) -> Iterator[tuple[Scene, Frame]]:
    """The frames of a recording, in the shade from the second state on; the shadow moves while nothing lies still."""
    first, left = next(scene.labels for scene in recording.scenes if scene.still), None
    for scene, frame in recording.frames():
        if not scene.still:
            left = None
        elif scene.labels != first and left is None:
            left = shadow(frame.image.shape, np.random.default_rng([seed, frame.t_ms]))
        yield scene, frame if left is None else Frame(darkened(frame.image, left), frame.t_ms)


def read(recording: TrueRecording, seed: int, spots: ShadowedSpots) -> None:
    """Reads a recording as `vision.lab.measure` does: each state first, then its truth is taught."""
    reader = vision.reader.BoardReader(recording.layout.board, recording.piece_colours, recording.layout.print)
    spots.truth, before = None, None
    for scene, frame in shadowed(recording, seed):
        if before is None and scene.still:
            reader.expect(scene.labels)
        if before is not None and before.still and scene.labels != before.labels:
            reader.expect(before.labels)
        spots.truth = np.array(scene.classes) if scene.still and before is not None else None
        reader.look(frame)
        before = scene if scene.still else before


def main() -> None:
    parser = argparse.ArgumentParser(description="measures what is read of changed spots in shadows")
    parser.add_argument("recordings", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    spots, doubted = ShadowedSpots(), vision.reader.doubted

    def watched(scores: Numbers, shaded: Classes, learnt: Classes) -> Numbers:
        spots.take(scores, shaded, learnt)
        return doubted(scores, shaded, learnt)

    reader: Any = vision.reader
    reader.doubted = watched
    for folder in recordings_in(wanted.recordings):
        read(load_truth(folder), wanted.seed, spots)
    print("\n".join(spots.lines()))


if __name__ == "__main__":
    main()
