"""Learns from a settled picture once its truth is known: the empty board, the pawns' colours, the prints.

Law: a picture that differs from the record teaches nothing at the places where they differ; it may be older or newer
than the record.
"""

from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.board import Labels, Spots
from vision.learn.colour_shift import MIN_PAWNS, by_kind, shifted_classes
from vision.learn.part_filled_pools import without_doubtful_pools
from vision.learn.unclear_names import FirstLook, renamed_scores
from vision.read.appearance import Lab, Palette
from vision.read.cover.occluders import Occlusion
from vision.read.evidence import AppearanceModel
from vision.read.silhouettes import Silhouettes

#: A spot contradicts the record if another class is likelier by this much, in nats; a picture in which the second part
#: of the spots does shows another board.
CONTRADICTION_NATS: Final = 0.5
MAX_CONTRADICTED_SHARE: Final = 0.15
#: A pawn counts as moved from the place of the record if both places together are likelier by this much, in nats: on a
#: faint pawn, confirmed by a question, the record is right.
ELSEWHERE_NATS: Final = 3.0
#: This many extra pawns of a colour may be a move and a misreading.
MAX_EXTRA_PAWNS: Final = 2
#: Colours whose histograms overlap this much are likely to be confused.
CONFUSABLE_OVERLAP: Final = 0.45
#: A board is glossy from this share of mirrored pixels on; with fewer pixels than the second there is no mirror image.
GLOSSY_SHARE: Final = 0.14
MIN_MIRRORED_PX: Final = 20


def confirmed_classes(
    labels: Labels,
    scores: NDArray[np.float64],
    spots: Spots,
    hidden: Occlusion,
    first_look: FirstLook | None = None,
) -> NDArray[np.int64] | None:
    """Returns the class of every spot (n,) by the record, as far as the reading (n, classes) makes it plausible, -1 for
    the other spots; None if the picture shows another board.

    Pawns do not vanish: in a picture of another position a pawn is missing in one place and extra in another.  A single
    spot that is read otherwise is a misreading, and the record prevails.  It also prevails if more pawns of a colour
    are read than exist, and in the first lesson if the light makes all pawns of a colour look like another one, or like
    none with a name; `first_look` is given for that lesson.
    """
    if not np.isfinite(scores).all():
        return None
    unclear: list[int] = []
    if first_look is not None and not len(hidden.spots):
        shifted = _in_another_light(labels, scores, spots, first_look)
        if shifted is not None:
            return shifted
        unclear = first_look.unclear(labels, scores, spots)
        scores = renamed_scores(scores, spots, unclear)
    known, read = spots.classes(labels, scores), scores.argmax(axis=1)
    by_nats = scores.max(axis=1) - scores[np.arange(len(known)), known]
    against = by_nats > CONTRADICTION_NATS
    known[hidden.spots] = -1
    against &= known >= 0
    if first_look is not None and unclear:
        against &= ~first_look.bears_out(known, scores, unclear)
    against &= ~np.isin(read, _imagined(known, read))
    if np.count_nonzero(against) > MAX_CONTRADICTED_SHARE * len(known):
        return None
    if _stands_elsewhere(known, read, np.where(against, by_nats, 0.0)) or len(hidden.spots):
        known[against] = -1
    if first_look is not None:
        known[against & np.isin(known, first_look.exchanged(known))] = -1
    known[_absent(known, scores)] = -1
    return without_doubtful_pools(
        known, labels, spots, lambda pool: scores[pool.spots, pool.kind] - scores[pool.spots, 0]
    )


def reconsidered(
    known: NDArray[np.int64], labels: Labels, scores: NDArray[np.float64], spots: Spots, hidden: Occlusion
) -> NDArray[np.int64]:
    """Returns `known` (n,) with its unknown spots judged again by `scores` (n, classes), which result from learning the
    rest of the same picture; -1 remains where that reading contradicts the record, too.

    Before the first lesson only the names of the colours are known, and by them print passes for a pawn that is missing
    elsewhere, or the single pawn of its colour for one of another.
    """
    again = confirmed_classes(labels, scores, spots, hidden)
    known = _counted(known, labels, scores, spots, hidden)
    return known if again is None else np.where(known < 0, again, known)


def _counted(
    known: NDArray[np.int64], labels: Labels, scores: NDArray[np.float64], spots: Spots, hidden: Occlusion
) -> NDArray[np.int64]:
    """Returns `known` (n,) with the remaining spots of a part-filled pool decided all at once by its number of pieces:
    as many pieces as spots are missing, or none.  A pool stays undecided if such a piece is read elsewhere."""
    counted, read = known.copy(), scores.argmax(axis=1)
    out_of_place = (read > 0) & (read != spots.classes(labels, scores))
    for pool, waiting in zip(spots.pools, labels.pool_counts, strict=True):
        if (out_of_place & (read == pool.kind)).any():
            continue
        inside = counted[pool.spots]
        left, missing = inside < 0, waiting - np.count_nonzero(inside == pool.kind)
        if missing in (0, np.count_nonzero(left)):
            inside[left] = pool.kind if missing else 0
    counted[hidden.spots] = -1
    return counted


