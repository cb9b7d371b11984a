"""How well a card agrees with a face, and whether it is that face rather than another one that looks like it."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.pile import Floats

#: A card is compared in so many columns and rows of blocks.
COLUMNS, ROWS = 4, 6
#: A block that agrees less may be covered, by a finger or glare.
COVERED_BELOW: Final = 0.5
#: So many covered blocks are left out wherever they lie, and so many that reach the edge together, as a finger does.
LEFT_OUT, MOST_COVERED = 2, 6
#: What tells two faces apart counts as seen where this part of it lies in blocks that are not left out.
LEAST_SEEN: Final = 0.5

Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Agreement:
    """`value` is the mean correlation of the blocks that count, -1 to 1; `counted` (h, w) masks them.

    `explained` is the same where what is left out agrees with nothing: by it faces are compared.
    """

    value: float
    explained: float
    counted: NDArray[np.float32]


def agreement(card: Floats, face: Floats) -> Agreement:
    """How well the print of a card agrees with that of a face, both (h, w, 3), free of light and of unit length.

    A block weighs as much as there is printed in it, on the card or on the face: what is on only one of them counts
    against it.
    """
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
    weights = of_seen / of_seen.sum() + of_wanted / of_wanted.sum()
    counts = ~_left_out(each, weights)
    shown = float(weights[counts].sum() / weights.sum())
    weights = (of_seen / of_seen[counts].sum() + of_wanted / of_wanted[counts].sum()) * counts
    value = float((each * weights).sum() / weights.sum())
    return Agreement(value, value * shown, counts[block].astype(np.float32))


def _left_out(each: Numbers, weights: Numbers) -> NDArray[np.bool_]:
    """Which blocks are taken for covered."""
    low = each < COVERED_BELOW
    loss = np.where(low, weights * (1 - each), 0.0)
    worst = np.zeros(len(each), dtype=bool)
    worst[np.argsort(-loss)[:LEFT_OUT]] = True
    _, labels = cv2.connectedComponents(low.reshape(ROWS, COLUMNS).astype(np.uint8), connectivity=4)
    rim = np.unique(np.concatenate([labels[0], labels[-1], labels[:, 0], labels[:, -1]]))
    groups = [labels.ravel() == label for label in rim if label]
    few = [group for group in groups if group.sum() <= MOST_COVERED]
    group = max(few, key=lambda one: float(loss[one].sum()), default=worst)
    chosen = group if loss[group].sum() > loss[worst].sum() else worst
    return np.asarray(chosen & low, dtype=bool)


def differences(card: Floats, face: Floats, rivals: Floats, counted: NDArray[np.float32]) -> Numbers:
    """Whether a card is the face (0.5) or a rival (-0.5), for rivals (n, h, w, 3): looked at only where the two differ,
    and only where `counted` (h, w) is 1.  0 where most of what tells the two apart does not count."""
    mask = np.repeat(counted.ravel(), 3)
    whole = rivals.reshape(len(rivals), -1)
    apart = np.square(whole - face.ravel())
    shown = (apart * mask).sum(axis=1) / np.maximum(apart.sum(axis=1), 1e-9)
    seen, wanted = _masked(card.ravel(), mask), _masked(face.ravel(), mask)
    others = whole * mask
    lengths = np.maximum(np.linalg.norm(others, axis=1), 1e-9)
    like_face = float(seen @ wanted)
    like_others = others @ seen / lengths
    alike = others @ wanted / lengths
    values = (like_face - like_others) / np.maximum(2 * (1 - alike), 1e-3)
    return np.asarray(np.where(shown < LEAST_SEEN, np.minimum(values, 0.0), values), dtype=np.float64)


def _blocks(height: int, width: int) -> NDArray[np.int64]:
    """The number of the block of every pixel (h, w)."""
    rows = np.arange(height) * ROWS // height
    columns = np.arange(width) * COLUMNS // width
    return np.asarray(rows[:, None] * COLUMNS + columns, dtype=np.int64)


def _masked(values: Floats, mask: NDArray[np.float32]) -> Floats:
    kept = values * mask
    return np.asarray(kept / max(float(np.linalg.norm(kept)), 1e-9), dtype=np.float32)
