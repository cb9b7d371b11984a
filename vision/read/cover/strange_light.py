"""Doubt of changed spots whose light no lesson explains: hard sun, a deep shadow, a thing that is no pawn.

Law: a pawn that looks like none that has stood on this table is not sure, and neither is an empty spot that does not
look like its bare print, or was never seen bare, where the pawn that stood there would look so in another light.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.read.appearance import EmptyBoard, Lab, shaded_distance
from vision.read.cover.shadows import TOE
from vision.read.evidence import AppearanceModel
from vision.read.image_quality import FOREIGN_SQUARED
from vision.read.silhouettes import Pixels, Silhouettes

#: The pixels of a pawn fall short of the usual likelihood of its colour by no more than this in the mean, in nats.
FAMILIAR: Final = 2.0
#: Of a spot that is surely empty more than this part looks like the bare print.
BARE_PART: Final = 0.3
#: The tint of a pawn, chroma by lightness, stays within so much in another light.
SAME_TINT: Final = 0.08
#: The share of doubt in a change seen in such a light: no verdict rests on that change alone.
DOUBT: Final = 0.15


def in_strange_light(
    lab: Lab, kinds: NDArray[np.int64], stood: NDArray[np.int64], looks: AppearanceModel, outlines: Silhouettes
) -> NDArray[np.int64]:
    """The spots (m,) whose new class among the `kinds` (n,) no lesson bears out in a picture (h, w, 3); `stood` (n,) is
    what stood there last, -1 where that is unknown."""
    usual = looks.palette.usual()
    if np.isnan(usual).all():
        return np.empty(0, dtype=np.int64)
    # a colour known by its name only is measured by the median of the other colours
    usual = np.where(np.isnan(usual), np.nanmedian(usual), usual)
    flat, found = lab.reshape(-1, 3), []
    for spot in np.flatnonzero(kinds != stood).tolist():
        core, kind = outlines.core[spot], int(kinds[spot]) - 1
        if not len(core):
            continue
        if kind >= 0:
            shown = float(looks.palette.log_likelihood(flat[core])[kind].mean())
            strange = not usual[kind] - shown <= FAMILIAR
        else:
            strange = not _is_bare(flat, core, looks.empty) and _has_tint_of(flat[core], looks, int(stood[spot]) - 1)
        if strange:
            found.append(spot)
    return np.array(found, dtype=np.int64)


def doubted(scores: NDArray[np.float64], spots: NDArray[np.int64]) -> NDArray[np.float64]:
    """The scores (n, classes) where nothing is sure of the `spots` (m,)."""
    after = scores.copy()
    after[spots] = np.log((1 - DOUBT) * np.exp(scores[spots]) + DOUBT / scores.shape[1])
    return after


def _is_bare(flat: Lab, core: Pixels, empty: EmptyBoard) -> bool:
    """Whether enough pixels of a spot in a picture (pixels, 3) look like its bare print."""
    alike = shaded_distance(flat[core], empty.lab.reshape(-1, 3)[core]) <= FOREIGN_SQUARED
    return bool((alike & empty.known.reshape(-1)[core]).mean() > BARE_PART)


def _has_tint_of(colours: Lab, looks: AppearanceModel, kind: int) -> bool:
    """Whether pixels (n, 3) have the tint of a pawn of the `kind`; of one that is unknown, -2, that may always be."""
    if kind < 0:
        return True
    seen, pawn = (_tint(colour) for colour in (colours.mean(axis=0), looks.palette.middles()[kind]))
    return not float(np.linalg.norm(seen - pawn)) >= SAME_TINT


def _tint(colour: NDArray[np.float32] | NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray((colour[1:] - 128) / (colour[0] + TOE), dtype=np.float64)
