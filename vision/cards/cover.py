"""What lies over a part of a card: a finger, a sleeve, the next card.  It comes in over the card's edge; a face that
differs in the middle of the card is another face."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.pile import DARK_LEVELS, PX_PER_MM, Floats

#: Print is compared in surroundings of this size, as a bell's width.
NEAR_MM: Final = 2.5
#: Squared logarithms of brightness below this are noise and grain.
FAINT: Final = 0.008
#: Surroundings that agree less differ.
DIFFERS_BELOW: Final = 0.45
#: A cover reaches the rim of a card so far, over this length at least.
RIM_MM, LEAST_RIM_MM = 2, 6
#: The lamp is taken from what does not differ, where that is this part of the card.
LEAST_ALIKE: Final = 0.25
#: What covers has another colour or brightness than the card in its lamp, in logarithms, and is so thick; holes up to
#: twice as wide as this are closed, where skin is as bright as the print below.
OTHER_COLOUR: Final = 0.2
OTHER_LIGHT: Final = 0.35
THICK_MM: Final = 12
CLOSED_MM: Final = 2
#: What is left of a card's print beside a cover is soft by so much.
SOFT_EDGE_MM: Final = 2

Mask = NDArray[np.uint8]


def uncovered(card: Floats, face: Floats) -> Floats:
    """Where a card shows: 1, and 0 where something lies over it, (h, w).

    Both are logarithmic pictures (h, w, 3), the card's cut out where the face was laid on it.  A cover is thick, comes
    in over the rim, and has another colour than the card in its lamp, or hides print and is brighter or darker.
    """
    differs = _differs(card, face)
    alike = differs == 0
    if alike.mean() < LEAST_ALIKE:
        alike = np.ones_like(alike)
    away = cv2.GaussianBlur(card - _in_lamp_of(card, face, alike), (0, 0), PX_PER_MM)
    other = away.max(axis=2) - away.min(axis=2) > OTHER_COLOUR
    other |= (np.abs(away.mean(axis=2)) > OTHER_LIGHT) & (_from_the_rim(differs) > 0)
    cover = _from_the_rim(_thick(other.astype(np.uint8)))
    return np.asarray(1 - cv2.dilate(cover, _disc(CLOSED_MM + SOFT_EDGE_MM)), dtype=np.float32)


def _in_lamp_of(card: Floats, face: Floats, alike: NDArray[np.bool_]) -> Floats:
    """The face as bright in each channel as the card is where the two are alike."""
    levels = np.exp(face) - np.float32(DARK_LEVELS)
    seen = np.exp(card[alike]) - np.float32(DARK_LEVELS)
    shares = np.clip(seen, 1, None) / np.clip(levels[alike], 1, None)
    return np.asarray(np.log(np.clip(levels, 0, None) * np.median(shares, axis=0) + DARK_LEVELS), dtype=np.float32)


def _differs(card: Floats, face: Floats) -> Mask:
    """Where the detail of a card in its near surroundings is not that of the face."""
    of_card, of_face = _detail(card), _detail(face)
    seen, wanted = _near(of_card * of_card), _near(of_face * of_face)
    alike = _near(of_card * of_face) / np.sqrt((seen + FAINT) * (wanted + FAINT))
    return np.asarray((alike < DIFFERS_BELOW) & (np.maximum(seen, wanted) > 2 * FAINT), dtype=np.uint8)


def _near(values: Floats) -> Floats:
    return np.asarray(cv2.GaussianBlur(values.sum(axis=2), (0, 0), NEAR_MM * PX_PER_MM), dtype=np.float32)


def _detail(logs: Floats) -> Floats:
    return np.asarray(logs - cv2.GaussianBlur(logs, (0, 0), 2 * NEAR_MM * PX_PER_MM), dtype=np.float32)


def _thick(mask: Mask) -> Mask:
    """What is thick in a mask, without small holes."""
    wide = round(THICK_MM * PX_PER_MM)
    closed = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, _disc(CLOSED_MM))
    # a finger does not end where the card does
    beyond = cv2.copyMakeBorder(closed, wide, wide, wide, wide, cv2.BORDER_REPLICATE)
    return np.asarray(cv2.morphologyEx(beyond, cv2.MORPH_OPEN, _disc(THICK_MM / 2))[wide:-wide, wide:-wide])


def _from_the_rim(mask: Mask) -> Mask:
    """The parts of a mask that reach the rim over some length."""
    rim = np.ones_like(mask)
    wide = RIM_MM * PX_PER_MM
    rim[wide:-wide, wide:-wide] = 0
    _, labels = cv2.connectedComponents(mask, connectivity=8)
    lengths = np.bincount((labels * (rim > 0)).ravel(), minlength=labels.max() + 1) / wide
    reaching = lengths >= LEAST_RIM_MM * PX_PER_MM
    reaching[0] = False
    return np.asarray(reaching[labels], dtype=np.uint8)


def _disc(radius_mm: float) -> Mask:
    side = 2 * round(radius_mm * PX_PER_MM) + 1
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)), dtype=np.uint8)
