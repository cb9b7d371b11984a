"""Corrects the light of a picture to that in which the board is remembered.

Law: it corrects only changes common to the whole surface (a switched lamp, an adapting camera) and to whole rows of it
(bands from flickering lamps).  Shadows and glare stay.
"""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Image
from vision.read.appearance import EmptyBoard

#: Smaller changes are left alone, and no correction exceeds the second factor.
MIN_GAIN: Final = 1.08
MAX_GAIN: Final = 2.0
#: The largest factor of a band of light; the rows of a picture are compared in this many strips, by at least this many
#: known pixels each.
MAX_BAND: Final = 1.35
STRIPS: Final = 60
MIN_IN_STRIP: Final = 30
#: A band is equally bright in each of this many parts of a strip, side by side, within this (logarithm).
BAND_PARTS: Final = 3
SAME_BAND: Final = 0.08
#: Another lamp changes every pixel, a shadow leaves most of those beside it: pixels in the same light are within this
#: (logarithm) of the remembered one, in each channel within the second, because of noise, and this many of them are
#: more than chance.
SAME_LIGHT: Final = 0.04
SAME_TINT: Final = 0.07
UNCHANGED_PART: Final = 0.2
#: The number of known pixels of the surface that are used, and the least number.
SAMPLE: Final = 12_000
MIN_SAMPLES: Final = 300
#: Colours between these are used for the light: neither black nor saturated.
DARKEST, BRIGHTEST = 25, 245


def as_remembered(image: Image, empty: EmptyBoard, surface: NDArray[np.int64]) -> Image:
    """Returns the picture (h, w, 3) in the light of the memory; the same object if that is already its light.

    `surface` are the pixels of the board that no pawn covers.
    """
    known = surface[empty.known.reshape(-1)[surface]]
    if len(known) < MIN_SAMPLES:
        return image
    chosen = known[:: max(1, len(known) // SAMPLE)]
    before, now = _bgr(empty.lab.reshape(-1, 3)[chosen]), image.reshape(-1, 3)[chosen]
    telling = _tells(before) & _tells(now)
    if np.count_nonzero(telling) < MIN_SAMPLES:
        return image
    ratios = before[telling] / now[telling].astype(np.float64)
    gains = np.clip(np.median(ratios, axis=0), 1 / MAX_GAIN, MAX_GAIN)
    if np.abs(np.log(gains)).max() >= np.log(MIN_GAIN) and not _partly_unchanged(ratios):
        ramp = np.arange(256)[:, None] * gains[None, :]
        table = np.clip(np.round(ramp), 0, 255).astype(np.uint8).reshape(256, 1, 3)
        image = np.asarray(cv2.LUT(image, table), dtype=np.uint8)
    else:
        gains = np.ones(3)
    rows, columns = np.divmod(chosen[telling], image.shape[1])
    bands = _bands((ratios / gains).mean(axis=1), rows, columns, len(image))
    if not np.abs(np.log(bands)).max() >= np.log(MIN_GAIN):
        return image
    return np.asarray(cv2.convertScaleAbs(image * bands[:, None, None].astype(np.float32)), dtype=np.uint8)


def _bands(
    ratios: NDArray[np.float64], rows: NDArray[np.int64], columns: NDArray[np.int64], height: int
) -> NDArray[np.float64]:
    """Returns the brightening of each of the rows (height,), by pixels in `rows` and `columns` that need `ratios` (n,).
    A cover of less than half of a strip of rows does not count, and a change that does not extend across it is no
    band."""
    strips = rows * STRIPS // height
    order = np.lexsort((columns, strips))
    strips, ratios = strips[order], ratios[order]
    starts, sizes = _runs(strips)
    kept = np.repeat(sizes >= MIN_IN_STRIP, sizes)
    if not kept.any():
        return np.ones(height)
    within, size = (np.arange(len(strips)) - np.repeat(starts, sizes))[kept], np.repeat(sizes, sizes)[kept]
    strips, ratios = strips[kept], ratios[kept]
    # the first parts take what does not divide evenly
    share, longer = np.divmod(size, BAND_PARTS)
    first = longer * (share + 1)
    parts = np.where(within < first, within // (share + 1), longer + (within - first) // share)
    logs = np.log(_medians(ratios, BAND_PARTS * strips + parts)).reshape(-1, BAND_PARTS)
    medians = np.where(np.ptp(logs, axis=1) < SAME_BAND, _medians(ratios, strips), 1.0)
    middles = (strips[_runs(strips)[0]] + 0.5) * height / STRIPS
    bands = np.interp(np.arange(height), middles, medians)
    return np.asarray(np.clip(bands, 1 / MAX_BAND, MAX_BAND), dtype=np.float64)


def _runs(groups: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Returns where each group of ascending numbers (n,) begins, and its size."""
    starts = np.flatnonzero(np.diff(groups, prepend=-1))
    return starts, np.diff(starts, append=len(groups))


def _medians(values: NDArray[np.float64], groups: NDArray[np.int64]) -> NDArray[np.float64]:
    """Returns the median of the values (n,) of each group; `groups` (n,) ascend.  All groups are sorted at once, since
    a call for each takes ten times as long."""
    starts, sizes = _runs(groups)
    table = np.full((len(sizes), int(sizes.max())), np.inf)
    table[np.repeat(np.arange(len(sizes)), sizes), np.arange(len(values)) - np.repeat(starts, sizes)] = values
    table.sort(axis=1)
    each = np.arange(len(sizes))
    return np.asarray((table[each, sizes // 2] + table[each, (sizes - 1) // 2]) / 2, dtype=np.float64)


def _partly_unchanged(ratios: NDArray[np.float64]) -> bool:
    """Reports whether a part of the pixels, by the `ratios` (n, 3) of their channels, shows in the light of the memory:
    then the others lie in a shadow.  A lamp of another tint leaves none, though it be as bright."""
    as_bright = np.abs(np.log(ratios.mean(axis=1))) < SAME_LIGHT
    of_one_tint = np.abs(np.log(ratios)).max(axis=1) < SAME_TINT
    return float((as_bright & of_one_tint).mean()) > UNCHANGED_PART


def _tells(colours: Image) -> NDArray[np.bool_]:
    """Returns the colours (n, 3) that are used for the light."""
    within = cv2.inRange(colours[:, None], (DARKEST + 1,) * 3, (BRIGHTEST - 1,) * 3)
    return np.asarray(within.reshape(-1) > 0, dtype=np.bool_)


def _bgr(lab: NDArray[np.float32]) -> Image:
    levels = np.clip(np.round(lab), 0, 255).astype(np.uint8).reshape(-1, 1, 3)
    return np.asarray(cv2.cvtColor(levels, cv2.COLOR_LAB2BGR), dtype=np.uint8).reshape(-1, 3)
