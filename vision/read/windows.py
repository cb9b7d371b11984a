"""Cuts a small upright picture of every spot: a pawn on it always fills the same box in the middle.

Law: the place of a window depends only on the pose and the pawn's shape, never on the picture.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import NO_MAP, Points

#: A window in pixels, and the box in its middle that a pawn's outline fills; shadow and neighbours lie round it.
WIDTH: Final = 28
HEIGHT: Final = 36
BOX: Final = (14.0, 22.0)
#: Seen straight from above a pawn does not lean: up to this part of its width the picture's top is up.
UPRIGHT: Final = 0.3


@dataclass(frozen=True, slots=True, eq=False)
class Windows:
    """`places` (n * HEIGHT, WIDTH, 2) is the position in the picture of each pixel of the windows, one window below the
    other; `shapes` (n, HEIGHT, WIDTH) is the pawn's outline in each, 255 inside."""

    places: NDArray[np.float32]
    shapes: NDArray[np.uint8]

    def views(self, picture: NDArray[np.float32]) -> NDArray[np.float32]:
        """Returns the windows (n, HEIGHT, WIDTH, channels) of a picture (h, w, channels) of at most four channels."""
        seen = cv2.remap(picture, self.places, NO_MAP, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(seen, dtype=np.float32).reshape(len(self.shapes), HEIGHT, WIDTH, -1)

    def but(self, which: NDArray[np.int64], others: "Windows") -> "Windows":
        """Returns these windows with those of the spots `which` (m,) replaced by `others`."""
        places, shapes = self.places.reshape(-1, HEIGHT, WIDTH, 2).copy(), self.shapes.copy()
        places[which], shapes[which] = others.places.reshape(-1, HEIGHT, WIDTH, 2), others.shapes
        return Windows(places.reshape(-1, WIDTH, 2), shapes)


def draw_windows(outlines: Points, feet: Points, heads: Points) -> Windows:
    """Returns windows for pawns given by points of their outline (n, m, 2), the middle of the foot (n, 2) and the top
    (n, 2), in pixels of the picture."""
    count = len(outlines)
    if not count:
        return Windows(np.zeros((0, WIDTH, 2), np.float32), np.zeros((0, HEIGHT, WIDTH), np.uint8))
    across = np.ptp(outlines, axis=1).min(axis=1)
    up = heads - feet
    up[:, 1] -= UPRIGHT * across
    up /= np.maximum(np.linalg.norm(up, axis=1), 1e-9)[:, None]
    axes = np.stack([np.column_stack([-up[:, 1], up[:, 0]]), -up], axis=1)
    along = outlines @ axes.transpose(0, 2, 1)
    low, high = along.min(axis=1), along.max(axis=1)
    step = np.maximum(high - low, 1e-6) / np.array(BOX)
    middle = (low + high) / 2
    columns, rows = np.meshgrid(np.arange(WIDTH) - (WIDTH - 1) / 2, np.arange(HEIGHT) - (HEIGHT - 1) / 2)
    grid = np.stack([columns, rows], axis=-1).reshape(1, -1, 2) * step[:, None] + middle[:, None]
    places = (grid @ axes).reshape(count * HEIGHT, WIDTH, 2).astype(np.float32)
    shown = (along - middle[:, None]) / step[:, None] + np.array([(WIDTH - 1) / 2, (HEIGHT - 1) / 2])
    shapes = np.zeros((count, HEIGHT, WIDTH), dtype=np.uint8)
    for shape, points in zip(shapes, shown, strict=True):
        hull = cv2.convexHull(points.astype(np.float32)).reshape(-1, 2)
        cv2.fillConvexPoly(shape, np.round(hull * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    return Windows(places, shapes)
