"""Decides, when the board is found in a new place, whether the board or the camera was moved."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board import Board
from vision.find.board_mask import board_mask
from vision.find.pose import Pose
from vision.find.rectify import flat_corners
from vision.frames import Points
from vision.results import Remark

#: The rim of the board throws shadows: this many half-size pixels round it are ignored.
RIM_PX: Final = 14
#: With less of the table in view than this part of the picture there is no decision.
MIN_TABLE_SHARE: Final = 0.03
#: Structures larger than this, in half-size pixels, are light, not the table's own grain.
GRAIN_PX: Final = 6.0
#: The table's grain must fit better one way than the other by this (correlation) for a decision.
MIN_CORRELATION_GAIN: Final = 0.1
#: A pushed board stays on its table: the tilt of the view of it changes by less than this.
SAME_TILT_DEG: Final = 2.0

Grey = NDArray[np.uint8]
Grain = NDArray[np.float32]


def what_moved(before: Grey, now: Grey, old: Pose, new: Pose, board: Board) -> Remark:
    """Compares the table round the board in two half-size grey pictures, with the board at the `old` and `new` pose.

    If the camera moved, table and board moved alike; if the board moved, the table stayed.  A table without any grain
    cannot decide; then a changed tilt means the camera, an equal one the board.
    """
    fits = _fits(before, now, old, new, board)
    if fits is not None and abs(fits[0] - fits[1]) > MIN_CORRELATION_GAIN:
        return Remark.CAMERA_MOVED if fits[1] > fits[0] else Remark.BOARD_MOVED
    return Remark.CAMERA_MOVED if _tilted_deg(old, new) > SAME_TILT_DEG else Remark.BOARD_MOVED


def _fits(before: Grey, now: Grey, old: Pose, new: Pose, board: Board) -> tuple[float, float] | None:
    """Returns how well the table fits at its old place, and moved along with the board; None with too little of it in
    view."""
    if before.shape != now.shape:
        return None
    size = (now.shape[1], now.shape[0])
    way = _halved(old.carried(flat_corners(board.size_mm), flat_corners(board.size_mm), new))
    shape = (now.shape[0] * 2, now.shape[1] * 2)
    outlines = board_mask(old, board, shape, 2) | board_mask(new, board, shape, 2)
    carried_board = np.asarray(cv2.warpPerspective(outlines, way, size, borderValue=(255.0,)), dtype=np.uint8)
    table = cv2.dilate(outlines | carried_board, np.ones((RIM_PX, RIM_PX), dtype=np.uint8)) == 0
    if not float(table.mean()) >= MIN_TABLE_SHARE:
        return None
    grain, earlier = _grain(now), _grain(before)
    went = np.asarray(cv2.warpPerspective(earlier, way, size), dtype=np.float32)
    return _correlation(grain[table], earlier[table]), _correlation(grain[table], went[table])


def _correlation(one: Grain, other: Grain) -> float:
    strength = float(np.sqrt((one**2).sum() * (other**2).sum()))
    return float((one * other).sum()) / max(strength, 1e-6)


def _tilted_deg(old: Pose, new: Pose) -> float:
    """Returns the change of the tilt of the board's plane against the line of sight."""
    one, other = (np.asarray(cv2.Rodrigues(pose.rotation)[0])[:, 2] for pose in (old, new))
    return float(np.degrees(np.arccos(np.clip(one @ other, -1.0, 1.0))))


def _halved(way: Points) -> Points:
    """Returns a transform of pixels as one of half-size pixels."""
    half = np.array([[0.5, 0.0, -0.25], [0.0, 0.5, -0.25], [0.0, 0.0, 1.0]])
    return np.asarray(half @ way @ np.linalg.inv(half), dtype=np.float64)


def _grain(grey: Grey) -> Grain:
    """Returns the picture without its light, with equal strength everywhere."""
    values = grey.astype(np.float32)
    light = cv2.GaussianBlur(values, (0, 0), GRAIN_PX)
    return np.asarray((values - light) / (light + 8.0), dtype=np.float32)
