"""The very first look at the kennels, before anything has been learnt: which of their spots hold a pawn?

Two signs that need no lesson: the pixels are rather of the seat's named colour than of the board's own surface round
about,
and a solid figure is modelled by the light where a printed circle is flat.
"""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.appearance import Lab, Palette, shaded_log_density, to_lab
from vision.silhouettes import Silhouettes
from vision.spots import SpotRow

#: So many of the nearest surface pixels tell what the bare board looks like beside a spot.
NEAREST: Final = 150
PIXEL_SAYS: Final = 3.0
#: The brightest part of the board (percentile of each colour) is white paper, which good light makes so bright.
WHITE_PART: Final = 99.3
WHITE: Final = 235.0
MOST_GAIN: Final = 4.0


def _balanced(lab: Lab, surface: NDArray[np.int64]) -> Lab:
    """The picture as it would be in good white light: the white rims of the markers show what white is now."""
    image = cv2.cvtColor(np.clip(lab, 0, 255).astype(np.uint8), cv2.COLOR_LAB2BGR)
    white = np.percentile(image.reshape(-1, 3)[surface], WHITE_PART, axis=0)
    gains = np.clip(WHITE / np.maximum(white, 1.0), 1.0, MOST_GAIN)
    return to_lab(np.clip(image * gains, 0, 255).astype(np.uint8))


def kennel_liking(
    lab: Lab, palette: Palette, row: SpotRow, outlines: Silhouettes, surface: NDArray[np.int64], kinds: int
) -> NDArray[np.float64]:
    """Scores (spots, kinds) of which only the kennels' are filled: the higher, the rather a pawn of that seat stands
    there."""
    flat, width = _balanced(lab, surface).reshape(-1, 3), lab.shape[1]
    where = np.column_stack([surface % width, surface // width]).astype(np.float64)
    liking = np.zeros((len(outlines.core), kinds))
    for seat in range(row.seats):
        spots = row.kennel_spots(seat)
        for spot in range(spots.start, spots.stop):
            colours = flat[outlines.core[spot]].astype(np.float64)
            if not len(colours):
                continue
            near = np.argsort(((where - outlines.feet[spot]) ** 2).sum(axis=1))[:NEAREST]
            ground = np.median(flat[surface[near]], axis=0).astype(np.float64)
            bare = shaded_log_density(colours, np.repeat(ground[None], len(colours), axis=0))
            own = palette.log_likelihood(colours)[seat]
            solid = float(np.log1p(colours[:, 0].std()))
            liking[spot, 1 + seat] = float(np.clip(own - bare, -PIXEL_SAYS, PIXEL_SAYS).mean()) + solid
    return liking
