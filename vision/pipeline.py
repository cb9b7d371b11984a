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

from vision.appearance import EmptyBoard, Lab, Palette, shaded_distance, to_lab
from vision.decoding import Confirmed, Knowledge, decode
from vision.first_look import kennel_liking
from vision.frames import Frame, Image, Points
from vision.markers import Found, MarkerFinder, marker_corners_mm
from vision.pose import Pose, find_pose
from vision.profile import BoardProfile
from vision.silhouettes import Silhouettes, draw_silhouettes, redraw_silhouettes
from vision.spots import Labels, SpotRow
from vision.stillness import Rest

__all__ = ["BoardReading", "Eyes", "Labels", "Look", "LookState"]

#: While the markers in view stand so near to where the old pose draws them, it holds: detection trembles by less.
SAME_POSE_PX: Final = 2.5
#: A disc that rests further from its stop than this is on the way.
STOP_DEG: Final = 12.0
#: Smaller turns of the disc move no printed line by a pixel.
SAME_ANGLE_DEG: Final = 0.4
#: Pawns stand in the disc's holes, but loosely: they follow its rest angle by half.
CARRIED: Final = 0.5
#: A hand hides so much of the board's free surface at least; a shadow or a card does not.
HAND_SHARE: Final = 0.0105
#: How odd a pixel of the empty surface must look to count as hidden, in squared deviations.
ODD_SQUARED: Final = 6.0
SURFACE_STEP: Final = 4


class LookState(StrEnum):
    SEARCHING = "searching"
    NO_MARKERS = "no_markers"
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
    """What a frame shows; `rest_ms` is how long the picture has been at rest."""

    state: LookState
    reading: BoardReading | None = None
    rest_ms: int = 0


