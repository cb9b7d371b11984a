"""The table's end of the camera's program: a child that sees, so that its memory goes back when the camera ends.

Law: nothing here loads vision or OpenCV; numpy only for a picture that a screen shows.
"""

import sys
import threading
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from companion.app.plugins import TableContext
from companion.app.ports import Picture, Post, ReportHealth
from companion.programs.life import Beats
from companion.programs.lines import Beat, line_of
from companion.programs.process import ChildProcess, ProcessSpec
from companion.sensors.apart.messages import (
    Corners,
    Drawn,
    Look,
    LookForBoard,
    NextPicture,
    Observed,
    Pace,
    Pictured,
    Reported,
    Seen,
    Setup,
    SightLost,
    Staged,
    ToCamera,
    ToTable,
    Watch,
    packed,
    to_table,
)
from companion.sensors.apart.silent import silently
from companion.sensors.apart.watched_game import WatchedGame, watched_game
from companion.session.commands import LoseSight, ReportObservation
from companion.settings.schema import VideoScope
from companion.system.addresses import is_address
from companion.views.sight import Point, Sight
from companion.views.table_view import Health, HealthState, TableView

#: By its name: it draws the table of a demo, which no sensor may.
PROGRAM: Final = "companion.bootstrap.camera_program"
#: The longest wait for a photograph.
PHOTOGRAPH_S: Final = 3.0


def runs_apart(table: TableContext) -> bool:
    """Returns whether this table's camera can have a program of its own.

    Not while this program itself needs the pictures: for a recording, viewers, clips or the cards on the pile; and not
    for a phone, whose pictures come to this program, or a film, which waits for the table.
    """
    settings = table.settings
    needed_here = table.recording is not None or settings.video is not VideoScope.OFF or settings.clips
    live = table.stage is not None or all(map(is_live, settings.cameras))
    return table.camera_apart and live and not needed_here and not settings.see_cards


def is_live(camera: str) -> bool:
    """Returns whether the setting names an address in the network or a device."""
    return is_address(camera) or camera.isdecimal() or camera.startswith("/dev/")


def built(table: TableContext) -> "CameraProgram":
    """Returns the camera of the settings, or that of a demo, in a program of its own."""
    camera = CameraProgram(table)
    table.subscribe(camera.on_view)
    return camera


def setup_of(table: TableContext) -> Setup:
    """Returns the first message to the program of this table's camera."""
    settings = table.settings
    drawn = Drawn(table.stage.seed, table.speed) if table.stage else None
    return Setup(settings.camera, settings.board, settings.colours, table.seats, drawn, settings.second_camera)


