"""Pools of which the record says how many pieces wait there, but not on which spots.

A spot is taken or free where a pawn is likelier there, or less likely, by far; of the others nothing is learnt.
"""

from collections.abc import Callable
from itertools import combinations
from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.board import Labels, Pool, Spots
from vision.read.cover.occluders import Occlusion

#: A taken spot of a pool is distinguished from a free one when a pawn is likelier there by so much.
MIN_GAP_NATS: Final = 1.5
#: So much likelier by their look alone are the spots that are taken instead of those which a colour's name chose.
LOOK_NATS: Final = 2.0
#: Spots of one pool that are all taken, or all free, look alike: so far (Lab) does one stray from their middle.
LOOK_SIGMA: Final = (20.0, 10.0, 10.0)
#: A spot strays no further than so many sigmas, as one in the shadow of a pawn may.
MOST_SIGMAS: Final = 3.0
#: Most that the network says for or against anything on a spot, in nats.
MOST_THERE_NATS: Final = 6.0

#: Pools with how many pieces wait there.
OpenPools = tuple[tuple[Pool, int], ...]


def without_doubtful_pools(
    known: NDArray[np.int64], labels: Labels, spots: Spots, log_odds: Callable[[Pool], NDArray[np.float64]]
) -> NDArray[np.int64]:
    """`known` with -1 where the spots of a part-filled pool are not plainly distinguished by their `log_odds`."""
    for pool, waiting in zip(spots.pools, labels.pool_counts, strict=True):
        if 0 < waiting < pool.size:
            known[pool.spots][_alike(log_odds(pool), waiting)] = -1
    return known


def open_pools(known: NDArray[np.int64], labels: Labels, spots: Spots) -> OpenPools:
    """The pools of which the record says that some spots are taken, but not which, and how many; only those whose kind
    of pawn stands elsewhere too, by the classes `known` (n,)."""
    counts = zip(spots.pools, labels.pool_counts, strict=True)
    part_filled = tuple((pool, count) for pool, count in counts if 0 < count < pool.size)
    others = without(known, part_filled)
    return tuple((pool, count) for pool, count in part_filled if (others == pool.kind).any())


def without(known: NDArray[np.int64], pools: OpenPools) -> NDArray[np.int64]:
    """`known` (n,) with -1 in these pools."""
    others = known.copy()
    for pool, _ in pools:
        others[pool.spots] = -1
    return others


def with_pools(
    known: NDArray[np.int64], pools: OpenPools, scores: NDArray[np.float64], hidden: Occlusion
) -> NDArray[np.int64]:
    """`known` (n,) with these pools as `scores` (n, classes) have them, -1 where that is not plain."""
    found = known.copy()
    for pool, count in pools:
        log_odds = scores[pool.spots, pool.kind] - scores[pool.spots, 0]
        inside = np.zeros(pool.size, dtype=np.int64)
        inside[np.argsort(-log_odds)[:count]] = pool.kind
        inside[_alike(log_odds, count)] = -1
        found[pool.spots] = inside
    found[hidden.spots] = -1
    return found


def _alike(piece_log_odds: NDArray[np.float64], count: int) -> NDArray[np.bool_]:
    """Which spots of a pool (n,) may be taken or free: the record says only how many pieces wait there."""
    last, next_best = np.sort(piece_log_odds)[::-1][[count - 1, count]]
    return np.asarray(np.abs(piece_log_odds - (last + next_best) / 2) < MIN_GAP_NATS / 2, dtype=np.bool_)


def chosen_by_look(
    known: NDArray[np.int64],
    labels: Labels,
    spots: Spots,
    colours: NDArray[np.float64],
    there: NDArray[np.float64],
    hidden: Occlusion,
) -> NDArray[np.int64]:
    """`known` (n,) where a pool is filled otherwise if its look plainly says so: the taken spots look alike, and so do
    the free ones, by their `colours` (n, 3) in Lab and the log-odds `there` (n,) of anything on them.

    In a coloured light blue print may be more like "blue" than blue pawns are, and be taken for them.
    """
    chosen = known.copy()
    for pool, count in zip(spots.pools, labels.pool_counts, strict=True):
        inside = chosen[pool.spots]
        if not 0 < count < pool.size or (inside < 0).all() or np.isin(hidden.spots, range(pool.first, pool.stop)).any():
            continue
        taken, nats = _taken_by_look(colours[pool.spots], there[pool.spots], count)
        filled = np.where(taken, pool.kind, 0)
        if nats > LOOK_NATS and ((inside >= 0) & (inside != filled)).any():
            chosen[pool.spots] = filled
    return chosen


def _taken_by_look(
    colours: NDArray[np.float64], there: NDArray[np.float64], count: int
) -> tuple[NDArray[np.bool_], float]:
    """Which `count` spots of a pool (n,) are taken, and by how many nats that is likelier than any other choice."""
    said, size = np.clip(there, -MOST_THERE_NATS, MOST_THERE_NATS), len(there)
    choices = np.zeros((comb(size, count), size), dtype=np.bool_)
    for choice, taken in zip(choices, combinations(range(size), count), strict=True):
        choice[list(taken)] = True
    nats = np.array([said[taken].sum() - _unlike(colours[taken]) - _unlike(colours[~taken]) for taken in choices])
    best, next_best = np.argsort(-nats)[:2]
    return choices[best], float(nats[best] - nats[next_best])


def _unlike(colours: NDArray[np.float64]) -> float:
    """How far the colours (n, 3) of spots that should look alike stray from their middle, in nats."""
    squared = (((colours - np.median(colours, axis=0)) / LOOK_SIGMA) ** 2).sum(axis=1)
    return float(0.5 * np.minimum(squared, MOST_SIGMAS**2).sum())