def _in_another_light(
    labels: Labels, scores: NDArray[np.float64], spots: Spots, first_look: FirstLook
) -> NDArray[np.int64] | None:
    """Returns the classes (n,) if the reading differs from the record by a shift of colours alone, else None."""
    shifted = shifted_classes(labels, scores, spots, first_look.colours)
    if shifted is None or first_look.exchanged(shifted):
        return None
    shifted[_absent(shifted, scores)] = -1
    taken = np.logaddexp.reduce(scores[:, 1:], axis=1) - scores[:, 0]
    return without_doubtful_pools(shifted, labels, spots, lambda pool: taken[pool.spots])


def _stands_elsewhere(known: NDArray[np.int64], read: NDArray[np.int64], by_nats: NDArray[np.float64]) -> bool:
    """Reports whether a pawn of some colour is plainly missing in one place and extra in another; `by_nats` (n,) is how
    strongly each spot contradicts the record, 0 if it does not."""
    against = by_nats > 0
    kinds = np.intersect1d(known[against & (known > 0)], read[against & (read > 0)])
    return any(
        by_nats[against & (known == kind)].max() + by_nats[against & (read == kind)].max() > ELSEWHERE_NATS
        for kind in kinds
    )


def _absent(known: NDArray[np.int64], scores: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Returns the spots (n,) of colours without any pawn at its recorded place, plainly: those pawns may be absent."""
    empty = scores[:, 0] - scores[:, 1:].max(axis=1) > ELSEWHERE_NATS
    kinds = [kind for kind, stand in by_kind(known).items() if len(stand) >= MIN_PAWNS and empty[stand].all()]
    return np.isin(known, kinds)


def _imagined(known: NDArray[np.int64], read: NDArray[np.int64]) -> list[int]:
    """Returns the kinds of pawns that are read far more often than they exist: before the first lesson print passes for
    them, so readings of that kind mean nothing."""
    return [
        kind for kind in np.unique(read[read > 0]) if (read == kind).sum() > (known == kind).sum() + MAX_EXTRA_PAWNS
    ]


def learnt(
    known: NDArray[np.int64], looks: AppearanceModel, lab: Lab, spots: Spots, outlines: Silhouettes, hidden: Occlusion
) -> AppearanceModel:
    """Returns the looks after a picture in which spots hold the classes `known` (n,), -1 for unknown."""
    flat = lab.reshape(-1, 3)
    bare = np.ones(looks.empty.known.size, dtype=bool)
    for spot in np.flatnonzero(known):
        bare[outlines.wide[spot]] = False
    empty = looks.empty.learnt(lab, bare.reshape(looks.empty.known.shape) & ~hidden.pixels)
    palette, general = looks.palette, looks.bare
    for kind in range(1, int(known.max(initial=0)) + 1):
        stood = [outlines.core[spot] for spot in np.flatnonzero(known == kind)]
        if stood:
            palette = palette.learnt(kind - 1, flat[np.concatenate(stood)])
    for group in np.unique(spots.group):
        free = [outlines.core[spot] for spot in np.flatnonzero((known == 0) & (spots.group == group))]
        if free:
            general = general.learnt(int(group), flat[np.concatenate(free)])
    return replace(looks, empty=empty, palette=palette, bare=general)


def similar_colours(palette: Palette, names: tuple[str, ...]) -> tuple[str, str] | None:
    """Returns the two most similar colours on this board if they may be confused."""
    shared = palette.overlaps()
    np.fill_diagonal(shared, 0.0)
    one, other = np.unravel_index(int(shared.argmax()), shared.shape)
    return (names[one], names[other]) if shared[one, other] > CONFUSABLE_OVERLAP else None


def is_glossy(looks: AppearanceModel, lab: Lab, known: NDArray[np.int64], outlines: Silhouettes) -> bool:
    """Reports whether the board mirrors its pawns: before the feet of the pawns of most colours it takes on their
    colour.

    `known` (n,) are the true classes.  On a dull board that holds for at most one colour, that of the wood.
    """
    flat = lab.reshape(-1, 3)
    standing = np.flatnonzero(known > 0)
    covered = np.zeros(len(flat), dtype=bool)
    for spot in standing:
        covered[outlines.wide[spot]] = True
    shares: dict[int, list[float]] = {}
    for spot in standing:
        pixels = outlines.mirror[spot][~covered[outlines.mirror[spot]]]
        if len(pixels) < MIN_MIRRORED_PX:
            continue
        kind, colours = int(known[spot]) - 1, flat[pixels]
        likely = looks.palette.log_likelihood(colours)
        own = (likely.argmax(axis=0) == kind) & (likely[kind] > looks.bare.log_likelihood(colours).max(axis=0))
        shares.setdefault(kind, []).append(float(own.mean()))
    return bool(shares) and float(np.median([np.mean(of_kind) for of_kind in shares.values()])) > GLOSSY_SHARE
