"""The mask of a board, or of a part of it, in a picture with a known pose."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board import Board
from vision.find.pose import Pose
from vision.find.rectify import flat_corners
from vision.frames import Points, thinned

Mask = NDArray[np.uint8]

#: A hand that reaches for a spot shows this far around it, in millimetres, even if the profile ends before.
ROOM_MM: Final = 33.0


def polygon(pixels: Points, shape: tuple[int, int], step: int = 1) -> Mask:
    """Returns 255 inside the convex outline (n, 2), for every `step`-th pixel of the picture."""
    mask = np.zeros(thinned(shape, step), dtype=np.uint8)
    cv2.fillConvexPoly(mask, np.round(pixels / step).astype(np.int32), 255)
    return mask


def board_mask(pose: Pose, board: Board, shape: tuple[int, int], step: int = 1) -> Mask:
    """Returns 255 inside the board, for every `step`-th pixel of the picture."""
    return polygon(pose.pixels(flat_corners(board.size_mm)), shape, step)


def reach_mask(pose: Pose, board: Board, shape: tuple[int, int], step: int = 1) -> Mask:
    """Returns 255 inside the area searched for hands, for every `step`-th pixel of the picture: the board, and room
    round every spot even beyond the profile, which may end at the fields."""
    places = board.spots.places_mm
    left, top = np.minimum(places.min(axis=0) - ROOM_MM, 0.0)
    right, bottom = np.maximum(places.max(axis=0) + ROOM_MM, board.size_mm)
    corners = np.array([[left, top], [right, top], [right, bottom], [left, bottom]])
    return polygon(pose.pixels(corners), shape, step)
