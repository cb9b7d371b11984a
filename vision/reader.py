"""From frames to readings of a board: stillness, light, pose, disc, hand and decoding, in this order.

A reading is given only of a board at rest without a hand over it, with its pose known; otherwise the status says why
not.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board import Board, Labels
from vision.find.board_mask import Mask, board_mask, reach_mask
from vision.find.disc import disc_angle, disc_offset_mm, rest_deg
from vision.find.displacement import what_moved
from vision.find.locator import BoardLocator
from vision.find.markers import Found
from vision.find.pose import Pose
from vision.find.registration import shifted
from vision.frames import Frame, Image, Points, is_picture
from vision.learn.memory import TableMemory
from vision.read.appearance import Lab, to_lab
from vision.read.cover.board_rim import was_reached_over
from vision.read.cover.cast_shadows import without_cast_shadows
from vision.read.cover.free_surface import SURFACE_STEP, odd_cells
from vision.read.cover.light_edges import without_light_edges
from vision.read.cover.occluders import Occlusion, large_patches
from vision.read.cover.shadows import dim_pawns, doubted, without_shadows
from vision.read.cover.strange_light import doubted as doubted_in_strange_light
from vision.read.cover.strange_light import in_strange_light
from vision.read.cover.turned_disc import DiscCells, odd_by_turning, only_calm
from vision.read.decoding import Confirmed
from vision.read.image_quality import (
    BLURRED_PART,
    colourfulness,
    colourless,
    dazzled_spots,
    edges,
    foreign_object_spots,
    glare,
    too_dark,
    unfocused,
)
from vision.read.light_correction import as_remembered
from vision.read.piece_counts import within_counts
from vision.read.pool_memory import with_pools_remembered
from vision.read.stillness import Halved, Rest, halved
from vision.results import BoardReading, FrameResult, FrameStatus, Remark
from vision.states import Located, Reading, Searching, SettledPicture, State, Table

#: A picture that a shake has moved by less is read as it is: a marker is located no more exactly.
STEADY_PX: Final = 0.3
#: A disc that rests further from its stop than this is on the way.
STOP_DEG: Final = 12.0
#: A spot of lower confidence is doubtful: it is read again in a better picture.
SURE: Final = 0.9
#: How long the remark about a camera or board that was found again is shown.
MOVED_REMARK_MS: Final = 4000


def first_state(
    board: Board, colours: tuple[str, ...], flat: Image | None = None, draw: Callable[[], Image] | None = None
) -> State:
    """Before the first picture of a board.

    `colours` names those of the pieces, class 1 first; `flat` is the picture of the empty board laid flat, by which it
    is found where its markers are not in view; `draw` gives the same as it was drawn, and is called when it is needed.
    """
    memory = TableMemory.of(colours, board.spots, board.disc)
    return Searching(table=Table(board, colours), locator=BoardLocator.of(board, flat, draw), memory=memory)


def look(state: State, frame: Frame) -> tuple[State, FrameResult]:
    """Returns the reading of the frame and the state after it.  Frames must come in the order of their times."""
    if not is_picture(frame.image):
        return state, FrameResult(FrameStatus.BAD_PICTURE)
    if state.shape != frame.image.shape:
        state = _begun_anew(state, frame.image.shape)
    state = _in_colour(state, frame.image)
    mask = state.view.half_mask if isinstance(state, Located) else None
    state = replace(state, rest=state.rest.after(frame, mask))
    if not state.rest.is_settled:
        waiting = FrameStatus.MOVING if isinstance(state, Located) else FrameStatus.SEARCHING
        result = FrameResult(waiting)
    elif state.rest.still_gathering or _is_undecided(state) or _is_worth_another_look(state):
        state, result = _judged(state, frame.t_ms)
    else:
        result = _again(state, frame.t_ms)
    return replace(state, result=result), result


def expect(state: State, labels: Labels) -> State:
    """Returns the state after the record gave the pieces on the board.

    They are learnt from the last settled picture, or from the first later one, as far as it shows them credibly.
    """
    state = replace(state, pending=labels)
    return state.taught(labels) if isinstance(state, Reading) else state


def set_corners(state: State, corners_px: Points) -> State:
    """The state after a person showed where the corners (4, 2) of a board without markers are: upper left of the print
    first, clockwise.  From the next picture at rest on it is found by its print."""
    locator = state.locator.with_corners(corners_px)
    return replace(state, locator=locator, result=FrameResult(FrameStatus.SEARCHING))


class BoardReader:
    """Watches one board: holds the newest state, for callers that show one frame after another."""

    def __init__(
        self,
        board: Board,
        colours: tuple[str, ...],
        flat: Image | None = None,
        draw: Callable[[], Image] | None = None,
    ) -> None:
        """The arguments are those of `first_state`."""
        self.state: State = first_state(board, colours, flat, draw)

    def look(self, frame: Frame) -> FrameResult:
        """Returns the result of the frame.  Frames must come in the order of their times."""
        self.state, result = look(self.state, frame)
        return result

    def expect(self, labels: Labels) -> None:
        """Takes what stands on the board by the record, to be learnt."""
        self.state = expect(self.state, labels)

    def set_corners(self, corners_px: Points) -> None:
        """Takes where a person showed the corners (4, 2) of the board, upper left first and clockwise."""
        self.state = set_corners(self.state, corners_px)

    @property
    def pose(self) -> Pose | None:
        """Where the board lies; None until it has been found."""
        return self.state.view.pose if isinstance(self.state, Located) else None

    @property
    def flat(self) -> Image | None:
        """The print of the board, laid flat, where it is known."""
        return self.state.locator.flat

    @property
    def similar_colours(self) -> tuple[str, str] | None:
        """Two colours that looked alike in the first lesson; forgotten with the second."""
        return self.state.memory.similar


def _begun_anew(state: State, shape: tuple[int, ...]) -> Searching:
    """Pictures have another size from now on: the board is looked for as on the first day.  How it and its pawns look
    is kept."""
    lost = state.searching() if isinstance(state, Located) else state
    # the picture of the first lesson fits no later picture, so the check for a hand over it ends
    return replace(
        lost, shape=shape, locator=lost.locator.lost(), lesson=None, result=FrameResult(FrameStatus.SEARCHING)
    )


def _in_colour(state: State, image: Image) -> State:
    """The state that knows whether the picture has colours.  Where they come or go a new rest begins, though no grey
    level has changed."""
    colourful = colourfulness(image)
    lost = colourless(colourful, state.colours)
    rest = state.rest if lost == state.colourless else Rest()
    return replace(state, colourful=colourful, colourless=lost, rest=rest)


def _is_undecided(state: State) -> bool:
    """Whether this rest was not judged yet, or what seemed a hand has lain still for so long that it is none."""
    if isinstance(state, Located) and state.result.status is FrameStatus.HAND:
        return state.rest.lasts_ms >= state.occluders.patience_ms
    return state.result.status in (FrameStatus.SEARCHING, FrameStatus.MOVING)


def _is_worth_another_look(state: State) -> bool:
    """Whether this rest was not read, or not without doubt, and there is a better picture of it now."""
    reading = state.result.reading
    doubtful = reading is None or float(reading.scores.max(axis=1).min()) < np.log(SURE)
    return doubtful and state.rest.is_much_better


def _again(state: State, t_ms: int) -> FrameResult:
    """The picture has not changed, so neither has what it shows."""
    result = state.result
    later = None if result.reading is None else replace(result.reading, t_ms=t_ms)
    expired = (Remark.CAMERA_MOVED, Remark.BOARD_MOVED) if _moved_remark(state, t_ms) is None else ()
    remarks = tuple(remark for remark in result.remarks if remark not in expired)
    return replace(result, reading=later, rest_ms=state.rest.lasts_ms, remarks=remarks)


def _judged(state: State, t_ms: int) -> tuple[State, FrameResult]:
    """A picture at rest: found, sharp and bright enough to be read, or what is missing for that."""
    image, rest_ms = state.rest.average(), state.rest.lasts_ms
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    if too_dark(grey):
        return state, FrameResult(FrameStatus.TOO_DARK, rest_ms=rest_ms)
    state, found = _found(state, image, grey, t_ms)
    shift = state.locator.shift_px
    if found is not None and np.abs(shift).max() > STEADY_PX:
        image, grey = shifted(image, shift), shifted(grey, shift)
        found = {name: at - shift for name, at in found.items()}
    small = halved(image)
    if not isinstance(state, Located):
        return state, _not_found(state, blurred=unfocused(small))
    sharp = edges(small, state.view.half_mask)
    blurred = sharp < BLURRED_PART * state.sharpness
    if found is None:
        return state, _not_found(state, blurred=blurred if state.sharpness else unfocused(small))
    if blurred or state.colourless:
        status = FrameStatus.COLOURLESS if state.colourless else FrameStatus.BLURRED
        return state, FrameResult(status, rest_ms=rest_ms)
    return _at_rest(state, image, grey, small, found, sharp, t_ms)


def _not_found(state: State, *, blurred: bool) -> FrameResult:
    """Why the board cannot be found in a picture that has light enough."""
    missing, rest_ms = state.locator.missing, state.rest.lasts_ms
    if blurred:
        return FrameResult(FrameStatus.BLURRED, rest_ms=rest_ms)
    status = FrameStatus.MARKERS_MISSING if missing else FrameStatus.NO_MARKERS
    return FrameResult(status, rest_ms=rest_ms, missing=missing)


def _found(state: State, image: Image, grey: Image, t_ms: int) -> tuple[State, Found | None]:
    """The state with the pose that fits the picture, and the markers in view; None where the board cannot be found."""
    locator, found, pose = state.locator.look(image, grey)
    state = replace(state, locator=locator)
    if pose is None:
        return state, None
    if not isinstance(state, Located):
        return state.located(pose, (grey.shape[0], grey.shape[1])), found
    if pose is state.view.pose:
        return state, found
    if state.calm is not None:
        remark = what_moved(state.calm, halved(grey), state.view.pose, pose, state.table.board)
        state = replace(state, moved=(remark, t_ms))
    return state.relocated(pose), found


def _at_rest(
    state: Located, image: Image, grey: Image, small: Halved, found: Found, sharp: float, t_ms: int
) -> tuple[State, FrameResult]:
    """A board in view, in the light and sharp: read, unless its disc turns or a hand is over it; `small` is the picture
    at half size."""
    rest_ms, pose, memory = state.rest.lasts_ms, state.view.pose, state.memory
    shown = to_lab(as_remembered(image, state.empty, state.view.surface))
    lab, lit_now, shaded = _evenly_lit(state, shown)
    angle = disc_angle(found, state.table.board, pose, grey)
    if angle is None and memory.disc_print is not None:
        angle = memory.disc_print.angle(lab, pose, memory.disc_deg, state.view.offset_mm)
    disc = None
    if angle is None:
        state, angle, disc = _by_disc_surface(state, shown)
        lab, lit_now, shaded = (lab, lit_now, shaded) if angle is None else _evenly_lit(state, shown)
    else:
        if abs(rest_deg(angle)) > STOP_DEG:
            return state, FrameResult(FrameStatus.TURNING, rest_ms=rest_ms)
        state = state.with_disc(angle, disc_offset_mm(found, state.table.board, pose, angle))
    then = None if state.learnt_from is None else state.learnt_from.lab
    odd, free = odd_cells(lab, state.empty, state.view.surface, then)
    if _learnt_under_a_hand(state, shown, large_patches(odd, free)):
        state, odd, free = state.unlearnt(), np.zeros_like(odd), 0
        lab = lit_now = to_lab(image)
        shaded = None
    reach = reach_mask(pose, state.table.board, state.view.shape, SURFACE_STEP)
    if disc is not None:
        odd[disc.whole] = 0
    occluders, things = state.occluders.after(odd, free, reach, rest_ms)
    state = replace(state, occluders=occluders)
    if things is None:
        return state, FrameResult(FrameStatus.HAND, rest_ms=rest_ms)
    colours = max(state.colourful, 0.9 * state.colours)
    state = replace(state, sharpness=max(sharp, 0.9 * state.sharpness), colours=colours, calm=small).with_views()
    unseen = things if disc is None else things | disc.whole
    hidden = Occlusion.under(unseen, state.view.outlines, state.view.shape)
    picture = _without_cast_shadows(state, lab, lit_now, shaded, angle, hidden)
    picture = replace(picture, disc_turned=disc is not None)
    return _settled(state, image, picture, found, t_ms)


def _evenly_lit(state: Located, shown: Lab) -> tuple[Lab, Lab, NDArray[np.bool_] | None]:
    """The colours without shadows and edges of light, those without shadows alone, and where either was (h, w)."""
    lit_now, shaded = without_shadows(shown, state.empty, state.view.half_mask)
    lab, passed = without_light_edges(lit_now, state.empty, state.view.half_mask)
    return lab, lit_now, passed if shaded is None else shaded if passed is None else shaded | passed


def _by_disc_surface(state: Located, shown: Lab) -> tuple[Located, float | None, DiscCells | None]:
    """The state with the remembered disc turned as it is seen, and the disc's clockwise angle in degrees, 0..360, where
    it alone of the four stops leaves the disc calm; else the cells of the disc where it looks turned as a whole."""
    disc, last, view = state.view.board.disc, state.memory.disc_deg, state.view
    known = view.surface[state.empty.known.reshape(-1)[view.surface]]
    if disc is None or last is None or not len(known):
        return state, None, None
    cells = DiscCells.of(disc, view.pose, known, view.shape)
    turned = [state.with_disc((last + 90 * quarter) % 360) for quarter in range(4)]
    odd = [odd_cells(shown, each.empty, each.view.surface, None)[0] for each in turned]
    best = only_calm([cells.odd_share(each) for each in odd])
    if best is not None and cells.are_calm_beside(odd[0]):
        return turned[best], turned[best].memory.disc_deg, None
    return state, None, cells if cells.are_odd_all_round(odd_by_turning(odd)) else None


def _without_cast_shadows(
    state: Located, lab: Lab, lit_now: Lab, shaded: NDArray[np.bool_] | None, angle: float | None, hidden: Occlusion
) -> SettledPicture:
    """The settled picture, from its colours with the edges of light where they lay and where they lie now."""
    outlines, memory = state.view.outlines, state.memory
    clear, beside = without_cast_shadows(lab, state.empty, memory.shade, memory.palette, outlines)
    learnt = clear
    if lit_now is not lab:
        learnt, _ = without_cast_shadows(lit_now, state.empty, memory.shade, memory.palette, outlines)
    dim = np.union1d(outlines.within(shaded), beside)
    return SettledPicture(lab, clear, learnt, state.scores(clear), angle, hidden, dim)


def _learnt_under_a_hand(state: Located, lab: Lab, patches: Mask) -> bool:
    """Whether a hand lay over the board in the picture of the first lesson, and has gone since."""
    if state.lesson is None or state.learnt_from is None or not patches.any():
        return False
    return was_reached_over(patches, state.learnt_from.lab, lab, state.view.pose, state.table.board.size_mm)


def _settled(
    state: Located, image: Image, picture: SettledPicture, found: Found, t_ms: int
) -> tuple[State, FrameResult]:
    """Reads a board that lies still, in the light and free of hands; learns from it what is pending."""
    reading, scores = state.read(picture), picture.scores
    if reading.pending is not None:
        taught = reading.taught(reading.pending)
        scores = scores if taught is reading else taught.scores(picture.lab)
        reading = taught
    outlines, shape = reading.view.outlines, reading.view.shape
    if reading.learnt_from is not None:
        scores = _doubted(reading, picture, scores, reading.learnt_from)
    blind = glare(image, board_mask(reading.view.pose, state.table.board, shape), reading.empty, outlines)
    dazzled = dazzled_spots(blind, outlines) if blind is not None else np.empty(0, dtype=np.int64)
    unseen = np.union1d(dazzled, picture.hidden.spots)
    scores[unseen] = -np.log(scores.shape[1])
    reading = replace(reading, picture=replace(picture, scores=scores))
    if reading.learnt_from is not None:
        scores = with_pools_remembered(scores, picture.lab, reading.learnt_from, state.table.board.spots, outlines.core)
        scores[unseen] = -np.log(scores.shape[1])
    classes = scores.argmax(axis=1)
    classes[unseen] = -1
    remarks = _remarks(reading, classes, found, t_ms, dazzled=len(dazzled) > 0)
    angle = picture.disc_deg
    quarter = None if angle is None else round(angle / 90) % 4
    spots = state.table.board.spots
    known = reading.learnt_from is not None
    counted = within_counts(scores, spots.piece_counts, spots.least_counts) if known else scores
    shown = BoardReading(t_ms=t_ms, scores=scores, counted=counted, quarter_turn=quarter, disc_deg=angle)
    return reading, FrameResult(FrameStatus.SETTLED, shown, reading.rest.lasts_ms, remarks)


def _doubted(
    state: Reading, picture: SettledPicture, scores: NDArray[np.float64], confirmed: Confirmed
) -> NDArray[np.float64]:
    """The scores (spots, classes) where what is new in a shadow or in a light of no lesson is not sure."""
    outlines, kinds, looks = state.view.outlines, scores.argmax(axis=1), state.memory.looks(state.empty)
    dim = dim_pawns(picture.lab, kinds, np.flatnonzero(kinds != confirmed.supposed), looks, outlines)
    strange = in_strange_light(picture.lab, kinds, confirmed.supposed, looks, outlines)
    return doubted_in_strange_light(doubted(scores, np.union1d(picture.shaded, dim), confirmed.supposed), strange)


def _remarks(
    state: Reading, classes: NDArray[np.int64], found: Found, t_ms: int, *, dazzled: bool
) -> tuple[Remark, ...]:
    moved, picture = _moved_remark(state, t_ms), state.picture
    marker_hidden = state.locator.marked and any(name not in found for name in state.table.board.markers.ids)
    said = {
        Remark.GLARE: dazzled,
        Remark.DISC_TURNED: picture.disc_turned,
        Remark.COVERED: bool(picture.hidden.pixels.any()) and not picture.disc_turned,
        Remark.ON_FIELD: bool(foreign_object_spots(picture.lab, classes, state.empty, state.view.outlines)),
        Remark.SIMILAR_COLOURS: state.memory.similar is not None,
        Remark.MARKER_HIDDEN: marker_hidden,
    }
    return (*((moved,) if moved else ()), *(remark for remark, there in said.items() if there))


def _moved_remark(state: State, t_ms: int) -> Remark | None:
    if state.moved is None or t_ms - state.moved[1] > MOVED_REMARK_MS:
        return None
    return state.moved[0]
