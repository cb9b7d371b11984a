"""How many pieces of a kind there are: where as many are plain to see, another one is hardly one of them.

Law: the count says nothing while it holds; it never names a kind, it only takes from those of which too many are seen.
It is for saying what stands on a spot.  Whoever weighs whole positions, as the referee and lessons do, must not use it:
those have the right number anyway, so that it would be counted twice, and of two spots of which one must be wrong the
likelier would seem far likelier than it is.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.read.decoding import floored

Numbers = NDArray[np.float64]

#: So likely it is that more pieces of a kind stand on a board than belong to it: one of another set, or none at all but
#: a thing of its colour.
TOO_MANY: Final = 1e-3
#: Spots that are of a kind with a smaller probability are not counted: there are many, and each says next to nothing.
LEAST: Final = 1e-2


def within_counts(scores: Numbers, piece_counts: tuple[int, ...]) -> Numbers:
    """Log-probabilities (spots, classes) given that there are hardly more pieces than `piece_counts` of each class,
    the first of class 1; the very same ones where no more than that are seen.  Spots of which nothing is known are
    neither counted nor changed.

    One step of belief propagation: what all other spots say of a kind, told to each.
    """
    found, seen = scores.copy(), np.ptp(scores, axis=1) > 0
    chances = np.exp(scores) * seen[:, None]
    for kind, count in enumerate(piece_counts[: scores.shape[1] - 1], start=1):
        likely = np.flatnonzero(chances[:, kind] > LEAST)
        if len(likely) <= count:
            continue
        found[seen, kind] += np.log(_one_more(chances[likely, kind], count))
        for spot in likely:
            others = likely[likely != spot]
            found[spot, kind] = scores[spot, kind] + np.log(_one_more(chances[others, kind], count))
    changed = (found != scores).any(axis=1)
    rows = found[changed]
    found[changed] = floored(np.exp(rows - np.logaddexp.reduce(rows, axis=1, keepdims=True)))
    return found


def _one_more(others: Numbers, most: int) -> float:
    """How much less likely a piece is on a spot because of those that may stand on `others` (n,), by its share."""
    numbers = _how_many(others, most)
    with_it, without = float(numbers[:most].sum()), float(numbers.sum())
    return (with_it + TOO_MANY * (1 - with_it)) / (without + TOO_MANY * (1 - without))


def _how_many(chances: Numbers, most: int) -> Numbers:
    """The probabilities (most + 1,) that so many of independent events of these `chances` (n,) happen."""
    numbers = np.zeros(most + 1)
    numbers[0] = 1.0
    for chance in chances.tolist():
        numbers[1:] = numbers[1:] * (1 - chance) + numbers[:-1] * chance
        numbers[0] *= 1 - chance
    return numbers
