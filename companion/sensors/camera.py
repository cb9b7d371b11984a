"""The camera as a sensor: frames go through the eyes, settled readings become observations.

The only importer of vision.
"""

import threading
import time
from collections.abc import Callable
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
from companion.session.commands import ReportObservation
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

#: A hand stays so long at most; what lies there longer was laid down.
HAND_MS: Final = 10_000

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

    def __init__(self, profile: BoardProfile, cast: Casting) -> None:
        self._eyes = Eyes(profile, sectors=cast.sectors, colours=cast.colours, dog=cast.dog)
        self._field_count = len(profile.track)
        self._told_ms: int | None = None

    def expect(self, position: Position) -> None:
        """What stands on the board, as far as the record knows it for certain."""
        self._eyes.expect(labels(position, self._field_count))

    def look(self, frame: Frame) -> tuple[Look, Observation | None]:
        """What the frame shows, and an observation when one is due."""
        look = self._eyes.look(frame)
        if look.state is not LookState.SETTLED or look.reading is None:
            self._told_ms = None
            return look, None
        if self._told_ms is not None and frame.t_ms - self._told_ms < AGAIN_MS:
            return look, None
        self._told_ms = frame.t_ms
        return look, observation(look.reading)


class CameraSensor:
    """Watches one source in its own thread; a source that is gone is opened again every second."""

    def __init__(
        self, source: FrameSource, name: str, profile: BoardProfile, on_frame: Callable[[Frame], None] | None = None
    ) -> None:
        self._source = source
        self._name = name
        self._profile = profile
        self._on_frame = on_frame
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
            look, seen = watcher.look(frame)
            report(camera_health(look))
            if seen:
                post(ReportObservation(observation=seen))

    def _attend(self) -> Watcher | None:
        """The watcher of the game that is on; told what stands there whenever the record knows it from a play or the
        start."""
        view = self._view
        if view is None or view.position is None:
            return None
        if self._watcher is None or self._game != view.game:
            self._watcher = Watcher(self._profile, casting(view.position, tuple(seat.colour for seat in view.seats)))
            self._game, self._taught = view.game, 0
        known = certainty(view)
        if known and known != self._taught:
            self._watcher.expect(view.position)
            self._taught = known
        return self._watcher


def camera_health(look: Look) -> Health:
    """What the table is told of a look: why nothing can be judged, or what is worth a word though it can."""
    if look.state is LookState.SETTLED and look.remarks:
        return _health(HealthState.OK, _REMARKS[look.remarks[0]])
    if look.state is LookState.HAND and look.rest_ms > HAND_MS:
        return _health(HealthState.OK, "camera_covered")
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
