"""The wandering edges of light and shadow: a person sways, the sun goes on, and print along a line changes its light.

Law: an edge is long, straight and narrow, and all along it the light changes by the same, print or no print.  A thing
that hides the print, or moves it, changes it otherwise at each place and is no edge.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find.board_mask import Mask
from vision.read.appearance import EmptyBoard, Lab
from vision.read.cover.shadows import STEP, TOE, taken_out

#: An edge runs over this part of the smaller side of the board at least, and wanders no further, in pixels, than this
#: to either side of its middle.
LONG_PART: Final = 0.3
HALF_WIDTH_PX: Final = 6
#: No more edges than this are looked for, and none where so large a part of the board changed.
MOST_EDGES: Final = 4
MOST_CHANGED: Final = 0.08
#: Light that changes by less (in its logarithm) is the same, by more it is none.
FAINTEST: Final = 0.05
DEEPEST: Final = 0.9
#: Print shows where its lightness varies by so much (logarithm, squared); where light falls on it the change does not
#: go with it, and what hides it takes more than this part of it away.
PRINT: Final = 0.0016
HIDDEN_PART: Final = 0.2
#: In a picture with its noise a pixel has changed where its surroundings have, by so much.
CHANGED: Final = 0.1
#: How straight: a line is sought to so many pixels and degrees and then fitted to the changed pixels near it.
ROUGHLY: Final = (2.0, np.pi / 180)

Numbers = NDArray[np.float32]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Band:
    """The pixels along one line, `rows` and `columns` (n,), and how far `across` it each lies, from 0 to
    2 * HALF_WIDTH_PX."""

    rows: NDArray[np.int64]
    columns: NDArray[np.int64]
    across: NDArray[np.float64]

    def along(self, values: Numbers) -> Numbers:
        """Returns for each pixel (n,) the median of the values (n,) of the band's pixels at the same distance."""
        places, nearest = np.arange(2 * HALF_WIDTH_PX + 1), np.rint(self.across)
        profile = [np.median(values[nearest == place]) if (nearest == place).any() else 0.0 for place in places]
        return np.asarray(np.interp(self.across, places, profile), dtype=np.float32)

    def light(self, change: Numbers, before: Numbers) -> Numbers | None:
        """By how much the light has changed at each pixel (n,), of the logarithms that the pixels show and that they
        showed `before`; None where that is no light that only fell or only went, or where the print is not kept."""
        found = self.along(change)
        strength = np.abs(found)
        if not FAINTEST < strength.max() < DEEPEST or (found.max() > FAINTEST and found.min() < -FAINTEST):
            return None
        strong = strength > strength.max() / 2
        look = before[strong] - before[strong].mean()
        varies = float((look**2).mean())
        hidden = float((look * (change - found)[strong]).mean())
        if not (varies >= PRINT and abs(hidden) <= HIDDEN_PART * varies):
            return None
        return np.where(strength > FAINTEST, found, np.float32(0))


def without_light_edges(lab: Lab, empty: EmptyBoard, board: Mask) -> tuple[Lab, Flags | None]:
    """The picture (h, w, 3) with the edges of light where they lay when the board was learnt, `board` masking it at
    half size, and which of its pixels (h, w) they have passed; the very same picture and None where they lie still."""
    known = empty.known[::STEP, ::STEP] & (board > 0)
    now, then = lab[::STEP, ::STEP], empty.lab[::STEP, ::STEP]
    light = _light_changed(now, then, known)
    found = bands((known & (np.abs(light) > CHANGED)).astype(np.uint8) * 255, board)
    if not found:
        return lab, None
    depth, tint = np.zeros_like(light), np.zeros((*light.shape, 2), dtype=np.float32)
    for band in found:
        at = (band.rows, band.columns)
        lightness, before = now[at][:, 0] + TOE, then[at][:, 0] + TOE
        change = band.light(light[at], np.log(before))
        if change is None:
            continue
        depth[at] = change
        shift = (now[at][:, 1:] - 128) / lightness[:, None] - (then[at][:, 1:] - 128) / before[:, None]
        shift *= known[at][:, None]
        tint[at] = np.stack([band.along(shift[:, 0]), band.along(shift[:, 1])], axis=1) * (change != 0)[:, None]
    left, top, width, height = cv2.boundingRect((depth != 0).view(np.uint8))
    if not width:
        return lab, None
    box = (slice(top, top + height), slice(left, left + width))
    large = (slice(STEP * top, STEP * (top + height)), slice(STEP * left, STEP * (left + width)))
    return taken_out(lab, large, depth[box], tint[box])


def _light_changed(now: Lab, then: Lab, known: Flags) -> Numbers:
    """Returns the change of light about each pixel (h, w) of small pictures (h, w, 3), in its logarithm.

    It is 0 if the pixel is not `known`.
    """
    left, top, width, height = cv2.boundingRect(known.view(np.uint8))
    box = (slice(top, top + height), slice(left, left + width))
    ratio = np.zeros(known.shape, dtype=np.float32)
    ratio[box] = np.where(known[box], np.log((now[box][..., 0] + TOE) / (then[box][..., 0] + TOE)), 0)
    return np.asarray(cv2.blur(ratio, (3, 3)), dtype=np.float32)


def bands(changed: Mask, board: Mask) -> list[Band]:
    """The bands along the straight lines in which pixels of a `board` (h, w) lie that `changed`, the longest first."""
    left, top, width, height = cv2.boundingRect(board)
    shortest = round(LONG_PART * min(width, height))
    count = cv2.countNonZero(changed)
    if shortest < 4 * HALF_WIDTH_PX or not shortest <= count < MOST_CHANGED * cv2.countNonZero(board):
        return []
    inside = (slice(top, top + height), slice(left, left + width))
    remaining, area = changed[inside].copy(), board[inside]
    found: list[Band] = []
    while len(found) < MOST_EDGES:
        lines = cv2.HoughLines(remaining, *ROUGHLY, shortest)
        band = None if lines is None else _along(lines[0, 0], remaining, area, shortest)
        if band is None:
            break
        remaining[band.rows, band.columns] = 0
        found.append(Band(band.rows + top, band.columns + left, band.across))
    return found


def _along(line: NDArray[np.float32], changed: Mask, area: Mask, shortest: int) -> Band | None:
    """The band along what changed near a line (distance, angle); None where that is too short."""
    distance, angle = (float(value) for value in line)
    rows, columns = np.nonzero(changed)
    near = np.abs(columns * np.cos(angle) + rows * np.sin(angle) - distance) < HALF_WIDTH_PX
    if np.count_nonzero(near) < 2:
        return None
    places = np.stack([columns[near], rows[near]], axis=1).astype(np.float32)
    fitted = cv2.fitLine(places, cv2.DIST_HUBER, 0, 0.01, 0.01).ravel()
    way, start = fitted[:2], fitted[2:]
    reach = np.sort((places - start) @ way)[[len(places) // 50, -1 - len(places) // 50]]
    if not reach[1] - reach[0] >= shortest:
        return None
    band = np.zeros_like(changed)
    ends = [np.rint(start + far * way).astype(int).tolist() for far in reach]
    cv2.line(band, ends[0], ends[1], (255,), 2 * HALF_WIDTH_PX + 1)
    rows, columns = np.nonzero(cv2.bitwise_and(band, area))
    aside = (rows - start[1]) * way[0] - (columns - start[0]) * way[1]
    within = np.abs(aside) <= HALF_WIDTH_PX
    return Band(rows[within], columns[within], aside[within] + HALF_WIDTH_PX)
