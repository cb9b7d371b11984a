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
#: Of so many of the pawns the reader may see nothing.
MISSING_SHARE: Final = 0.25
#: How much lightness counts beside chroma (Lab), which shadows and highlights change less.
WEIGHTS: Final = (0.2, 1.0, 1.0)
#: A pawn looks like the others of its colour where it is nearer to them than this part of its way to any other colour.
NEARER: Final = 0.6


def shifted_classes(
    labels: Labels, scores: NDArray[np.float64], spots: Spots, colours: NDArray[np.float64]
) -> NDArray[np.int64] | None:
    """The class of every spot (n,) as the record has it, where the reading (n, classes) differs from it by a shift of
    colours alone; `colours` (n, 3) are those in the picture, in Lab.  -1 for a pawn that is not read as the others of
    its colour, or like those of another one as well, unless it waits where only its colour may, or looks like the
    others of its colour and like no other.  None where it differs otherwise.

    No pawn may have been moved: one is missing then, and stands where there should be none.  Nor may colours have
    changed places with each other: no light does that, but people who sit down on other sides do.
    """
    taken = np.logaddexp.reduce(scores[:, 1:], axis=1) - scores[:, 0]
    known = np.array(labels.classes, dtype=np.int64)
    for pool, count in zip(spots.pools, labels.pool_counts, strict=True):
        known[pool.spots][np.argsort(-taken[pool.spots])[:count]] = pool.kind
    missing = (known > 0) & (taken <= 0)
    too_many = missing.sum() > MISSING_SHARE * np.count_nonzero(known)
    homes = np.zeros(len(known), dtype=np.int64)
    for pool in spots.pools:
        homes[pool.spots] = pool.kind
    if too_many or _moved(np.where(missing, -known, known), taken > 0, homes, colours):
        return None
    read = scores[:, 1:].argmax(axis=1) + 1
    read_as = {kind: _common(read[stand]) for kind, stand in by_kind(known).items()}
    shift = {kind: other for kind, other in read_as.items() if other is not None}
    if not _is_shift(shift):
        return None
    common = np.array([shift.get(int(kind), -1) for kind in known])
    doubtful = missing | ((known > 0) & (read != common))
    shared = [kind for kind, other in shift.items() if list(shift.values()).count(other) > 1]
    doubtful |= np.isin(known, shared) & (homes == 0)
    known[doubtful & ~like_their_own(known, colours)] = -1
    return known


def _moved(
    known: NDArray[np.int64], taken: NDArray[np.bool_], homes: NDArray[np.int64], colours: NDArray[np.float64]
) -> bool:
    """Whether what seems to stand on an empty spot looks most like the pawns of a colour of which one is missing
    (-class in `known`), or like those whose home it is (class in `homes`), for one may have been sent there."""
    missing, extra = known < 0, taken & (known == 0)
    if not missing.any() or not extra.any():
        return False
    kinds, seen = by_kind(np.abs(known)), colours * WEIGHTS
    means = np.array([middle(seen[stand]) for stand in kinds.values()])
    far = np.linalg.norm(seen[extra][:, None] - means[None], axis=2)
    if not np.isfinite(far).all():
        return True
    looks = np.array(list(kinds))[far.argmin(axis=1)]
    return bool((np.isin(looks, -known[missing]) | (looks == homes[extra])).any())


def like_their_own(known: NDArray[np.int64], colours: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which pawns (n,) look like the others that `known` gives the same colour, and like those of no other colour: of
    two that were mistaken for each other, neither does."""
    kinds, seen = list(by_kind(known).values()), colours * WEIGHTS
    means = np.array([middle(seen[spots]) for spots in kinds])
    alike = np.zeros(len(known), dtype=np.bool_)
    for number, spots in enumerate(kinds):
        if len(spots) < MIN_PAWNS:
            continue
        foreign = np.delete(means, number, axis=0)
        for spot in spots:
            own = middle(seen[spots[spots != spot]])
            far = np.linalg.norm(seen[spot] - foreign, axis=1).min(initial=np.inf)
            alike[spot] = np.linalg.norm(seen[spot] - own) < NEARER * far
    return alike


def middle(colours: NDArray[np.float64]) -> NDArray[np.float64]:
    """The usual colour (3,) of spots (n, 3), by those in view; NaN where none is."""
    seen = colours[np.isfinite(colours).all(axis=1)]
    return np.asarray(np.median(seen, axis=0)) if len(seen) else np.full(3, np.nan)


def by_kind(known: NDArray[np.int64]) -> dict[int, NDArray[np.int64]]:
    """The spots of the pawns of each colour."""
    return {int(kind): np.flatnonzero(known == kind) for kind in np.unique(known[known > 0])}


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
