"""Where a board, or a part of it, shows in a picture of which its pose is known."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board import Board
from vision.find.pose import Pose
from vision.find.rectify import flat_corners
from vision.frames import Points, thinned

Mask = NDArray[np.uint8]


def polygon(pixels: Points, shape: tuple[int, int], step: int = 1) -> Mask:
    """255 inside the convex outline (n, 2), for every `step`-th pixel of the picture."""
    mask = np.zeros(thinned(shape, step), dtype=np.uint8)
    cv2.fillConvexPoly(mask, np.round(pixels / step).astype(np.int32), 255)
    return mask


def board_mask(pose: Pose, board: Board, shape: tuple[int, int], step: int = 1) -> Mask:
    """Where the board is, 255 inside, for every `step`-th pixel of the picture."""
    return polygon(pose.pixels(flat_corners(board.size_mm)), shape, step)
