"""The rim of the board shows which of two pictures has the bare board: an arm reaches in over it and hides it.

Law: it decides only if the board stands out of its table alike all along a side.
"""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find.board_mask import Mask
from vision.find.pose import Pose
from vision.find.rectify import flat_corners
from vision.frames import Points
from vision.read.appearance import Lab
from vision.read.cover.free_surface import SURFACE_STEP

#: The rim is examined in so many places a side, so far inside and outside, in millimetres.
PLACES: Final = 90
BESIDE_MM: Final = 4.0
#: Lightness counts so much against chroma, and board and table must differ by so much.
WEIGHTS: Final = np.array([0.6, 1.0, 1.0])
MIN_CONTRAST: Final = 12.0
#: The rim shows where the step from table to board strays by less than the first part from the usual one, and is hidden
#: where by more than the second; a side on which it strays by more than the third is not alike all along.
USUAL_PART, HIDDEN_PART, UNLIKE_PART = 0.4, 0.6, 0.3
#: The cover of a patch of board is searched so many cells beside it.  So many places of the rim must show that did not,
#: and so many times as many as the other way round.
BESIDE_CELLS: Final = 15
MIN_PLACES: Final = 5
MORE: Final = 4

Flags = NDArray[np.bool_]


def was_reached_over(patches: Mask, then: Lab, now: Lab, pose: Pose, size_mm: tuple[float, float]) -> bool:
    """Whether an arm lay over the rim in the picture `then` (h, w, 3) where it lies free `now`: beside the `patches`
    (cells of the thin grid) in which the two differ."""
    if then.shape != now.shape:
        return False
    inside, outside = (pose.pixels(places) for places in _beside_rim(size_mm))
    near = cv2.dilate(patches, np.ones((2 * BESIDE_CELLS + 1,) * 2, dtype=np.uint8)) > 0
    beside = _at(near, inside / SURFACE_STEP, 0.0) > 0
    before, after = (WEIGHTS * (_at(lab, inside, np.nan) - _at(lab, outside, np.nan)) for lab in (then, now))
    came = went = 0
    for side in np.arange(4 * PLACES).reshape(4, PLACES):
        usual = _usual(before[side])
        if usual is None:  # the arm may hide half of the side
            usual = _usual(after[side])
        if usual is None:
            continue
        one, other = (_stray(steps[side][beside[side]], usual) for steps in (before, after))
        came += int(np.count_nonzero((one > HIDDEN_PART) & (other < USUAL_PART)))
        went += int(np.count_nonzero((one < USUAL_PART) & (other > HIDDEN_PART)))
    return came >= max(MIN_PLACES, MORE * went)


def _usual(steps: Points) -> Points | None:
    """The usual step (3,) from table to board; None where there is hardly any, or it is not alike along the side."""
    steps = steps[~np.isnan(steps[:, 0])]
    if len(steps) < MIN_PLACES:
        return None
    usual = np.asarray(np.median(steps, axis=0), dtype=np.float64)
    if not (np.linalg.norm(usual) >= MIN_CONTRAST and float(np.median(_stray(steps, usual))) <= UNLIKE_PART):
        return None
    return usual


def _stray(steps: Points, usual: Points) -> NDArray[np.float64]:
    return np.asarray(np.linalg.norm(steps - usual, axis=1) / np.linalg.norm(usual), dtype=np.float64)


def _beside_rim(size_mm: tuple[float, float]) -> tuple[Points, Points]:
    """Places (n, 2) just inside and just outside the rim, side by side, without the corners."""
    corners = flat_corners(size_mm)
    along = np.linspace(0.04, 0.96, PLACES)[:, None]
    rim = np.concatenate(
        [start + (end - start) * along for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True)]
    )
    outwards = np.repeat([[0.0, -1.0], [1.0, 0.0], [0.0, 1.0], [-1.0, 0.0]], PLACES, axis=0)
    return rim - BESIDE_MM * outwards, rim + BESIDE_MM * outwards


def _at(picture: Lab | Flags, pixels: Points, fallback: float) -> Points:
    """Returns the values of a picture (h, w[, n]) at pixels (m, 2); the fallback outside of it."""
    columns, rows = np.round(pixels).astype(np.int64).T
    within = (columns >= 0) & (rows >= 0) & (columns < picture.shape[1]) & (rows < picture.shape[0])
    taken = np.full((len(pixels), *picture.shape[2:]), fallback, dtype=np.float64)
    taken[within] = picture[rows[within], columns[within]]
    return taken
