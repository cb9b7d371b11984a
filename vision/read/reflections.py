"""Detects the mirror images of pawns on a glossy board, upside down and towards the camera.

Law: a possible mirror image is neither surely a pawn nor surely an empty spot.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.read.appearance import Lab
from vision.read.evidence import Flags, Numbers
from vision.read.silhouettes import Silhouettes

#: A mirror image is dimmer than the pawn: its brighter part (this percentile of the lightness) by at least this factor.
#: In the given recording of ball-shaped pawns sharp mirror images showed 0.67 to 0.75, smeared by 5 px up to 0.88;
#: pawns in front of one of their colour 0.86 and more.
BRIGHTER_PART: Final = 95
DIMMER: Final = 0.86
#: A spot with higher log-odds of a pawn than this is no mirror image, unless one would cover this part of the spot's
#: outline.  In that recording mirror images had 1.4 to 3.8 and 0.77 to 0.83; ten doubted pawns on separately rendered
#: glossy tables (viewed), dimmer in the shade of others, 8.2 to 18.8 and 0.05 to 0.65.
PLAIN_ODDS: Final = 6.0
COVERED: Final = 0.7
#: The log-odds of a pawn on a spot with a possible mirror image.
MIRROR_ODDS: Final = -0.7


def doubt_reflections(
    odds: Numbers, kinds: NDArray[np.int64], stayed: Flags, flat: Lab, outlines: Silhouettes
) -> Numbers:
    """Returns the log-odds (spots,) of a pawn in a picture (pixels, 3), low if a pawn of the same kind may be mirrored
    there; `kinds` has (spots,).  A confirmed pawn that `stayed` (spots,) is not doubted."""
    doubted = odds.copy()
    for spot in sorted(np.flatnonzero((odds > 0) & ~stayed).tolist(), key=lambda spot: float(outlines.depth[spot])):
        pawns = [other for other in outlines.mirroring[spot] if doubted[other] > 0 and kinds[other] == kinds[spot]]
        least = COVERED if odds[spot] > PLAIN_ODDS else 0.0
        if any(_dimmer(flat, outlines, spot, pawn, least) for pawn in pawns):
            doubted[spot] = min(doubted[spot], MIRROR_ODDS)
    return doubted


def _dimmer(flat: Lab, outlines: Silhouettes, spot: int, pawn: int, least: float) -> bool:
    """Reports whether a spot, with a pawn mirrored on more than the `least` share of it, is dimmer than the pawn."""
    core = outlines.core[spot]
    shown = core[np.isin(core, outlines.mirror[pawn]) & ~np.isin(core, outlines.wide[pawn])]
    return len(shown) > least * len(core) and _bright(flat, shown) <= DIMMER * _bright(flat, outlines.core[pawn])


def _bright(flat: Lab, pixels: NDArray[np.int64]) -> float:
    return float(np.percentile(flat[pixels, 0], BRIGHTER_PART))
