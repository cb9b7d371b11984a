"""The lit table with the board on it, as one camera sees them: all fixed parts, without figures and hands."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board.files import BoardProfile
from companion.simulation.camera.board_art import PX_PER_MM, TABLE_MM, TABLE_PX_PER_MM
from companion.simulation.camera.pinhole import Pinhole

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]

_FINE: Final = 2
_SOFTNESS_PX: Final = 0.55


@dataclass(frozen=True, slots=True, eq=False)
class Prints:
    """Flat pictures: the table top, the board, and the disc with the place of its corner (None: no disc)."""

    table: Image
    board: Image
    disc: tuple[Image, tuple[float, float]] | None


class Ground:
    """`over_table` and `over_board` see the same room; they differ if the board was pushed over the table.

    `gain` (height, width) is the share of the light that each pixel gets.
    """

    def __init__(
        self, profile: BoardProfile, prints: Prints, over_table: Pinhole, over_board: Pinhole, gain: Floats
    ) -> None:
        self._profile = profile
        self._disc = prints.disc
        self._pinhole = over_board
        self._size = over_board.size_px
        self._gain = gain
        fine = self._lay(prints, over_table)
        self._lit = self._finish(fine, gain)
        self._under_disc = self._cut_out(fine)
        self._turned: tuple[float, Image] | None = None

    def picture(self, disc_deg: float) -> Image:
        """The lit table with the disc at this angle; cached until it turns."""
        if self._turned is None or self._turned[0] != disc_deg:
            self._turned = (disc_deg, self._with_disc(disc_deg))
        return self._turned[1]

    def _lay(self, prints: Prints, over_table: Pinhole) -> Image:
        """Table top and board in perspective, twice as fine as the picture, not yet lit."""
        width, height = self._profile.size_mm
        corner = (width / 2 - TABLE_MM / 2, height / 2 - TABLE_MM / 2)
        ground = self._warp(prints.table, _fine_homography(over_table, 1 / TABLE_PX_PER_MM, corner), cv2.BORDER_REFLECT)
        size = (prints.board.shape[1], prints.board.shape[0])
        thrown = _fine_homography(self._pinhole, 1 / PX_PER_MM, (3.0, 4.0))
        shade = cv2.GaussianBlur(self._cover(size, thrown), (0, 0), 7.0)
        shaded = blend(ground, np.zeros_like(ground), (0.5 * shade).astype(np.uint8))
        flat = _fine_homography(self._pinhole, 1 / PX_PER_MM, (0.0, 0.0))
        return blend(shaded, self._warp(prints.board, flat, cv2.BORDER_REPLICATE), self._cover(size, flat))

    def _with_disc(self, disc_deg: float) -> Image:
        wheel = self._profile.wheel
        if self._disc is None or wheel is None:
            return self._lit
        picture, origin = self._disc
        rim = self._rim(wheel.centre, wheel.radius_mm)
        left, top, width, height = _even_box(rim, self._fine_shape)
        middle = (picture.shape[1] / 2 - 0.5, picture.shape[0] / 2 - 0.5)
        spin = np.vstack([cv2.getRotationMatrix2D(middle, -disc_deg, 1.0), [0.0, 0.0, 1.0]])
        to_area = np.array([[1.0, 0.0, -left], [0.0, 1.0, -top], [0.0, 0.0, 1.0]])
        matrix = to_area @ _fine_homography(self._pinhole, 1 / PX_PER_MM, origin) @ spin
        size = (width, height)
        turned = cv2.warpPerspective(
            picture, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        ).astype(np.uint8)
        mask = np.zeros((height, width), dtype=np.uint8)
        cv2.fillPoly(mask, [np.round((rim - (left, top)) * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
        area = blend(self._under_disc, turned, mask)
        lit = self._lit.copy()
        box = (slice(top // _FINE, (top + height) // _FINE), slice(left // _FINE, (left + width) // _FINE))
        lit[box] = self._finish(area, self._gain[box])
        return lit

    @property
    def _fine_shape(self) -> tuple[int, int]:
        return self._size[1] * _FINE, self._size[0] * _FINE

    def _cut_out(self, fine: Image) -> Image:
        """The part of the fine picture that the disc covers, the only one that is needed again; empty without one."""
        wheel = self._profile.wheel
        if self._disc is None or wheel is None:
            return fine[:0].copy()
        left, top, width, height = _even_box(self._rim(wheel.centre, wheel.radius_mm), self._fine_shape)
        return fine[top : top + height, left : left + width].copy()

    def _rim(self, centre: tuple[float, float], radius_mm: float) -> NDArray[np.float64]:
        around = np.linspace(0, 2 * np.pi, 240, endpoint=False)
        circle = np.stack(
            [centre[0] + radius_mm * np.cos(around), centre[1] + radius_mm * np.sin(around), 0 * around], axis=1
        )
        rim: NDArray[np.float64] = self._pinhole.project(circle) * _FINE + (_FINE - 1) / 2
        return rim

    def _finish(self, fine: Image, gain: Floats) -> Image:
        small = cv2.resize(fine, (gain.shape[1], gain.shape[0]), interpolation=cv2.INTER_AREA)
        soft = cv2.GaussianBlur(small, (0, 0), _SOFTNESS_PX)
        lit: Image = np.clip(soft * gain[:, :, None], 0, 255).astype(np.uint8)
        return lit

    def _warp(self, flat: Image, matrix: NDArray[np.float64], border: int) -> Image:
        size = (self._size[0] * _FINE, self._size[1] * _FINE)
        return cv2.warpPerspective(flat, matrix, size, flags=cv2.INTER_LINEAR, borderMode=border).astype(np.uint8)

    def _cover(self, size_px: tuple[int, int], matrix: NDArray[np.float64]) -> Image:
        """The place of a print of this size in the fine picture: 255 inside, 0 outside."""
        right, bottom = size_px[0] - 0.5, size_px[1] - 0.5
        corners = np.array([[[-0.5, -0.5], [right, -0.5], [right, bottom], [-0.5, bottom]]])
        seen = cv2.perspectiveTransform(corners, matrix)
        mask = np.zeros((self._size[1] * _FINE, self._size[0] * _FINE), dtype=np.uint8)
        cv2.fillConvexPoly(mask, np.round(seen[0] * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
        return mask


def blend(under: Image, over: Image, mask: Image) -> Image:
    """`over` where the mask is 255, `under` where it is 0."""
    share = mask.astype(np.uint16)[:, :, None]
    mixed = under * (255 - share)
    mixed += over * share
    # for all numbers in use, (x + 1 + x // 256) // 256 is x // 255, without a division
    mixed += 128
    mixed += (mixed - 1) >> 8
    mixed >>= 8
    return mixed.astype(np.uint8)


def _fine_homography(pinhole: Pinhole, mm_per_px: float, origin_mm: tuple[float, float]) -> NDArray[np.float64]:
    """From the centres of a print's pixels to the picture at double resolution."""
    first = (origin_mm[0] + mm_per_px / 2, origin_mm[1] + mm_per_px / 2)
    finer = np.array([[_FINE, 0.0, (_FINE - 1) / 2], [0.0, _FINE, (_FINE - 1) / 2], [0.0, 0.0, 1.0]])
    return finer @ pinhole.homography(0.0, mm_per_px, first)


def _even_box(points: NDArray[np.float64], shape: tuple[int, ...]) -> tuple[int, int, int, int]:
    """Left, top, width, height round `points` in whole pixels of the final picture, inside the fine picture."""
    low = np.maximum(np.floor(points.min(axis=0)).astype(int) // _FINE * _FINE - 4 * _FINE, 0)
    high = np.ceil(points.max(axis=0)).astype(int) // _FINE * _FINE + 5 * _FINE
    high = np.minimum(high, (shape[1], shape[0]))
    return int(low[0]), int(low[1]), int(high[0] - low[0]), int(high[1] - low[1])
