"""Finds the cover of a card: a finger or a thumb, which enters over the edge and is thick."""

from typing import Final

import cv2
import numpy as np

from vision.cards.blocks import COLUMNS, RIM, ROWS, Mask, Numbers
from vision.cards.fits import MOST_MISFIT, Fit
from vision.cards.pile import PX_PER_MM, Floats
from vision.cards.thresholds import CardThresholds
from vision.frames import Image

#: A block is tinted if its colour is this many times further from the usual one than the median block.
UNLIKE_PRINT: Final = 4.0

#: A finger is thicker than the first; print and its shift are thinner.  Gaps are closed up to the second in the region
#: unlike the face (print may resemble the finger), up to the third in the region of the finger's colour (noise).
FINGER_MM, PRINT_GAP_MM, GAP_MM = 9, 3, 5
#: The shade and the soft edge of a finger reach this far beyond it.
EDGE_MM: Final = 2
#: Print of another card differs from the face by this in one channel, as a logarithm.
OTHER_PRINT: Final = 0.35
#: Noise finer than this is smoothed away before colours are compared.
_SMOOTH_PX: Final = 1.2


def visible(fit: Fit, thresholds: CardThresholds) -> Mask:
    """Returns the uncovered blocks (blocks,) of a card.

    At most one cover is accepted: connected blocks that fit badly or differ in colour from the card, reach the edge,
    and are at least two wide and high somewhere, unlike a printed mark in a corner.  All other badly fitting blocks are
    another print.
    """
    # print in strong colours looks tinted under a lamp other than that of the enrolment
    spread = UNLIKE_PRINT * np.median(np.abs(fit.tint), axis=0)
    least = np.maximum(spread, [thresholds.skin_tint, thresholds.skin_tint, thresholds.skin_shade])
    tinted = np.asarray((np.abs(fit.tint) > least).any(axis=1), dtype=bool)
    bad = fit.misfit > thresholds.block_misfit
    odd = np.asarray(bad | tinted).reshape(ROWS, COLUMNS)
    number, labels = cv2.connectedComponents(odd.astype(np.uint8), connectivity=4)
    best, cover = 0.0, np.zeros((ROWS, COLUMNS), dtype=bool)
    for label in range(1, number):
        part: Mask = np.asarray(labels) == label
        thick = part[1:, 1:] & part[:-1, 1:] & part[1:, :-1] & part[:-1, :-1]
        at_edge = part[0].any() or part[-1].any() or part[:, 0].any() or part[:, -1].any()
        weight = float(np.minimum(fit.misfit, MOST_MISFIT)[part.ravel()].sum())
        like_skin = float(tinted[part.ravel()].mean()) >= thresholds.tinted_part
        like_skin = like_skin and float(bad[part.ravel()].mean()) >= thresholds.misfit_part
        if thick.any() and at_edge and like_skin and weight > best:
            best, cover = weight, part
    return np.asarray(~cover.ravel(), dtype=bool)


def cover_of(card: Floats, face: Floats, thresholds: CardThresholds) -> Mask:
    """Returns the pixels (h, w) of a card that a finger hides; `card` and `face` are logarithmic pictures (h, w, 3).

    A finger is the largest region that enters over the edge, is thick, and differs from the face everywhere in colour
    or brightness.  Where it happens to resemble the face it is traced by its own uniform colour.
    """
    differs = _colours(card - face)
    differs -= np.median(differs, axis=(0, 1))
    usual = UNLIKE_PRINT * np.median(np.abs(differs), axis=(0, 1))
    unlike = (np.abs(differs) > np.clip(usual, *thresholds.finger_unlike)).any(axis=2)
    finger = _largest_from_edge(_thick(_bool(unlike), PRINT_GAP_MM * PX_PER_MM))
    if not finger.any():
        return finger
    colours = _colours(card)
    alike = (np.abs(colours - np.median(colours[finger], axis=0)) < thresholds.finger_alike).all(axis=2)
    _, labels = cv2.connectedComponents(_thick(_bool(alike | finger), GAP_MM * PX_PER_MM).astype(np.uint8))
    followed = np.isin(labels, np.setdiff1d(labels[finger], 0))
    # a larger region is a card of the finger's colour
    if followed.mean() < 1 - thresholds.least_shown:
        finger = finger | followed
    return _bool(cv2.dilate(finger.astype(np.uint8), _disc(2 * EDGE_MM * PX_PER_MM + 1)))


def strewn(card: Floats, face: Floats, hidden: Mask, cover: Mask) -> float:
    """Returns the part of a card, 0 to 1, on which other print than the face's lies within the `hidden` pixels (h, w),
    beside the `cover` of a finger (h, w) and away from the edge.

    `card` and `face` are logarithmic pictures (h, w, 3).  Marks of another card are strewn; a finger is one piece and
    enters over the edge.
    """
    differs = np.abs(card - face - np.median((card - face)[~hidden], axis=0)).max(axis=2)
    unlike = cv2.morphologyEx((differs > OTHER_PRINT).astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    _, labels = cv2.connectedComponents(unlike)
    entering = np.isin(labels, np.unique(labels[~_inner(hidden)]))
    return float((_bool(unlike) & hidden & ~cover & ~entering).mean())


def _colours(logs: Floats) -> Numbers:
    """Returns blue and red relative to green, and green (h, w, 3), of a logarithmic picture."""
    smooth = cv2.GaussianBlur(logs, (0, 0), _SMOOTH_PX).astype(np.float64)
    green = smooth[..., 1]
    return np.stack([smooth[..., 0] - green, smooth[..., 2] - green, green], axis=2)


def _thick(region: Mask, gap: int) -> Mask:
    """Returns the parts of a region (h, w) that are as thick as a finger after gaps are closed; it continues beyond the
    edge."""
    beyond = FINGER_MM * PX_PER_MM
    closed = cv2.morphologyEx(region.astype(np.uint8), cv2.MORPH_CLOSE, _disc(gap))
    wide = cv2.copyMakeBorder(closed, beyond, beyond, beyond, beyond, cv2.BORDER_REPLICATE)
    return _bool(cv2.morphologyEx(wide, cv2.MORPH_OPEN, _disc(beyond))[beyond:-beyond, beyond:-beyond])


def _largest_from_edge(region: Mask) -> Mask:
    """Returns the largest connected part of a region (h, w) that reaches the edge."""
    _, labels, stats, _ = cv2.connectedComponentsWithStats(region.astype(np.uint8))
    labels = np.asarray(labels)
    at_edge = np.setdiff1d(labels[~_inner(region)], 0)
    if not len(at_edge):
        return np.zeros_like(region)
    return _bool(labels == max(at_edge, key=lambda label: stats[label, cv2.CC_STAT_AREA]))


def _inner(region: Mask) -> Mask:
    """Returns the pixels (h, w) of a card without its edge."""
    inner = np.zeros_like(region)
    inner[RIM:-RIM, RIM:-RIM] = True
    return inner


def _disc(diameter: int) -> Image:
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (diameter, diameter)), dtype=np.uint8)


def _bool(region: object) -> Mask:
    return np.asarray(region, dtype=bool)
