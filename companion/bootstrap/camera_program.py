"""`python -m companion.bootstrap.camera_program`: the camera of one table, in a child of the table.

Its standard input brings a `Setup` and then the table's messages, its standard output takes messages to the table; it
ends with its input.
"""

import io
import os
import queue
import signal
import threading
import time
from contextlib import suppress
from functools import partial
from typing import IO, Final, NoReturn

from companion.app.ports import Picture
from companion.board.files import has_print, load_board
from companion.board.print_file import keep_print
from companion.board.profile import BoardProfile
from companion.model.observation import Observation
from companion.programs.lines import Beat, line_of
from companion.programs.parent import STDIN, end_program, own_output
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
    to_camera,
    unpacked,
)
from companion.sensors.board_observer import PieceRoster
from companion.sensors.board_print import print_of
from companion.sensors.camera import CameraSensor
from companion.sensors.plugged.camera import source_of
from companion.session.commands import Command, LoseSight, ReportObservation
from companion.settings.schema import Settings
from companion.simulation.camera.scene import Scene, scene_of
from companion.simulation.camera.virtual_camera import VirtualCamera
from companion.simulation.virtual_source import VirtualSource
from companion.system.addresses import is_address
from companion.system.gc_tuning import return_pictures, share_memory
from companion.system.threads import start_once
from companion.views.table_view import Health

#: Seconds between two signs of life.
BEAT_S: Final = 1.0
#: Width and height of a demo's pictures: large enough for every board, and half the memory of 1280 x 720.
DRAWN_PX: Final = (960, 540)


class Line:
    """The line to the table; each message goes out in one piece, and nothing that a library prints comes between."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._out = io.FileIO(own_output(), "w")

    def say(self, message: ToTable) -> None:
        rest = memoryview(line_of(message))
        with self._lock:
            while rest:
                rest = rest[self._out.write(rest) :]


class StagedFarAway:
    """The simulated table of the demo, which another program has: each picture asks for it."""

    def __init__(self, line: Line) -> None:
        self._line = line
        self.sent: queue.SimpleQueue[bytes] = queue.SimpleQueue()

    def scene(self) -> Scene:
        while not self.sent.empty():
            self.sent.get()
        self._line.say(NextPicture())
        return scene_of(self.sent.get())


class FarPacing:
    """The limit of the pictures as the table sends it, and the time of the newest reading until it is sent."""

    #: Nobody gets pictures from here.
    shows_more = False

    def __init__(self) -> None:
        self.pace_ms = 0
        self._read_s = 0.0

    def read(self, took_s: float) -> None:
        self._read_s = took_s

    def taken_s(self) -> float:
        """Returns the time of a reading that has not been sent yet, else 0."""
        taken_s, self._read_s = self._read_s, 0.0
        return taken_s


class SeeingProgram:
    """The camera of a table, and the answers to the table's messages."""

    def __init__(self, setup: Setup, line: Line) -> None:
        self._line = line
        self._stage = StagedFarAway(line)
        settings = Settings(
            camera=setup.camera, second_camera=setup.second_camera, board=setup.board, colours=setup.colours
        )
        board = load_board(setup.board)
        drawn = _drawn(setup.drawn, setup, board, self._stage) if setup.drawn else None
        source, name = source_of(settings, board, drawn)
        self._is_device = drawn is None and not all(map(is_address, settings.cameras))
        idle = PieceRoster(sectors=setup.seats, colours=setup.colours, dog=False)
        flat = print_of(setup.board) if has_print(setup.board) else None
        keep = None if setup.drawn else partial(keep_print, setup.board)
        self._pacing = FarPacing()
        self._camera = CameraSensor(source, name, board, idle=idle, flat=flat, keep_print=keep, pacing=self._pacing)
        self._reported: Health | None = None

    def run(self, lines: IO[bytes]) -> None:
        """Works until its input ends, or the table ends it."""
        signal.signal(signal.SIGTERM, _leave)
        with suppress(SystemExit):
            start_once("beat", self._beat, end_program)
            self._camera.start(self._post, self._report)
            while line := lines.readline():
                self._hear(to_camera(line))
        if self._is_device:
            # it gets its own settings back; any other camera may wait for a picture
            self._camera.stop()
        # the memory of all threads goes back with the program
        os._exit(0)

    def _beat(self) -> None:
        while True:
            self._line.say(Beat())
            time.sleep(BEAT_S)

    def _post(self, command: Command) -> None:
        match command:
            case ReportObservation(observation=Observation() as observation):
                self._line.say(Observed.of(observation, self._pacing.taken_s()))
            case LoseSight():
                self._line.say(SightLost())

    def _report(self, health: Health) -> None:
        """Says what is new: the sensor reports after each picture."""
        if health != self._reported:
            self._reported = health
            self._line.say(Reported(health))

    def _hear(self, message: ToCamera) -> None:
        match message:
            case Staged(scene=scene):
                self._stage.sent.put(scene)
            case Watch(game=game):
                self._camera.watch(unpacked(game))
            case Pace(every_ms=every_ms):
                self._pacing.pace_ms = every_ms
            case Corners(corners=corners):
                self._camera.set_corners(corners)
            case Look(full=full):
                self._line.say(_pictured(self._camera.photograph() if full else self._camera.picture(), full=full))
            case LookForBoard():
                self._line.say(Seen(self._camera.sight()))


def _leave(*_: object) -> NoReturn:
    raise SystemExit


def _drawn(drawn: Drawn, setup: Setup, board: BoardProfile, stage: StagedFarAway) -> VirtualSource:
    """Returns the camera of a demo."""
    camera = VirtualCamera(board, setup.colours, drawn.seed, DRAWN_PX, seats=setup.seats)
    return VirtualSource(camera, stage, drawn.speed)


def _pictured(picture: Picture | None, *, full: bool) -> Pictured:
    if picture is None:
        return Pictured(full)
    return Pictured(full, picture.shape[1], picture.shape[0], picture.tobytes())


def main() -> None:
    share_memory()
    # not `sys.stdin`: a thread that waits for it would hinder the end of the interpreter
    lines = io.BufferedReader(io.FileIO(STDIN, closefd=False))
    setup = to_camera(lines.readline())
    assert isinstance(setup, Setup)
    if setup.drawn:
        return_pictures()
    SeeingProgram(setup, Line()).run(lines)


if __name__ == "__main__":
    main()
