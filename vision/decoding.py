"""From one settled picture to log-probabilities for every spot: a network says whether a pawn stands there, the
palette whose.

Law: a spot that cannot be seen says "I do not know", never "empty"; what is there but is no pawn makes nobody sure.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.appearance import Lab
from vision.evidence import Cover, Evidence, Flags, Looks, Numbers, weigh
from vision.mirrors import doubt_mirrors
from vision.occupancy import EMPTY, PAWN, STRANGE, compared, occupancy, spot_views, unchanged
from vision.silhouettes import Silhouettes
from vision.spots import SpotRow

__all__ = ["LEAST", "Confirmed", "Knowledge", "decode"]

#: Nothing is ever quite impossible: a coin, a fallen pawn, a trick of the light.
LEAST: Final = 2e-4
#: What is strange is rather no pawn, but that is for the people at the table to say.
STRANGE_IS_EMPTY: Final = 0.6
#: Log-odds of a pawn, fitted as docs/training.md tells: so much the network's odds say, so much what speaks for the
#: best colour against the bare board; pawns are rarer than where the network learnt; and a spot that looks as it did
#: when last confirmed is as it was, whether a pawn stood there or not.
NETWORK_SAYS, COLOUR_SAYS, RARER = 1.0, 0.2, -1.0
STAYED_SAYS, STAYED_EMPTY_SAYS = 5.0, -1.7
#: From so much likeness on nobody doubts that it is the same pawn still.
STAYED: Final = 0.5
#: Together they are surer than each alone dares to be: so many times their log-odds is what proved right.
SURER: Final = 1.5
#: Neither network nor colour may say more than this.  Where the network has the bare print to compare with, it says
#: little that a pawn's colour does not stand out: the print may be of the same.
MOST_ODDS, MOST_COLOUR, LEAST_COLOUR = 9.0, 12.0, -3.0
SEEN_BARE: Final = 0.9
#: Where nothing can be seen a spot is empty rather than not.
UNSEEN_ODDS: Final = -1.4
#: Pawns do not change their colour: what stood there stands there still, in nats.
SAME_COLOUR: Final = 2.0


@dataclass(frozen=True, slots=True, eq=False)
class Confirmed:
    """The last picture whose truth was told: its colours, and the class of every spot (-1: not to be compared)."""

    lab: Lab
    classes: NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Knowledge:
    """All that has been learnt of a board: its looks and the last picture whose truth was told."""

    looks: Looks
    confirmed: Confirmed | None = None


def decode(lab: Lab, knowledge: Knowledge, row: SpotRow, outlines: Silhouettes) -> Numbers:
    """Log-probabilities (spots, classes)."""
    confirmed, looks, flat = knowledge.confirmed, knowledge.looks, lab.reshape(-1, 3)
    then, classes = (confirmed.lab, confirmed.classes) if confirmed else (None, None)
    views = compared(spot_views(lab, looks.empty, row.group, then, classes, outlines.windows))
    said = occupancy(views)
    evidence = weigh(flat, looks, row, outlines)
    _hide(evidence, outlines, np.flatnonzero(said[:, PAWN] > said[:, EMPTY]).tolist(), len(flat))
    odds = NETWORK_SAYS * np.clip(said[:, PAWN] - said[:, EMPTY], -MOST_ODDS, MOST_ODDS) + RARER
    least = np.where(_seen_bare(looks, outlines), LEAST_COLOUR, -MOST_COLOUR)
    odds += COLOUR_SAYS * np.clip(evidence.scores.max(axis=1), least, MOST_COLOUR)
    stayed = np.zeros(len(odds), dtype=bool)
    if classes is not None:
        same = unchanged(views)
        odds += same * np.array([0.0, STAYED_EMPTY_SAYS, STAYED_SAYS])[np.sign(classes) + 1]
        stayed = (classes > 0) & (same > STAYED)
    odds *= SURER
    colours = _colours(evidence.scores, classes)
    if looks.glossy:
        odds = doubt_mirrors(odds, colours.argmax(axis=1), stayed, flat, outlines)
    empty = _empty(odds, said[:, STRANGE], np.array([len(core) > 0 for core in outlines.core]))
    chances = np.column_stack([empty, (1 - empty)[:, None] * colours])
    kinds = chances.shape[1]
    return np.asarray(np.log(chances * (1 - LEAST * kinds) + LEAST), dtype=np.float64)


def _seen_bare(looks: Looks, outlines: Silhouettes) -> Flags:
    """Which spots (spots,) have been seen without a pawn."""
    known = looks.empty.known.reshape(-1)
    return np.array([len(core) > 0 and bool(known[core].mean() > SEEN_BARE) for core in outlines.core])


def _hide(evidence: Evidence, outlines: Silhouettes, standing: list[int], size: int) -> None:
    """Scores every spot again without the pixels that pawns in front of it hide."""
    cover, there = Cover(size), set(standing)
    for spot, near in enumerate(outlines.neighbours):
        in_front = [other for other in near if other in there and outlines.depth[other] > outlines.depth[spot]]
        if in_front:
            hiders = [outlines.wide[other] for other in in_front]
            evidence.score(spot, cover.visible(evidence.cores[spot], hiders))


def _empty(odds: Numbers, strange: Numbers, seen: NDArray[np.bool_]) -> Numbers:
    """How likely it is that nobody stands there (spots,), from the log-odds of a pawn and the log-probability of
    something strange."""
    odd = np.where(seen, np.exp(strange), 0.0)
    bare = 1 / (1 + np.exp(np.where(seen, odds, UNSEEN_ODDS)))
    return np.asarray((1 - odd) * bare + STRANGE_IS_EMPTY * odd, dtype=np.float64)


def _colours(scores: Numbers, classes: NDArray[np.int64] | None) -> Numbers:
    """Whose pawn it would be, (spots, kinds)."""
    liking = scores.copy()
    if classes is not None:
        stood = np.flatnonzero(classes > 0)
        liking[stood, classes[stood] - 1] += SAME_COLOUR
    chances = np.exp(liking - liking.max(axis=1, keepdims=True))
    return np.asarray(chances / chances.sum(axis=1, keepdims=True), dtype=np.float64)
