"""The board's free surface, where no pawn can reach: what covers it is a hand, a sleeve or something laid down."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.appearance import EmptyBoard, Lab, shaded_distance
from vision.frames import Points
from vision.pose import Pose
from vision.profile import BoardProfile
from vision.silhouettes import Silhouettes

#: How odd a pixel of the empty surface must look to count as hidden, in squared deviations.
ODD_SQUARED: Final = 6.0
#: Every so many pixels the surface is sampled, both ways: the thin grid.
SURFACE_STEP: Final = 4
#: Before so much of the surface is known nothing can be said of it.
KNOWN_SHARE: Final = 0.25
#: So many pixels are enough for a median.
_SAMPLE: Final = 4000

Mask = NDArray[np.uint8]


def board_corners(profile: BoardProfile) -> Points:
    """The corners of the board in millimetres, (4, 2)."""
    width, height = profile.size_mm
    return np.array([[0.0, 0.0], [width, 0.0], [width, height], [0.0, height]])


def polygon(pixels: Points, shape: tuple[int, int], scale: float = 1.0) -> Mask:
    """255 inside the convex outline (n, 2), at `scale` times the size of the picture."""
    mask = np.zeros((round(shape[0] * scale), round(shape[1] * scale)), dtype=np.uint8)
    cv2.fillConvexPoly(mask, np.round(pixels * scale).astype(np.int32), 255)
    return mask


def board_mask(pose: Pose, profile: BoardProfile, shape: tuple[int, int], scale: float = 1.0) -> Mask:
    """Where the board is, 255 inside."""
    return polygon(pose.pixels(board_corners(profile)), shape, scale)


def free_surface(pose: Pose, profile: BoardProfile, outlines: Silhouettes, shape: tuple[int, int]) -> NDArray[np.int64]:
    """A sample of the board's pixels that no standing pawn can cover."""
    mask = board_mask(pose, profile, shape)
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


def odd_cells(lab: Lab, empty: EmptyBoard, surface: NDArray[np.int64]) -> tuple[Mask, int]:
    """Cells (h, w) of the thin grid, 255 where the free surface looks like nothing that was seen there, and how many
    cells were compared: none before enough of the surface is known."""
    thin = np.zeros((-(-lab.shape[0] // SURFACE_STEP), -(-lab.shape[1] // SURFACE_STEP)), dtype=np.uint8)
    known = surface[empty.known.reshape(-1)[surface]]
    if not len(known) or len(known) < KNOWN_SHARE * len(surface):
        return thin, 0
    colours, expected = lab.reshape(-1, 3)[known], empty.lab.reshape(-1, 3)[known]
    # A lamp that is switched or a camera that adapts changes all the surface alike; a hand does not.
    every = max(1, len(known) // _SAMPLE)
    changed = np.median(colours[::every] - expected[::every], axis=0)
    odd = known[shaded_distance(colours, np.maximum(expected + changed, 0.0)) > ODD_SQUARED]
    thin[odd // lab.shape[1] // SURFACE_STEP, odd % lab.shape[1] // SURFACE_STEP] = 255
    closed = cv2.morphologyEx(thin, cv2.MORPH_CLOSE, np.ones((3, 3), dtype=np.uint8))
    return np.asarray(closed, dtype=np.uint8), len(known)
