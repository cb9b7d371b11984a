"""The evidence of the pixels of every spot about a pawn's colour: likelihood ratios of each pawn against the bare
board.

Law: a pixel is weighed once; a later decision which pixels count (because others are hidden) changes no weight.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.board import Spots
from vision.read.appearance import EmptyBoard, Lab, Palette
from vision.read.silhouettes import Pixels, Silhouettes

Numbers = NDArray[np.float64]
Flags = NDArray[np.bool_]

#: Neighbouring pixels are correlated: a whole silhouette counts as this many independent ones.
INDEPENDENT_PIXELS: Final = 9.0
#: No single pixel sets any class further behind the best one than this, in nats.
MAX_PIXEL_NATS: Final = 3.5
#: The least share of a silhouette's pixels in view for a judgement of the spot.
MIN_IN_VIEW: Final = 0.18
#: From this share on the spot is judged with full confidence.
FULL_VIEW: Final = 0.55

#: The largest mean deficit of a pawn's pixels below the usual log density of its colour, in nats.
USUAL_SHORTFALL: Final = 1.5


@dataclass(frozen=True, slots=True, eq=False)
class AppearanceModel:
    """The look of the board and the pawns: `bare` is the general look of empty spots by group, for pixels never seen
    empty; `glossy` boards mirror the pawns."""

    empty: EmptyBoard
    palette: Palette
    bare: Palette
    glossy: bool = False


@dataclass(slots=True)
class Evidence:
    """`ratios` are log-likelihood ratios pawn : empty for the `cores` pixels of each spot, (classes - 1, pixels);
    `scores` (spots, classes - 1) is their combination."""

    cores: tuple[Pixels, ...]
    ratios: list[Numbers]
    scores: Numbers

    def score(self, spot: int, visible: Flags) -> None:
        """Scores a spot by its `visible` core pixels (pixels,)."""
        share = float(np.count_nonzero(visible)) / len(visible) if len(visible) else 0.0
        if share < MIN_IN_VIEW:
            self.scores[spot] = 0.0
            return
        trust = INDEPENDENT_PIXELS * min(1.0, share / FULL_VIEW) / (share * len(visible))
        self.scores[spot] = (self.ratios[spot] @ visible) * trust


class Cover:
    """A blank sheet over the picture, for marking pixels and finding the unmarked pixels of an outline."""

    def __init__(self, size: int) -> None:
        self._marked: Flags = np.zeros(size, dtype=bool)

    def visible(self, core: Pixels, covers: list[Pixels]) -> Flags:
        """Returns the pixels of `core` under none of the `covers`; the sheet is blank again afterwards."""
        for pixels in covers:
            self._marked[pixels] = True
        free = ~self._marked[core]
        for pixels in covers:
            self._marked[pixels] = False
        return free


def weigh(flat: Lab, looks: AppearanceModel, spots: Spots, outlines: Silhouettes) -> Evidence:
    """Returns the evidence of a picture (pixels, 3), with every spot scored as if it were in full view."""
    sizes = np.array([len(core) for core in outlines.core])
    ratios = _pixel_ratios(flat, np.concatenate(outlines.core), np.repeat(spots.group, sizes), looks)
    ends = np.cumsum(sizes)
    total = np.concatenate([np.zeros((len(ratios), 1)), np.cumsum(ratios, axis=1)], axis=1)
    means = (total[:, ends] - total[:, ends - sizes]).T / np.maximum(sizes, 1)[:, None]
    return Evidence(outlines.core, np.split(ratios, ends[:-1], axis=1), INDEPENDENT_PIXELS * means)


def unlike_pawns(flat: Lab, palette: Palette, cores: list[Pixels]) -> Numbers:
    """Returns the distance, in nats (n,), of the pixels of `cores` in a picture (pixels, 3) from any pawn of this
    table; 0 for pixels like a pawn, and for all while some colour is known only by its name.

    A ratio against the bare board is not enough: on print of a pawn's colour it also counts against the pawn.
    """
    usual = palette.usual()
    if np.isnan(usual).any():
        return np.zeros(len(cores))
    likely = [palette.log_likelihood(flat[core]).mean(axis=1) for core in cores]
    short = [float((usual - said).min()) - USUAL_SHORTFALL for said in likely]
    return INDEPENDENT_PIXELS * np.maximum(np.array(short, dtype=np.float64), 0.0)


def _pixel_ratios(flat: Lab, pixels: Pixels, group: NDArray[np.int64], looks: AppearanceModel) -> Numbers:
    """Returns log-likelihood ratios (classes - 1, pixels); `group` is the group of each pixel's spot."""
    colours = np.take(flat, pixels, axis=0)
    vacant = looks.empty.log_likelihood(colours, pixels)
    unknown = np.isnan(vacant)
    if unknown.any():
        general = looks.bare.log_likelihood(colours[unknown])
        seat_look = general[group[unknown], np.arange(int(unknown.sum()))]
        vacant[unknown] = np.maximum(seat_look, general.max(axis=0))
    kinds_say = looks.palette.log_likelihood(colours)
    least = np.maximum(kinds_say.max(axis=0), vacant) - MAX_PIXEL_NATS
    np.maximum(kinds_say, least, out=kinds_say)
    kinds_say -= np.maximum(vacant, least)
    return kinds_say
