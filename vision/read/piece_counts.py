"""How many pieces of a kind there are: where as many are plain to see, another one is hardly one of them.

Law: the count says nothing while it holds; it never names a kind, it only takes from those of which too many are seen.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]

#: So likely it is that more pieces of a kind stand on a board than belong to it: one of another set, or none at all but
#: a thing of its colour.
TOO_MANY: Final = 1e-3
#: Spots that are of a kind with a smaller probability are not counted: there are many, and each says next to nothing.
LEAST: Final = 1e-2


def within_counts(chances: Numbers, most: tuple[int, ...]) -> Numbers:
    """Probabilities (spots, classes) given that there are hardly more pieces than `most` of each class, the first of
    class 1; all that is known of a spot apart from this is independent of the other spots.

    One step of belief propagation: what all other spots say of a kind, told to each.
    """
    factors = np.ones_like(chances)
    for kind, count in enumerate(most[: chances.shape[1] - 1], start=1):
        likely = np.flatnonzero(chances[:, kind] > LEAST)
        if len(likely) <= count:
            continue
        factors[:, kind] = _one_more(chances[likely, kind], count)
        for spot in likely:
            factors[spot, kind] = _one_more(chances[likely[likely != spot], kind], count)
    weighed = chances * factors
    return np.asarray(weighed / weighed.sum(axis=1, keepdims=True), dtype=np.float64)


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
