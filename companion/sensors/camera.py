"""The camera as a sensor: frames go through the eyes, settled readings become observations.

The only importer of vision.
"""

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.app.ports import Post, ReportHealth
from companion.model.observation import Observation, Scores
from companion.model.places import CENTRE, KENNEL, goal
from companion.model.position import Position
from companion.rules.catalogue import load_variant
from companion.sensors.sight import sight_of
from companion.session.commands import ReportObservation
from companion.views.sight import Sight
from companion.views.table_view import Health, HealthState, TableView
from vision.frames import Frame
from vision.pipeline import BoardReading, Eyes, Labels, Look, LookState, Remark
from vision.profile import BoardProfile
from vision.sources import FrameSource, SourceEnded, SourceError

#: A board that lies still is reported again after this long: time confirms an illegal state, and heals a lost word.
AGAIN_MS: Final = 300
RETRY_S: Final = 1.0
PICTURE_WIDTH_PX: Final = 640

Picture = NDArray[np.uint8]

_HEALTH: Final = {
    LookState.SEARCHING: (HealthState.SEARCHING, "camera_searching"),
    LookState.NO_MARKERS: (HealthState.SEARCHING, "camera_no_markers"),
    LookState.BAD_PICTURE: (HealthState.SEARCHING, "camera_bad_picture"),
    LookState.TOO_DARK: (HealthState.SEARCHING, "camera_too_dark"),
    LookState.BLURRED: (HealthState.SEARCHING, "camera_blurred"),
    LookState.HAND: (HealthState.OK, "camera_hand"),
    LookState.MOVING: (HealthState.OK, "camera_moving"),
    LookState.TURNING: (HealthState.OK, "camera_moving"),
    LookState.SETTLED: (HealthState.OK, "camera_ok"),
}
_REMARKS: Final = {
    Remark.CAMERA_MOVED: "camera_moved",
    Remark.BOARD_MOVED: "camera_board_moved",
    Remark.GLARE: "camera_glare",
    Remark.COVERED: "camera_covered",
    Remark.ON_FIELD: "camera_on_field",
    Remark.SIMILAR_COLOURS: "camera_similar_colours",
    Remark.MARKER_HIDDEN: "camera_marker_hidden",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Casting:
    """Who is who on the board: the printed sector and the colour of each seat, and whether a dog runs."""

    sectors: tuple[int, ...]
    colours: tuple[str, ...]
    dog: bool


def casting(position: Position, colours: tuple[str, ...]) -> Casting:
    return Casting(sectors=position.seats, colours=colours, dog=bool(load_variant(position.variant).figures))


class Watcher:
    """Turns frames into observations; no thread and no clock of its own, so a replay uses it as a live table does."""

    def __init__(self, profile: BoardProfile, cast: Casting, flat: Picture | None = None) -> None:
        """`flat` is the picture of the empty board laid flat, where one is kept."""
        self._eyes = Eyes(profile, sectors=cast.sectors, colours=cast.colours, dog=cast.dog, flat=flat)
        self._profile = profile
        self._cast = cast
        self._field_count = len(profile.track)
        self._look = Look(LookState.SEARCHING)
        self._told_ms: int | None = None

    def expect(self, position: Position) -> None:
        """What stands on the board, as far as the record knows it for certain."""
        self._eyes.expect(labels(position, self._field_count))

    def look(self, frame: Frame) -> tuple[Look, Observation | None]:
        """What the frame shows, and an observation when one is due."""
        look = self._look = self._eyes.look(frame)
        if look.state is not LookState.SETTLED or look.reading is None:
            self._told_ms = None
            return look, None
        if self._told_ms is not None and frame.t_ms - self._told_ms < AGAIN_MS:
            return look, None
        self._told_ms = frame.t_ms
        return look, observation(look.reading)

    @property
    def flat(self) -> Picture | None:
        """The picture of the board laid flat by which it is found, where there is one."""
        return self._eyes.flat

    def lies_at(self, corners_px: NDArray[np.float64]) -> None:
        """Where the corners (4, 2) of a board without markers are, upper left first and clockwise."""
        self._eyes.lies_at(corners_px)

    def sight(self, picture: tuple[int, int]) -> Sight | None:
        """The board in a picture of (width, height) pixels; None until it has been found."""
        pose, look = self._eyes.pose, self._look
        if pose is None:
            return None
        return sight_of(self._profile, self._cast.sectors, self._cast.colours, pose, look.reading, picture)


class CameraSensor:
    """Watches one source in its own thread; a source that is gone is opened again every second."""

    def __init__(
        self,
        source: FrameSource,
        name: str,
        profile: BoardProfile,
        on_frame: Callable[[Frame], None] | None = None,
        idle: Casting | None = None,
        flat: Picture | None = None,
    ) -> None:
        """`idle` says who will sit there: with it the board is looked for before a game is on; `flat` is the picture of
        the empty board laid flat, where one is kept."""
        self._source = source
        self._name = name
        self._profile = profile
        self._on_frame = on_frame
        self._idle = idle
        self._flat = flat
        self._told: NDArray[np.float64] | None = None
        self._shown_empty = False
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._watcher: Watcher | None = None
        self._game = ""
        self._taught = 0
        self._view: TableView | None = None
        self._picture: Picture | None = None

    def start(self, post: Post, report: ReportHealth) -> None:
        self._stop.clear()
        self._thread = threading.Thread(target=self._run, args=(post, report), name="camera", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        if self._thread:
            self._thread.join()
            self._thread = None

    def on_view(self, view: TableView) -> None:
        """Hears from the table which game is on and what has been accepted."""
        self._view = view

    def picture(self) -> Picture | None:
        """The newest picture, RGBA, small; None before the first."""
        frame = self._picture
        if frame is None:
            return None
        height = round(frame.shape[0] * PICTURE_WIDTH_PX / frame.shape[1])
        small = cv2.resize(frame, (PICTURE_WIDTH_PX, height), interpolation=cv2.INTER_AREA)
        return cv2.cvtColor(small, cv2.COLOR_BGR2RGBA).astype(np.uint8)

    def photograph(self) -> Picture | None:
        """The newest picture, RGBA, as large as the camera gives it; None before the first."""
        frame = self._picture
        return None if frame is None else cv2.cvtColor(frame, cv2.COLOR_BGR2RGBA).astype(np.uint8)

    def sight(self) -> Sight | None:
        """Where the board and its spots are in the newest picture; None until the board has been found."""
        watcher, frame = self._watcher, self._picture
        return None if watcher is None or frame is None else watcher.sight((frame.shape[1], frame.shape[0]))

    def lies_at(self, corners: Sequence[tuple[float, float]]) -> None:
        """Tells where the four corners of the board are, in parts of the picture's width and height, upper left of the
        board first and clockwise: a board without markers is found by its print from then on."""
        self._told = np.array(corners, dtype=np.float64)

    @property
    def empty_print(self) -> Picture | None:
        """The board laid flat as a person showed it before a game was on; None where nobody did."""
        return self._flat if self._shown_empty else None

    def _run(self, post: Post, report: ReportHealth) -> None:
        missing = True
        while not self._stop.is_set():
            try:
                self._source.open()
                missing = False
                self._watch(post, report)
            except SourceEnded:
                report(_health(HealthState.OFF, "camera_off"))
                return
            except SourceError:
                code = "camera_missing" if missing else "camera_lost"
                report(Health(part="camera", state=HealthState.LOST, code=code, params=(("source", self._name),)))
                self._stop.wait(RETRY_S)
            finally:
                self._source.close()

    def _watch(self, post: Post, report: ReportHealth) -> None:
        while not self._stop.is_set():
            frame = self._source.read()
            if frame is None:
                continue
            self._picture = frame.image
            if self._on_frame:
                self._on_frame(frame)
            watcher = self._attend()
            if watcher is None:
                report(_health(HealthState.OK, "camera_ok"))
                time.sleep(0)
                continue
            if self._told is not None:
                told, self._told = self._told, None
                watcher.lies_at(told * (frame.image.shape[1], frame.image.shape[0]))
                self._shown_empty = not self._game
            look, seen = watcher.look(frame)
            self._flat = watcher.flat
            report(camera_health(look))
            if seen and self._game:
                post(ReportObservation(observation=seen))

    def _attend(self) -> Watcher | None:
        """The watcher of the game that is on; told what stands there whenever the record knows it from a play or the
        start."""
        view = self._view
        if view is None or view.position is None:
            return self._look_ahead()
        if self._watcher is None or self._game != view.game:
            cast = casting(view.position, tuple(seat.colour for seat in view.seats))
            self._watcher = Watcher(self._profile, cast, self._flat)
            self._game, self._taught = view.game, 0
        known = certainty(view)
        if known and known != self._taught:
            self._watcher.expect(view.position)
            self._taught = known
        return self._watcher

    def _look_ahead(self) -> Watcher | None:
        """Before the game: the board is looked for, so that people see whether the camera stands well."""
        if self._watcher is None and self._idle is not None:
            self._watcher = Watcher(self._profile, self._idle, self._flat)
        return None if self._game else self._watcher


def camera_health(look: Look) -> Health:
    """What the table is told of a look: why nothing can be judged, or what is worth a word though it can."""
    if look.state is LookState.SETTLED and look.remarks:
        return _health(HealthState.OK, _REMARKS[look.remarks[0]])
    return _health(*_HEALTH[look.state])


def certainty(view: TableView) -> int:
    """A mark that changes when the board is known anew: set up, figure placed, free starts made, a play accepted.

    0 while nothing is known for certain.
    """
    if view.last_play is not None or view.position is None:
        return 1 + (view.last_play.seq if view.last_play else 0)
    if view.phase not in ("exchange", "play", "over"):
        return 0
    out = sum(place != KENNEL for row in view.position.placement.pawns for place in row)
    return -1 - out


def labels(position: Position, field_count: int) -> Labels:
    """The classes of every spot: 0 empty, 1 + seat, and the dog's class last."""
    placement = position.placement
    seats = len(placement.pawns)
    track = [0] * field_count
    lanes = [[0] * 4 for _ in range(seats)]
    for seat, row in enumerate(placement.pawns):
        for place in row:
            if place >= 0:
                track[place] = 1 + seat
        for number in range(1, 5):
            if goal(number) in row:
                lanes[seat][number - 1] = 1 + seat
    for figure in load_variant(position.variant).figures:
        field = placement.extra(figure)
        if field is not None and field >= 0:
            track[field] = 1 + seats
    centre = next((1 + seat for seat, row in enumerate(placement.pawns) if CENTRE in row), 0)
    return Labels(
        track=tuple(track),
        goal=tuple(tuple(lane) for lane in lanes),
        kennel_counts=tuple(row.count(KENNEL) for row in placement.pawns),
        centre=centre,
        wheel=placement.extra("wheel"),
    )


def observation(reading: BoardReading) -> Observation:
    """The eyes' arrays as plain values for the core."""
    return Observation(
        t_ms=reading.t_ms,
        track=_rows(reading.track),
        goal=tuple(_rows(lane) for lane in reading.goal),
        kennel=tuple(_rows(kennel) for kennel in reading.kennel),
        centre=None if reading.centre is None else tuple(reading.centre.tolist()),
        wheel=reading.wheel,
    )


def _rows(scores: NDArray[np.float64]) -> tuple[Scores, ...]:
    return tuple(tuple(row) for row in scores.tolist())


def _health(state: HealthState, code: str) -> Health:
    return Health(part="camera", state=state, code=code)
