"""Registers two pictures of a still board: the camera shakes, its exposure changes, lamps flicker.

Law: only common motion of the whole board is compensated: a shift, a smooth sway of its rows by a rolling shutter, and
the light of its rows; an object that moves on the board remains a difference.
"""

from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find.board_mask import Mask
from vision.frames import Image, Points

#: The largest shake of a camera, in pixels of the small compared pictures.
FARTHEST_PX: Final = 2.0
#: The largest factor of a change of light.
MAX_GAIN: Final = 2.2
#: About this many pixels of the board are used.
SAMPLE: Final = 4_000
#: Grey levels between these are used for the light: neither black nor saturated.
DARKEST, BRIGHTEST = 16, 244
#: Deviations from the fit above this, in grey levels, count less and less.
USUAL_STRAY: Final = 8.0
#: The smoothing of the light of rows, in pixels (one standard deviation).
ROWS_PX: Final = 4.0
#: Near the end of the fit the largest part of the pixels that may deviate by this much: more of them moved, because no
#: camera shakes like that.
MOVED_STRAY: Final = 40.0
MOVED_SHARE: Final = 0.02
#: Slopes, in grey levels a pixel squared, that noise has too; and the length of a step that ends the fit.
NOISE_SLOPE: Final = 0.5
SHORTEST_STEP_PX: Final = 0.02
_ITERATIONS: Final = 6
_NEARLY: Final = 3
#: The smoothing of the sway of rows by a rolling shutter, in pixels (one standard deviation), and its largest value
#: beside the whole: an object that goes further has moved, though it fill its rows alone.
SWAY_ROWS_PX: Final = 12.0
FARTHEST_SWAY_PX: Final = 1.25
#: Rows with less than this part of the print of all rows follow the whole.
STIFFNESS: Final = 0.15

Numbers = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Registration:
    """A pixel of the earlier picture appears `shift_px` (2,) further in the later one, plus the `sway` (h, 2) of its
    row if the rows sway, and each row there is `gains` (h,) times as bright."""

    shift_px: Points
    gains: NDArray[np.float64]
    sway: Points | None = None

    def brought_back(self, picture: Image, scale: int = 1) -> Image:
        """Returns the later picture, at `scale` times the compared size, aligned with the earlier one."""
        if self.sway is None:
            return shifted(picture, scale * self.shift_px)
        height, width = picture.shape[:2]
        at, small = (np.arange(height) + 0.5) / scale - 0.5, np.arange(len(self.sway))
        rows = np.stack([np.interp(at, small, self.sway[:, axis]) for axis in (0, 1)], axis=1)
        return _by_rows(picture, np.arange(width), np.arange(height), scale * (self.shift_px + rows))


def register(before: Image, now: Image, board: Mask | None) -> Registration | None:
    """Registers two small grey pictures (h, w) of a board; None if the change exceeds the limits of a shake or of
    light, or if much of the board moved.  `board` masks it, None = everywhere."""
    sample = _Sample.of(before, board)
    if sample is None:
        return None
    shift, gains, weights = np.zeros(2), np.ones(len(sample.grey)), sample.inside
    for iteration in range(_ITERATIONS):
        later = sample.taken(now, shift)
        gains = sample.gains(later, weights)
        strays = np.asarray(later / gains[:, None] - sample.grey, dtype=np.float32)
        far = np.abs(strays)
        moved = float(sample.inside[~(far <= MOVED_STRAY)].sum())
        if not (iteration < _NEARLY or moved <= MOVED_SHARE * sample.size):
            return None
        weights = np.asarray(sample.inside / np.maximum(1.0, far / USUAL_STRAY), dtype=np.float32)
        step = sample.step(strays, weights)
        shift = shift + step
        if not np.abs(shift).max() <= FARTHEST_PX:
            return None
        if np.abs(step).max() < SHORTEST_STEP_PX:
            break
    if not np.abs(np.log(gains)).max() <= np.log(MAX_GAIN):
        return None
    return Registration(shift, np.asarray(np.interp(np.arange(len(before)), sample.rows, gains), dtype=np.float64))


def with_sway(way: Registration, before: Image, now: Image, board: Mask | None) -> Registration | None:
    """Returns the same registration with rows that sway; None if their sway exceeds that of a rolling shutter."""
    sample = _Sample.of(before, board)
    if sample is None:
        return None
    sway = np.zeros((len(sample.grey), 2))
    lit = way.gains[sample.rows][:, None]
    for _ in range(_ITERATIONS):
        strays = np.asarray(sample.taken_by_rows(now, way.shift_px + sway) / lit - sample.grey, dtype=np.float32)
        weights = np.asarray(sample.inside / np.maximum(1.0, np.abs(strays) / USUAL_STRAY), dtype=np.float32)
        step = sample.sway_step(strays, weights, sway)
        sway = sway + step
        if not np.abs(sway).max() <= FARTHEST_SWAY_PX:
            return None
        if np.abs(step).max() < SHORTEST_STEP_PX:
            break
    every = np.arange(len(before))
    rows = np.stack([np.interp(every, sample.rows, sway[:, axis]) for axis in (0, 1)], axis=1)
    return replace(way, sway=rows)


def shifted(picture: Image, shift_px: Points) -> Image:
    """Returns the picture without a shift by this many pixels (2,)."""
    move = np.array([[1.0, 0.0, shift_px[0]], [0.0, 1.0, shift_px[1]]])
    size = (picture.shape[1], picture.shape[0])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(picture, move, size, flags=flags, borderMode=cv2.BORDER_REPLICATE), dtype=np.uint8)


