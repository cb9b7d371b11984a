"""Computes log-probabilities for every spot of one settled picture: a network detects a pawn, the palette its colour.

Law: a hidden spot means "unknown", never "empty"; an object that is no pawn makes no class certain.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.board import Spots
from vision.read.appearance import EmptyBoard, Lab
from vision.read.evidence import AppearanceModel, Cover, Evidence, Flags, Numbers, unlike_pawns, weigh
from vision.read.occupancy import EMPTY, FOREIGN, PAWN, RememberedViews, compared, occupancy, spot_views, unchanged
from vision.read.reflections import doubt_reflections
from vision.read.silhouettes import Silhouettes

__all__ = ["WEIGHTS", "Confirmed", "DecodingWeights", "Knowledge", "decode", "floored"]


@dataclass(frozen=True, slots=True)
class DecodingWeights:
    """The weights of the parts of the evidence, in log-odds of a pawn unless stated otherwise.

    "Fitted": to drawn tables 200 to 221 (`tests/bench/drawn_tables.py`), then rounded towards the recordings; "moved":
    after that, with the mistakes on drawn tables 0 to 119 in view (docs/how-to/train-the-network.md).  "Set": chosen
    during development and not fitted.  `make accuracy` and `python tests/bench/eyes.py` score all of them together.
    """

    #: Fitted.  Weight of the network's log-odds.
    network_weight: float = 1.0
    #: Fitted.  Weight of the log-likelihood ratio of the best colour against the bare board.
    colour_weight: float = 0.2
    #: Fitted and moved.  Pawns are rarer at a table than among the samples of the network's training.
    prior_log_odds: float = -1.0
    #: Fitted and moved.  For a spot that looks as when last confirmed: with a pawn on it, and empty.
    unchanged_pawn: float = 5.0
    unchanged_empty: float = -1.7
    #: Moved.  Network, colour and memory together are more certain than each alone: this multiplies their sum, to match
    #: the table of certainties.
    calibration_gain: float = 1.5
    #: Set.  Limits of the log-odds of the network and of the colour in either direction.
    network_limit: float = 9.0
    colour_limit: float = 12.0
    #: Set, when green pawns on green fields were missed from above.  On a spot that has been seen bare, a colour that
    #: does not stand out counts at most this much against a pawn: the print may have the same colour.  `seen_bare` is
    #: the share of known pixels from which that holds.
    colour_floor: float = -3.0
    seen_bare: float = 0.9
    #: Set.  Log-odds of a pawn on a wholly hidden spot.
    unseen_log_odds: float = -1.4
    #: Set.  The likeness to the confirmed picture (0 to 1) from which it is the same pawn still.
    same_pawn: float = 0.5
    #: Set.  Pawns keep their colour: nats for the class that stood there when last confirmed.
    same_colour: float = 2.0
    #: Set.  Probability of "empty" for an object that the network classifies as neither empty nor a pawn.
    foreign_is_empty: float = 0.6
    #: Set.  The largest probability of "empty", once anything was learnt, for a spot that was neither seen bare nor can
    #: be compared with a confirmed picture: print of a pawn's own colour hides the pawn.
    never_seen_empty: float = 0.95
    #: Set.  No class has a smaller probability: a coin, a fallen pawn or a reflection is always possible.
    least_probability: float = 2e-4


WEIGHTS: Final = DecodingWeights()
#: A spot wholly hidden by pawns still counts as in the picture.
LEAST_IN_VIEW: Final = 1e-3


@dataclass(frozen=True, slots=True, eq=False)
class Confirmed:
    """The last picture with a known truth: its colours, and the class of every spot (-1: excluded from comparison).

    `supposed` are the classes with the doubtful spots of pools filled by the likeliest ones, -1 for unknown.
    """

    lab: Lab
    classes: NDArray[np.int64]
    supposed: NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Knowledge:
    """The learnt knowledge of a board: its looks, the last picture with a known truth, and the network's inputs from
    them, if drawn."""

    looks: AppearanceModel
    confirmed: Confirmed | None = None
    views: RememberedViews | None = None

    def remembered_views(self, spots: Spots, outlines: Silhouettes) -> RememberedViews:
        """Returns the network's inputs from the memory: the same object until a lesson or a movement of the board."""
        then, classes = (self.confirmed.lab, self.confirmed.classes) if self.confirmed else (None, None)
        if self.views is not None and self.views.is_of(self.looks.empty, then, classes, outlines.windows):
            return self.views
        return RememberedViews.of(self.looks.empty, spots.group, then, classes, outlines.windows)


def decode(lab: Lab, knowledge: Knowledge, spots: Spots, outlines: Silhouettes) -> Numbers:
    """Returns log-probabilities (spots, classes)."""
    w, confirmed, looks, flat = WEIGHTS, knowledge.confirmed, knowledge.looks, lab.reshape(-1, 3)
    classes = confirmed.classes if confirmed else None
    views = compared(knowledge.remembered_views(spots, outlines).beside(lab))
    answers = occupancy(views)
    evidence = weigh(flat, looks, spots, outlines)
    in_view = _hide(evidence, outlines, np.flatnonzero(answers[:, PAWN] > answers[:, EMPTY]).tolist(), len(flat))
    by_network = np.clip(answers[:, PAWN] - answers[:, EMPTY], -w.network_limit, w.network_limit)
    odds = w.network_weight * by_network + w.prior_log_odds
    best = evidence.scores.max(axis=1)
    bare = _seen_bare(looks, outlines)
    least = np.where(bare, w.colour_floor, -w.colour_limit)
    odds += w.colour_weight * np.clip(best, least, w.colour_limit)
    odds -= _bare_not_pawn(odds, best, least, flat, looks, outlines)
    stayed = np.zeros(len(odds), dtype=bool)
    if classes is not None:
        same = unchanged(views)
        odds += same * np.array([0.0, w.unchanged_empty, w.unchanged_pawn])[np.sign(classes) + 1]
        stayed = (classes > 0) & (same > w.same_pawn)
    odds *= w.calibration_gain
    colours = _colours(evidence.scores, classes)
    if looks.glossy:
        odds = doubt_reflections(odds, colours.argmax(axis=1), stayed, flat, outlines)
    taught = bool(looks.empty.known.any())
    empty = _empty(odds, _foreign(answers, best if taught else np.zeros_like(best)), in_view)
    if taught:
        comparable = bare if classes is None else bare | (classes >= 0)
        empty = np.where(comparable, empty, np.minimum(empty, w.never_seen_empty))
    chances = np.column_stack([empty, (1 - empty)[:, None] * colours])
    return floored(chances)


