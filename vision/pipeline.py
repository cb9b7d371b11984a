"""`Eyes`: from frames to readings of a board.  Pose, stillness, hand, wheel and decoding, in this order, each in its
own room.

Law: a reading is given only of a board at rest without a hand over it, with its pose known; otherwise the state says
why not.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.appearance import EmptyBoard, Lab, Palette, to_lab
from vision.decoding import Confirmed, Knowledge, decode
from vision.disc import between, carried_memory, disc_angle, disc_mask, rest_deg, turned_places
from vision.disc_print import DiscPrint
from vision.evidence import Looks
from vision.frames import Frame, Image, Points
from vision.lessons import is_glossy, learn, similar_colours
from vision.light import as_remembered
from vision.lying import Hidden, LyingThings
from vision.markers import Found
from vision.pose import Pose
from vision.profile import BoardProfile
from vision.silhouettes import Silhouettes, draw_silhouettes, redraw_silhouettes
from vision.spots import Labels, SpotRow
from vision.stillness import Rest, halved
from vision.surface import SURFACE_STEP, bare_board, board_mask, free_surface, odd_cells
from vision.troubles import (
    BLURRED_PART,
    Remark,
    dazzled_spots,
    edges,
    glare,
    strange_spots,
    too_dark,
    unfocused,
)
from vision.upheaval import what_moved
from vision.whereabouts import Whereabouts

__all__ = ["BoardReading", "Eyes", "Labels", "Look", "LookState", "Remark"]

#: A disc that rests further from its stop than this is on the way.
STOP_DEG: Final = 12.0
#: Smaller turns of the disc move no printed line by a pixel.
SAME_ANGLE_DEG: Final = 0.4
#: Pawns stand in the disc's holes, but loosely: they follow its rest angle by half.
CARRIED: Final = 0.5
#: A camera or board that was found again is spoken of for so long.
MOVED_WORD_MS: Final = 4000


class LookState(StrEnum):
    SEARCHING = "searching"
    NO_MARKERS = "no_markers"
    TOO_DARK = "too_dark"
    BLURRED = "blurred"
    MOVING = "moving"
    HAND = "hand"
    TURNING = "turning"
    SETTLED = "settled"
    BAD_PICTURE = "bad_picture"


@dataclass(frozen=True, slots=True, eq=False)
class BoardReading:
    """Log-probabilities for the classes (empty, seats, dog): `track` (N, C), `goal` (S, 4, C), `kennel` S x (4|5, C).

    `centre` (C,) is the field in the middle, None on a board without one.

    `wheel` is the clockwise quarter turn of the disc, None where its marker was not seen; `wheel_deg` its angle.
    """

    t_ms: int
    track: NDArray[np.float64]
    goal: NDArray[np.float64]
    kennel: tuple[NDArray[np.float64], ...]
    centre: NDArray[np.float64] | None
    wheel: int | None
    wheel_deg: float | None


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """What a frame shows; `rest_ms` is how long the picture has been at rest, `remarks` what is worth a word, the most
    pressing one first."""

    state: LookState
    reading: BoardReading | None = None
    rest_ms: int = 0
    remarks: tuple[Remark, ...] = ()


class Eyes:
    """Watches one board.  `sectors` and `colours` go by seat; `dog` adds the neutral black figure; `flat` is the
    picture of the empty board laid flat, by which it is found where its markers are not in view."""

    def __init__(
        self,
        profile: BoardProfile,
        *,
        sectors: tuple[int, ...],
        colours: tuple[str, ...],
        dog: bool,
        flat: Image | None = None,
    ) -> None:
        self._profile = profile
        self._row = SpotRow.of(profile, sectors)
        self._names = (*colours, *(("black",) if dog else ()))
        self._where = Whereabouts(profile, flat)
        self._palette = Palette(self._names)
        self._bare = Palette(("",) * self._row.groups)
        self._rest = Rest()
        self._pose: Pose | None = None
        self._board: NDArray[np.uint8] | None = None
        self._outlines: Silhouettes | None = None
        self._surface: NDArray[np.int64] | None = None
        self._empty: EmptyBoard | None = None
        self._disc_print = DiscPrint(profile.wheel) if profile.wheel else None
        self._angle_deg: float | None = None
        self._seen_deg: float | None = None
        self._lying = LyingThings()
        self._hidden: Hidden | None = None
        self._drawn_deg = 0.0
        self._confirmed: Confirmed | None = None
        self._pending: Labels | None = None
        self._lab: Lab | None = None
        self._scores: NDArray[np.float64] | None = None
        self._look = Look(LookState.SEARCHING)
        self._edges = 0.0
        self._calm: NDArray[np.uint8] | None = None
        self._moved: tuple[Remark, int] | None = None
        self._similar: tuple[str, str] | None = None
        self._glossy = False

    def expect(self, labels: Labels) -> None:
        """Tells what truly stands on the board in the latest settled picture, or, before there is one, in the next."""
        self._pending = labels
        if self._lab is not None and self._scores is not None:
            self._learn(self._lab, self._scores)

    @property
    def pose(self) -> Pose | None:
        """Where the board lies; None until it has been found."""
        return self._pose

    @property
    def flat(self) -> Image | None:
        """The print of the board, laid flat, where it is known."""
        return self._where.flat

    def lies_at(self, corners_px: Points) -> None:
        """Tells where the corners (4, 2) of a board without markers are: upper left of the print first, clockwise.

        From the next picture at rest on it is found by its print.
        """
        self._where.lies_at(corners_px)
        self._look = Look(LookState.SEARCHING)

    @property
    def similar_colours(self) -> tuple[str, str] | None:
        """Two colours that looked alike when the pawns stood in their kennels; forgotten with the first play."""
        return self._similar

    def look(self, frame: Frame) -> Look:
        """What the frame shows.  Frames must come in the order of their times."""
        if frame.image.ndim != 3 or frame.image.shape[2] != 3:
            return Look(LookState.BAD_PICTURE)
        if not self._rest.see(frame, self._board):
            self._look = Look(self._waiting())
        elif self._rest.still_gathering or self._undecided(frame.t_ms):
            self._look = self._judge(frame.t_ms)
        else:
            self._look = self._again(frame.t_ms)
        return self._look

    def _undecided(self, t_ms: int) -> bool:
        """Whether this rest was not judged yet, or what seemed a hand has lain still for so long that it is none."""
        if self._look.state is LookState.HAND:
            return t_ms - self._rest.since_ms >= self._lying.patience_ms
        return self._look.state in (LookState.SEARCHING, LookState.MOVING)

    def _waiting(self) -> LookState:
        return LookState.SEARCHING if self._pose is None else LookState.MOVING

    def _again(self, t_ms: int) -> Look:
        """The picture has not changed, so neither has what it shows."""
        look = self._look
        later = None if look.reading is None else replace(look.reading, t_ms=t_ms)
        expired = (Remark.CAMERA_MOVED, Remark.BOARD_MOVED) if self._moved_word(t_ms) is None else ()
        remarks = tuple(remark for remark in look.remarks if remark not in expired)
        return replace(look, reading=later, rest_ms=t_ms - self._rest.since_ms, remarks=remarks)

    def _judge(self, t_ms: int) -> Look:
        image = self._rest.average()
        grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
        rest_ms = t_ms - self._rest.since_ms
        if too_dark(grey):
            return Look(LookState.TOO_DARK, rest_ms=rest_ms)
        found = self._find_board(image, grey, t_ms)
        small = halved(image)
        sharp = edges(small, self._board)
        if found is None or self._pose is None or self._outlines is None or self._empty is None:
            blurred = sharp < BLURRED_PART * self._edges if self._edges else unfocused(small)
            return Look(LookState.BLURRED if blurred else LookState.NO_MARKERS, rest_ms=rest_ms)
        if sharp < BLURRED_PART * self._edges:
            return Look(LookState.BLURRED, rest_ms=rest_ms)
        lab = to_lab(image if self._surface is None else as_remembered(image, self._empty, self._surface))
        angle = disc_angle(found, self._profile, self._pose, grey)
        if angle is None and self._disc_print is not None:
            angle = self._disc_print.angle(lab, self._pose, self._angle_deg)
        if angle is not None and abs(rest_deg(angle)) > STOP_DEG:
            return Look(LookState.TURNING, rest_ms=rest_ms)
        if angle is not None:
            self._follow_disc(angle)
        hidden = self._hidden_by_things(lab, rest_ms)
        if hidden is None:
            return Look(LookState.HAND, rest_ms=rest_ms)
        self._hidden = hidden
        self._edges, self._calm = max(sharp, 0.9 * self._edges), small
        return self._settle(lab, image, found, angle, t_ms)

    def _hidden_by_things(self, lab: Lab, rest_ms: int) -> Hidden | None:
        """What lies on the board hides; None while it may be a hand."""
        if self._surface is None or self._empty is None or self._outlines is None or self._pose is None:
            return None
        shape = (lab.shape[0], lab.shape[1])
        odd, free = odd_cells(lab, self._empty, self._surface)
        board = board_mask(self._pose, self._profile, shape, 1 / SURFACE_STEP)
        things = self._lying.look(odd, free, board, rest_ms)
        return None if things is None else Hidden.under(things, self._outlines, shape)

    def _settle(self, lab: Lab, image: Image, found: Found, angle: float | None, t_ms: int) -> Look:
        """Reads a board that lies still, in the light and free of hands."""
        if self._outlines is None or self._empty is None or self._pose is None:
            raise ValueError("the board has not been found yet")
        scores = self._decode(lab)
        self._lab, self._scores, self._seen_deg = lab, scores, angle
        if self._pending is not None:
            self._learn(lab, scores)
            scores = self._decode(lab)
        shape = (image.shape[0], image.shape[1])
        blind = glare(image, board_mask(self._pose, self._profile, shape), self._empty, self._outlines)
        dazzled = dazzled_spots(blind, self._outlines) if blind is not None else np.empty(0, dtype=np.int64)
        unseen = dazzled if self._hidden is None else np.union1d(dazzled, self._hidden.spots)
        scores[unseen] = -np.log(scores.shape[1])
        self._scores = scores
        classes = scores.argmax(axis=1)
        classes[unseen] = -1
        remarks = self._remarks(lab, classes, found, t_ms, dazzled=len(dazzled) > 0)
        return Look(
            LookState.SETTLED,
            self._reading(t_ms, scores, angle),
            t_ms - self._rest.since_ms,
            remarks,
        )

    def _remarks(
        self, lab: Lab, classes: NDArray[np.int64], found: Found, t_ms: int, *, dazzled: bool
    ) -> tuple[Remark, ...]:
        if self._outlines is None or self._empty is None:
            return ()
        moved = self._moved_word(t_ms)
        hidden = self._where.marked and any(name not in found for name in self._profile.markers.ids)
        said = {
            Remark.GLARE: dazzled,
            Remark.COVERED: self._hidden is not None and bool(self._hidden.pixels.any()),
            Remark.ON_FIELD: bool(strange_spots(lab, classes, self._empty, self._outlines)),
            Remark.SIMILAR_COLOURS: self._similar is not None,
            Remark.MARKER_HIDDEN: hidden,
        }
        return (*((moved,) if moved else ()), *(remark for remark, there in said.items() if there))

    def _moved_word(self, t_ms: int) -> Remark | None:
        if self._moved is None or t_ms - self._moved[1] > MOVED_WORD_MS:
            return None
        return self._moved[0]

    def _decode(self, lab: Lab) -> NDArray[np.float64]:
        if self._empty is None or self._outlines is None:
            raise ValueError("the board has not been found yet")
        looks = Looks(self._empty, self._palette, self._bare, self._glossy)
        return decode(lab, Knowledge(looks, self._confirmed), self._row, self._outlines)

    def _find_board(self, image: Image, grey: Image, t_ms: int) -> Found | None:
        """The markers in view, with the pose in force that fits the picture; None where the board cannot be found."""
        found, pose = self._where.look(image, grey)
        if pose is None:
            return None
        if pose is not self._pose:
            if self._pose is not None and self._calm is not None:
                self._moved = (what_moved(self._calm, halved(grey), self._pose, pose, self._profile), t_ms)
            self._take_pose(pose, (grey.shape[0], grey.shape[1]))
        return found

    def _take_pose(self, pose: Pose, shape: tuple[int, int]) -> None:
        if self._empty is None or self._empty.known.shape != shape:
            self._empty = EmptyBoard(shape)
        elif self._pose is not None:
            self._empty.warp(self._pose.carried(self._row.places_mm, self._row.places_mm, pose))
        self._confirmed, self._lab, self._scores, self._hidden = None, None, None, None
        self._lying.forget()
        self._pose = pose
        self._board = board_mask(pose, self._profile, shape, 0.5)
        self._edges = 0.0
        self._draw(shape)

    def _draw(self, shape: tuple[int, int], *, disc_only: bool = False) -> None:
        if self._pose is None:
            return
        self._drawn_deg = rest_deg(self._angle_deg)
        spots = turned_places(self._row, self._profile, self._drawn_deg * CARRIED)
        if self._outlines is not None and disc_only:
            self._outlines = redraw_silhouettes(
                self._outlines, self._pose, self._profile, spots, self._row.on_disc, shape
            )
        else:
            self._outlines = draw_silhouettes(self._pose, self._profile, spots, shape)
        self._surface = free_surface(self._pose, self._profile, self._outlines, shape)

    def _follow_disc(self, angle: float) -> None:
        """The print of the disc has turned: so does what is remembered of it."""
        before, self._angle_deg = self._angle_deg, angle
        if self._profile.wheel is None or self._pose is None or self._empty is None:
            return
        shape = (self._empty.known.shape[0], self._empty.known.shape[1])
        if before is not None and abs(between(angle, before)) > SAME_ANGLE_DEG:
            turn = carried_memory(self._pose, self._profile, between(angle, before))
            self._empty.warp(turn, disc_mask(self._pose, self._profile, shape))
            if self._confirmed:
                carried = np.where(self._row.on_disc, -1, self._confirmed.classes)
                self._confirmed = Confirmed(self._confirmed.lab, carried)
        if abs(rest_deg(angle) - self._drawn_deg) > SAME_ANGLE_DEG:
            self._draw(shape, disc_only=True)

    def _follow_told(self, wheel: int | None) -> None:
        """What is true tells the stop of a disc that could not be seen to turn."""
        if self._seen_deg is None and wheel is not None:
            self._follow_disc((90 * wheel + rest_deg(self._angle_deg)) % 360)

    def _learn(self, lab: Lab, scores: NDArray[np.float64]) -> None:
        if self._pending is None or self._outlines is None or self._empty is None or self._surface is None:
            return
        self._follow_told(self._pending.wheel)
        looks = Looks(self._empty, self._palette, self._bare)
        first = not self._empty.known.any()
        hidden = self._hidden or Hidden.under(np.zeros((0, 0), dtype=np.bool_), self._outlines, self._empty.known.shape)
        known = learn(self._pending, looks, lab, scores, self._row, self._outlines, self._surface, hidden)
        self._pending = None
        if self._disc_print is not None and self._pose is not None and self._angle_deg is not None:
            bare = bare_board(known, self._outlines, self._empty.known.shape[:2]) & ~hidden.pixels
            self._disc_print.learn(lab, bare, self._pose, self._angle_deg)
        self._glossy = is_glossy(looks, lab, known, self._outlines)
        self._confirmed = Confirmed(lab, known)
        self._similar = similar_colours(self._palette, self._names) if first else None

    def _reading(self, t_ms: int, scores: NDArray[np.float64], angle: float | None) -> BoardReading:
        row = self._row
        return BoardReading(
            t_ms=t_ms,
            track=scores[: row.field_count],
            goal=np.stack([scores[row.goal_spots(seat)] for seat in range(row.seats)]),
            kennel=tuple(scores[row.kennel_spots(seat)] for seat in range(row.seats)),
            centre=None if row.centre is None else scores[row.centre],
            wheel=None if angle is None else round(angle / 90) % 4,
            wheel_deg=angle,
        )
