"""From one settled picture to log-probabilities for every spot: a network says whether a pawn stands there, the
palette whose.

Law: a spot that cannot be seen says "I do not know", never "empty"; what is there but is no pawn makes nobody sure.
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
    """How the parts of the evidence are weighed against each other, in log-odds of a pawn unless stated otherwise.

    "Fitted": to drawn tables 200 to 221 (`tests/bench/drawn_tables.py`), then rounded towards what the recordings ask
    for; "moved": after that, with the mistakes on drawn tables 0 to 119 in view (docs/how-to/train-the-network.md).
    "Set": chosen while building and not fitted.  `make accuracy` and `python tests/bench/eyes.py` score all of them
    together.
    """

    #: Fitted.  Weight of the network's log-odds.
    network_weight: float = 1.0
    #: Fitted.  Weight of the log-likelihood ratio of the best colour against the bare board.
    colour_weight: float = 0.2
    #: Fitted and moved.  Pawns are rarer at a table than among the samples that the network learnt from.
    prior_log_odds: float = -1.0
    #: Fitted and moved.  A spot that looks as it did when last confirmed: with a pawn on it, and empty.
    unchanged_pawn: float = 5.0
    unchanged_empty: float = -1.7
    #: Moved.  Network, colour and memory together are surer than each alone: their sum is multiplied by this, as the
    #: table of certainties asks for.
    calibration_gain: float = 1.5
    #: Set.  Most that the network and the colour may say either way.
    network_limit: float = 9.0
    colour_limit: float = 12.0
    #: Set, when green pawns on green fields were missed from above.  Where the spot has been seen bare, a colour that
    #: does not stand out counts no further than this against a
    #: pawn: the print may be of the same colour.  `seen_bare` is the share of known pixels from which that holds.
    colour_floor: float = -3.0
    seen_bare: float = 0.9
    #: Set.  Log-odds of a pawn where nothing of the spot can be seen.
    unseen_log_odds: float = -1.4
    #: Set.  Share of likeness to the confirmed picture (0 to 1) from which it is the same pawn still.
    same_pawn: float = 0.5
    #: Set.  Pawns keep their colour: nats for the class that stood there when last confirmed.
    same_colour: float = 2.0
    #: Set.  Probability of "empty" for what the network calls neither empty nor a pawn.
    foreign_is_empty: float = 0.6
    #: Set.  Most that "empty" may say, once anything was learnt, of a spot that was neither seen bare nor can be held
    #: against a confirmed picture: print of a pawn's own colour hides it.
    never_seen_empty: float = 0.95
    #: Set.  No class has a smaller probability: a coin, a fallen pawn or a reflection is always possible.
    least_probability: float = 2e-4


WEIGHTS: Final = DecodingWeights()
#: A spot that pawns hide wholly is in the picture all the same.
LEAST_IN_VIEW: Final = 1e-3


@dataclass(frozen=True, slots=True, eq=False)
class Confirmed:
    """The last picture whose truth was given: its colours, and the class of every spot (-1: not to be compared).

    `supposed` are the classes with the doubtful spots of pools filled by what was likeliest, -1 where nothing is known.
    """

    lab: Lab
    classes: NDArray[np.int64]
    supposed: NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Knowledge:
    """All that has been learnt of a board: its looks, the last picture whose truth was given, and what the network is
    shown of them, where that has been drawn."""

    looks: AppearanceModel
    confirmed: Confirmed | None = None
    views: RememberedViews | None = None

    def remembered_views(self, spots: Spots, outlines: Silhouettes) -> RememberedViews:
        """What the network is shown of it: the same as before while nothing is learnt and the board lies still."""
        then, classes = (self.confirmed.lab, self.confirmed.classes) if self.confirmed else (None, None)
        if self.views is not None and self.views.is_of(self.looks.empty, then, classes, outlines.windows):
            return self.views
        return RememberedViews.of(self.looks.empty, spots.group, then, classes, outlines.windows)


def decode(lab: Lab, knowledge: Knowledge, spots: Spots, outlines: Silhouettes) -> Numbers:
    """Log-probabilities (spots, classes)."""
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
    """Log-probabilities (n, classes) of chances (n, classes) that add up to 1: none is smaller than the least, and a
    spot of which some chance is no number may hold anything."""
    least, kinds = WEIGHTS.least_probability, chances.shape[1]
    known = np.isfinite(chances).all(axis=1, keepdims=True)
    return np.asarray(np.log(np.where(known, chances, 1 / kinds) * (1 - least * kinds) + least), dtype=np.float64)


def seen_there(lab: Lab, empty: EmptyBoard, spots: Spots, outlines: Silhouettes) -> Numbers:
    """Log-odds (spots,) of anything on each spot by the network alone, to which colours have no names."""
    answers = occupancy(compared(spot_views(lab, empty, spots.group, None, None, outlines.windows)))
    return np.asarray(np.logaddexp(answers[:, PAWN], answers[:, FOREIGN]) - answers[:, EMPTY], dtype=np.float64)


def _seen_bare(looks: AppearanceModel, outlines: Silhouettes) -> Flags:
    """Which spots (spots,) have been seen without a pawn."""
    sizes = np.array([len(core) for core in outlines.core])
    known = np.concatenate([[0], np.cumsum(looks.empty.known.reshape(-1)[np.concatenate(outlines.core)])])
    ends = np.cumsum(sizes)
    return np.asarray((sizes > 0) & (known[ends] - known[ends - sizes] > WEIGHTS.seen_bare * sizes), dtype=np.bool_)


def _bare_not_pawn(
    odds: Numbers, best: Numbers, least: Numbers, flat: Lab, looks: AppearanceModel, outlines: Silhouettes
) -> Numbers:
    """What speaks against a pawn (spots,) where the print as it is remembered shows, and no pawn of this table looks
    so: by no more than both say, and than the network may say for it."""
    against = np.zeros(len(odds))
    asked = np.flatnonzero((odds > 0) & (least == WEIGHTS.colour_floor) & (best < least))
    unlike = unlike_pawns(flat, looks.palette, [outlines.core[spot] for spot in asked])
    against[asked] = np.minimum(np.minimum(unlike, -best[asked]), WEIGHTS.network_limit)
    return against


def _hide(evidence: Evidence, outlines: Silhouettes, standing: list[int], size: int) -> Numbers:
    """Scores every spot again without the pixels that pawns in front of it hide; the share (spots,) that is in view."""
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
    """Log-probability (spots,) of something foreign, by the network's answers and how much likelier the best colour is
    than the bare board or any other thing, 0 before anything was learnt: what fills a pawn's outline with its colour
    is hardly a coin, but print may do so, and the name of a colour says little."""
    w = WEIGHTS
    answers = answers.copy()
    answers[:, PAWN] += w.calibration_gain * w.colour_weight * np.clip(colour, 0.0, w.colour_limit)
    return np.asarray(answers[:, FOREIGN] - np.logaddexp.reduce(answers, axis=1), dtype=np.float64)


def _empty(odds: Numbers, foreign: Numbers, in_view: Numbers) -> Numbers:
    """How likely it is that nobody stands there (spots,), from the log-odds of a pawn and the log-probability of
    something foreign; what of a spot is not in view is only the pawn in front."""
    w, seen = WEIGHTS, in_view > 0
    unseen = 1 / (1 + np.exp(w.unseen_log_odds))
    bare = np.where(seen, 1 / (1 + np.exp(odds)), unseen)
    thing = np.where(seen, np.exp(foreign), 0.0)
    behind = in_view * w.foreign_is_empty + (1 - in_view) * unseen
    return np.asarray((1 - thing) * bare + thing * behind, dtype=np.float64)


def _colours(scores: Numbers, classes: NDArray[np.int64] | None) -> Numbers:
    """Whose pawn it would be, (spots, kinds)."""
    colour_scores = scores.copy()
    if classes is not None:
        stood = np.flatnonzero(classes > 0)
        colour_scores[stood, classes[stood] - 1] += WEIGHTS.same_colour
    chances = np.exp(colour_scores - colour_scores.max(axis=1, keepdims=True))
    return np.asarray(chances / chances.sum(axis=1, keepdims=True), dtype=np.float64)
