"""Lays a board flat: its print seen straight from above, cut out of a picture with any pose."""

from collections.abc import Callable, Iterable
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Image, Points

#: The resolution of a stored print.
PRINT_PX_PER_MM: Final = 2.0
#: The position in the picture is computed for every twelfth pixel of a print, and interpolated between.
GRID_PX: Final = 12
#: The print of a board is a file beside the board's, with this ending.
PRINT_SUFFIX: Final = ".png"

Floats = NDArray[np.float32]


def flat_corners(size_mm: tuple[float, float]) -> Points:
    """Returns the corners of a board in millimetres (4, 2), upper left first and clockwise."""
    width, height = size_mm
    return np.array([[0.0, 0.0], [width, 0.0], [width, height], [0.0, height]])


def homography_of_corners(size_mm: tuple[float, float], corners_px: Points) -> Points:
    """Returns the (3, 3) homography from board millimetres to the pixels of a picture with these corners (4, 2)."""
    flat = cv2.getPerspectiveTransform(flat_corners(size_mm).astype(np.float32), corners_px.astype(np.float32))
    return np.asarray(flat, dtype=np.float64)


def quarter_turns(size_mm: tuple[float, float]) -> Iterable[Points]:
    """Returns the other three orientations of a board in its own outline, as (3, 3) transforms of millimetres."""
    corners = flat_corners(size_mm)
    for turn in (1, 2, 3):
        yield homography_of_corners(size_mm, np.roll(corners, turn, axis=0))


def sixth_turns(size_mm: tuple[float, float]) -> Iterable[Points]:
    """Returns the turns about the middle, except the half turn, that map a board of six sectors onto its own fields, as
    (3, 3) transforms of millimetres."""
    middle = np.eye(3)
    middle[:2, 2] = np.array(size_mm) / 2
    for turn in np.radians((60, 120, 240, 300)):
        sine, cosine = np.sin(turn), np.cos(turn)
        about = np.array([[cosine, -sine, 0.0], [sine, cosine, 0.0], [0.0, 0.0, 1.0]])
        yield middle @ about @ np.linalg.inv(middle)


def mm_to_print() -> Points:
    """Returns the transform from millimetres to the pixels of a print; a pixel's place is its middle."""
    return np.array([[PRINT_PX_PER_MM, 0.0, -0.5], [0.0, PRINT_PX_PER_MM, -0.5], [0.0, 0.0, 1.0]])


def laid_flat(image: Image, shown: Callable[[Points], Points], size_mm: tuple[float, float]) -> Image:
    """Returns the board of a picture at `PRINT_PX_PER_MM`; `shown` maps (n, 2) places on the board to (n, 2) pixels."""
    return np.asarray(cv2.remap(image, *flat_places(shown, size_mm, PRINT_PX_PER_MM), cv2.INTER_LINEAR), dtype=np.uint8)


def flat_places(
    shown: Callable[[Points], Points], size_mm: tuple[float, float], px_per_mm: float
) -> tuple[Floats, Floats]:
    """Returns the position in the picture of each pixel of a board laid flat: across and down, (h, w) each."""
    width, height = (round(side * px_per_mm) for side in size_mm)
    columns, rows = (np.linspace(0, side - 1, -(-side // GRID_PX)) for side in (width, height))
    places = (np.stack(np.meshgrid(columns, rows), axis=-1).reshape(-1, 2) + 0.5) / px_per_mm
    coarse = shown(places).reshape(len(rows), len(columns), 2).astype(np.float32)
    return _refined(coarse, (width, height))


def _refined(coarse: Floats, size: tuple[int, int]) -> tuple[Floats, Floats]:
    """Returns a grid of places interpolated linearly between its points, which reach from the first pixel to the
    last."""
    across = np.linspace(0, coarse.shape[1] - 1, size[0], dtype=np.float32)
    down = np.linspace(0, coarse.shape[0] - 1, size[1], dtype=np.float32)
    fine = cv2.remap(coarse, np.tile(across, (size[1], 1)), np.tile(down[:, None], (1, size[0])), cv2.INTER_LINEAR)
    both = np.asarray(fine, dtype=np.float32)
    return np.ascontiguousarray(both[..., 0]), np.ascontiguousarray(both[..., 1])
