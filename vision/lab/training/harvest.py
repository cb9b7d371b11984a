"""Turns pictures of tables with a known truth into the network's inputs and their right answers.

Law: the reader's memories are filled just as at a live table: each picture is read before its truth is learnt.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board import Board
from vision.find.disc import angle_difference_deg, carried_memory, disc_mask, rest_deg, turned_places
from vision.find.markers import MarkerFinder, marker_corners_mm
from vision.find.pose import Pose, find_pose
from vision.frames import Image, Points
from vision.read.appearance import EmptyBoard, Lab, to_lab
from vision.read.occupancy import EMPTY, FOREIGN, PAWN, spot_views
from vision.read.silhouettes import Silhouettes, draw_silhouettes

#: A pawn this far off the middle, in parts of its foot's radius, still stands on the spot; one beyond the second stands
#: beside it, and between the two the answer is unknown.
ON_SPOT, BESIDE = 0.75, 1.5
#: A stray object that covers the second share of a spot's foot lies on it; one below the first does not.
TOUCHED, COVERED = 0.06, 0.4
#: The error of the pose: its windows are moved by this, in pixels.
STRAY_PX: Final = 0.7
#: Empty spots far from any change are easy and abundant: this share of them is kept.
EASY_SHARE: Final = 0.25
#: The error of the disc's angle, in degrees.
STRAY_DEG: Final = 0.4


@dataclass(frozen=True, slots=True, eq=False)
class Truth:
    """The true content of a table, in board millimetres: the places of pawns (n, 2), and outlines of stray objects.

    `disc_deg` is the disc's angle clockwise; if the picture is `confirmed`, the reader learns from it afterwards.
    """

    pawns: Points
    stray: tuple[Points, ...] = ()
    disc_deg: float = 0.0
    confirmed: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class Samples:
    """`views` (n, CHANNELS, HEIGHT, WIDTH) and their right `answers` (n,)."""

    views: NDArray[np.uint8]
    answers: NDArray[np.uint8]


@dataclass(slots=True)
class _Memory:
    empty: EmptyBoard
    lab: Lab | None = None
    classes: NDArray[np.int64] | None = None
    disc_deg: float = 0.0


def harvest(
    board: Board,
    pictures: Iterable[tuple[Image, Truth]],
    rng: np.random.Generator,
    easy_share: float = EASY_SHARE,
    pose: Pose | None = None,
) -> Samples | None:
    """Returns the samples from a set of pictures of one table, with this share of the easy spots; None if its board was
    not found.  With a given `pose` its markers are not searched."""
    memory: _Memory | None = None
    views, answers = [], []
    for image, truth in pictures:
        shape = (image.shape[0], image.shape[1])
        pose = pose or board_pose(board, image)
        if pose is None:
            return None
        spots = turned_places(board, rest_deg(truth.disc_deg))
        outlines = draw_silhouettes(pose, board, spots, shape)
        kinds = answers_of(spots, board.piece.width_mm / 2, truth)
        lab = to_lab(image)
        if memory is None:
            memory = _Memory(EmptyBoard.unknown(shape), disc_deg=truth.disc_deg)
        else:
            _turn_disc(memory, truth.disc_deg + float(rng.normal(0, STRAY_DEG)), pose, board)
            windows = outlines.windows
            windows.places[:] += rng.normal(0, STRAY_PX, 2).astype(np.float32)
            shown = spot_views(lab, memory.empty, board.spots.group, memory.lab, memory.classes, windows)
            telling = _telling(kinds, memory, outlines, rng.random(len(kinds)) < easy_share)
            views.append(np.round(shown[telling]).astype(np.uint8))
            answers.append(kinds[telling].astype(np.uint8))
        if truth.confirmed:
            _learn(memory, lab, kinds, outlines)
    return Samples(np.concatenate(views), np.concatenate(answers)) if views else None


def _turn_disc(memory: _Memory, angle_deg: float, pose: Pose, board: Board) -> None:
    turn_deg, memory.disc_deg = angle_difference_deg(angle_deg, memory.disc_deg), angle_deg
    if board.disc is None or not turn_deg:
        return
    shape = (memory.empty.known.shape[0], memory.empty.known.shape[1])
    memory.empty = memory.empty.turned(carried_memory(pose, board, turn_deg), disc_mask(pose, board, shape))
    if memory.classes is not None:
        memory.classes = np.where(board.spots.on_disc, -1, memory.classes)


def board_pose(board: Board, image: Image) -> Pose | None:
    """Returns the pose of the board in a picture; None if too few markers show."""
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    found = MarkerFinder.of(board.markers).find_all(grey, thorough=True)
    return find_pose(found, marker_corners_mm(board.markers), (image.shape[1], image.shape[0]))


def answers_of(spots: Points, foot_mm: float, truth: Truth) -> NDArray[np.int64]:
    """Returns the right answers for spots (n, 2), -1 for unknown."""
    answers = np.full(len(spots), EMPTY, dtype=np.int64)
    around = np.linspace(0, 2 * np.pi, 12, endpoint=False)
    foot = np.concatenate([part * foot_mm * np.column_stack([np.cos(around), np.sin(around)]) for part in (0.4, 0.9)])
    for spot, place in enumerate(spots):
        covered = max((_inside(outline, place + foot) for outline in truth.stray), default=0.0)
        if covered > TOUCHED:
            answers[spot] = FOREIGN if covered > COVERED else -1
    if len(truth.pawns):
        away = np.linalg.norm(spots[:, None] - truth.pawns[None], axis=2).min(axis=1) / foot_mm
        answers[away < BESIDE] = -1
        answers[away < ON_SPOT] = PAWN
    return answers


def _inside(outline: Points, points: Points) -> float:
    polygon = outline.astype(np.float32)
    return float(np.mean([cv2.pointPolygonTest(polygon, (float(x), float(y)), False) >= 0 for x, y in points]))


def _telling(
    kinds: NDArray[np.int64], memory: _Memory, outlines: Silhouettes, others: NDArray[np.bool_]
) -> NDArray[np.int64]:
    """Returns the informative spots: all pawns and stray objects, their surroundings, and the `others`."""
    there = {int(spot) for spot in np.flatnonzero(kinds > 0)}
    if memory.classes is not None:
        there |= {int(spot) for spot in np.flatnonzero(memory.classes > 0)}
    near = [spot in there or not there.isdisjoint(outlines.neighbours[spot]) for spot in range(len(kinds))]
    seen = np.array([len(core) > 0 for core in outlines.core])
    kept = seen & (kinds >= 0) & (np.array(near) | others)
    return np.asarray(np.flatnonzero(kept))


def _learn(memory: _Memory, lab: Lab, kinds: NDArray[np.int64], outlines: Silhouettes) -> None:
    bare = np.ones(memory.empty.known.size, dtype=bool)
    for spot in np.flatnonzero(kinds != EMPTY):
        bare[outlines.wide[spot]] = False
    memory.empty = memory.empty.learnt(lab, bare.reshape(memory.empty.known.shape))
    memory.lab, memory.classes = lab, np.where(kinds == FOREIGN, -1, kinds)
