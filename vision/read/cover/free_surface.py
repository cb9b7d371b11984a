"""The board's free surface, out of reach of any pawn: a cover of it is a hand, a sleeve or something laid down."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board import Board
from vision.find.board_mask import Mask, reach_mask
from vision.find.pose import Pose
from vision.frames import thinned
from vision.read.appearance import EmptyBoard, Lab, shaded_distance
from vision.read.silhouettes import Silhouettes

#: How odd a pixel of the empty surface must look to count as hidden, in squared deviations.
OUTLIER_SQUARED: Final = 6.0
#: Every so many pixels the surface is sampled, both ways: the thin grid.
SURFACE_STEP: Final = 4
#: Before so much of the surface is known there is no decision on it.
KNOWN_SHARE: Final = 0.25
#: Found again, a board may lie up to so many pixels beside its remembered place, and the edges of its print show in
#: place of other colours.  If more than this share of the odd cells, in windows of so many cells, is such an edge,
#: nothing lies on the board.
BESIDE_PX: Final = 2
DISPLACED_SHARE: Final = 0.5
DISPLACED_CELLS: Final = 13
_BESIDE: Final = tuple(
    (away * down, away * right)
    for away in range(1, BESIDE_PX + 1)
    for down in (-1, 0, 1)
    for right in (-1, 0, 1)
    if down or right
)
#: So many pixels are enough for a median.
_SAMPLE: Final = 4000


def free_surface(pose: Pose, board: Board, outlines: Silhouettes, shape: tuple[int, int]) -> NDArray[np.int64]:
    """A sample of the pixels of the board, and of the room round its spots, that no standing pawn can cover."""
    mask = reach_mask(pose, board, shape)
    flat = mask.reshape(-1)
    for pixels in outlines.wide:
        flat[pixels] = 0
    rows, columns = np.nonzero(mask[::SURFACE_STEP, ::SURFACE_STEP])
    return np.asarray(rows * SURFACE_STEP * shape[1] + columns * SURFACE_STEP, dtype=np.int64)


def bare_board(classes: NDArray[np.int64], outlines: Silhouettes, shape: tuple[int, int]) -> NDArray[np.bool_]:
    """Which pixels (h, w) no pawn can cover while spots hold these classes (n,), 0 for empty."""
    bare = np.ones(shape[0] * shape[1], dtype=np.bool_)
    for spot in np.flatnonzero(classes):
        bare[outlines.wide[spot]] = False
    return bare.reshape(shape)


def odd_cells(lab: Lab, empty: EmptyBoard, surface: NDArray[np.int64], then: Lab | None) -> tuple[Mask, int]:
    """Cells (h, w) of the thin grid, 255 where the free surface looks like nothing that was seen there, but for edges
    of its print that lie close beside, and how many cells the surface has: none before enough of it is known.

    `then` is the last picture whose truth was given: a lamp mirrored on the disc stays where it is when the disc turns.
    """
    thin = np.zeros(thinned(lab.shape, SURFACE_STEP), dtype=np.uint8)
    known = surface[empty.known.reshape(-1)[surface]]
    if not len(known) or len(known) < KNOWN_SHARE * len(surface):
        return thin, 0
    colours, expected = lab.reshape(-1, 3)[known], empty.lab.reshape(-1, 3)[known]
    # A lamp that is switched or a camera that adapts changes all the surface alike; a hand does not.
    every = max(1, len(known) // _SAMPLE)
    changed = np.median(colours[::every] - expected[::every], axis=0)
    odd = known[shaded_distance(colours, np.maximum(expected + changed, 0.0)) > OUTLIER_SQUARED]
    if then is not None and then.shape == lab.shape:
        odd = odd[shaded_distance(lab.reshape(-1, 3)[odd], then.reshape(-1, 3)[odd]) > OUTLIER_SQUARED]
    cells = (odd // lab.shape[1] // SURFACE_STEP, odd % lab.shape[1] // SURFACE_STEP)
    thin[cells] = 255
    edges = np.zeros_like(thin)
    edges[cells] = np.where(_displaced(lab, empty, odd, changed), np.uint8(255), np.uint8(0))
    window = (DISPLACED_CELLS, DISPLACED_CELLS)
    of_edges, of_all = (cv2.boxFilter(flags, cv2.CV_32F, window) for flags in (edges, thin))
    thin[of_edges > DISPLACED_SHARE * of_all] = 0
    closed = cv2.morphologyEx(thin, cv2.MORPH_CLOSE, np.ones((3, 3), dtype=np.uint8))
    return np.asarray(closed, dtype=np.uint8), len(surface)


def _displaced(lab: Lab, empty: EmptyBoard, odd: NDArray[np.int64], changed: Lab) -> NDArray[np.bool_]:
    """Which of the `odd` pixels (n,) may be print that lies beside where it is remembered: they look like a place close
    by that looks otherwise than theirs, across an edge; all the surface has `changed` (3,) by as much."""
    remembered, known = empty.lab.reshape(-1, 3), empty.known.reshape(-1)
    height, width = empty.known.shape
    shown, here = lab.reshape(-1, 3)[odd], np.maximum(remembered[odd] + changed, 0.0)
    displaced = np.zeros(len(odd), dtype=np.bool_)
    for down, right in _BESIDE:
        rows, columns = (odd // width + down).clip(0, height - 1), (odd % width + right).clip(0, width - 1)
        beside = rows * width + columns
        there = np.maximum(remembered[beside] + changed, 0.0)
        alike = (shaded_distance(shown, there) <= OUTLIER_SQUARED) & known[beside]
        displaced |= alike & (shaded_distance(there, here) > OUTLIER_SQUARED)
    return displaced
