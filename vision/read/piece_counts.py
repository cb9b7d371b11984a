"""Uses the number of pieces of a kind: if all are in plain view, another one is unlikely, and a missing one is likelier
on a doubtful spot than beside the board.

Law: use it only for the content of single spots.  Callers that weigh whole positions, as the referee and lessons do,
must not use it: positions already have the right number, so it would count twice, and of two spots of which one must be
wrong the likelier would seem far likelier than it is.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.read.decoding import floored

Numbers = NDArray[np.float64]

#: The probability of more pieces of a kind on a board than belong to it: one of another set, or an object of its
#: colour.
TOO_MANY: Final = 1e-3
#: The probability of each piece that it stands on no spot: captured and not at home yet, lost, never laid out.  It is
#: much larger than on rendered tables (none missing in 5422 kinds), because people are less orderly.
MISSING: Final = 0.1
#: Spots with a smaller probability of a kind are not counted: they are many, and each carries almost no information.
LEAST: Final = 1e-2


def within_counts(scores: Numbers, most: tuple[int, ...], least: tuple[int, ...]) -> Numbers:
    """Returns log-probabilities (spots, classes) given that there are hardly more pieces than `most` of each class, the
    first of class 1, and rarely fewer than `least`.  Unknown spots are neither counted nor changed; a missing piece may
    stand on one of them.

    One step of belief propagation: the messages of all other spots about a kind, to each spot.
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
    """Returns the prior (most + 2,) of 0, 1, 2 ... pieces; the last one stands for all beyond."""
    numbers = np.arange(most + 2)
    weights = MISSING ** np.maximum(0, least - numbers).astype(np.float64)
    weights[-1] = TOO_MANY
    return weights


def _one_more(others: Numbers, weights: Numbers) -> float:
    """Returns the factor for a piece on a spot, given the probabilities `others` (n,) of pieces on the other spots."""
    numbers = _how_many(others, len(weights))
    with_it = float(numbers @ np.append(weights[1:], weights[-1]))
    return with_it / float(numbers @ weights)


def _how_many(chances: Numbers, count: int) -> Numbers:
    """Returns the probabilities (count,) of the number of independent events with these `chances` (n,) that happen; the
    last one stands for all beyond."""
    numbers = np.zeros(count)
    numbers[0] = 1.0
    for chance in chances.tolist():
        beyond = numbers[-1] * chance
        numbers[1:] = numbers[1:] * (1 - chance) + numbers[:-1] * chance
        numbers[0] *= 1 - chance
        numbers[-1] += beyond
    return numbers
