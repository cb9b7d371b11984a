"""The position of a card as an affine map, and the part of a picture that the map shows.

An affine map is a (2, 3) array that maps pixels of a face, counted from its middle, to pixels of the pile's picture.
An optional fourth column is the bend of a card along its length: it shifts each row by its `curl` times the column,
because higher points appear further from the camera.
"""

import math
from functools import cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.outlines import CardPose
from vision.cards.pile import PX_PER_MM, Floats
from vision.frames import Image, Points

#: A card that needs more stretch or shear than this is another card: the plane is known to 1 %.
MOST_STRETCH: Final = 0.05

Size = tuple[int, int]


def size_px(size_mm: tuple[float, float]) -> Size:
    """Returns (width, height) of a face in pixels."""
    return round(size_mm[0] * PX_PER_MM), round(size_mm[1] * PX_PER_MM)


def affine_of(pose: CardPose, *, upside_down: bool = False) -> Points:
    """Returns the affine map of a card at this pose."""
    turn = math.radians(pose.turn_deg + (180 if upside_down else 0))
    cos, sin = math.cos(turn), math.sin(turn)
    x, y = pose.x_mm * PX_PER_MM - 0.5, pose.y_mm * PX_PER_MM - 0.5
    return np.array([[cos, -sin, x], [sin, cos, y]])


def pose_of(affine: Points) -> CardPose:
    """Returns the middle of the card under an affine map, and its turn from 0 to 360 degrees."""
    turn = math.degrees(math.atan2(affine[1, 0] - affine[0, 1], affine[0, 0] + affine[1, 1]))
    x, y = (affine[:, 2] + 0.5) / PX_PER_MM
    return CardPose(float(x), float(y), turn % 360)


def cut_out(picture: NDArray[np.float32] | Image, affine: Points, size: Size) -> NDArray[np.float32] | Image:
    """Returns the (height, width, 3) part of a picture that an affine map shows, bent or not."""
    if affine.shape[1] == 4:
        places = (affine.astype(np.float32) @ _pixels(size)).reshape(2, size[1], size[0])
        return cv2.remap(picture, places[0], places[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)  # type: ignore[return-value]
    middle = np.array([(size[0] - 1) / 2, (size[1] - 1) / 2])
    move = affine.copy()
    move[:, 2] -= affine[:, :2] @ middle
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return cv2.warpAffine(picture, move, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)  # type: ignore[return-value]


def curl(rows: NDArray[np.float64], height: int) -> NDArray[np.float64]:
    """Returns how far a bent card leaves its plane at these rows, counted from its middle: the mean is 0, the middle
    and the ends differ by 1."""
    return np.square(2 * rows / height) - 1 / 3


@cache
def _pixels(size: Size) -> Floats:
    """Returns the factors of an affine map with a bend: (4, pixels) of a face of (width, height)."""
    y, x = (np.indices((size[1], size[0])).reshape(2, -1).T - (np.array(size[::-1]) - 1) / 2).T
    return np.stack([x, y, np.ones_like(x), curl(y, size[1])]).astype(np.float32)


def unit(picture: Floats) -> Floats:
    """Returns the picture without its mean, as a vector of length 1."""
    centred = picture - picture.mean()
    return np.asarray(centred / max(float(np.linalg.norm(centred)), 1e-6), dtype=np.float32)
