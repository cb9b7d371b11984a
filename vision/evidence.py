"""What the pixels of every spot say, before anything is decided: likelihood ratios of each pawn against the bare board.

Law: a pixel is weighed once; which of them may speak (what hides what) is decided later and changes no weight.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.appearance import EmptyBoard, Lab, Palette
from vision.silhouettes import Pixels, Silhouettes
from vision.spots import SpotRow

Numbers = NDArray[np.float64]
Flags = NDArray[np.bool_]

#: Neighbouring pixels tell the same story: a whole silhouette counts as so many independent witnesses.
WITNESSES: Final = 9.0
#: No single pixel sets any class further behind the best one than this, in nats.
PIXEL_SAYS: Final = 3.5
#: Between these scores a spot is in doubt, and the pixels beside it are looked at too.
DOUBT: Final = (-16.0, 10.0)
#: And must be so much better, in nats a pixel, to count instead.
BETTER_BESIDE: Final = 0.25
#: Of the pixels of a silhouette so many must be in view for the spot to be judged at all.
IN_VIEW: Final = 0.18
#: From this share on the spot is judged with full confidence.
FULL_VIEW: Final = 0.55
#: A print is like a pawn when its pixels are hardly less likely for the pawn than for the print (nats a pixel).
ALIKE: Final = -2.6


@dataclass(frozen=True, slots=True, eq=False)
class Looks:
    """How the board and the pawns look: `bare` is the general look of empty spots by group, for pixels never seen
    empty; `glossy` boards mirror the pawns."""

    empty: EmptyBoard
    palette: Palette
    bare: Palette
    glossy: bool = False


@dataclass(slots=True)
class Evidence:
    """`ratios` are log-likelihood ratios pawn : empty for the `cores` pixels of each spot, (classes - 1, pixels)."""

    cores: list[Pixels]
    ratios: list[Numbers]
    scores: Numbers
    view: Numbers
    #: Where the bare print looks like a pawn of the class itself, (spots, classes - 1): there "empty" is never sure.
    alike: Flags
    #: Nats for each class of each spot that come from comparing with the confirmed picture, (spots, classes).
    memory: Numbers

    def score(self, spot: int, visible: Flags) -> None:
        """Scores a spot by those of its core pixels that are `visible` (pixels,)."""
        share = float(np.count_nonzero(visible)) / len(visible) if len(visible) else 0.0
        self.view[spot] = share
        if share < IN_VIEW:
            self.scores[spot] = 0.0
            return
        trust = WITNESSES * min(1.0, share / FULL_VIEW) / (share * len(visible))
        self.scores[spot] = (self.ratios[spot] @ visible) * trust


class Cover:
    """A blank sheet over the picture, to mark pixels on and to ask which pixels of an outline are free of marks."""

    def __init__(self, size: int) -> None:
        self._marked: Flags = np.zeros(size, dtype=bool)

    def visible(self, core: Pixels, covers: list[Pixels]) -> Flags:
        """Which pixels of `core` lie under none of the `covers`; the sheet is blank again afterwards."""
        for pixels in covers:
            self._marked[pixels] = True
        free = ~self._marked[core]
        for pixels in covers:
            self._marked[pixels] = False
        return free


def weigh(flat: Lab, looks: Looks, row: SpotRow, outlines: Silhouettes, alike: Flags) -> Evidence:
    """The evidence of a picture (pixels, 3); every spot is scored as if it were in full view."""
    cores = list(outlines.core)
    sizes = np.array([len(core) for core in cores])
    ratios = pixel_ratios(flat, np.concatenate(cores), np.repeat(row.group, sizes), looks)
    split = np.split(ratios, np.cumsum(sizes)[:-1], axis=1)
    spots, kinds = len(cores), ratios.shape[0]
    evidence = Evidence(
        cores=cores,
        ratios=split,
        scores=WITNESSES * means_by_spot(ratios, sizes),
        view=(sizes > 0).astype(np.float64),
        alike=alike,
        memory=np.zeros((spots, kinds + 1)),
    )
    best = evidence.scores.max(axis=1)
    doubtful = np.flatnonzero((best > DOUBT[0]) & (best < DOUBT[1]) & (sizes > 0))
    _look_beside(evidence, doubtful, flat, looks, row, outlines)
    return evidence


def print_alike(looks: Looks, outlines: Silhouettes) -> Flags:
    """For each spot and class (spots, classes - 1): would a pawn of that class look like the print there?"""
    sizes = np.array([len(core) for core in outlines.core])
    pixels = np.concatenate(outlines.core)
    known = looks.empty.known.reshape(-1)[pixels]
    bare = looks.empty.lab.reshape(-1, 3)[pixels]
    itself = looks.empty.log_likelihood(bare, pixels)
    behind = np.where(known, looks.palette.log_likelihood(bare) - itself, -PIXEL_SAYS)
    mean = means_by_spot(np.clip(behind, -PIXEL_SAYS, None), sizes)
    mean[sizes == 0] = -PIXEL_SAYS
    return np.asarray(mean > ALIKE, dtype=np.bool_)


def pixel_ratios(flat: Lab, pixels: Pixels, group: NDArray[np.int64], looks: Looks) -> Numbers:
    """Log-likelihood ratios (classes - 1, pixels); `group` is the group of the spot that each pixel belongs to."""
    colours = flat[pixels]
    vacant = looks.empty.log_likelihood(colours, pixels)
    unknown = np.isnan(vacant)
    if unknown.any():
        general = looks.bare.log_likelihood(colours[unknown])
        seat_look = general[group[unknown], np.arange(int(unknown.sum()))]
        vacant[unknown] = np.maximum(seat_look, general.max(axis=0))
    kinds_say = looks.palette.log_likelihood(colours)
    least = np.maximum(kinds_say.max(axis=0), vacant) - PIXEL_SAYS
    return np.asarray(np.maximum(kinds_say, least) - np.maximum(vacant, least), dtype=np.float64)


def means_by_spot(values: Numbers, sizes: NDArray[np.int64]) -> Numbers:
    """Means (spots, rows) of values (rows, pixels) whose columns belong to the spots in turn; 0 for no pixels."""
    ends = np.cumsum(sizes)
    total = np.concatenate([np.zeros((len(values), 1)), np.cumsum(values, axis=1)], axis=1)
    return np.asarray((total[:, ends] - total[:, ends - sizes]).T / np.maximum(sizes, 1)[:, None], dtype=np.float64)


def _look_beside(
    evidence: Evidence, doubtful: Pixels, flat: Lab, looks: Looks, row: SpotRow, outlines: Silhouettes
) -> None:
    """A pawn put down carelessly covers its spot by half: the place beside it that looks most like a pawn speaks
    instead."""
    places = [(int(spot), pixels) for spot in doubtful for pixels in outlines.beside[int(spot)] if len(pixels)]
    if not places:
        return
    sizes = [len(pixels) for _, pixels in places]
    group = np.repeat(row.group[[spot for spot, _ in places]], sizes)
    ratios = pixel_ratios(flat, np.concatenate([pixels for _, pixels in places]), group, looks)
    split = np.split(ratios, np.cumsum(sizes)[:-1], axis=1)
    for (spot, pixels), said in zip(places, split, strict=True):
        if said.mean(axis=1).max() > evidence.ratios[spot].mean(axis=1).max() + BETTER_BESIDE:
            evidence.cores[spot], evidence.ratios[spot] = pixels, said
    for spot in {spot for spot, _ in places}:
        evidence.score(spot, np.ones(len(evidence.cores[spot]), dtype=bool))