class Eyes:
    """Watches one board.  `sectors` and `colours` go by seat; `dog` adds the neutral black figure."""

    def __init__(self, profile: BoardProfile, *, sectors: tuple[int, ...], colours: tuple[str, ...], dog: bool) -> None:
        self._profile = profile
        self._row = SpotRow.of(profile, sectors)
        self._finder = MarkerFinder.of(profile.markers)
        self._printed = marker_corners_mm(profile.markers)
        self._palette = Palette((*colours, *(("black",) if dog else ())))
        self._bare = Palette(("",) * self._row.groups)
        self._rest = Rest()
        self._pose: Pose | None = None
        self._board: NDArray[np.uint8] | None = None
        self._outlines: Silhouettes | None = None
        self._surface: NDArray[np.int64] | None = None
        self._empty: EmptyBoard | None = None
        self._angle_deg: float | None = None
        self._drawn_deg = 0.0
        self._confirmed: Confirmed | None = None
        self._pending: Labels | None = None
        self._lab: Lab | None = None
        self._scores: NDArray[np.float64] | None = None
        self._look = Look(LookState.SEARCHING)
        self._posed_ms = -1

    def expect(self, labels: Labels) -> None:
        """Tells what truly stands on the board in the latest settled picture, or, before there is one, in the next."""
        self._pending = labels
        if self._lab is not None and self._scores is not None:
            self._learn(self._lab, self._scores)

    @property
    def pose(self) -> Pose | None:
        """Where the board lies; None until its markers have been found."""
        return self._pose

    def look(self, frame: Frame) -> Look:
        """What the frame shows.  Frames must come in the order of their times."""
        if frame.image.ndim != 3 or frame.image.shape[2] != 3:
            return Look(LookState.BAD_PICTURE)
        if not self._rest.see(frame, self._board):
            self._look = Look(self._waiting())
            return self._look
        if self._look.state is LookState.SETTLED and not self._rest.still_gathering:
            return self._again(frame.t_ms)
        self._look = self._judge(frame.t_ms)
        return self._look

    def _waiting(self) -> LookState:
        return LookState.SEARCHING if self._pose is None else LookState.MOVING

    def _again(self, t_ms: int) -> Look:
        reading = self._look.reading
        if reading is None:
            return self._look
        later = replace(reading, t_ms=t_ms)
        return Look(LookState.SETTLED, later, t_ms - self._rest.since_ms)

    def _judge(self, t_ms: int) -> Look:
        image = self._rest.average()
        found = self._find_board(image)
        if self._pose is None or self._outlines is None or self._empty is None:
            return Look(LookState.NO_MARKERS)
        angle = self._disc_angle(found)
        if angle is not None and abs(angle - 90 * round(angle / 90)) > STOP_DEG:
            return Look(LookState.TURNING)
        if angle is not None:
            self._follow_disc(angle)
        lab = to_lab(image)
        if self._hand_over(lab):
            return Look(LookState.HAND)
        scores = self._decode(lab)
        self._lab, self._scores = lab, scores
        if self._pending is not None:
            self._learn(lab, scores)
            scores = self._decode(lab)
            self._scores = scores
        return Look(LookState.SETTLED, self._reading(t_ms, scores, angle), t_ms - self._rest.since_ms)

    def _decode(self, lab: Lab) -> NDArray[np.float64]:
        if self._empty is None or self._outlines is None:
            raise ValueError("the board has not been found yet")
        return decode(
            lab, Knowledge(self._empty, self._palette, self._bare, self._confirmed), self._row, self._outlines
        )

    def _find_board(self, image: Image) -> Found:
        grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
        found = self._finder.find_near(grey)
        if len(found) < len(self._finder.wanted):
            found = {**self._finder.find_all(grey), **found}
        shape = (image.shape[0], image.shape[1])
        if not self._holds(found):
            pose = find_pose(found, self._printed, (shape[1], shape[0]))
            if pose is not None:
                self._take_pose(pose, shape)
        return found

    def _holds(self, found: Found) -> bool:
        """Whether the pose in force still fits the markers in view; without any in view there is nothing against it."""
        if self._pose is None:
            return False
        strays = [
            np.abs(self._pose.pixels(self._printed[name]) - found[name]).mean()
            for name in self._printed
            if name in found
        ]
        return not strays or float(np.median(strays)) < SAME_POSE_PX

    def _take_pose(self, pose: Pose, shape: tuple[int, int]) -> None:
        if self._empty is None or self._empty.known.shape != shape:
            self._empty = EmptyBoard(shape)
        elif self._pose is not None:
            self._empty.warp(pose.homography @ np.linalg.inv(self._pose.homography))
            self._confirmed, self._lab, self._scores = None, None, None
        self._pose = pose
        self._board = _board_mask(pose, self._profile, shape)
        self._draw(shape)

    def _draw(self, shape: tuple[int, int], *, disc_only: bool = False) -> None:
        if self._pose is None:
            return
        self._drawn_deg = self._rest_deg()
        spots = _turned(self._row, self._profile, self._drawn_deg * CARRIED)
        if self._outlines is not None and disc_only:
            self._outlines = redraw_silhouettes(
                self._outlines, self._pose, self._profile, spots, self._row.on_disc, shape
            )
        else:
            self._outlines = draw_silhouettes(self._pose, self._profile, spots, shape)
        self._surface = _free_surface(self._pose, self._profile, self._outlines, shape)

    def _rest_deg(self) -> float:
        return 0.0 if self._angle_deg is None else self._angle_deg - 90 * round(self._angle_deg / 90)

    def _disc_angle(self, found: Found) -> float | None:
        """Clockwise angle of the disc in degrees, 0..360; None where its marker is not in view."""
        marker = self._profile.markers.wheel
        if marker is None or marker.id not in found or self._pose is None:
            return None
        corners = self._pose.millimetres(found[marker.id])
        across = (corners[1] - corners[0]) + (corners[2] - corners[3])
        return float(np.degrees(np.arctan2(across[1], across[0]))) % 360

    def _follow_disc(self, angle: float) -> None:
        """The print of the disc has turned: so does what is remembered of it."""
        wheel = self._profile.wheel
        before, self._angle_deg = self._angle_deg, angle
        if wheel is None or self._pose is None or self._empty is None:
            return
        shape = (self._empty.known.shape[0], self._empty.known.shape[1])
        if before is not None and abs(_between(angle, before)) > SAME_ANGLE_DEG:
            turn = _rotation(wheel.centre, _between(angle, before))
            here = self._pose.homography
            self._empty.warp(here @ turn @ np.linalg.inv(here), _disc_mask(self._pose, self._profile, shape))
            if self._confirmed:
                carried = np.where(self._row.on_disc, -1, self._confirmed.classes)
                self._confirmed = Confirmed(self._confirmed.lab, carried)
        if abs(self._rest_deg() - self._drawn_deg) > SAME_ANGLE_DEG:
            self._draw(shape, disc_only=True)

    def _hand_over(self, lab: Lab) -> bool:
        if self._surface is None or self._empty is None or not len(self._surface):
            return False
        known = self._surface[self._empty.known.reshape(-1)[self._surface]]
        if len(known) < len(self._surface) // 4:
            return False
        colours = lab.reshape(-1, 3)[known].astype(np.float64)
        expected = self._empty.lab.reshape(-1, 3)[known].astype(np.float64)
        # A lamp that is switched or a camera that adapts changes all the surface alike; a hand does not.
        changed = np.median(colours - expected, axis=0)
        odd = known[shaded_distance(colours, expected + changed) > ODD_SQUARED]
        return _largest_patch(odd, (lab.shape[0], lab.shape[1])) > HAND_SHARE * len(known)

    def _learn(self, lab: Lab, scores: NDArray[np.float64]) -> None:
        if self._pending is None or self._outlines is None or self._empty is None:
            return
        if not self._empty.known.any() and self._surface is not None:
            kinds = scores.shape[1]
            scores = kennel_liking(lab, self._palette, self._row, self._outlines, self._surface, kinds)
        known = self._row.classes(self._pending, scores)
        self._pending = None
        self._confirmed = Confirmed(lab, known)
        flat = lab.reshape(-1, 3)
        covered = np.zeros(self._empty.known.size, dtype=bool)
        for spot in np.flatnonzero(known):
            covered[self._outlines.wide[spot]] = True
        self._empty.learn(lab, ~covered.reshape(self._empty.known.shape))
        for kind in range(1, scores.shape[1]):
            stood = [self._outlines.core[spot] for spot in np.flatnonzero(known == kind)]
            if stood:
                self._palette.learn(kind - 1, flat[np.concatenate(stood)].astype(np.float64))
        for group in np.unique(self._row.group):
            free = [self._outlines.core[spot] for spot in np.flatnonzero((known == 0) & (self._row.group == group))]
            if free:
                self._bare.learn(int(group), flat[np.concatenate(free)].astype(np.float64))

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


