"""Light that shifts all colours: the pawns stand where the record has them, and each colour is read as another one.

By candles yellow looks red, green yellow and blue green.  Before the first lesson the reader has only the names of the
colours to go by, so it is told by the record what they look like here.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.board import Labels, Spots

#: A colour that is read as another one must be seen on so many spots; one pawn might be one that was moved.
MIN_PAWNS: Final = 2
#: So many of the pawns of a colour must be read alike.
COMMON_SHARE: Final = 0.75


def shifted_classes(labels: Labels, scores: NDArray[np.float64], spots: Spots) -> NDArray[np.int64] | None:
    """The class of every spot (n,) as the record has it, where the reading (n, classes) differs from it by a shift of
    colours alone; -1 for a pawn that is not read as the others of its colour, or like those of another one as well,
    unless it waits where only its colour may.  None where it differs otherwise.

    No pawn may be missing: of a pawn that was moved, the place that it left is empty.  Nor may colours have changed
    places with each other: no light does that, but people who sit down on other sides do.
    """
    taken = np.logaddexp.reduce(scores[:, 1:], axis=1) - scores[:, 0]
    known = np.array(labels.classes, dtype=np.int64)
    for pool, count in zip(spots.pools, labels.pool_counts, strict=True):
        known[pool.spots][np.argsort(-taken[pool.spots])[:count]] = pool.kind
    if not (taken[known > 0] > 0).all():
        return None
    read = scores[:, 1:].argmax(axis=1) + 1
    read_as = {int(kind): _common(read[known == kind]) for kind in np.unique(known[known > 0])}
    shift = {kind: other for kind, other in read_as.items() if other is not None}
    if not _is_shift(shift):
        return None
    common = np.array([shift.get(int(kind), -1) for kind in known])
    known[(known > 0) & (read != common)] = -1
    shared = [kind for kind, other in shift.items() if list(shift.values()).count(other) > 1]
    pooled = np.zeros(len(known), dtype=np.bool_)
    for pool in spots.pools:
        pooled[pool.spots] = True
    known[np.isin(known, shared) & ~pooled] = -1
    return known


def _common(read: NDArray[np.int64]) -> int | None:
    """As which colour these pawns of one colour are read; None where they are too few, or read as several."""
    counts = np.bincount(read)
    enough = counts.max() >= max(MIN_PAWNS, COMMON_SHARE * len(read))
    return int(counts.argmax()) if enough else None


def _is_shift(read_as: dict[int, int]) -> bool:
    """Whether some colour is read as another one, and none of them as each other in a ring."""
    for kind, other in read_as.items():
        seen, now = {kind}, other
        while now in read_as and now not in seen:
            seen.add(now)
            now = read_as[now]
        if now == kind and len(seen) > 1:
            return False
    return any(kind != other for kind, other in read_as.items())
