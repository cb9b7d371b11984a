"""What lies over a card: a finger or a thumb, which comes in over the edge and is thick."""

from typing import Final

import cv2
import numpy as np

from vision.cards.blocks import COLUMNS, ROWS, Mask
from vision.cards.fits import MOST_MISFIT, Fit
from vision.cards.thresholds import CardThresholds

#: A block is tinted where it is so many times further from what is usual than half of the blocks are.
UNLIKE_PRINT: Final = 4.0


def visible(fit: Fit, thresholds: CardThresholds) -> Mask:
    """The blocks (blocks,) of a card that nothing lies over.

    At most one cover is believed in: blocks that fit badly or have another colour than the card, hang together, reach
    the edge, and are two wide and high somewhere, as no printed mark in a corner is.  All others that fit badly are
    another print.
    """
    # print in strong colours seems tinted under another lamp than it was shown in
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
