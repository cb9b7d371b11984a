"""Finds a board again by its own print: patches of a picture of the empty board, sought in a frame.

Law: a place is returned only if many patches all over the board agree on it; patches always come from the empty board,
never from the previous frame, so that there is no drift.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board import Disc
from vision.find.lens import Lens, NoPlaneError, on_plane, plane_of
from vision.find.rectify import PRINT_PX_PER_MM, flat_corners, mm_to_print
from vision.frames import Image, Points

#: The board is divided into this many cells a side; each contributes its most distinctive point, if its corner strength
#: reaches this part of the strongest one.
CELLS: Final = 11
MIN_CORNER_STRENGTH: Final = 0.01
#: Half the side of a patch in pixels, and the reach of its search: about its place, about the place found, and in small
#: copies of the picture.
PATCH_PX: Final = 13
NEAR_PX: Final = 9
NEARER_PX: Final = 3
FAR_PX: Final = 12
#: A print this near to its expected place needs no second pass.
AT_ONCE_PX: Final = 1.2
#: The least likeness (normalised correlation) of a found patch, and the largest deviation in pixels of an agreeing one.
MIN_CORRELATION: Final = 0.6
AGREES_PX: Final = 2.0
#: At least this many patches, and this part of those in view, must agree on a place, and they must span this part of
#: the board.
MIN_PATCHES: Final = 12
AGREEING_PART: Final = 0.3
SPANNED_PART: Final = 0.15
#: The shares of its size at which a picture is searched if the board may lie further off.
PYRAMID: Final = (0.25, 0.5, 1.0)
#: The most estimates of the lens from the print, and the largest difference between equal lenses.
LENS_STEPS: Final = 6
SAME_DISTORTION: Final = 0.003
#: The whole board is compared at this resolution, in this many blocks a side; chroma has this weight relative to
#: lightness, and a block without any structure matches nothing: its variance a pixel must reach this.
WHOLE_PX_PER_MM: Final = 0.5
BLOCKS: Final = 9
CHROMA: Final = 2.0
MIN_BLOCK_VARIANCE: Final = 25.0
#: The least part of a block that must be in the picture.
MIN_IN_VIEW: Final = 0.7

Numbers = NDArray[np.float64]
Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class SeenPrint:
    """Places of the print in millimetres (n, 2) and their pixels (n, 2); `off_px` is the error of the expected places,
    and `plane` (3, 3) maps places to straight pixels."""

    on_board: Points
    in_picture: Points
    off_px: float
    plane: Points


class PrintFinder:
    """Recognises one board by its print `flat` (h, w, 3), laid flat; the disc is left out, because it turns."""

    def __init__(self, flat: Image, size_mm: tuple[float, float], disc: Disc | None = None) -> None:
        self.size_mm = size_mm
        width, height = (round(side * PRINT_PX_PER_MM) for side in size_mm)
        fine = np.asarray(cv2.resize(flat, (width, height), interpolation=cv2.INTER_AREA), dtype=np.uint8)
        self.grey = np.asarray(cv2.cvtColor(fine, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
        self._disc = disc
        self._fine = fine
        self._drawn: tuple[Points, Image] | None = None

    def prepare(self) -> None:
        """Computes what the first search would wait for."""
        _ = self._places, self._whole

    def near(self, grey: Image, plane: Points, lens: Lens) -> SeenPrint | None:
        """Finds the print near its place by `plane` (mm to straight pixels) and `lens`; None if it is not there."""
        seen = self._look(grey, plane, lens, NEAR_PX)
        if seen is None or seen.off_px < AT_ONCE_PX:
            return seen
        return self._look(grey, seen.plane, lens, NEARER_PX)

    def climb(self, grey: Image, plane: Points, lens: Lens) -> SeenPrint | None:
        """Finds the print further off: searches small copies of the picture first."""
        seen = None
        for share in PYRAMID:
            small = np.asarray(cv2.resize(grey, None, fx=share, fy=share, interpolation=cv2.INTER_AREA), dtype=np.uint8)
            narrow = lens.at((small.shape[1], small.shape[0]))
            seen = self._look(small, _scaled(plane, share), narrow, FAR_PX)
            if seen is not None:
                plane = _scaled(seen.plane, 1 / share)
        return None if seen is None else self._look(grey, plane, lens, NEARER_PX)

    def through_lens(self, grey: Image, seen: SeenPrint, lens: Lens) -> tuple[SeenPrint, Lens]:
        """Finds the print through the lens that it shows itself: before a camera that bends straight lines the patches
        agree in a part of the board only, and show how the rest is bent."""
        known = lens
        for _ in range(LENS_STEPS):
            bent = known.updated(seen.on_board, np.zeros_like(seen.on_board), seen.in_picture)
            if abs(bent.distortion - lens.distortion) < SAME_DISTORTION:
                break
            more = self.near(grey, plane_of(seen.on_board, bent.undistort(seen.in_picture)), bent)
            if more is None or len(more.on_board) < len(seen.on_board):
                break
            seen, lens = more, bent
        return seen, lens

    def likeness(self, smooth: Image, shown: Points) -> float:
        """Returns the likeness of board and print as a whole in a `smoothed` picture, where `shown` maps mm to pixels:
        1 for equal, 0 for unrelated."""
        return _likeness(self._whole, _whole(smooth, shown, self.size_mm))

    def likeness_turned(self, turn: Points) -> float:
        """Returns the likeness of the print to itself, moved by `turn` (mm to mm)."""
        return self.likeness(self._smooth, mm_to_print() @ turn)

    @cached_property
    def _places(self) -> Points:
        """Computed when first needed, as the two below are: a board whose markers show needs none."""
        return _distinctive_places(self.grey, self._disc)

    @cached_property
    def _smooth(self) -> Image:
        return smoothed(self._fine)

    @cached_property
    def _whole(self) -> Floats:
        return _whole(self._smooth, mm_to_print(), self.size_mm)

    def _look(self, grey: Image, plane: Points, lens: Lens, reach: int) -> SeenPrint | None:
        drawn = self._drawn_by(plane, (grey.shape[1], grey.shape[0]))
        straight = on_plane(plane, self._places)
        bent = lens.distort(straight)
        inside = _inside(straight, drawn.shape, PATCH_PX + 1) & _inside(bent, grey.shape, PATCH_PX + reach + 1)
        if np.count_nonzero(inside) < MIN_PATCHES:
            return None
        offsets, alike = _offsets(drawn, grey, straight[inside], bent[inside], reach)
        found = alike > MIN_CORRELATION
        if np.count_nonzero(found) < MIN_PATCHES:
            return None
        on_board, in_picture = self._places[inside][found], bent[inside][found] + offsets[found]
        agree = _agreeing(on_board, lens.undistort(in_picture))
        if np.count_nonzero(agree) < max(MIN_PATCHES, AGREEING_PART * np.count_nonzero(inside)):
            return None
        hull = cv2.convexHull(on_board[agree].astype(np.float32))
        if not cv2.contourArea(hull) >= SPANNED_PART * self.size_mm[0] * self.size_mm[1]:
            return None
        off = float(np.median(np.linalg.norm(offsets[found][agree], axis=1)))
        on_board, in_picture = on_board[agree], in_picture[agree]
        try:
            return SeenPrint(on_board, in_picture, off, plane_of(on_board, lens.undistort(in_picture)))
        except NoPlaneError:
            return None

    def _drawn_by(self, plane: Points, size: tuple[int, int]) -> Image:
        """Returns the print as it would show; cached, because a board mostly stays in place."""
        if self._drawn is None or self._drawn[0] is not plane or self._drawn[1].shape != size[::-1]:
            shown = cv2.warpPerspective(self.grey, plane @ np.linalg.inv(mm_to_print()), size, flags=cv2.INTER_LINEAR)
            self._drawn = (plane, np.asarray(shown, dtype=np.uint8))
        return self._drawn[1]


def smoothed(image: Image) -> Image:
    """Returns a picture at the much coarser scale of the comparison as a whole."""
    return np.asarray(cv2.GaussianBlur(image, (0, 0), 1.2), dtype=np.uint8)


def _scaled(plane: Points, share: float) -> Points:
    """Returns the plane in a copy of the picture at `share` of its size; the middles of pixels do not lie on
    corners."""
    shift = (share - 1) / 2
    return np.array([[share, 0.0, shift], [0.0, share, shift], [0.0, 0.0, 1.0]]) @ plane


def _distinctive_places(grey: Image, disc: Disc | None) -> Points:
    """Returns the place of the strongest corner in each cell of the board, in millimetres (n, 2)."""
    smooth = cv2.GaussianBlur(grey, (0, 0), 2.0).astype(np.float32)
    strength = np.asarray(cv2.cornerMinEigenVal(smooth, 2 * PATCH_PX + 1, ksize=3), dtype=np.float32)
    strength[:PATCH_PX], strength[-PATCH_PX:], strength[:, :PATCH_PX], strength[:, -PATCH_PX:] = 0, 0, 0, 0
    if disc is not None:
        x, y = (round(value * PRINT_PX_PER_MM) for value in disc.centre)
        cv2.circle(strength, (x, y), round((disc.radius_mm + 2) * PRINT_PX_PER_MM) + PATCH_PX, (0.0,), -1)
    weakest = MIN_CORNER_STRENGTH * float(strength.max())
    places = []
    for rows in np.array_split(np.arange(grey.shape[0]), CELLS):
        for columns in np.array_split(np.arange(grey.shape[1]), CELLS):
            cell = strength[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
            row, column = np.unravel_index(int(cell.argmax()), cell.shape)
            if cell[row, column] > weakest:
                places.append((columns[0] + column, rows[0] + row))
    return (np.array(places, dtype=np.float64).reshape(-1, 2) + 0.5) / PRINT_PX_PER_MM


def _inside(places: Points, shape: tuple[int, ...], margin: int) -> NDArray[np.bool_]:
    far = np.array([shape[1], shape[0]]) - margin
    return np.asarray(((places >= margin) & (places < far)).all(axis=1), dtype=np.bool_)


def _agreeing(on_board: Points, straight: Points) -> NDArray[np.bool_]:
    """Returns the patches that agree with most of the others on one plane."""
    fitted, agree = cv2.findHomography(on_board, straight, cv2.USAC_MAGSAC, AGREES_PX, maxIters=2000)
    lies = fitted is not None and len(fitted) == 3
    return np.asarray(agree).ravel() > 0 if lies else np.zeros(len(on_board), dtype=np.bool_)


def _offsets(drawn: Image, grey: Image, straight: Points, bent: Points, reach: int) -> tuple[Points, Numbers]:
    """Returns the offset (n, 2) of each patch of the drawn print from its `bent` place in the picture, and its
    likeness."""
    starts, middles = np.round(straight).astype(np.int64), np.round(bent).astype(np.int64)
    offsets = (middles - bent) - (starts - straight)
    alike = np.zeros(len(starts))
    far = PATCH_PX + reach
    for number, ((x, y), (u, v)) in enumerate(zip(starts.tolist(), middles.tolist(), strict=True)):
        patch = drawn[y - PATCH_PX : y + PATCH_PX + 1, x - PATCH_PX : x + PATCH_PX + 1]
        window = grey[v - far : v + far + 1, u - far : u + far + 1]
        scores = np.asarray(cv2.matchTemplate(window, patch, cv2.TM_CCOEFF_NORMED), dtype=np.float32)
        _, alike[number], _, (column, row) = cv2.minMaxLoc(scores)
        offsets[number] += np.array([column - reach, row - reach]) + _subpixel_peak(scores, row, column)
    return offsets, alike


def _subpixel_peak(scores: Floats, row: int, column: int) -> Points:
    """Returns the offset of the summit from the best pixel, by a parabola each way."""
    shift = np.zeros(2)
    if not (0 < row < scores.shape[0] - 1 and 0 < column < scores.shape[1] - 1):
        return shift
    best = float(scores[row, column])
    across = (float(scores[row, column - 1]), float(scores[row, column + 1]))
    down = (float(scores[row - 1, column]), float(scores[row + 1, column]))
    for axis, (before, after) in enumerate((across, down)):
        bend = before + after - 2 * best
        if bend < -1e-6:
            shift[axis] = 0.5 * (before - after) / bend
    return shift


def _whole(image: Image, shown: Points, size_mm: tuple[float, float]) -> Floats:
    """Returns the board laid flat, coarse, in Lab with stronger chroma; NaN outside the picture."""
    # the board fills a whole number of cells a side: none lies half beyond its edge
    size = (round(size_mm[0] * WHOLE_PX_PER_MM), round(size_mm[1] * WHOLE_PX_PER_MM))
    across, down = size[0] / size_mm[0], size[1] / size_mm[1]
    shrink = np.array([[across, 0.0, -0.5], [0.0, down, -0.5], [0.0, 0.0, 1.0]])
    flatten = shrink @ np.linalg.inv(shown)
    flat = cv2.warpPerspective(image, flatten, size, flags=cv2.INTER_LINEAR)
    lab = cv2.cvtColor(flat, cv2.COLOR_BGR2LAB).astype(np.float32) * np.array((1.0, CHROMA, CHROMA), dtype=np.float32)
    corners = on_plane(shown, flat_corners(size_mm))
    if not (corners.min() >= 0 and (corners <= (image.shape[1], image.shape[0])).all()):
        picture = np.full(image.shape[:2], 255, dtype=np.uint8)
        lab[cv2.warpPerspective(picture, flatten, size, flags=cv2.INTER_NEAREST) == 0] = np.nan
    return np.asarray(lab, dtype=np.float32)


def _likeness(one: Floats, other: Floats) -> float:
    """Returns the mean correlation of the blocks of two boards laid flat; the light may differ from block to block."""
    seen = np.isfinite(one[..., :1]) & np.isfinite(other[..., :1])
    first = np.where(seen, one, 0.0).astype(np.float64)
    second = np.where(seen, other, 0.0).astype(np.float64)
    counts = _in_blocks(seen.astype(np.float64))
    enough = counts[..., 0] >= MIN_IN_VIEW * _in_blocks(np.ones_like(seen, dtype=np.float64))[..., 0]
    if not enough.any():
        return 0.0
    counts, sums, other_sums = (counts[enough], _in_blocks(first)[enough], _in_blocks(second)[enough])
    together, spread, other_spread = (
        (_in_blocks(product)[enough] - by / counts).sum(axis=1)
        for product, by in (
            (first * second, sums * other_sums),
            (first * first, sums**2),
            (second * second, other_sums**2),
        )
    )
    strength = np.maximum(np.sqrt(np.maximum(spread * other_spread, 0.0)), MIN_BLOCK_VARIANCE * counts[:, 0])
    return float((together / strength).mean())


def _in_blocks(values: Numbers) -> Numbers:
    """Returns sums of (h, w, n) over the blocks of a board: (BLOCKS, BLOCKS, n)."""
    rows, columns = ([part[0] for part in np.array_split(np.arange(side), BLOCKS)] for side in values.shape[:2])
    return np.asarray(np.add.reduceat(np.add.reduceat(values, rows, axis=0), columns, axis=1), dtype=np.float64)
