"""Handles light that shifts all colours: the pawns match the record, but each colour is read as another one.

By candles yellow looks red, green yellow and blue green.  Before the first lesson the reader has only the names of the
colours, so the record teaches it their look here.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.board import Labels, Spots

#: A colour read as another one must be seen on at least this many spots; a single pawn might have been moved.
MIN_PAWNS: Final = 2
#: The least part of a colour's pawns that must be read alike.
COMMON_SHARE: Final = 0.75
#: The largest part of the pawns that the reader may miss.
MISSING_SHARE: Final = 0.25
#: The weight of lightness beside chroma (Lab), which shadows and highlights change less.
WEIGHTS: Final = (0.2, 1.0, 1.0)
#: A pawn resembles the others of its colour if it is nearer to them than this part of its distance to any other colour.
NEARER: Final = 0.6


def shifted_classes(
    labels: Labels, scores: NDArray[np.float64], spots: Spots, colours: NDArray[np.float64]
) -> NDArray[np.int64] | None:
    """Returns the class of every spot (n,) by the record if the reading (n, classes) differs from it by a shift of
    colours alone, else None; `colours` (n, 3) are those in the picture, in Lab.

    -1 stands for a pawn that is not read like the others of its colour, or is read like those of another one as well,
    unless it waits where only its colour may, or resembles the others of its colour and no other.

    No pawn may have moved: it would be missing in one place and extra in another.  Nor may two colours have changed
    places: no light does that, but people who change sides do.
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
    """Reports whether the apparent pawn on an empty spot most resembles the pawns of a colour of which one is missing
    (-class in `known`), or of the colour whose home it is (class in `homes`), because one may have been sent there."""
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
    """Returns the pawns (n,) that resemble the others of their colour in `known`, and no other colour: of two confused
    pawns neither does."""
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
    """Returns the median colour (3,) of the visible spots (n, 3); NaN if none is visible."""
    seen = colours[np.isfinite(colours).all(axis=1)]
    return np.asarray(np.median(seen, axis=0)) if len(seen) else np.full(3, np.nan)


def by_kind(known: NDArray[np.int64]) -> dict[int, NDArray[np.int64]]:
    """Returns the spots of the pawns of each colour."""
    return {int(kind): np.flatnonzero(known == kind) for kind in np.unique(known[known > 0])}


def _common(read: NDArray[np.int64]) -> int | None:
    """Returns the colour as which these pawns of one colour are read; None if they are too few, or read as several."""
    counts = np.bincount(read)
    enough = counts.max() >= max(MIN_PAWNS, COMMON_SHARE * len(read))
    return int(counts.argmax()) if enough else None


def _is_shift(read_as: dict[int, int]) -> bool:
    """Reports whether some colour is read as another one, without a cycle among them."""
    for kind, other in read_as.items():
        seen, now = {kind}, other
        while now in read_as and now not in seen:
            seen.add(now)
            now = read_as[now]
        if now == kind and len(seen) > 1:
            return False
    return any(kind != other for kind, other in read_as.items())