def _between(angle: float, before: float) -> float:
    return (angle - before + 180) % 360 - 180


def _rotation(centre: tuple[float, float], angle_deg: float) -> Points:
    """A clockwise turn about `centre` as a (3, 3) transform of board millimetres."""
    turn = np.radians(angle_deg)
    cosine, sine = np.cos(turn), np.sin(turn)
    x, y = centre
    return np.array([[cosine, -sine, x - cosine * x + sine * y], [sine, cosine, y - sine * x - cosine * y], [0, 0, 1]])


def _turned(row: SpotRow, profile: BoardProfile, angle_deg: float) -> Points:
    places = row.places_mm.copy()
    if profile.wheel and angle_deg:
        turn = _rotation(profile.wheel.centre, angle_deg)
        places[row.on_disc] = places[row.on_disc] @ turn[:2, :2].T + turn[:2, 2]
    return places


def _polygon(pixels: Points, shape: tuple[int, int], scale: float = 1.0) -> NDArray[np.uint8]:
    mask = np.zeros((round(shape[0] * scale), round(shape[1] * scale)), dtype=np.uint8)
    cv2.fillConvexPoly(mask, np.round(pixels * scale).astype(np.int32), 255)
    return mask


def _board_mask(pose: Pose, profile: BoardProfile, shape: tuple[int, int]) -> NDArray[np.uint8]:
    """The board at half size, for the stillness test."""
    width, height = profile.size_mm
    corners = np.array([[0.0, 0.0], [width, 0.0], [width, height], [0.0, height]])
    return _polygon(pose.pixels(corners), shape, 0.5)


def _disc_mask(pose: Pose, profile: BoardProfile, shape: tuple[int, int]) -> NDArray[np.bool_]:
    if profile.wheel is None:
        return np.zeros(shape, dtype=bool)
    round_deg = np.radians(np.arange(0, 360, 4))
    rim = np.array(profile.wheel.centre) + profile.wheel.radius_mm * np.column_stack(
        [np.cos(round_deg), np.sin(round_deg)]
    )
    return _polygon(pose.pixels(rim), shape) > 0


def _free_surface(
    pose: Pose, profile: BoardProfile, outlines: Silhouettes, shape: tuple[int, int]
) -> NDArray[np.int64]:
    """A sample of the board's pixels that no standing pawn can cover."""
    width, height = profile.size_mm
    corners = np.array([[0.0, 0.0], [width, 0.0], [width, height], [0.0, height]])
    mask = _polygon(pose.pixels(corners), shape)
    mask.reshape(-1)[np.concatenate(outlines.wide)] = 0
    thin = np.zeros_like(mask)
    thin[::SURFACE_STEP, ::SURFACE_STEP] = mask[::SURFACE_STEP, ::SURFACE_STEP]
    return np.flatnonzero(thin).astype(np.int64)


def _largest_patch(pixels: NDArray[np.int64], shape: tuple[int, int]) -> int:
    """How many of the sampled surface pixels form the largest connected patch."""
    flat = np.zeros(shape[0] * shape[1], dtype=np.uint8)
    flat[pixels] = 1
    thin = flat.reshape(shape)[::SURFACE_STEP, ::SURFACE_STEP]
    closed = cv2.morphologyEx(thin, cv2.MORPH_CLOSE, np.ones((3, 3), dtype=np.uint8))
    _, _, figures, _ = cv2.connectedComponentsWithStats(closed)
    return int(figures[1:, cv2.CC_STAT_AREA].max(initial=0))
