"""Finds possible places of a board by its printed circles, robust to reflections, specks of a cloth and faint edges.

The circles of a picture are laid flat, and their pattern is shifted and turned over that of the print.
"""

from collections.abc import Iterator
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find.circles.ellipses import Ellipses, ellipses_in
from vision.find.circles.round_plane import MIN_CIRCLES, round_plane
from vision.find.lens import Lens
from vision.find.rectify import PRINT_PX_PER_MM
from vision.frames import Image, Points

#: The approximate largest width of a searched picture, and the share of its size at which the print is searched.
SEARCH_PX: Final = 800
PRINT_SHARE: Final = 0.5
#: Specks of a cloth may outnumber the circles of a board, but are smaller: all ellipses are tried first, then those
#: larger than each of these radii in the searched picture.
SPECKS_PX: Final = (0.0, 3.5, 5.0)
#: Circles of the print are fields if their radii differ by at most this (logarithm) from the usual one.
SAME_RADIUS: Final = 0.15
#: The patterns are compared in this many cells a side of the print's, at turns in steps of this many degrees, and at
#: these sizes, because the radius of a printed circle is seen only roughly.
CELLS: Final = 62
TURN_DEG: Final = 4
SIZES: Final = tuple(np.geomspace(0.82, 1.22, 9).tolist())
#: The number of alignments of the patterns that are examined, the likeliest first.
TRIED: Final = 6
#: Circles are the same if they lie this near to each other then, in cells; they must agree on one plane, in pixels.
SAME_CELLS: Final = 2.3
AGREES_PX: Final = 4.0


class CircleSearch:
    """Searches for the circles of one print, the empty board laid flat and grey at `PRINT_PX_PER_MM`."""

    def __init__(self, print_grey: Image) -> None:
        small = cv2.resize(print_grey, None, fx=PRINT_SHARE, fy=PRINT_SHARE, interpolation=cv2.INTER_AREA)
        printed = ellipses_in(np.asarray(small, dtype=np.uint8))
        scale = PRINT_SHARE * PRINT_PX_PER_MM
        usual = float(np.median(printed.radii)) if len(printed) else 1.0
        alike = printed.take(np.abs(np.log(printed.radii / usual)) < SAME_RADIUS)
        self._radius_mm = float(np.median(alike.radii)) / scale if len(alike) else 1.0
        self._printed = (alike.middles + 0.5) / scale
        self._pattern = _Pattern(self._printed)

    def planes(self, grey: Image, lens: Lens) -> Iterator[Points]:
        """Yields possible planes of the board in a picture (mm to straight pixels), the likeliest first."""
        share = min(1.0, SEARCH_PX / grey.shape[1])
        small = np.asarray(cv2.resize(grey, None, fx=share, fy=share, interpolation=cv2.INTER_AREA), dtype=np.uint8)
        seen = ellipses_in(small)
        tried: set[bytes] = set()
        for least in SPECKS_PX:
            yield from self._planes_of(seen.take(seen.radii > least), share, lens, tried)

    def _planes_of(self, seen: Ellipses, share: float, lens: Lens, tried: set[bytes]) -> Iterator[Points]:
        """Yields the same from these ellipses of the picture at this share of its size; none if the circles on the
        likeliest plane were already `tried`."""
        if min(len(seen), len(self._printed)) < MIN_CIRCLES:
            return
        straight = lens.undistort((seen.middles + 0.5) / share - 0.5)
        plane = round_plane(seen, (straight - lens.centre) / lens.unit_px, lens.unit_px * share)
        alike = b"" if plane is None else seen.middles[plane.members].tobytes()
        if plane is None or alike in tried:
            return
        tried.add(alike)
        for placed in self._pattern.under(plane.places * self._radius_mm):
            away = np.linalg.norm(placed[:, None] - self._printed[None], axis=2)
            near = away.min(axis=1) < SAME_CELLS * self._pattern.cell_mm
            if np.count_nonzero(near) >= MIN_CIRCLES:
                on_board, in_picture = self._printed[away.argmin(axis=1)[near]], straight[plane.members[near]]
                fitted, _ = cv2.findHomography(on_board, in_picture, cv2.USAC_MAGSAC, AGREES_PX, maxIters=2000)
                if fitted is not None and len(fitted) == 3:
                    yield np.asarray(fitted, dtype=np.float64)


class _Pattern:
    """Places (n, 2) in millimetres with which others are aligned."""

    def __init__(self, places: Points) -> None:
        self.cell_mm = max(float(places.max(initial=0.0)), 1.0) / CELLS
        # twice as wide as the print, so that points shifted out on one side do not enter on the other
        self._side = cv2.getOptimalDFTSize(round(2.2 * CELLS))
        cells = self._cells(np.round(places / self.cell_mm - 0.5).astype(np.int64))
        self._spectrum = np.fft.rfft2(cv2.GaussianBlur(cells, (0, 0), 1.0))

    def under(self, places: Points) -> list[Points]:
        """Returns places (m, 2) aligned with the pattern in the likeliest ways."""
        middle, found = places - places.mean(axis=0), []
        for size in SIZES:
            for turn in np.radians(np.arange(0, 360, TURN_DEG)):
                way = size * np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
                laid = middle @ way
                laid -= laid.min(axis=0)
                cells = np.round(laid / self.cell_mm).astype(np.int64)
                if cells.max() < self._side:
                    found.append((*self._slid(cells), laid))
        found.sort(key=lambda it: -it[0])
        return [laid + shift for _, shift, laid in found[:TRIED]]

    def _slid(self, cells: NDArray[np.int64]) -> tuple[float, Points]:
        """Returns the largest number of these cells (m, 2) that meet the pattern under a shift, and that shift in
        mm."""
        meets = np.fft.irfft2(self._spectrum * np.conj(np.fft.rfft2(self._cells(cells))), (self._side, self._side))
        row, column = np.unravel_index(int(meets.argmax()), meets.shape)
        shift = np.array([column, row], dtype=np.float64)
        shift[shift > self._side / 2] -= self._side
        return float(meets[row, column]), (shift + 0.5) * self.cell_mm

    def _cells(self, cells: NDArray[np.int64]) -> NDArray[np.float32]:
        marked = np.zeros((self._side, self._side), dtype=np.float32)
        marked[cells[:, 1], cells[:, 0]] = 1.0
        return marked
