"""Two cameras over one board as two votes: their results become one, spot by spot.

Law: where two sure cameras differ nothing is sure, and where they differ much nothing is read.  One exception: one of
them shows all pieces of the kind in question, the other one too few or too many.  Then the first counts: a hand or a
thing before the other one hides a piece.
"""

from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.board import Spots
from vision.read.decoding import floored
from vision.read.piece_counts import within_counts
from vision.results import BoardReading, FrameResult, FrameStatus, Remark

Numbers = NDArray[np.float64]

#: Pictures further apart show different moments: they are not joined.
NEAR_MS: Final = 1000
#: Unrest before one camera alone holds the reading of the other one back until this one has rested for so long: a
#: movement until both are sure to have come to rest, a hand that lies still hardly at all.
UNREST_MS: Final = {FrameStatus.MOVING: 1000, FrameStatus.TURNING: 1000, FrameStatus.HAND: 300}
#: A camera whose pictures come late shows the board before the play: cameras differ about a spot only if they have
#: done so for longer.
LATE_MS: Final = 3000
#: From this probability of its likeliest class a camera is sure of a spot.
SURE: Final = 0.9
#: Spots that may be in dispute in a board that is read.
MOST_DISPUTED: Final = 2
#: How far two views of one spot are independent: 1 if each is new evidence, 0.5 if the second adds none.
INDEPENDENT: Final = 0.75
#: One camera makes up for these remarks of the other one.
_MADE_UP: Final = (Remark.GLARE, Remark.DISC_TURNED, Remark.COVERED, Remark.MARKER_HIDDEN)
#: Of two cameras without a reading the one that is further on counts.
_FURTHEST_ON: Final = (
    FrameStatus.HAND,
    FrameStatus.TURNING,
    FrameStatus.MOVING,
    FrameStatus.SEARCHING,
    FrameStatus.MARKERS_MISSING,
    FrameStatus.NO_MARKERS,
    FrameStatus.BLURRED,
    FrameStatus.COLOURLESS,
    FrameStatus.TOO_DARK,
    FrameStatus.BAD_PICTURE,
)


@dataclass(frozen=True, slots=True, eq=False)
class _Newest:
    result: FrameResult
    t_ms: int


class TwoCameras:
    """Holds the newest result of each of two cameras, 0 and 1, and joins them."""

    def __init__(self, spots: Spots) -> None:
        self._spots = spots
        self._newest: dict[int, _Newest] = {}
        #: When the two began to differ about a spot, until they agree about it.
        self._differ_since_ms: dict[int, int] = {}

    @property
    def t_ms(self) -> int:
        """The time of the newest picture of either camera; 0 before the first."""
        return max((newest.t_ms for newest in self._newest.values()), default=0)

    def after(self, camera: int, result: FrameResult, t_ms: int) -> FrameResult:
        """Returns the result of both cameras after a frame of one of them; a reading has the newest picture's time."""
        self._newest[camera] = _Newest(result, t_ms)
        near = [new.result for _, new in sorted(self._newest.items()) if self.t_ms - new.t_ms <= NEAR_MS]
        read = [one for one in near if one.status is FrameStatus.SETTLED and one.reading is not None]
        if len(read) == 2:
            return self._of_both(read[0], read[1])
        if not read:
            return min(near, key=lambda one: _FURTHEST_ON.index(one.status))
        others = [one for one in near if one is not read[0]]
        return self._of_one(read[0], others[0] if others else None)

    def _of_one(self, seen: FrameResult, other: FrameResult | None) -> FrameResult:
        assert seen.reading is not None
        if other is not None and seen.rest_ms < UNREST_MS.get(other.status, 0):
            return FrameResult(other.status)
        blind = other is not None and other.status not in (*UNREST_MS, FrameStatus.SEARCHING)
        remarks = (*seen.remarks, Remark.ONE_BLIND) if blind else seen.remarks
        return replace(seen, reading=replace(seen.reading, t_ms=self.t_ms), remarks=remarks)

    def _of_both(self, first: FrameResult, second: FrameResult) -> FrameResult:
        assert first.reading is not None
        assert second.reading is not None
        disputed = disputed_spots(first.reading, second.reading, self._spots)
        since = self._differ_since_ms = {spot: self._differ_since_ms.get(spot, self.t_ms) for spot in disputed}
        lasting = tuple(spot for spot in disputed if self.t_ms - since[spot] >= LATE_MS)
        undecided = tuple(spot for spot, decided in disputed.items() if not decided)
        if not set(undecided).issubset(lasting):
            return FrameResult(FrameStatus.MOVING)
        rest_ms = min(first.rest_ms, second.rest_ms)
        if len(undecided) > MOST_DISPUTED:
            return FrameResult(FrameStatus.DISAGREE, rest_ms=rest_ms, disputed=undecided)
        reading = joined(first.reading, second.reading, self._spots, self.t_ms)
        remarks = _remarks(first, second)
        if lasting:
            remarks = (Remark.CAMERAS_DISAGREE, *remarks)
        return FrameResult(FrameStatus.SETTLED, reading, rest_ms, remarks, disputed=lasting)


