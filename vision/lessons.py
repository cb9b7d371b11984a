"""What a settled picture teaches once its truth is known: the empty board, the pawns' colours, the prints."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.appearance import Lab, Palette
from vision.evidence import Looks
from vision.first_look import kennel_liking
from vision.lying import Hidden
from vision.silhouettes import Silhouettes
from vision.spots import Labels, SpotRow

#: Colours whose histograms share so much are likely to be taken for each other.
SIMILAR: Final = 0.45
#: From this share of mirrored pixels on a board is glossy; fewer pixels than the second show no mirror image.
GLOSSY: Final = 0.14
FEWEST_MIRRORED: Final = 20


def learn(
    labels: Labels,
    looks: Looks,
    lab: Lab,
    scores: NDArray[np.float64],
    row: SpotRow,
    outlines: Silhouettes,
    surface: NDArray[np.int64],
    hidden: Hidden,
) -> NDArray[np.int64]:
    """Takes the truth of a picture into `looks`; gives the class of every spot (n,), -1 for `hidden` ones."""
    if not looks.empty.known.any():
        scores = kennel_liking(lab, looks.palette, row, outlines, surface, scores.shape[1])
    known = row.classes(labels, scores)
    known[hidden.spots] = -1
    flat = lab.reshape(-1, 3)
    bare = np.ones(looks.empty.known.size, dtype=bool)
    for spot in np.flatnonzero(known):
        bare[outlines.wide[spot]] = False
    looks.empty.learn(lab, bare.reshape(looks.empty.known.shape) & ~hidden.pixels)
    for kind in range(1, scores.shape[1]):
        stood = [outlines.core[spot] for spot in np.flatnonzero(known == kind)]
        if stood:
            looks.palette.learn(kind - 1, flat[np.concatenate(stood)])
    for group in np.unique(row.group):
        free = [outlines.core[spot] for spot in np.flatnonzero((known == 0) & (row.group == group))]
        if free:
            looks.bare.learn(int(group), flat[np.concatenate(free)])
    return known


def similar_colours(palette: Palette, names: tuple[str, ...]) -> tuple[str, str] | None:
    """The two colours that look most alike on this board, where they look so alike that they may be confused."""
    shared = palette.overlaps()
    np.fill_diagonal(shared, 0.0)
    one, other = np.unravel_index(int(shared.argmax()), shared.shape)
    return (names[one], names[other]) if shared[one, other] > SIMILAR else None


def is_glossy(looks: Looks, lab: Lab, known: NDArray[np.int64], outlines: Silhouettes) -> bool:
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
        if len(pixels) < FEWEST_MIRRORED:
            continue
        kind, colours = int(known[spot]) - 1, flat[pixels]
        likely = looks.palette.log_likelihood(colours)
        own = (likely.argmax(axis=0) == kind) & (likely[kind] > looks.bare.log_likelihood(colours).max(axis=0))
        shares.setdefault(kind, []).append(float(own.mean()))
    return bool(shares) and float(np.median([np.mean(of_kind) for of_kind in shares.values()])) > GLOSSY