def _by_rows(picture: Image, columns: NDArray[np.int64], rows: NDArray[np.int64], shifts_px: Points) -> Image:
    """Returns the pixels of a picture at these columns (w,) and rows (h,), each row shifted by its own shift (h, 2)."""
    across, down = shifts_px.astype(np.float32).T
    maps = columns.astype(np.float32)[None] + across[:, None], np.repeat((rows + down)[:, None], len(columns), axis=1)
    shown = cv2.remap(picture, maps[0], maps[1].astype(np.float32), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(shown, dtype=np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class _Sample:
    """A thin grid over the board in the earlier picture: its `box` of rows and columns, `grey` levels (h, w), `slopes`
    (2, h, w), and the `inside` cells that are used, 1 or 0, `size` of them."""

    box: tuple[slice, slice]
    grey: Numbers
    slopes: Numbers
    inside: Numbers
    size: float

    @classmethod
    def of(cls, before: Image, board: Mask | None) -> "_Sample | None":
        """Returns None if no cell can be used."""
        height, width = before.shape
        left, top, across, down = (0, 0, width, height) if board is None else cv2.boundingRect(board)
        step = max(1, int(np.sqrt(across * down / SAMPLE)))
        left, top, right, bottom = max(left, 1), max(top, 1), min(left + across, width - 1), min(top + down, height - 1)
        if right - left < 2 * step or bottom - top < 2 * step:
            return None

        def at(off_x: int, off_y: int) -> Numbers:
            thin = before[top + off_y : bottom + off_y : step, left + off_x : right + off_x : step]
            return np.asarray(thin, dtype=np.float32)

        slopes = np.asarray(np.stack([at(1, 0) - at(-1, 0), at(0, 1) - at(0, -1)]) / 2, dtype=np.float32)
        grey, box = at(0, 0), (slice(top, bottom, step), slice(left, right, step))
        telling = (grey > DARKEST) & (grey < BRIGHTEST)
        if board is not None:
            telling &= board[box] > 0
        return cls(box, grey, slopes, np.asarray(telling, dtype=np.float32), float(np.count_nonzero(telling)))

    @property
    def rows(self) -> NDArray[np.int64]:
        return np.arange(self.box[0].start, self.box[0].stop, self.box[0].step)

    def taken(self, picture: Image, shift_px: Points) -> Numbers:
        """Returns the grid's grey levels in another picture with this shift."""
        (rows, columns), (height, width) = self.box, self.grey.shape
        move = np.array([[columns.step, 0.0, columns.start], [0.0, rows.step, rows.start]])
        move[:, 2] += shift_px
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        thin = cv2.warpAffine(picture, move, (width, height), flags=flags, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(thin, dtype=np.float32)

    def taken_by_rows(self, picture: Image, shifts_px: Points) -> Numbers:
        """Returns the grid's grey levels in another picture with a shift for each row (h, 2)."""
        columns = self.box[1]
        across = np.arange(columns.start, columns.stop, columns.step)
        return np.asarray(_by_rows(picture, across, self.rows, shifts_px), dtype=np.float32)

    def gains(self, later: Numbers, weights: Numbers) -> NDArray[np.float64]:
        """Returns the brightness ratio of each row, with the `weights` (h, w) of the pixels."""
        sure = weights * (later < BRIGHTEST)
        sums = np.stack([(sure * later * self.grey).sum(axis=1), (sure * self.grey**2).sum(axis=1)], axis=1)
        all_rows = sums.sum(axis=0) / max(1, len(sums))
        sigma = ROWS_PX / self.box[0].step
        near = cv2.GaussianBlur(sums.astype(np.float64), (1, 0), sigmaX=1.0, sigmaY=sigma)
        # rows without a usable pixel take the ratio of all rows
        later_sum, grey_sum = (near + 0.01 * all_rows).T
        return np.asarray((later_sum + 1e-6) / (grey_sum + 1e-6), dtype=np.float64)

    def step(self, strays: Numbers, weights: Numbers) -> Points:
        """Returns the further correction of the later picture's shift (2,)."""
        pulled = weights * self.slopes
        curve = np.tensordot(pulled, self.slopes, axes=([1, 2], [1, 2])) + NOISE_SLOPE * np.eye(2) * weights.sum()
        return -np.linalg.solve(curve + 1e-6 * np.eye(2), (pulled * strays).sum(axis=(1, 2)).astype(np.float64))

    def sway_step(self, strays: Numbers, weights: Numbers, sway: Points) -> Points:
        """Returns the further correction of the shift of each row (h, 2), given its `sway` so far."""
        pulled = weights * self.slopes
        curves = np.einsum("ahw,bhw->hab", pulled, self.slopes).astype(np.float64)
        pulls = (pulled * strays).sum(axis=2).T.astype(np.float64)
        sigma = SWAY_ROWS_PX / self.box[0].step
        sums = np.concatenate([curves.reshape(-1, 4), pulls], axis=1)
        near = cv2.GaussianBlur(sums, (1, 0), sigmaX=1.0, sigmaY=sigma)
        noise = NOISE_SLOPE * float(weights.sum()) / len(curves)
        stiff = STIFFNESS * curves.mean(axis=0) + (noise + 1e-6) * np.eye(2)
        held = near[:, 4:] + sway @ stiff
        return -np.linalg.solve(near[:, :4].reshape(-1, 2, 2) + stiff, held[..., None])[..., 0]
