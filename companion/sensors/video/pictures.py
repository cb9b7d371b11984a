"""The table's pictures for viewers: the camera's, and the board from above, each with the last play drawn in.

Laws: nothing is shown before the board is found, nor while its place is uncertain; outside the board's outline every
pixel has the colour of the mask, unless the whole room is requested; the calling thread does the work.
"""

from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board.profile import BoardProfile
from companion.sensors.video.marks import LastPlay, Picture, draw
from companion.views.broadcast.video_picture import VideoPicture, VideoView
from vision.find.board_mask import polygon
from vision.find.pose import Pose
from vision.find.rectify import PRINT_PX_PER_MM, flat_corners, flat_places
from vision.frames import Points
from vision.read.steadiness import Steadiness

#: The pixels of the board seen from above: whole pixels (h, w, 2) and parts of them (h, w), in OpenCV's format.
FlatPlaces = tuple[NDArray[np.int16], NDArray[np.uint16]]

#: The colour of the masked area, BGR.
MASK: Final = (28, 24, 22)
#: The longest side of the pictures, in pixels.
LONGEST_PX: Final = 1280
FLAT_PX: Final = 900
QUALITY: Final = 80
#: The width of the pictures in which the board is tracked, and of those on the tablet.
_SMALL_PX: Final = 640
#: While the place of the board is uncertain, the last picture stays for this time; hands that hide it are soon gone.
PATIENCE_MS: Final = 2000
_SIDE_POINTS: Final = 16


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """A picture (h, w, 3) BGR after the reader: `pose` is None until the board was found.

    `at_rest`: the board was found in this very picture.
    """

    image: Picture
    t_ms: int
    pose: Pose | None
    at_rest: bool


class TablePictures:
    """Makes the pictures of one table, in the calling thread; one thread at a time."""

    def __init__(self, profile: BoardProfile, last_play: LastPlay, *, room: bool) -> None:
        """`room`: the surroundings of the board are shown, too."""
        self._profile = profile
        self._last_play = last_play
        self._room = room
        self._steady = Steadiness()
        self._pose: Pose | None = None
        self._look: Look | None = None
        self._sure_ms: int | None = None
        self._flat: tuple[Pose, FlatPlaces] | None = None
        self._made: dict[VideoView, tuple[Look | None, VideoPicture]] = {}

    def picture(self, look: Look | None, view: VideoView) -> VideoPicture | None:
        """Returns the newest picture; None before the first.  A picture that hides everything is marked as such."""
        if look is not self._look:
            self._look = look
            self._check(look)
        made = self._made.get(view)
        if look is None or self._sure_ms is None or look.t_ms - self._sure_ms > PATIENCE_MS:
            if made and made[1].shows:
                self._made[view] = look, _hidden(made[1])
        elif look.pose and look.t_ms == self._sure_ms and (made is None or made[0] is not look):
            self._made[view] = look, self._drawn(look.image, look.pose, view)
        shown = self._made.get(view)
        return shown[1] if shown else None

    def _check(self, look: Look | None) -> None:
        """Notes whether the place of the board in this picture is certain."""
        if look is None or look.pose is None or (look.pose is not self._pose and not look.at_rest):
            self._steady.forget()
            self._pose = self._sure_ms = None
            return
        shape = (look.image.shape[0], look.image.shape[1])
        step = max(1, round(shape[1] / _SMALL_PX))
        small = cv2.cvtColor(look.image[::step, ::step], cv2.COLOR_BGR2GRAY).astype(np.uint8)
        if look.at_rest:
            outline = look.pose.pixels(flat_corners(self._profile.size_mm))
            self._steady.found(small, polygon(outline, shape, step))
            self._pose = look.pose
        if look.at_rest or self._steady.holds(small):
            self._sure_ms = look.t_ms

    def _flat_places(self, pose: Pose, fine: float) -> FlatPlaces:
        """Returns the pixels of the flat board, computed once for each pose."""
        if self._flat is None or self._flat[0] is not pose:
            across, down = flat_places(pose.pixels, self._profile.size_mm, fine)
            whole, parts = cv2.convertMaps(across, down, cv2.CV_16SC2)
            self._flat = pose, (np.asarray(whole, dtype=np.int16), np.asarray(parts, dtype=np.uint16))
        return self._flat[1]

    def _drawn(self, image: Picture, pose: Pose, view: VideoView) -> VideoPicture:
        size, foot = self._profile.size_mm, self._profile.pawn.width_mm
        if view is VideoView.FLAT:
            fine = min(PRINT_PX_PER_MM, FLAT_PX / max(size))
            flat = np.asarray(
                cv2.remap(image, *self._flat_places(pose, fine), interpolation=cv2.INTER_LINEAR), dtype=np.uint8
            )
            draw(flat, self._last_play.marks, lambda places: places * fine - 0.5, foot)
            return _jpeg(flat)
        scale = min(1.0, LONGEST_PX / max(image.shape[:2]))
        shown = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else image.copy()
        picture = np.asarray(shown, dtype=np.uint8)

        def pixels(places: Points) -> Points:
            return np.asarray((pose.pixels(places) + 0.5) * scale - 0.5, dtype=np.float64)

        draw(picture, self._last_play.marks, pixels, foot)
        if not self._room:
            mask_outside(picture, pixels(_rim(size)))
        return _jpeg(picture)


def mask_outside(picture: Picture, outline: Points) -> None:
    """Gives every pixel of a picture (h, w, 3) outside the outline (n, 2) the colour of the mask."""
    height, width = picture.shape[:2]
    everything = np.array([[-1, -1], [width, -1], [width, height], [-1, height]], dtype=np.int32)
    # the area inside both outlines is filled twice, and so not at all
    cv2.fillPoly(picture, [everything, np.round(outline).astype(np.int32)], MASK)


def _rim(size_mm: tuple[float, float]) -> Points:
    """Returns many points of the board's rim, because a lens bends its sides."""
    corners = flat_corners(size_mm)
    parts = np.linspace(0, 1, _SIDE_POINTS, endpoint=False)[:, None]
    sides = zip(corners, np.roll(corners, -1, axis=0), strict=True)
    return np.asarray(np.concatenate([one + parts * (other - one) for one, other in sides]), dtype=np.float64)


def _hidden(before: VideoPicture) -> VideoPicture:
    """Returns a picture of the same size with everything hidden."""
    empty = np.empty((before.height, before.width, 3), dtype=np.uint8)
    empty[:] = MASK
    return replace(_jpeg(empty), shows=False)


def _jpeg(picture: Picture) -> VideoPicture:
    _, jpeg = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return VideoPicture(jpeg=jpeg.tobytes(), width=picture.shape[1], height=picture.shape[0])


def small_rgba(image: Picture) -> Picture:
    """Returns a camera picture (BGR) for people: RGBA, small."""
    height = max(1, round(image.shape[0] * _SMALL_PX / image.shape[1]))
    small = cv2.resize(image, (_SMALL_PX, height), interpolation=cv2.INTER_AREA)
    return cv2.cvtColor(small, cv2.COLOR_BGR2RGBA).astype(np.uint8)
