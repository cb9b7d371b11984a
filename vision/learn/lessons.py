"""What a settled picture teaches once its truth is known: the empty board, the pawns' colours, the prints.

Law: a picture that shows something else than the record says teaches nothing of the places where they differ; it may be
older or newer than the record.
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

#: A spot is read otherwise where another class is likelier than the record's by so much, in nats; of another board are
#: pictures in which so many spots are.
CONTRADICTION_NATS: Final = 0.5
MAX_CONTRADICTED_SHARE: Final = 0.15
#: A pawn is seen to stand elsewhere than in the record where both places together are likelier so by this much, in
#: nats: of a faint one, that was asked about, the record knows better.
ELSEWHERE_NATS: Final = 3.0
#: So many more pawns of a colour than there are may be a move and a misreading.
MAX_EXTRA_PAWNS: Final = 2
#: Colours whose histograms share so much are likely to be taken for each other.
CONFUSABLE_OVERLAP: Final = 0.45
#: From this share of mirrored pixels on a board is glossy; fewer pixels than the second show no mirror image.
GLOSSY_SHARE: Final = 0.14
MIN_MIRRORED_PX: Final = 20


def confirmed_classes(
    labels: Labels,
    scores: NDArray[np.float64],
    spots: Spots,
    hidden: Occlusion,
    first_look: FirstLook | None = None,
) -> NDArray[np.int64] | None:
    """The class of every spot (n,) as the record says it and the reading (n, classes) lets it be believed, -1 where it
    does not; None where the picture is of quite another board.

    Pawns do not vanish: where a picture shows another position than the record, a pawn is missing in one place and
    too many in another.  A single spot that is read otherwise is a misreading, and the record has the last word; so it
    has where more pawns of a colour are read than there are, and in the first lesson where the light makes all pawns of
    a colour look like another, or like nothing that has a name; `first_look` is given for that lesson.
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
    """`known` (n,) where what it leaves out is judged again, by `scores` (n, classes) of one who has learnt the rest of
    the same picture; still -1 where that reading does not bear the record out either.

    Before the first lesson there are only the names of the colours, and by them print passes for a pawn that is missing
    elsewhere, or the single pawn of its colour for one of another.
    """
    again = confirmed_classes(labels, scores, spots, hidden)
    known = _counted(known, labels, scores, spots, hidden)
    return known if again is None else np.where(known < 0, again, known)


def _counted(
    known: NDArray[np.int64], labels: Labels, scores: NDArray[np.float64], spots: Spots, hidden: Occlusion
) -> NDArray[np.int64]:
    """`known` (n,) where the number in a part-filled pool says of the spots that are left, all at once, whether they
    are taken: as many pieces as spots are missing, or none is; but not where such a piece is read out of its place."""
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
    """The classes (n,) where the reading differs from the record by a shift of colours alone, else None."""
    shifted = shifted_classes(labels, scores, spots, first_look.colours)
    if shifted is None or first_look.exchanged(shifted):
        return None
    shifted[_absent(shifted, scores)] = -1
    taken = np.logaddexp.reduce(scores[:, 1:], axis=1) - scores[:, 0]
    return without_doubtful_pools(shifted, labels, spots, lambda pool: taken[pool.spots])


def _stands_elsewhere(known: NDArray[np.int64], read: NDArray[np.int64], by_nats: NDArray[np.float64]) -> bool:
    """Whether a pawn of some colour is missing in one place and one too many in another, plainly; `by_nats` (n,) says
    how far each spot speaks against the record, 0 where it does not."""
    against = by_nats > 0
    kinds = np.intersect1d(known[against & (known > 0)], read[against & (read > 0)])
    return any(
        by_nats[against & (known == kind)].max() + by_nats[against & (read == kind)].max() > ELSEWHERE_NATS
        for kind in kinds
    )


def _absent(known: NDArray[np.int64], scores: NDArray[np.float64]) -> NDArray[np.bool_]:
    """The spots (n,) of colours of which no pawn stands where the record has it, plainly: those may not be there."""
    empty = scores[:, 0] - scores[:, 1:].max(axis=1) > ELSEWHERE_NATS
    kinds = [kind for kind, stand in by_kind(known).items() if len(stand) >= MIN_PAWNS and empty[stand].all()]
    return np.isin(known, kinds)


def _imagined(known: NDArray[np.int64], read: NDArray[np.int64]) -> list[int]:
    """The kinds of pawns of which far more are read than there are: before the first lesson the print is taken for
    them, and what is read of that kind means nothing."""
    return [
        kind for kind in np.unique(read[read > 0]) if (read == kind).sum() > (known == kind).sum() + MAX_EXTRA_PAWNS
    ]


def learnt(
    known: NDArray[np.int64], looks: AppearanceModel, lab: Lab, spots: Spots, outlines: Silhouettes, hidden: Occlusion
) -> AppearanceModel:
    """The looks after a picture in which spots hold the classes `known` (n,), -1 where nothing is known."""
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
    """The two colours that look most alike on this board, where they look so alike that they may be confused."""
    shared = palette.overlaps()
    np.fill_diagonal(shared, 0.0)
    one, other = np.unravel_index(int(shared.argmax()), shared.shape)
    return (names[one], names[other]) if shared[one, other] > CONFUSABLE_OVERLAP else None


def is_glossy(looks: AppearanceModel, lab: Lab, known: NDArray[np.int64], outlines: Silhouettes) -> bool:
    """Whether the board mirrors its pawns: before the feet of the pawns of most colours it takes on just their colour.

    `known` (n,) are the true classes.  On a dull board that happens to one colour at most, that of the wood.
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
