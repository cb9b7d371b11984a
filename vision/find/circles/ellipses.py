"""Finds ellipses in a picture: possible printed circles seen from the side."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Image, Points

#: Brightness is compared with the mean over squares of these sides, in parts of the picture's width; pixels that differ
#: from it by this many grey levels form areas.
SURROUNDINGS: Final = (0.03, 0.07, 0.15)
LEVELS: Final = 3
#: The least number of pixels of an outline, the least area inside it, and its largest part of the picture.
MIN_OUTLINE_PX: Final = 12
MIN_AREA_PX: Final = 25.0
LARGEST_PART: Final = 0.01
#: The least shorter half axis of an ellipse, in pixels, and the largest ratio of its axes: flatter ones carry little
#: information.
MIN_HALF_PX: Final = 1.5
FLATTEST: Final = 4.5
#: An outline is an ellipse if its area differs from that of the fitted one by at most this part, and its points deviate
#: by at most this part of its size (one standard deviation).
SAME_AREA: Final = 0.2
ROUGHNESS: Final = 0.12
#: Ellipses nearer to each other than this part of the shorter half axis are one.
SAME_PLACE: Final = 0.5

Outline = NDArray[Any]


@dataclass(frozen=True, slots=True, eq=False)
class Ellipses:
    """Their `middles` (n, 2) and half `axes` (n, 2), shorter one first, in pixels; `turns` (n,) are the directions of
    the shorter ones, in radians clockwise from the right."""

    middles: Points
    axes: Points
    turns: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.turns)

    def take(self, which: NDArray[Any]) -> "Ellipses":
        return Ellipses(self.middles[which], self.axes[which], self.turns[which])

    @property
    def radii(self) -> NDArray[np.float64]:
        """The radii (n,) of circles with the same area."""
        return np.asarray(np.sqrt(self.axes.prod(axis=1)), dtype=np.float64)

    @property
    def shapes(self) -> NDArray[np.float64]:
        """The symmetric matrices (n, 2, 2) whose eigenvalues are the squared half axes."""
        cosine, sine = np.cos(self.turns), np.sin(self.turns)
        ways = np.stack([np.stack([cosine, -sine], axis=1), np.stack([sine, cosine], axis=1)], axis=1)
        return np.asarray((ways * (self.axes**2)[:, None, :]) @ ways.transpose(0, 2, 1), dtype=np.float64)


def ellipses_in(grey: Image) -> Ellipses:
    """Returns the ellipses of a picture, each once."""
    fitted = [_fitted(outline, grey.size) for mask in _masks(grey) for outline in _outlines(mask)]
    rows = np.array([row for row in fitted if row is not None], dtype=np.float64).reshape(-1, 6)
    rows = rows[np.argsort(rows[:, 5], kind="stable")]
    kept: list[int] = []
    for number, row in enumerate(rows):
        away = np.linalg.norm(rows[kept, :2] - row[:2], axis=1)
        if (away > SAME_PLACE * rows[kept, 2]).all():
            kept.append(number)
    rows = rows[kept]
    return Ellipses(rows[:, :2], rows[:, 2:4], rows[:, 4])


def _masks(grey: Image) -> Iterator[Image]:
    """Yields masks of the pixels brighter than their surroundings, and of the darker ones."""
    smooth = np.asarray(cv2.GaussianBlur(grey, (0, 0), 0.8), dtype=np.int16)
    for part in SURROUNDINGS:
        side = round(part * grey.shape[1]) | 1
        differs = smooth - np.asarray(cv2.boxFilter(smooth, cv2.CV_16S, (side, side)), dtype=np.int16)
        yield np.asarray(differs > LEVELS, dtype=np.uint8)
        yield np.asarray(differs < -LEVELS, dtype=np.uint8)


def _outlines(mask: Image) -> Iterator[Outline]:
    outlines, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
    for outline in outlines:
        if len(outline) >= MIN_OUTLINE_PX:
            yield outline


def _fitted(outline: Outline, picture_px: int) -> tuple[float, ...] | None:
    """Returns middle, half axes, turn and roughness of the ellipse that fits an outline; None if none fits."""
    area = cv2.contourArea(outline)
    if not MIN_AREA_PX < area < LARGEST_PART * picture_px:
        return None
    (x, y), (short, long), degrees = cv2.fitEllipse(outline)
    if not (short >= 2 * MIN_HALF_PX and long <= FLATTEST * short):
        return None
    if not abs(area / (np.pi * short * long / 4) - 1) <= SAME_AREA:
        return None
    turn = np.radians(degrees)
    cosine, sine = np.cos(turn), np.sin(turn)
    away = outline[:, 0].astype(np.float64) - (x, y)
    along, across = away @ (cosine, sine) / (short / 2), away @ (-sine, cosine) / (long / 2)
    rough = float(np.hypot(along, across).std())
    return (x, y, short / 2, long / 2, float(turn), rough) if rough <= ROUGHNESS else None
