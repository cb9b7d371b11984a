"""Handles colours that are not recognised by their names: the first picture counts if it confirms the record itself.

Green cones may look brown by a tube, and metal ones like the felt below them.  The places of one colour then look
alike, unlike all others, and differ from the other colours as its name does from theirs.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.board import Labels, Spots
from vision.learn.colour_shift import COMMON_SHARE, WEIGHTS, by_kind, like_their_own, middle

#: A pawn is accepted by its look if it is this near (Lab, weighted) to the middle of its colour; the second is the
#: limit for plain evidence against a pawn (log-odds), the third for its colour as a whole.
ALIKE: Final = 8.0
PLAINLY_EMPTY: Final = -3.0
HARDLY_EMPTY: Final = -1.5
#: Light shifts all colours alike and keeps their differences: the least cosine between a difference and that of the
#: names.
SAME_WAY: Final = 0.5
#: The weight of lightness beside chroma where it alone may distinguish black from white.
WAY_WEIGHTS: Final = (0.5, 1.0, 1.0)


@dataclass(frozen=True, slots=True, eq=False)
class FirstLook:
    """The evidence of the first lesson's picture beside its reading: the `colours` (n, 3) of the spots in Lab, the
    log-odds `there` (n,) of any object on them, regardless of colour, and the `named` colours (kinds, 3) in Lab, NaN
    for names without a known colour."""

    colours: NDArray[np.float64]
    there: NDArray[np.float64]
    named: NDArray[np.float64]

    def unclear(self, labels: Labels, scores: NDArray[np.float64], spots: Spots) -> list[int]:
        """Returns the classes that are not recognised by their names though they may match the record; none if two
        colours may have changed places."""
        known, read = spots.classes(labels, scores), scores[:, 1:].argmax(axis=1) + 1
        standing = by_kind(known)
        unclear = [kind for kind, stand in standing.items() if (read[stand] == kind).mean() < COMMON_SHARE]
        renamed = by_kind(spots.classes(labels, renamed_scores(scores, spots, unclear)))
        middles = {kind: middle(self.colours[stand]) for kind, stand in renamed.items()}
        ways = [self._way(middles, kind, other) for kind in unclear for other in middles if other != kind]
        return unclear if all(way > SAME_WAY for way in ways) else []

    def exchanged(self, known: NDArray[np.int64]) -> list[int]:
        """Returns the classes whose difference from another one in the picture is the reverse of that of their names,
        with pawns at `known` (n,): no light does that, but people who change sides do."""
        middles = {kind: middle(self.colours[stand]) for kind, stand in by_kind(known).items()}
        return [kind for kind in middles if any(self._way(middles, kind, other) < 0 for other in middles)]

    def bears_out(self, known: NDArray[np.int64], scores: NDArray[np.float64], unclear: list[int]) -> NDArray[np.bool_]:
        """Returns the pawns (n,) that are accepted by their look: at their recorded places, `known` (n,), they resemble
        the others of their colour and no other.  Of an `unclear` colour none is accepted if its look is also seen where
        no pawn should stand."""
        there = np.maximum(self.there, np.logaddexp.reduce(scores[:, 1:], axis=1) - scores[:, 0])
        believed = like_their_own(known, self.colours) & (there > PLAINLY_EMPTY)
        for kind, stand in by_kind(known).items():
            away = (self.colours - middle(self.colours[stand])) * WEIGHTS
            alike = np.linalg.norm(away, axis=1) < ALIKE
            elsewhere = alike & (known == 0) & (there >= there[stand].min())
            if kind in unclear and (elsewhere.any() or there[stand].mean() < HARDLY_EMPTY):
                alike[:] = False
            believed[stand] &= alike[stand]
        return np.asarray(believed, dtype=np.bool_)

    def _way(self, middles: dict[int, NDArray[np.float64]], one: int, other: int) -> float:
        """Returns how far two colours differ in the picture as their names do: 1 fully, -1 the other way round."""
        seen = (middles[one] - middles[other]) * WAY_WEIGHTS
        named = (self.named[one - 1] - self.named[other - 1]) * WAY_WEIGHTS
        return float(seen @ named / max(float(np.linalg.norm(seen) * np.linalg.norm(named)), 1e-9))


def renamed_scores(scores: NDArray[np.float64], spots: Spots, unclear: list[int]) -> NDArray[np.float64]:
    """Returns the scores (n, classes) with any pawn in the pool of an `unclear` colour taken for it: no other waits
    there."""
    renamed = scores.copy()
    for pool in spots.pools:
        if pool.kind in unclear:
            renamed[pool.spots, 1:] = scores.min()
            renamed[pool.spots, pool.kind] = np.logaddexp.reduce(scores[pool.spots, 1:], axis=1)
    return renamed
