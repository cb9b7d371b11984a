"""The reader's knowledge of a board, as values: before the board is found, once it is located, once it was read.

Methods that need the board's position belong to `Located`, those that need a settled picture to `Reading`, so that
neither can be called too early.
"""

from dataclasses import dataclass, field, replace
from typing import Any, Final, Self

import numpy as np
from numpy.typing import NDArray

from vision.board import Board, Labels, Spots
from vision.find.disc import angle_difference_deg, carried_memory, disc_mask, rest_deg
from vision.find.locator import BoardLocator
from vision.find.pose import Pose
from vision.frames import Image, Points
from vision.learn.carried_memory import SeenAt
from vision.learn.lessons import confirmed_classes, reconsidered
from vision.learn.memory import TableMemory, after_lesson
from vision.learn.part_filled_pools import PoolLook, open_pools, without
from vision.learn.unclear_names import FirstLook
from vision.read.appearance import EmptyBoard, Lab, named_colours
from vision.read.cover.cast_shadows import cast_shade
from vision.read.cover.free_surface import bare_board
from vision.read.cover.occluders import Occluders, Occlusion
from vision.read.decoding import Confirmed, Knowledge, decode, seen_there
from vision.read.occupancy import RememberedViews
from vision.read.stillness import Rest
from vision.read.view import SAME_ANGLE_DEG, BoardView, draw_view, with_disc
from vision.results import FrameResult, FrameStatus, Remark

#: Pictures count as squeezed if that makes the truth of the first lesson likelier by this much.
SQUEEZED_NATS: Final = 2.0
#: A camera that squeezes its pictures as assumed misses the plane by about this many pixels.
USUAL_MISFIT_PX: Final = 1.0


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """Constants: the board, and the names of the `colours` by the classes of pieces (class 1 first)."""

    board: Board
    colours: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class _Watching:
    """`shape` is that of the pictures, () before the first; `pending` are the labels not learnt yet, `lesson` those of
    the only lesson so far; `moved` is the last moved object and its time (ms); `colours` is the usual colourfulness of
    pictures of this table, 0 before it is known, `colourful` that of the last picture, and `colourless` whether that
    has only greys; `result` is that of the last picture."""

    table: Table
    locator: BoardLocator
    memory: TableMemory
    rest: Rest = field(default_factory=Rest)
    shape: tuple[int, ...] = ()
    pending: Labels | None = None
    lesson: Labels | None = None
    moved: tuple[Remark, int] | None = None
    colours: float = 0.0
    colourful: float = 0.0
    colourless: bool = False
    result: FrameResult = field(default_factory=lambda: FrameResult(FrameStatus.SEARCHING))


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Searching(_Watching):
    """The board's position is unknown; `kept` is the memory of it from pictures of another size."""

    kept: SeenAt | None = None

    def located(self, pose: Pose, shape: tuple[int, int]) -> "Located":
        """Returns the state for a board found at `pose` in a picture of (height, width) pixels."""
        board = self.table.board
        if self.kept is None:
            view = draw_view(pose, board, shape, self.memory.disc_deg)
            return Located(**_shared(self), view=view, empty=EmptyBoard.unknown(shape))
        squeezed = self.kept.pose.squeezed(self.kept.empty.known.shape, pose, shape, board.spots.places_mm)
        at = squeezed or pose
        view = draw_view(at, board, shape, self.memory.disc_deg)
        seen = self.kept.carried(board, at, shape, same_camera=squeezed is not None)
        shared = {**_shared(self), "locator": self.locator.through(at)}
        return Located(**shared, view=view, empty=seen.empty, learnt_from=seen.confirmed)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Located(_Watching):
    """The board lies at the pose of `view`; `empty` is its look there without pawns.

    `sharpness` is the usual strength of its edges, 0 before it is known; `calm` the last picture at rest without a
    hand, grey at half size; `learnt_from` the last picture that was learnt; `views` the network's last inputs from the
    memory.
    """

    view: BoardView
    empty: EmptyBoard
    sharpness: float = 0.0
    calm: Image | None = None
    occluders: Occluders = field(default_factory=Occluders)
    learnt_from: Confirmed | None = None
    views: RememberedViews | None = None

    def relocated(self, pose: Pose) -> "Located":
        """Returns the state for a board found at another pose, with the memory of the old one."""
        board, shape = self.table.board, self.view.shape
        seen = self._seen.carried(board, pose, shape, same_camera=False)
        return Located(
            **{**_shared(self), "lesson": None},
            view=draw_view(pose, board, shape, self.memory.disc_deg, self.view.offset_mm),
            empty=seen.empty,
            learnt_from=seen.confirmed,
            calm=self.calm,
        )

    def searching(self) -> Searching:
        """Returns the state in which the board may lie anywhere, in pictures of any size."""
        return Searching(**_shared(self), kept=self._seen)

    def with_disc(self, angle_deg: float, offset_mm: Points | None = None) -> Self:
        """Returns the state after a turn of the disc: the memory of its print turns with it.  `offset_mm` (2,) is its
        visible offset from its place, None if that is not seen."""
        before, board = self.memory.disc_deg, self.table.board
        after = replace(self, memory=replace(self.memory, disc_deg=angle_deg))
        if board.disc is None:
            return after
        view = with_disc(self.view, board, angle_deg, offset_mm)
        if before is None or abs(angle_difference_deg(angle_deg, before)) <= SAME_ANGLE_DEG:
            return replace(after, view=view)
        turn = carried_memory(view.pose, view.board, angle_difference_deg(angle_deg, before))
        empty = self.empty.turned(turn, disc_mask(view.pose, view.board, view.shape))
        return replace(after, view=view, empty=empty)._without_disc()

    def unlearnt(self) -> Self:
        """Returns the state before the first lesson, which is pending again: a hand lay over the board in its
        picture."""
        board, known = self.table.board, self.memory
        memory = replace(TableMemory.of(self.table.colours, board.spots, board.disc), disc_deg=known.disc_deg)
        empty = EmptyBoard.unknown(self.view.shape)
        return replace(
            self, memory=memory, empty=empty, learnt_from=None, pending=self.lesson, lesson=None, occluders=Occluders()
        )

    def scores(self, lab: Lab) -> NDArray[np.float64]:
        """Returns the log-probabilities (spots, classes) of a picture."""
        return decode(lab, self._knowledge, self.table.board.spots, self.view.outlines)

    def with_views(self) -> Self:
        """Returns the state with the network's inputs from the memory drawn, for this picture and later ones."""
        return replace(self, views=self._knowledge.remembered_views(self.table.board.spots, self.view.outlines))

    def read(self, picture: "SettledPicture") -> "Reading":
        return Reading(
            **_shared(self),
            view=self.view,
            empty=self.empty,
            sharpness=self.sharpness,
            calm=self.calm,
            occluders=self.occluders,
            picture=picture,
            learnt_from=self.learnt_from,
            views=self.views,
        )

    @property
    def _knowledge(self) -> Knowledge:
        return Knowledge(self.memory.looks(self.empty), self.learnt_from, self.views)

    @property
    def _seen(self) -> SeenAt:
        return SeenAt(self.view.pose, self.empty, self.learnt_from)

    def _without_disc(self) -> Self:
        if self.learnt_from is None:
            return self
        confirmed, on_disc = self.learnt_from, self.table.board.spots.on_disc
        classes, supposed = (np.where(on_disc, -1, known) for known in (confirmed.classes, confirmed.supposed))
        return replace(self, learnt_from=Confirmed(confirmed.lab, classes, supposed))


