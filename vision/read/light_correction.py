"""The light of a picture, brought back to the light in which the board is remembered.

Law: it heeds only what is common to the whole surface: a lamp that was switched, a camera that adapts.  Shadows and
glare stay as they are.
"""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Image
from vision.read.appearance import EmptyBoard

#: Smaller changes are left alone, and no change is mended further than by this factor.
MIN_GAIN: Final = 1.08
MAX_GAIN: Final = 2.0
#: So many known pixels of the surface are looked at, and so many at least.
SAMPLE: Final = 3000
MIN_SAMPLES: Final = 300
#: Colours between these tell the light: neither black nor blinding.
DARKEST, BRIGHTEST = 25, 245


def as_remembered(image: Image, empty: EmptyBoard, surface: NDArray[np.int64]) -> Image:
    """The picture (h, w, 3) as it would be in the light of the memory; the very same one where that is its light.

    `surface` are the pixels of the board that no pawn covers.
    """
    known = surface[empty.known.reshape(-1)[surface]]
    if len(known) < MIN_SAMPLES:
        return image
    chosen = known[:: max(1, len(known) // SAMPLE)]
    before = _bgr(empty.lab.reshape(-1, 3)[chosen])
    now = image.reshape(-1, 3)[chosen].astype(np.float64)
    telling = (np.minimum(before, now).min(axis=1) > DARKEST) & (np.maximum(before, now).max(axis=1) < BRIGHTEST)
    if np.count_nonzero(telling) < MIN_SAMPLES:
        return image
    gains = np.clip(np.median(before[telling] / now[telling], axis=0), 1 / MAX_GAIN, MAX_GAIN)
    if np.abs(np.log(gains)).max() < np.log(MIN_GAIN):
        return image
    ramp = np.arange(256)[:, None] * gains[None, :]
    table = np.clip(np.round(ramp), 0, 255).astype(np.uint8).reshape(256, 1, 3)
    return np.asarray(cv2.LUT(image, table), dtype=np.uint8)


def _bgr(lab: NDArray[np.float32]) -> NDArray[np.float64]:
    levels = np.clip(np.round(lab), 0, 255).astype(np.uint8).reshape(-1, 1, 3)
    return np.asarray(cv2.cvtColor(levels, cv2.COLOR_LAB2BGR), dtype=np.float64).reshape(-1, 3)
