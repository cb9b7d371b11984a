"""Printed circles near where fields are expected: radial symmetry of the edges in a board's print laid flat."""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.flat import PRINT_PX_PER_MM
from vision.frames import Image, Points

#: Radii of printed fields that are tried, in millimetres.
RADII_MM: Final = tuple(np.arange(4.0, 13.0, 0.75).tolist())
#: So many fields tell how large all of them are.
FEW: Final = 10
#: Points on a circle that are asked.
ROUND: Final = 28
#: The best middle must be so much better than the usual place near by, and its edges so strong (grey levels a pixel).
CLEAR: Final = 2.0
STRONG: Final = 6.0

Numbers = NDArray[np.float64]


def near_circles(
    flat: Image, places_mm: Points, reach_mm: float, kinds: Sequence[str]
) -> tuple[Points, NDArray[np.bool_]]:
    """The middles (n, 2) of printed circles within `reach_mm` of the places (n, 2), and which of them are clear.

    What is of one kind is printed alike, and so has the same radius.
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
    clear = (height > STRONG) & (height > CLEAR * np.maximum(np.median(best, axis=1), 1.0))
    middles = starts + shifts[best.argmax(axis=1)]
    return np.where(clear[:, None], (middles + 0.5) / PRINT_PX_PER_MM, places_mm), clear


def _slopes(flat: Image) -> Numbers:
    grey = cv2.GaussianBlur(cv2.cvtColor(flat, cv2.COLOR_BGR2GRAY), (0, 0), 1.0).astype(np.float64)
    return np.stack([cv2.Sobel(grey, cv2.CV_64F, 1, 0, scale=0.25), cv2.Sobel(grey, cv2.CV_64F, 0, 1, scale=0.25)], -1)


def _roundness(slopes: Numbers, starts: Points, shifts: NDArray[np.int64], radius: float) -> Numbers:
    """How strongly edges all round point at or away from the shifted places, (n, shifts)."""
    turn = np.arange(ROUND) * 2 * np.pi / ROUND
    ring = np.column_stack([np.cos(turn), np.sin(turn)])
    places = starts[:, None, None] + shifts[None, :, None] + radius * ring
    columns = np.clip(np.round(places[..., 0]).astype(int), 0, slopes.shape[1] - 1)
    rows = np.clip(np.round(places[..., 1]).astype(int), 0, slopes.shape[0] - 1)
    radial = (slopes[rows, columns] * ring).sum(axis=-1)
    # a ring that is broken at a quarter of its round by a line or a picture still counts
    return np.asarray(np.abs(np.median(radial, axis=-1)), dtype=np.float64)
