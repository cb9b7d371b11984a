"""Finds printed circles near expected fields: radial symmetry of the edges in a board's print laid flat."""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find.rectify import PRINT_PX_PER_MM
from vision.frames import Image, Points

#: The tried radii of printed fields, in millimetres.
RADII_MM: Final = tuple(np.arange(4.0, 13.0, 0.75).tolist())
#: The number of sampled points on a circle.
CIRCLE_POINTS: Final = 28
#: The best middle must exceed the usual place nearby by this factor, and its edges this strength (grey levels a pixel).
MIN_CLEARNESS: Final = 2.0
MIN_EDGE: Final = 6.0

Slope = NDArray[np.float32]
Slopes = tuple[Slope, Slope]


def near_circles(
    flat: Image, places_mm: Points, reach_mm: float, kinds: Sequence[str]
) -> tuple[Points, NDArray[np.bool_]]:
    """Returns the middles (n, 2) of printed circles within `reach_mm` of the places (n, 2), and which of them are
    clear.

    Fields of one kind are printed alike, and so have the same radius.
    """
    slopes = _slopes(flat)
    reach = round(reach_mm * PRINT_PX_PER_MM)
    shifts = np.stack(np.meshgrid(np.arange(-reach, reach + 1), np.arange(-reach, reach + 1)), axis=-1).reshape(-1, 2)
    shifts = shifts[np.linalg.norm(shifts, axis=1) <= reach]
    starts = places_mm * PRINT_PX_PER_MM - 0.5
    by_radius = np.stack([_roundness(slopes, starts, shifts, radius * PRINT_PX_PER_MM) for radius in RADII_MM])
    heights = by_radius.max(axis=2)
    best = np.empty(by_radius.shape[1:])
    for kind in sorted(set(kinds)):
        alike = np.array([name == kind for name in kinds])
        best[alike] = by_radius[int(heights[:, alike].mean(axis=1).argmax()), alike]
    height = best.max(axis=1)
    clear = (height > MIN_EDGE) & (height > MIN_CLEARNESS * np.maximum(np.median(best, axis=1), 1.0))
    middles = starts + shifts[best.argmax(axis=1)]
    return np.where(clear[:, None], (middles + 0.5) / PRINT_PX_PER_MM, places_mm), clear


def _slopes(flat: Image) -> Slopes:
    """Returns the slopes of the print to the right and downwards, (h, w) each, in grey levels a pixel."""
    grey = cv2.GaussianBlur(cv2.cvtColor(flat, cv2.COLOR_BGR2GRAY), (0, 0), 1.0).astype(np.float32)
    across, down = (cv2.Sobel(grey, cv2.CV_32F, *axis, scale=0.25) for axis in ((1, 0), (0, 1)))
    return np.asarray(across, dtype=np.float32), np.asarray(down, dtype=np.float32)


def _roundness(slopes: Slopes, starts: Points, shifts: NDArray[np.int64], radius: float) -> Slope:
    """Returns how strongly edges all round point at or away from the shifted places, (n, shifts)."""
    across, down = slopes
    height, width = across.shape
    turn = np.arange(CIRCLE_POINTS) * 2 * np.pi / CIRCLE_POINTS
    ring = np.column_stack([np.cos(turn), np.sin(turn)])
    # rounded before the shift: whole pixels stay whole, and there are far fewer of them
    places = np.round(starts[:, None] + radius * ring).astype(np.int64)
    columns = np.clip(places[:, None, :, 0] + shifts[:, :1], 0, width - 1)
    rows = np.clip(places[:, None, :, 1] + shifts[:, 1:], 0, height - 1)
    at = rows * width + columns
    x, y = ring.astype(np.float32).T
    radial = across.ravel()[at] * x + down.ravel()[at] * y
    # a ring with a gap of a quarter of its round, by a line or a picture, still counts
    return np.asarray(np.abs(np.median(radial, axis=-1)), dtype=np.float32)