class CameraProgram:
    """A camera as a sensor whose work another program does.  A program that ends or hangs is replaced."""

    def __init__(self, table: TableContext) -> None:
        self._stage = table.stage
        self._setup = setup_of(table)
        self._throttle = table.throttle
        self._pace_ms = 0
        self._log_path = table.folder / "camera.log"
        self._silent = table.settings.shadow and table.stage is None
        self._lock = threading.Lock()
        self._game: WatchedGame | None = None
        self._shown: Pictured | None = None
        self._photographed = threading.Event()
        self._photograph: Pictured | None = None
        self._sight: Sight | None = None
        self._ends = 0
        self._greeted = False
        #: Those of a screen that wait for their answers.
        self._wishes: set[ToCamera] = set()
        self._beats = Beats()
        self._child: ChildProcess | None = None

    def start(self, post: Post, report: ReportHealth) -> None:
        self._post = silently(post) if self._silent else post
        self._report = report
        if self._silent:
            report(Health(part="shadow", state=HealthState.OK, code="shadow_on"))
        self._child = ChildProcess(
            ProcessSpec(
                name="camera",
                prepare=self._command,
                accepts=self._beats.sign,
                log_path=self._log_path,
                line=line_of(self._setup),
                heard=self._hear,
                life=self._beats,
                changed=self._changed,
            )
        )
        self._child.start()

    def stop(self) -> None:
        if self._child:
            self._child.stop()
            self._child = None

    @property
    def pid(self) -> int | None:
        """The process id of the program while it runs."""
        return self._child.pid if self._child else None

    def on_view(self, view: TableView) -> None:
        """Hands on the running game, and each position that the record knows."""
        game = watched_game(view)
        with self._lock:
            before, self._game = self._game, game
            if self._greeted and _is_news(before, game):
                self._say(Watch(packed(game)))
            if self._greeted and self._pace_ms != self._throttle.pace_ms:
                self._say_pace()

    def picture(self) -> Picture | None:
        """The newest picture that has come, RGBA, small; asks for the next one."""
        self._wish(Look())
        return _array(self._shown)

    def photograph(self) -> Picture | None:
        """The newest picture, RGBA, in the camera's full size; None before the first."""
        self._photographed.clear()
        self._say(Look(full=True))
        return _array(self._photograph) if self._photographed.wait(PHOTOGRAPH_S) else None

    def sight(self) -> Sight | None:
        """The board in the newest picture, as far as it has come; asks for the next one."""
        self._wish(LookForBoard())
        return self._sight

    def set_corners(self, corners: Sequence[Point]) -> None:
        """Hands on the four corners of the board, in parts of the picture, upper left of the board first."""
        self._say(Corners(tuple((float(x), float(y)) for x, y in corners)))

    def _wish(self, wish: Look | LookForBoard) -> None:
        """Says a wish unless it waits for its answer: a slow program gets no more wishes than it can answer."""
        with self._lock:
            waits = wish in self._wishes
            self._wishes.add(wish)
        if not waits:
            self._say(wish)

    def _say(self, message: ToCamera) -> None:
        if self._child:
            self._child.say(line_of(message))

    def _command(self) -> list[str]:
        with self._lock:
            self._greeted = False
        return [sys.executable, "-m", PROGRAM]

    def _changed(self, serves: bool) -> None:
        """A program that is gone has missed what happened on the board; the next one begins anew."""
        if serves:
            return
        with self._lock:
            self._ends += 1
            on, self._sight, self._shown = self._game is not None, None, None
        if on:
            self._post(LoseSight())
        self._say_health(Health(part="camera", state=HealthState.SEARCHING, code="camera_stumbled"))

    def _say_health(self, health: Health) -> None:
        self._report(replace(health, restarts=health.restarts + self._ends))

    def _hear(self, line: bytes) -> None:
        match to_table(line):
            case Beat():
                self._beats.beat()
                self._greet()
            case Observed() as observed:
                if observed.read_s:
                    self._throttle.read(observed.read_s)
                self._post(ReportObservation(observation=observed.observation))
            case SightLost():
                self._post(LoseSight())
            case Reported(health=health):
                self._say_health(health)
            case NextPicture() if self._stage:
                self._say(Staged(self._stage.scene()))
            case message:
                self._take_look(message)

    def _take_look(self, message: ToTable) -> None:
        """Takes what a screen shows."""
        match message:
            case Pictured(full=True):
                self._photograph = message
                self._photographed.set()
            case Pictured():
                self._shown = message
                self._wishes.discard(Look())
            case Seen(sight=sight):
                self._sight = sight
                self._wishes.discard(LookForBoard())

    def _greet(self) -> None:
        """Gives a new program the running game; it knows of no wish."""
        with self._lock:
            if not self._greeted:
                self._greeted = True
                self._wishes.clear()
                self._say_pace()
                self._say(Watch(packed(self._game)))

    def _say_pace(self) -> None:
        self._pace_ms = self._throttle.pace_ms
        self._say(Pace(self._pace_ms))


def _is_news(before: WatchedGame | None, game: WatchedGame | None) -> bool:
    if before is None or game is None:
        return before is not game
    return before.game != game.game or (game.known is not None and game.known.adds_to(before.known))


def _array(shown: Pictured | None) -> Picture | None:
    if shown is None or not shown.rgba:
        return None
    import numpy as np

    return np.frombuffer(shown.rgba, dtype=np.uint8).reshape(shown.height, shown.width, 4)
