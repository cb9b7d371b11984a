"""Where a board, or a part of it, shows in a picture of which its pose is known."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board import Board
from vision.find.pose import Pose
from vision.find.rectify import flat_corners
from vision.frames import Points, thinned

Mask = NDArray[np.uint8]

#: A hand that reaches for a spot shows for so far round it, in millimetres, also where the profile ends before that.
ROOM_MM: Final = 33.0


def polygon(pixels: Points, shape: tuple[int, int], step: int = 1) -> Mask:
    """255 inside the convex outline (n, 2), for every `step`-th pixel of the picture."""
    mask = np.zeros(thinned(shape, step), dtype=np.uint8)
    cv2.fillConvexPoly(mask, np.round(pixels / step).astype(np.int32), 255)
    return mask


def board_mask(pose: Pose, board: Board, shape: tuple[int, int], step: int = 1) -> Mask:
    """Where the board is, 255 inside, for every `step`-th pixel of the picture."""
    return polygon(pose.pixels(flat_corners(board.size_mm)), shape, step)


def reach_mask(pose: Pose, board: Board, shape: tuple[int, int], step: int = 1) -> Mask:
    """Where hands are looked for, 255 inside: the board, and some room round every spot even where that is not in the
    profile, which may end at the fields; for every `step`-th pixel of the picture."""
    places = board.spots.places_mm
    left, top = np.minimum(places.min(axis=0) - ROOM_MM, 0.0)
    right, bottom = np.maximum(places.max(axis=0) + ROOM_MM, board.size_mm)
    corners = np.array([[left, top], [right, top], [right, bottom], [left, bottom]])
    return polygon(pose.pixels(corners), shape, step)
