"""How many pieces of a kind there are: where as many are plain to see, another one is hardly one of them, and where one
is missing it is likelier on a doubtful spot than beside the board.

Law: it is for saying what stands on a spot.  Whoever weighs whole positions, as the referee and lessons do, must not
use it: those have the right number anyway, so that it would be counted twice, and of two spots of which one must be
wrong the likelier would seem far likelier than it is.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.read.decoding import floored

Numbers = NDArray[np.float64]

#: So likely it is that more pieces of a kind stand on a board than belong to it: one of another set, or none at all but
#: a thing of its colour.
TOO_MANY: Final = 1e-3
#: So likely it is of each piece that it stands on no spot: captured and not at home yet, lost, never laid out.  Much
#: more than on rendered tables, where of 5422 kinds none was missing, as people are not so orderly.
MISSING: Final = 0.1
#: Spots that are of a kind with a smaller probability are not counted: there are many, and each says next to nothing.
LEAST: Final = 1e-2


def within_counts(scores: Numbers, most: tuple[int, ...], least: tuple[int, ...]) -> Numbers:
    """Log-probabilities (spots, classes) given that there are hardly more pieces than `most` of each class, the first
    of class 1, and rarely fewer than `least`.  Spots of which nothing is known are neither counted nor changed; a piece
    that is missing may stand on one of them.

    One step of belief propagation: what all other spots say of a kind, told to each.
    """
    found, seen = scores.copy(), np.ptp(scores, axis=1) > 0
    chances = np.exp(scores) * seen[:, None]
    unknown = len(seen) - int(seen.sum())
    kinds = range(1, scores.shape[1])
    for kind, highest, lowest in zip(kinds, most, least, strict=False):
        weights = _weights(highest, lowest - unknown)
        likely = np.flatnonzero(chances[:, kind] > LEAST)
        found[seen, kind] += np.log(_one_more(chances[likely, kind], weights))
        for spot in likely:
            others = likely[likely != spot]
            found[spot, kind] = scores[spot, kind] + np.log(_one_more(chances[others, kind], weights))
    changed = (found != scores).any(axis=1)
    rows = found[changed]
    found[changed] = floored(np.exp(rows - np.logaddexp.reduce(rows, axis=1, keepdims=True)))
    return found


def _weights(most: int, least: int) -> Numbers:
    """How likely (most + 2,) 0, 1, 2 ... pieces are before anything is seen; the last one stands for all beyond."""
    numbers = np.arange(most + 2)
    weights = MISSING ** np.maximum(0, least - numbers).astype(np.float64)
    weights[-1] = TOO_MANY
    return weights


def _one_more(others: Numbers, weights: Numbers) -> float:
    """How much likelier a piece is on a spot because of those that may stand on `others` (n,), by its share."""
    numbers = _how_many(others, len(weights))
    with_it = float(numbers @ np.append(weights[1:], weights[-1]))
    return with_it / float(numbers @ weights)


def _how_many(chances: Numbers, count: int) -> Numbers:
    """The probabilities (count,) that so many of independent events of these `chances` (n,) happen; the last one is
    that of all beyond."""
    numbers = np.zeros(count)
    numbers[0] = 1.0
    for chance in chances.tolist():
        beyond = numbers[-1] * chance
        numbers[1:] = numbers[1:] * (1 - chance) + numbers[:-1] * chance
        numbers[0] *= 1 - chance
        numbers[-1] += beyond
    return numbers
