"""The place of the pile beside the board, and its picture seen straight from above."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find.rectify import PRINT_PX_PER_MM, laid_flat
from vision.frames import Image, Points

#: The resolution of a pile: a card 59 mm wide spans 60 px of a usual camera, and a finer scale brought nothing.
PX_PER_MM: Final = 1
#: The first separates the light of a pile from its print, by distance; the second limits the noise of dark grey levels.
LIGHT_MM, DARK_LEVELS = 12, 16.0

Shown = Callable[[Points], Points]
Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True, kw_only=True)
class PilePlace:
    """A rectangle in the plane of the board, in its millimetres: it may lie beside the board, at negative x or y or
    beyond the board's size."""

    corner_mm: tuple[float, float]
    size_mm: tuple[float, float] = (180.0, 180.0)

    @property
    def corners_mm(self) -> Points:
        """Returns the corners (4, 2), upper left first and clockwise."""
        (x, y), (width, height) = self.corner_mm, self.size_mm
        return np.array([[x, y], [x + width, y], [x + width, y + height], [x, y + height]])


def in_view(shown: Shown, place: PilePlace, picture: tuple[int, int]) -> bool:
    """Reports whether the whole place shows in a picture of (width, height) pixels."""
    corners = shown(place.corners_mm)
    return bool((corners >= 0).all() and (corners <= np.array(picture) - 1).all())


def card_width_px(shown: Shown, place: PilePlace, width_mm: float) -> float:
    """Returns the pixels across a card in the middle of the place, along x or y, whichever are fewer."""
    middle = place.corners_mm.mean(axis=0)
    ends = middle + np.array([[-0.5, 0.0], [0.5, 0.0], [0.0, -0.5], [0.0, 0.5]]) * width_mm
    pixels = shown(ends)
    return float(min(np.hypot(*(pixels[1] - pixels[0])), np.hypot(*(pixels[3] - pixels[2]))))


def seen_from_above(image: Image, shown: Shown, place: PilePlace) -> Image:
    """Returns the place of the pile at `PX_PER_MM`; `shown` maps (n, 2) places on the board's plane to (n, 2)
    pixels."""
    corner = np.array(place.corner_mm)
    fine = laid_flat(image, lambda places: shown(places + corner), place.size_mm)
    part = PX_PER_MM / PRINT_PX_PER_MM
    return np.asarray(cv2.resize(fine, None, fx=part, fy=part, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def logarithmic(picture: Image) -> Floats:
    """Returns the logarithm of each channel: a factor of the light becomes a constant."""
    return np.asarray(np.log(picture.astype(np.float32) + np.float32(DARK_LEVELS)), dtype=np.float32)


def without_light(logs: Floats) -> Floats:
    """Returns a logarithmic picture (h, w, 3) less its local mean: lamp colour, shadows and gradients go, print
    stays."""
    side = (2 * LIGHT_MM + 1) * PX_PER_MM
    # two boxes approximate a bell well enough, and are much faster
    once = cv2.blur(logs, (side, side), borderType=cv2.BORDER_REFLECT_101)
    light = cv2.blur(once, (LIGHT_MM + 1, LIGHT_MM + 1), borderType=cv2.BORDER_REFLECT_101)
    return np.asarray(logs - light, dtype=np.float32)