def disputed_spots(first: BoardReading, second: BoardReading, spots: Spots) -> dict[int, bool]:
    """Returns the spots of which both readings are sure, and not of the same, and whether the numbers of pieces decide
    between them.  Where pieces stand in a pool is free; of a disc on two stops every spot is in dispute."""
    one, two = first.scores, second.scores
    differ = _differ(one, two)
    for pool in spots.pools:
        differ[pool.spots] = False
    decided = np.logical_or(*_right_by_number(one, two, spots))
    if None not in (first.quarter_turn, second.quarter_turn) and first.quarter_turn != second.quarter_turn:
        differ |= spots.on_disc
        decided &= ~spots.on_disc
    return {int(spot): bool(decided[spot]) for spot in np.flatnonzero(differ)}


def joined(first: BoardReading, second: BoardReading, spots: Spots, t_ms: int) -> BoardReading:
    """Returns both readings as one of the time `t_ms`.

    A spot that one camera does not see is that of the other, and so is one whose piece it alone misses.  Two views of a
    spot are evidence that is partly new.  Where two sure ones differ each may be right.  Of a pool the number counts:
    if both are sure of the same one, the places are those of the surer camera.
    """
    one, two = first.scores, second.scores
    sum_of = INDEPENDENT * (one + two)
    chances = np.exp(sum_of - np.logaddexp.reduce(sum_of, axis=1, keepdims=True))
    chances[_differ(one, two)] = ((np.exp(one) + np.exp(two)) / 2)[_differ(one, two)]
    scores = floored(chances)
    for own, other, is_right in zip((one, two), (two, one), _right_by_number(one, two, spots), strict=True):
        better = (np.ptp(other, axis=1) == 0) | is_right
        scores[better] = own[better]
    for pool in spots.pools:
        rows = one[pool.spots], two[pool.spots]
        if _same_number(*rows):
            scores[pool.spots] = max(rows, key=lambda each: float(each.max(axis=1).sum()))
    known = first.counted is not one or second.counted is not two
    turn = second if first.quarter_turn is None else first
    return BoardReading(
        t_ms=t_ms,
        scores=scores,
        counted=within_counts(scores, spots.piece_counts, spots.least_counts) if known else scores,
        quarter_turn=turn.quarter_turn,
        disc_deg=turn.disc_deg,
    )


def _differ(first: Numbers, second: Numbers) -> NDArray[np.bool_]:
    """Returns the spots (spots,) of which both are sure, and not of the same."""
    sure = np.minimum(first.max(axis=1), second.max(axis=1)) >= np.log(SURE)
    return np.asarray(sure & (first.argmax(axis=1) != second.argmax(axis=1)), dtype=np.bool_)


def _same_number(one: Numbers, two: Numbers) -> bool:
    """Whether both are sure of each spot of a pool, and of as many pieces there, on other spots."""
    sure = min(float(one.max(axis=1).min()), float(two.max(axis=1).min())) >= np.log(SURE)
    kinds, others = one.argmax(axis=1), two.argmax(axis=1)
    return sure and not np.array_equal(kinds, others) and np.array_equal(np.sort(kinds), np.sort(others))


def _right_by_number(one: Numbers, two: Numbers, spots: Spots) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Returns the spots (spots,) where the two differ and `one` is right, and those where `two` is: it surely shows all
    pieces of the kinds in question, and the other one too few or too many of one of them.

    Of a kind that is in doubt somewhere, and of one whose number is unknown, nothing is decided.
    """
    kinds, differ = (one.argmax(axis=1), two.argmax(axis=1)), _differ(one, two)
    first = differ & _has_more_right(one, two, spots)
    second = differ & _has_more_right(two, one, spots)
    counted = np.ones_like(differ)
    for pool in spots.pools:
        counted[pool.spots] = False
    while True:
        undecided = differ & counted & ~(first | second)
        doubtful = np.concatenate([kind[undecided] for kind in kinds])
        sure = ~np.logical_or(*(np.isin(kind, doubtful[doubtful > 0]) for kind in kinds))
        if not ((first | second) & ~sure).any():
            return first, second
        first, second = first & sure, second & sure


def _has_more_right(right: Numbers, wrong: Numbers, spots: Spots) -> NDArray[np.bool_]:
    """Returns the spots (spots,) with kinds of which `right` surely shows all pieces, and `wrong` not all or more."""
    there, here = right.argmax(axis=1), wrong.argmax(axis=1)
    complete, impossible = np.zeros((2, right.shape[1]), dtype=np.bool_)
    complete[0] = True
    for kind, least, most in zip(range(1, right.shape[1]), spots.least_counts, spots.piece_counts, strict=False):
        surely = np.count_nonzero(right[there == kind, kind] >= np.log(SURE))
        complete[kind] = least <= surely and np.count_nonzero(there == kind) <= most
        impossible[kind] = not least <= np.count_nonzero(here == kind) <= most
    return np.asarray(complete[there] & complete[here] & (impossible[there] | impossible[here]), dtype=np.bool_)


def _remarks(first: FrameResult, second: FrameResult) -> tuple[Remark, ...]:
    """Returns the remarks of both in order of urgency, without those that the other camera makes up for."""
    of_both = {*first.remarks} & {*second.remarks}
    of_either = {*first.remarks} | {*second.remarks}
    return tuple(remark for remark in Remark if remark in of_both or (remark in of_either and remark not in _MADE_UP))
