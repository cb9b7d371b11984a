"""Finds possible positions of a card: searches the whole place for the print of all faces, in any turn.

It needs no outline: a white card on a heap of white cards has hardly an outline, but its print shows.
"""

import math
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.outlines import CardPose, distinct
from vision.cards.pile import DARK_LEVELS, LIGHT_MM, PX_PER_MM, Floats

#: The scale of the search for print: within the range of a start's error, and too coarse for a small mark to decide.
STEP_MM: Final = 4
TURN_STEP_DEG: Final = 10
#: Positions kept for one turn before turns are compared, and the number kept in total.
_PER_TURN, MOST_PLACES = 12, 24
#: Print weaker than this, in logarithms of brightness, is noise or the grain of the table.
FAINT: Final = 0.03


def small_print(logs: Floats) -> Floats:
    """Returns the print in a logarithmic picture (h, w, 3), at `STEP_MM` per pixel."""
    height, width = logs.shape[:2]
    step = STEP_MM * PX_PER_MM
    size = (max(1, round(width / step)), max(1, round(height / step)))
    small = cv2.resize(logs - _light(logs), size, interpolation=cv2.INTER_AREA)
    return np.asarray(small, dtype=np.float32)


def _light(logs: Floats) -> Floats:
    """Returns the light on a logarithmic picture (h, w, 3) as a local median: unlike a mean it keeps the edge of a
    white card on a dark table, which as print would be stronger than any."""
    least = math.log(DARK_LEVELS)
    levels = 255 / (math.log(255 + DARK_LEVELS) - least)
    grey = np.clip((logs - least) * levels, 0, 255).astype(np.uint8)
    return np.asarray(cv2.medianBlur(grey, 2 * LIGHT_MM * PX_PER_MM + 1) / levels + least, dtype=np.float32)


def find_print(logs: Floats, faces: Floats) -> list[CardPose]:
    """Returns the places where a logarithmic picture of the pile (h, w, 3) most resembles one of `faces` (n, h, w, 3),
    which are small print of length 1.  A turn by half is not detected; `clearness` is the likeness."""
    print_ = small_print(logs)
    height, width = print_.shape[:2]
    side = cv2.getOptimalDFTSize(math.ceil(math.hypot(height, width)))
    card = faces.shape[1:3]
    if side < max(card):
        return []
    spectra = np.conj(np.fft.rfft2(faces.transpose(0, 3, 1, 2), s=(side, side)))
    found: list[CardPose] = []
    for turn_deg in range(0, 180, TURN_STEP_DEG):
        turning = _turning(turn_deg, (width, height), side)
        upright = cv2.warpAffine(print_, turning, (side, side), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
        likeness = _likeness(np.asarray(upright), spectra, card)
        for x, y in _peaks(likeness):
            middle = turning[:, :2] @ (x + (card[1] - 1) / 2, y + (card[0] - 1) / 2) + turning[:, 2]
            place = (middle + 0.5) * STEP_MM
            if not ((place >= 0).all() and (place <= np.array([width, height]) * STEP_MM).all()):
                continue
            found.append(CardPose(float(place[0]), float(place[1]), float(turn_deg), float(likeness[y, x])))
    return distinct(found, MOST_PLACES)


def _turning(turn_deg: float, size: tuple[int, int], side: int) -> NDArray[np.float64]:
    """Returns the affine map from a square in which a card turned by `turn_deg` is upright to the picture (width,
    height)."""
    cos, sin = math.cos(math.radians(turn_deg)), math.sin(math.radians(turn_deg))
    turning = np.array([[cos, -sin, 0.0], [sin, cos, 0.0]])
    turning[:, 2] = (np.array(size) - 1) / 2 - turning[:, :2] @ np.full(2, (side - 1) / 2)
    return turning


def _likeness(upright: Floats, spectra: NDArray[np.complex64], card: tuple[int, int]) -> Floats:
    """Returns the likeness, up to 1, of the likeliest face to a card with its corner at each pixel."""
    side = len(upright)
    seen = np.fft.rfft2(upright.transpose(2, 0, 1))
    alike = np.fft.irfft2(np.einsum("cij,fcij->fij", seen, spectra), s=(side, side)).max(axis=0)
    corners = (side - card[0] + 1, side - card[1] + 1)
    energy = cv2.boxFilter(
        np.square(upright).sum(axis=2), -1, card[::-1], anchor=(0, 0), normalize=False, borderType=cv2.BORDER_CONSTANT
    )
    least = FAINT**2 * 3 * card[0] * card[1]
    alike = alike[: corners[0], : corners[1]]
    return np.asarray(alike / np.sqrt(energy[: corners[0], : corners[1]] + least), dtype=np.float32)


def _peaks(likeness: Floats) -> list[tuple[int, int]]:
    highest = cv2.dilate(likeness, np.ones((3, 3), dtype=np.uint8))
    rows, columns = np.nonzero(likeness >= highest)
    best = np.argsort(-likeness[rows, columns])[:_PER_TURN]
    return [(int(columns[i]), int(rows[i])) for i in best]
