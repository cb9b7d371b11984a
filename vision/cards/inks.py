"""Compares the colours of a card's print with those of a face: each as a part of the palest print of its own card.

The blocks of a card are compared without their level, so a card of the same print in another colour differs only at the
edges of its print.  A lamp changes paper and ink by one factor, so the part of the paper's light that an ink gives back
stays.
"""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.blocks import EDGE, Mask
from vision.cards.pile import DARK_LEVELS, LIGHT_MM, PX_PER_MM, Floats

#: The palest part of a face serves as its paper, with at least so many grey levels.
PAPER_PART: Final = 0.03
LEAST_PAPER: Final = 8.0
#: Noise finer than this is smoothed away, in pixels.
SMOOTH_PX: Final = 1.2
#: A square in pixels in which light may have a colour: the tint of a shadow is no ink.
LIGHT_PX: Final = (2 * LIGHT_MM * PX_PER_MM + 1,) * 2
#: The least part of such a square that must show.
LEAST_OF_LIGHT: Final = 0.05
#: A pixel of the card or the face with this colour, as a part of the paper's light, is clearly coloured; fewer pixels
#: are a tinted shadow or the grain of black ink.  Tuning set: of `card_phone.py` all 87 taught cards had a likeness of
#: 0.8 or more, and 9 of 13 with other inks below 0.7; thin red numbers have fewer pixels.
CLEAR_COLOUR: Final = 0.2
LEAST_PIXELS: Final = 20
#: Haze, glare or a phone leave at least this part of a colour, or make it so many times stronger; less makes the inks
#: unlike, as black ink has a weak hue, too.
LEAST_SHARE: Final = 0.4


def likeness_of_inks(card: Floats, face: Floats, shows: Mask) -> float:
    """Returns how alike the colours of a card and of a face are where the card shows (h, w): 1 for the same hues, 0 for
    others or far weaker ones, -1 for opposite ones; also 1 if neither has a clear colour.

    `card` and `face` are logarithmic pictures (h, w, 3).
    """
    inside = np.zeros_like(shows)
    inside[EDGE:-EDGE, EDGE:-EDGE] = shows[EDGE:-EDGE, EDGE:-EDGE]
    if not inside.any():
        return 1.0
    levels = [np.exp(logs) - np.float32(DARK_LEVELS) for logs in (card, face)]
    palest = levels[1].min(axis=2)
    paper = inside & (palest >= np.quantile(palest[inside], 1 - PAPER_PART))
    seen, known = (_colours(one, paper, inside) for one in levels)
    clear = ~(np.maximum(np.linalg.norm(seen, axis=1), np.linalg.norm(known, axis=1)) <= CLEAR_COLOUR)
    if np.count_nonzero(clear) < LEAST_PIXELS:
        return 1.0
    seen, known = seen[clear], known[clear]
    lengths = np.array([np.linalg.norm(seen), np.linalg.norm(known)])
    alike = float((seen * known).sum() / max(float(lengths.prod()), 1e-9))
    return alike * min(1.0, float(lengths.min() / lengths.max()) / LEAST_SHARE)


def _colours(levels: Floats, paper: Mask, inside: Mask) -> NDArray[np.float32]:
    """Returns blue and red less green (pixels, 2) of a card inside a mask (h, w), as parts of its paper's light, less
    their local mean."""
    white = np.maximum(np.median(levels[paper], axis=0), LEAST_PAPER)
    part = cv2.GaussianBlur(np.asarray(levels / white, dtype=np.float32), (0, 0), SMOOTH_PX)
    colours = part[..., ::2] - part[..., 1:2]
    weight = inside.astype(np.float32)
    share = np.maximum(cv2.blur(weight, LIGHT_PX), LEAST_OF_LIGHT)
    local = cv2.blur(np.ascontiguousarray(colours * weight[..., None]), LIGHT_PX) / share[..., None]
    return np.asarray((colours - local)[inside], dtype=np.float32)
