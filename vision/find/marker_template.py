"""Fits a drawing of a marker to its picture: more exact than its corners, and possible if it is too small to be read.

Law: an image that does not resemble this very marker gives no evidence.
"""

import math
from functools import cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find.markers import marker_cells
from vision.frames import Image, Points

Grey = NDArray[np.float32]

#: The pixels of a cell of a drawn marker, and of its blur.
CELL_PX: Final = 8
SOFT_PX: Final = 2.5
#: The usual blur of a camera, in pixels of the picture.
CAMERA_SOFT_PX: Final = 0.9
#: With a lower correlation (of 1) between drawing and picture it is another marker, or half hidden.
MIN_CORRELATION: Final = 0.8
#: A lost marker is sought within this many cells of its supposed place, at about the same size.
AROUND: Final = 6
LIKE_SIZE: Final = (0.7, 1.4)
_STOP: Final = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 40, 1e-4)


@cache
def drawn_marker(dictionary: str, name: int) -> Grey:
    """Returns a square drawing of a marker with a white cell round it, blurred as by a camera, 0 to 255.  Raises
    ValueError."""
    paper = np.pad(np.where(marker_cells(dictionary, name), np.float32(0), np.float32(255)), 1, constant_values=255)
    drawn = np.kron(paper, np.ones((CELL_PX, CELL_PX), dtype=np.float32))
    return np.asarray(cv2.GaussianBlur(drawn, (0, 0), SOFT_PX), dtype=np.float32)


def turn_of(drawn: Grey, grey: Image, corners: Points) -> float:
    """Returns the clockwise turn of a marker in degrees from its supposed `corners` (4, 2) in `grey` (h, w); 0 if it
    cannot be determined."""
    view, _ = _laid_open(drawn, grey, corners, 0)
    alike, turn = _fitted(drawn, view, np.eye(2, 3, dtype=np.float32), cv2.MOTION_EUCLIDEAN)
    return float(np.degrees(np.arctan2(turn[1, 0], turn[0, 0]))) if alike > MIN_CORRELATION else 0.0


def nearest(drawn: Grey, grey: Image, corners: Points, around: int = AROUND) -> tuple[float, Points]:
    """Returns the best likeness (at most 1) to a marker within `around` cells of its supposed `corners` (4, 2) in
    `grey` (h, w), and the corners there, to an eighth of a cell."""
    coarse, cell = _halved(drawn), CELL_PX // 2
    view, to_picture = _laid_open(coarse, grey, corners, around * cell, cell)
    alike, at = _likeliest(view, _as_seen(coarse, corners, cell))
    return alike, _shown(_square(coarse, 0, cell) + np.array(at, dtype=np.float32), to_picture)


def find_marker(
    drawn: Grey, grey: Image, corners: Points, around: int = AROUND, least: float = MIN_CORRELATION
) -> Points | None:
    """Returns the corners (4, 2) of a marker near their supposed places in `grey` (h, w); None without a likeness of at
    least `least`."""
    view, to_picture = _laid_open(drawn, grey, corners, around * CELL_PX)
    seen = _as_seen(drawn, corners)
    _, (left, top) = _likeliest(_halved(view), _halved(seen))
    start = np.array([[1, 0, 2 * left], [0, 1, 2 * top]], dtype=np.float32)
    alike, turn = _fitted(seen, view, start, cv2.MOTION_AFFINE)
    sizes = np.linalg.svd(turn[:, :2], compute_uv=False)
    if not (alike >= least and sizes.min() >= LIKE_SIZE[0] and sizes.max() <= LIKE_SIZE[1]):
        return None
    return _shown(cv2.transform(_square(drawn, 0)[None], turn)[0], to_picture)


def _likeliest(view: Grey, seen: Grey) -> tuple[float, tuple[int, int]]:
    """Returns the best likeness of a drawing in a view, and its position (left, top)."""
    _, alike, _, (left, top) = cv2.minMaxLoc(cv2.matchTemplate(view, seen, cv2.TM_CCOEFF_NORMED))
    return float(alike), (int(left), int(top))


def _halved(fine: Grey) -> Grey:
    return np.asarray(cv2.resize(fine, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), dtype=np.float32)


def _as_seen(drawn: Grey, corners: Points, cell: int = CELL_PX) -> Grey:
    """Returns the drawing as soft as in a camera picture of a marker with these corners (4, 2): a flat marker is softer
    from top to bottom than across."""
    ring = corners.tolist()
    top, right, bottom, left = (math.dist(at, ring[(place + 1) % 4]) for place, at in enumerate(ring))
    black = len(drawn) - 2 * cell
    soft = [CAMERA_SOFT_PX * black / max(side, 1.0) for side in ((top + bottom) / 2, (right + left) / 2)]
    # the drawing is already soft by the first; OpenCV rejects a blur of 0
    x, y = (max(0.1, math.sqrt(max(0.0, sigma**2 - (SOFT_PX * cell / CELL_PX) ** 2))) for sigma in soft)
    softer = cv2.GaussianBlur(drawn, (0, 0), sigmaX=x, sigmaY=y, borderType=cv2.BORDER_REPLICATE)
    return np.asarray(softer, dtype=np.float32)


def _shown(corners: NDArray[np.float32], to_picture: NDArray[np.float64]) -> Points:
    return np.asarray(cv2.perspectiveTransform(corners[None], to_picture), dtype=np.float64).reshape(4, 2)


def _square(drawn: Grey, margin: int, cell: int = CELL_PX) -> NDArray[np.float32]:
    """Returns the corners of the black square in the drawing, with a margin of `margin` pixels round the drawing."""
    low, high = margin + cell - 0.5, margin + len(drawn) - cell - 0.5
    return np.array([[low, low], [high, low], [high, high], [low, high]], dtype=np.float32)


def _laid_open(
    drawn: Grey, grey: Image, corners: Points, margin: int, cell: int = CELL_PX
) -> tuple[Grey, NDArray[np.float64]]:
    """Returns the picture of the marker at the size of its drawing with a margin round it, and the transform back."""
    to_picture = cv2.getPerspectiveTransform(_square(drawn, margin, cell), corners.astype(np.float32))
    side = len(drawn) + 2 * margin
    flags = cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP
    view = cv2.warpPerspective(grey, to_picture, (side, side), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(view, dtype=np.float32), np.asarray(to_picture, dtype=np.float64)


def _fitted(drawn: Grey, view: Grey, start: NDArray[np.float32], motion: int) -> tuple[float, NDArray[np.float32]]:
    """Returns the best likeness of drawing and picture, and the transform (2, 3) between them."""
    try:
        alike, turn = cv2.findTransformECC(drawn, view, start, motion, _STOP)
    except cv2.error:  # nothing fits
        return 0.0, start
    return float(alike), np.asarray(turn, dtype=np.float32)
