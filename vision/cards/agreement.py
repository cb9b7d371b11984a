"""How well a card agrees with a face, and whether it is that face rather than another one that looks like it."""

from dataclasses import dataclass
from itertools import product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.cards.pile import Floats

#: A card is compared in so many columns and rows of blocks.
COLUMNS, ROWS = 4, 6
#: A block of which less shows does not count, and one with a smaller part of the print says nothing by itself.
LEAST_SHOWN, LEAST_PRINT = 0.3, 0.02
#: Where a card may be bent its blocks are compared so many pixels aside, too.
BENT: Final = 1

Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Agreement:
    """`value` is the mean correlation of the blocks and `worst` the lowest of those that hold a good part of the print,
    both -1 to 1."""

    value: float
    worst: float


def agreement(card: Floats, face: Floats, shows: Floats | None = None, *, bent: bool = False) -> Agreement:
    """How well the print of a card agrees with that of a face, both (h, w, 3), free of light and of unit length, 0
    where something lies over the card: `shows` (h, w) is 0 there, and 1 elsewhere.

    A block weighs as much as there is printed in it, on the card or on the face: what is on only one of them counts
    against it.  None is left out because it agrees badly: a face never shown may differ in a single one.
    """
    block = _blocks(card.shape[0], card.shape[1]).ravel()
    visible = np.ones(card.shape[:2], dtype=np.float32) if shows is None else shows
    count = _total(visible, block)
    counts = count >= LEAST_SHOWN * len(block) / (COLUMNS * ROWS)
    if not counts.any():
        return Agreement(0.0, 0.0)
    values = np.maximum(3 * count, 1)
    mean = _total(face.sum(axis=2), block) / values
    of_face = np.maximum(_total((face * face).sum(axis=2), block) - values * mean**2, 1e-12)
    of_card, each = of_face, np.full(len(count), -1.0)
    reach = range(-BENT, BENT + 1) if bent else range(1)
    for down, right in product(reach, reach):
        moved = np.roll(card, (down, right), axis=(0, 1)) * visible[..., None]
        own_mean = _total(moved.sum(axis=2), block) / values
        energy = np.maximum(_total((moved * moved).sum(axis=2), block) - values * own_mean**2, 1e-12)
        both = _total((moved * face).sum(axis=2), block) - values * own_mean * mean
        each = np.maximum(each, both / np.sqrt(energy * of_face))
        if down == right == 0:
            of_card = energy
    weights = (of_card / of_card[counts].sum() + of_face / of_face[counts].sum()) / 2 * counts
    worst = min(each[weights >= LEAST_PRINT], default=0.0)
    return Agreement(float((each * weights).sum()), float(worst))


def differences(card: Floats, face: Floats, rivals: Floats) -> tuple[Numbers, Numbers]:
    """Whether a card is the face (0.5) or a rival (-0.5), for rivals (n, h, w, 3), looked at only where the two differ;
    and how far each rival is from the face, squared.  All prints are 0 where something lies over the card."""
    seen, wanted = card.ravel(), face.ravel()
    others = rivals.reshape(len(rivals), -1)
    apart = np.maximum(2 * (1 - others @ wanted), 1e-3)
    return np.asarray((float(seen @ wanted) - others @ seen) / apart, dtype=np.float64), apart.astype(np.float64)


def _total(values: Floats, block: NDArray[np.int64]) -> Numbers:
    return np.bincount(block, weights=values.ravel(), minlength=COLUMNS * ROWS).astype(np.float64)


def _blocks(height: int, width: int) -> NDArray[np.int64]:
    """The number of the block of every pixel (h, w)."""
    rows = np.arange(height) * ROWS // height
    columns = np.arange(width) * COLUMNS // width
    return np.asarray(rows[:, None] * COLUMNS + columns, dtype=np.int64)
