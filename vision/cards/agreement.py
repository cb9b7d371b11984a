"""How well a card agrees with a face, and whether it is that face rather than another one that looks like it."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.cards.pile import Floats

#: A card is compared in so many columns and rows of blocks; the worst ones are left out: a finger lies there, or glare.
COLUMNS, ROWS = 4, 6
LEFT_OUT: Final = 2

Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Agreement:
    """`value` is the mean correlation of the blocks that count, -1 to 1; `counted` (h, w) masks them."""

    value: float
    counted: NDArray[np.float32]


def agreement(card: Floats, face: Floats) -> Agreement:
    """How well the print of a card agrees with that of a face, both (h, w, 3) and free of light."""
    block = _blocks(card.shape[0], card.shape[1])
    number = COLUMNS * ROWS
    index = np.repeat(block.ravel(), 3)
    seen, wanted = card.ravel().astype(np.float64), face.ravel().astype(np.float64)

    def total(values: Numbers) -> Numbers:
        return np.bincount(index, weights=values, minlength=number).astype(np.float64)

    count = np.bincount(index, minlength=number)
    mean_seen, mean_wanted = total(seen) / count, total(wanted) / count
    both = total(seen * wanted) - count * mean_seen * mean_wanted
    of_seen = np.maximum(total(seen * seen) - count * mean_seen**2, 1e-12)
    of_wanted = np.maximum(total(wanted * wanted) - count * mean_wanted**2, 1e-12)
    each = both / np.sqrt(of_seen * of_wanted)
    counts = np.ones(number, dtype=bool)
    counts[np.argsort(each)[:LEFT_OUT]] = False
    weights = of_wanted * counts
    value = float((each * weights).sum() / weights.sum())
    return Agreement(value, counts[block].astype(np.float32))


def differences(card: Floats, face: Floats, rivals: Floats, counted: NDArray[np.float32]) -> Numbers:
    """Whether a card is the face (0.5) or a rival (-0.5), for rivals (n, h, w, 3): looked at only where the two differ,
    and only where `counted` (h, w) is 1."""
    mask = np.repeat(counted.ravel(), 3)
    seen, wanted = _masked(card.ravel(), mask), _masked(face.ravel(), mask)
    others = rivals.reshape(len(rivals), -1) * mask
    lengths = np.maximum(np.linalg.norm(others, axis=1), 1e-9)
    like_face = float(seen @ wanted)
    like_others = others @ seen / lengths
    alike = others @ wanted / lengths
    return np.asarray((like_face - like_others) / np.maximum(2 * (1 - alike), 1e-3), dtype=np.float64)


def _blocks(height: int, width: int) -> NDArray[np.int64]:
    """The number of the block of every pixel (h, w)."""
    rows = np.arange(height) * ROWS // height
    columns = np.arange(width) * COLUMNS // width
    return np.asarray(rows[:, None] * COLUMNS + columns, dtype=np.int64)


def _masked(values: Floats, mask: NDArray[np.float32]) -> Floats:
    kept = values * mask
    return np.asarray(kept / max(float(np.linalg.norm(kept)), 1e-9), dtype=np.float32)