@dataclass(frozen=True, slots=True, eq=False)
class SettledPicture:
    """A board at rest: its colours, as `shown` with the shadows of pawns and without them, the `scores` (spots,
    classes), the disc's angle as far as it was seen, the `hidden` parts, and the spots in a shadow (m,); `disc_turned`
    if the disc has turned to an unknown angle.

    `lit_now` are its colours with the present edges of light: they are learnt, so that the memory follows the sun.
    """

    shown: Lab
    lab: Lab
    lit_now: Lab
    scores: NDArray[np.float64]
    disc_deg: float | None
    hidden: Occlusion
    shaded: NDArray[np.int64]
    disc_turned: bool = False


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Reading(Located):
    """The board has been read at this pose: `picture` is the last one."""

    picture: SettledPicture

    def taught(self, labels: Labels) -> "Reading":
        """Returns the state after learning the truth of the last picture, as far as the picture plausibly shows it;
        otherwise the same state, its labels still pending."""
        first = not self.empty.known.any()
        after = (self._unsqueezed(labels) if first else self)._taught(labels)
        return after.with_views() if after.pending is None else self

    def _taught(self, labels: Labels) -> "Reading":
        picture, spots = self.picture, self.table.board.spots
        if picture.disc_deg is not None and labels.quarter_turn not in (None, round(picture.disc_deg / 90) % 4):
            return self
        first, scores = not self.empty.known.any(), picture.scores
        look = self._first_look() if first else None
        known = confirmed_classes(labels, scores, spots, picture.hidden, look)
        if known is None:
            return self
        likeliest = spots.classes(labels, scores)
        if look is not None:
            known, likeliest, scores = self._reconsidered(known, labels, look)
        state: Located = self
        if picture.disc_deg is None and labels.quarter_turn is not None:
            state = self.with_disc((90 * labels.quarter_turn + rest_deg(self.memory.disc_deg)) % 360)
        memory, empty = after_lesson(
            state.memory, state.empty, picture.lit_now, known, state.view, spots, self.table.colours, picture.hidden
        )
        nobody = bare_board(known, self.view.outlines, self.view.shape) & ~picture.hidden.pixels
        shade = cast_shade(state.empty, picture.shown, nobody, self.view.outlines) or memory.shade
        learnt_from = Confirmed(picture.lab, known, _supposed(known, likeliest, scores, picture.hidden, spots))
        return replace(
            self,
            pending=None,
            lesson=labels if first else None,
            memory=replace(memory, shade=shade),
            empty=empty,
            view=state.view,
            learnt_from=learnt_from,
        )

    def _reconsidered(
        self, known: NDArray[np.int64], labels: Labels, look: FirstLook
    ) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
        """In the first lesson: returns `known` (n,) after a second look with the colours learnt from it, the likeliest
        class of every spot (n,), and the scores (n, classes)."""
        spots, hidden, pool_look = self.table.board.spots, self.picture.hidden, PoolLook(look.colours, look.there)
        known = pool_look.corrected(known, labels, spots, hidden)
        pools = open_pools(known, labels, spots)
        scores = self._read_again(without(known, pools))
        known = reconsidered(known, labels, scores, spots, hidden)
        known = pool_look.with_pools(known, pools, labels, scores, spots, hidden)
        return known, pool_look.likeliest(labels, scores, spots, hidden), scores

    def _first_look(self) -> FirstLook:
        """Returns the evidence of the last picture beside its scores, before anything is learnt."""
        lab, table, outlines = self.picture.lab, self.table, self.view.outlines
        there = seen_there(lab, self.empty, table.board.spots, outlines)
        return FirstLook(outlines.colours(lab), there, named_colours(table.colours))

    def _read_again(self, known: NDArray[np.int64]) -> NDArray[np.float64]:
        """Scores the last picture again after learning the `known` classes ((n,), -1 = unknown): from the names of the
        colours alone, print passes for pawns, and pawns for those of another colour."""
        if (known >= 0).all():
            return self.picture.scores
        picture, table = self.picture, self.table
        memory, empty = after_lesson(
            self.memory, self.empty, picture.lab, known, self.view, table.board.spots, table.colours, picture.hidden
        )
        return replace(self, memory=memory, empty=empty).scores(picture.lab)

    def _unsqueezed(self, labels: Labels) -> "Reading":
        """Before the first lesson: treats the picture as squeezed by the camera from another format, in which pawns
        look different, if that makes truth and plane far likelier."""
        board, shape = self.table.board, self.view.shape
        best, most = self, self._log_likelihood(labels) + SQUEEZED_NATS
        for lens in self.view.pose.lens.squeezed():
            pose = self.view.pose.through(lens, board.spots.places_mm, shape)
            if pose is None or not pose.shows(board.size_mm, board.piece.tall_mm):
                continue
            view = draw_view(pose, board, shape, self.memory.disc_deg, self.view.offset_mm)
            state = replace(self, view=view, locator=self.locator.through(pose))
            state = replace(state, picture=replace(self.picture, scores=state.scores(self.picture.lab)))
            likely = state._log_likelihood(labels)
            if likely > most:
                best, most = state, likely
        return best

    def _log_likelihood(self, labels: Labels) -> float:
        """Returns the log-likelihood of pawns of any colour at their true places in the last picture, and of a camera
        with this plane.

        Empty spots are left out: a print never seen bare may resemble a pawn all over, at any pose.  So are the
        colours: before the first lesson a misleading name outweighs the positions of the pawns.
        """
        scores = self.picture.scores
        pawns = np.flatnonzero(self.table.board.spots.classes(labels, scores))
        by_plane = -0.5 * (self.view.pose.misfit_px / USUAL_MISFIT_PX) ** 2
        return float(np.log1p(-np.exp(scores[pawns, 0])).sum()) + by_plane


State = Searching | Located


def _supposed(
    known: NDArray[np.int64],
    likeliest: NDArray[np.int64],
    scores: NDArray[np.float64],
    hidden: Occlusion,
    spots: Spots,
) -> NDArray[np.int64]:
    """Returns `known` (n,) with the doubtful visible spots of pools filled by the likeliest classes.  It skips a colour
    whose other pawns differ between picture and record: another number may wait there."""
    read = scores.argmax(axis=1)
    pooled = np.zeros(len(known), dtype=np.bool_)
    for pool in spots.pools:
        pooled[pool.spots] = True
    otherwise = (known < 0) & ~pooled
    found = known.copy()
    for pool in spots.pools:
        if not np.isin(pool.kind, [likeliest[otherwise], read[otherwise]]).any():
            found[pool.spots] = np.where(known[pool.spots] < 0, likeliest[pool.spots], known[pool.spots])
    found[hidden.spots] = -1
    return found


def _shared(state: _Watching) -> dict[str, Any]:
    return {name: getattr(state, name) for name in _Watching.__dataclass_fields__}