def floored(chances: Numbers) -> Numbers:
    """Returns log-probabilities (n, classes) of probabilities (n, classes) that add up to 1: none is smaller than the
    least, and a spot with a NaN is unknown."""
    least, kinds = WEIGHTS.least_probability, chances.shape[1]
    known = np.isfinite(chances).all(axis=1, keepdims=True)
    return np.asarray(np.log(np.where(known, chances, 1 / kinds) * (1 - least * kinds) + least), dtype=np.float64)


def seen_there(lab: Lab, empty: EmptyBoard, spots: Spots, outlines: Silhouettes) -> Numbers:
    """Returns the log-odds (spots,) of any object on each spot by the network alone, which knows no names of
    colours."""
    answers = occupancy(compared(spot_views(lab, empty, spots.group, None, None, outlines.windows)))
    return np.asarray(np.logaddexp(answers[:, PAWN], answers[:, FOREIGN]) - answers[:, EMPTY], dtype=np.float64)


def _seen_bare(looks: AppearanceModel, outlines: Silhouettes) -> Flags:
    """Returns the spots (spots,) that have been seen without a pawn."""
    sizes = np.array([len(core) for core in outlines.core])
    known = np.concatenate([[0], np.cumsum(looks.empty.known.reshape(-1)[np.concatenate(outlines.core)])])
    ends = np.cumsum(sizes)
    return np.asarray((sizes > 0) & (known[ends] - known[ends - sizes] > WEIGHTS.seen_bare * sizes), dtype=np.bool_)


def _bare_not_pawn(
    odds: Numbers, best: Numbers, least: Numbers, flat: Lab, looks: AppearanceModel, outlines: Silhouettes
) -> Numbers:
    """Returns the evidence against a pawn (spots,) where the remembered print shows, and no pawn of this table looks
    alike: limited by both, and by the network's limit for a pawn."""
    against = np.zeros(len(odds))
    asked = np.flatnonzero((odds > 0) & (least == WEIGHTS.colour_floor) & (best < least))
    unlike = unlike_pawns(flat, looks.palette, [outlines.core[spot] for spot in asked])
    against[asked] = np.minimum(np.minimum(unlike, -best[asked]), WEIGHTS.network_limit)
    return against


def _hide(evidence: Evidence, outlines: Silhouettes, standing: list[int], size: int) -> Numbers:
    """Scores every spot again without the pixels hidden by pawns in front of it; returns the share (spots,) in view."""
    cover, there = Cover(size), set(standing)
    in_view = np.array([float(len(core) > 0) for core in outlines.core])
    for spot, near in enumerate(outlines.neighbours):
        in_front = [other for other in near if other in there and outlines.depth[other] > outlines.depth[spot]]
        if in_front and in_view[spot]:
            visible = cover.visible(evidence.cores[spot], [outlines.wide[other] for other in in_front])
            evidence.score(spot, visible)
            in_view[spot] = max(float(visible.mean()), LEAST_IN_VIEW)
    return in_view


def _foreign(answers: Numbers, colour: Numbers) -> Numbers:
    """Returns the log-probability (spots,) of a foreign object, by the network's answers and the lead of the best
    colour over the bare board or any other object, 0 before the first lesson: an object that fills a pawn's outline
    with its colour is hardly a coin, but print may do so, and the name of a colour is weak evidence."""
    w = WEIGHTS
    answers = answers.copy()
    answers[:, PAWN] += w.calibration_gain * w.colour_weight * np.clip(colour, 0.0, w.colour_limit)
    return np.asarray(answers[:, FOREIGN] - np.logaddexp.reduce(answers, axis=1), dtype=np.float64)


def _empty(odds: Numbers, foreign: Numbers, in_view: Numbers) -> Numbers:
    """Returns the probability of an empty spot (spots,), from the log-odds of a pawn and the log-probability of a
    foreign object; the hidden part of a spot shows only the pawn in front."""
    w, seen = WEIGHTS, in_view > 0
    unseen = 1 / (1 + np.exp(w.unseen_log_odds))
    bare = np.where(seen, 1 / (1 + np.exp(odds)), unseen)
    thing = np.where(seen, np.exp(foreign), 0.0)
    behind = in_view * w.foreign_is_empty + (1 - in_view) * unseen
    return np.asarray((1 - thing) * bare + thing * behind, dtype=np.float64)


def _colours(scores: Numbers, classes: NDArray[np.int64] | None) -> Numbers:
    """Returns the probabilities of the colours of a pawn there, (spots, kinds)."""
    colour_scores = scores.copy()
    if classes is not None:
        stood = np.flatnonzero(classes > 0)
        colour_scores[stood, classes[stood] - 1] += WEIGHTS.same_colour
    chances = np.exp(colour_scores - colour_scores.max(axis=1, keepdims=True))
    return np.asarray(chances / chances.sum(axis=1, keepdims=True), dtype=np.float64)
