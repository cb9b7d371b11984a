"""Decides which spots of a pool are taken if the record knows only how many pieces wait there.

A spot is taken or free if a pawn there is far likelier, or far less likely; nothing is learnt of the other spots.  Law:
in a half-filled pool each half is as uniform as the other, so the look alone cannot distinguish them.  Presence and
colour then decide alone, and must agree.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.board import Labels, Pool, Spots
from vision.read.cover.occluders import Occlusion

#: A taken spot of a pool is distinguished from a free one if a pawn is likelier there by this much.
MIN_GAP_NATS: Final = 1.5
#: The likeliest choice of taken spots must lead by this much if look and learnt colours choose together; by the second
#: if the look alone overrules the name of a colour.
PLAIN_NATS: Final = 2.0
LOOK_NATS: Final = 2.5
#: A pawn must be likelier by this much on the one half than on the other, by presence and by colour.
HALF_NATS: Final = 0.5
#: The spread (Lab) of equally filled spots of one pool around their middle.
LOOK_SIGMA: Final = (20.0, 10.0, 10.0)
#: A spot strays by at most this many sigmas, for example in the shadow of a pawn.
MOST_SIGMAS: Final = 3.0
#: The largest log-odds for or against a pawn on a spot from the network, or from a learnt colour, in nats.
MOST_NATS: Final = 6.0

#: Pools with their numbers of waiting pieces.
OpenPools = tuple[tuple[Pool, int], ...]


def without_doubtful_pools(
    known: NDArray[np.int64], labels: Labels, spots: Spots, log_odds: Callable[[Pool], NDArray[np.float64]]
) -> NDArray[np.int64]:
    """Returns `known` with -1 for the spots of a part-filled pool that their `log_odds` do not plainly distinguish."""
    for pool, waiting in zip(spots.pools, labels.pool_counts, strict=True):
        if 0 < waiting < pool.size:
            known[pool.spots][_alike(log_odds(pool), waiting)] = -1
    return known


def open_pools(known: NDArray[np.int64], labels: Labels, spots: Spots) -> OpenPools:
    """Returns the pools with a recorded number of taken spots but without their positions, and that number; only those
    whose kind of pawn stands elsewhere too, by the classes `known` (n,)."""
    counts = zip(spots.pools, labels.pool_counts, strict=True)
    part_filled = tuple((pool, count) for pool, count in counts if 0 < count < pool.size)
    others = without(known, part_filled)
    return tuple((pool, count) for pool, count in part_filled if (others == pool.kind).any())


def without(known: NDArray[np.int64], pools: OpenPools) -> NDArray[np.int64]:
    """Returns `known` (n,) with -1 in these pools."""
    others = known.copy()
    for pool, _ in pools:
        others[pool.spots] = -1
    return others


def _alike(piece_log_odds: NDArray[np.float64], count: int) -> NDArray[np.bool_]:
    """Returns the spots of a pool (n,) that may be taken or free: the record has only the number of waiting pieces."""
    last, next_best = np.sort(piece_log_odds)[::-1][[count - 1, count]]
    return np.asarray(~(np.abs(piece_log_odds - (last + next_best) / 2) >= MIN_GAP_NATS / 2), dtype=np.bool_)


@dataclass(frozen=True, slots=True, eq=False)
class PoolLook:
    """The evidence of a picture about spots apart from names: their `colours` (n, 3) in Lab, and the log-odds `there`
    (n,) of any object on them, regardless of colour.  The taken spots of a pool look alike, and so do the free ones."""

    colours: NDArray[np.float64]
    there: NDArray[np.float64]

    def corrected(self, known: NDArray[np.int64], labels: Labels, spots: Spots, hidden: Occlusion) -> NDArray[np.int64]:
        """Returns `known` (n,) with a pool refilled if its look plainly contradicts the filling by the names of the
        colours: in a coloured light blue print may be more like "blue" than blue pawns are."""
        found = known.copy()
        for pool, count in _part_filled(labels, spots, hidden):
            inside = known[pool.spots]
            choices = self._choices(pool, count, np.zeros(pool.size))
            filled = choices.filled(pool.kind, LOOK_NATS)
            if (inside >= 0).any() and (filled >= 0).all() and ((inside >= 0) & (inside != filled)).any():
                found[pool.spots] = filled
        return found

    def with_pools(
        self,
        known: NDArray[np.int64],
        pools: OpenPools,
        labels: Labels,
        scores: NDArray[np.float64],
        spots: Spots,
        hidden: Occlusion,
    ) -> NDArray[np.int64]:
        """Returns `known` (n,) with the part-filled pools decided by look and `scores` (n, classes) together, -1 if
        that is not plain.  Pools outside the open `pools` stay unknown where the record is not believed."""
        found = without(known, pools)
        for pool, count in _part_filled(labels, spots, hidden):
            if (pool, count) in pools or (known[pool.spots] >= 0).any():
                choices = self._choices(pool, count, scores[pool.spots, pool.kind] - scores[pool.spots, 0])
                found[pool.spots] = choices.filled(pool.kind, PLAIN_NATS)
        return found

    def likeliest(
        self, labels: Labels, scores: NDArray[np.float64], spots: Spots, hidden: Occlusion
    ) -> NDArray[np.int64]:
        """Returns the class of every spot (n,) by the record, its part-filled pools as in `with_pools`, plain or
        not."""
        found = spots.classes(labels, scores)
        for pool, count in _part_filled(labels, spots, hidden):
            choices = self._choices(pool, count, scores[pool.spots, pool.kind] - scores[pool.spots, 0])
            found[pool.spots] = choices.near_best(pool.kind, 0.0)
        return found

    def _choices(self, pool: Pool, count: int, log_odds: NDArray[np.float64]) -> "_Choices":
        """Returns all ways to place `count` pawns on the spots of a pool; `log_odds` (n,) are their likelihood by
        colour."""
        size, colours = pool.size, self.colours[pool.spots]
        said = np.clip([self.there[pool.spots], log_odds], -MOST_NATS, MOST_NATS)
        taken = np.zeros((comb(size, count), size), dtype=np.bool_)
        for choice, standing in zip(taken, combinations(range(size), count), strict=True):
            choice[list(standing)] = True
        nats = [said[:, way].sum() - _unlike(colours[way]) - _unlike(colours[~way]) for way in taken]
        return _Choices(taken, np.array(nats), said)


@dataclass(frozen=True, slots=True, eq=False)
class _Choices:
    """Which spots are `taken` (choices, n), and the likelihood of each choice, in `nats` (choices,); `said` (2, n) are
    the log-odds of any object on a spot, and of a pawn by its colour."""

    taken: NDArray[np.bool_]
    nats: NDArray[np.float64]
    said: NDArray[np.float64]

    def filled(self, kind: int, plain_nats: float) -> NDArray[np.int64]:
        """Returns the classes (n,) by the likeliest choice, -1 where a choice within `plain_nats` differs, and where
        the two halves of a pool may be exchanged."""
        return np.where(self._is_sided, self.near_best(kind, plain_nats), -1)

    def near_best(self, kind: int, plain_nats: float) -> NDArray[np.int64]:
        """Returns the classes (n,) by the likeliest choice, -1 where a choice within `plain_nats` differs."""
        likely = self.taken[~(self.nats < self.nats.max() - plain_nats)]
        return np.where((likely == self.best).all(axis=0), np.where(self.best, kind, 0), -1)

    @property
    def _is_sided(self) -> bool:
        """Reports whether more than their look distinguishes taken from free spots: always if their numbers differ,
        else if both log-odds favour the likeliest choice over its opposite."""
        best = self.best
        if 2 * np.count_nonzero(best) != len(best):
            return True
        likelier = self.said[:, best].mean(axis=1) - self.said[:, ~best].mean(axis=1)
        return bool((likelier > HALF_NATS).all())

    @property
    def best(self) -> NDArray[np.bool_]:
        """Returns the spots (n,) that the likeliest choice takes."""
        return np.asarray(self.taken[self.nats.argmax()], dtype=np.bool_)


def _part_filled(labels: Labels, spots: Spots, hidden: Occlusion) -> Iterator[tuple[Pool, int]]:
    """Yields the pools with some spots taken, and how many, if all are in view."""
    for pool, count in zip(spots.pools, labels.pool_counts, strict=True):
        if 0 < count < pool.size and not np.isin(hidden.spots, range(pool.first, pool.stop)).any():
            yield pool, count


def _unlike(colours: NDArray[np.float64]) -> float:
    """Returns the deviation of the colours (n, 3) of equally filled spots from their middle, in nats."""
    squared = (((colours - np.median(colours, axis=0)) / LOOK_SIGMA) ** 2).sum(axis=1)
    return float(0.5 * np.minimum(squared, MOST_SIGMAS**2).sum())
