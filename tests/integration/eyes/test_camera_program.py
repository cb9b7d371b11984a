"""A camera in a program of its own: the same game, pictures for the screen, and a program that dies or hangs."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import msgspec
import numpy as np
import pytest
from brokers_for_tests import wait_until
from http_cameras import http_camera, part, streaming
from views_for_tests import game_view

from companion.app.choices import Choices
from companion.app.plugins import TableContext
from companion.app.throttle import Throttle
from companion.board.files import load_board
from companion.board.print_file import keep_print
from companion.bootstrap import camera_program
from companion.bootstrap.launcher import Launcher, new_game
from companion.bootstrap.open_table import OpenTable
from companion.model.observation import Observation
from companion.programs.lines import line_of
from companion.sensors.apart import program
from companion.sensors.apart.messages import Observed, Pace, Reported, Setup, to_camera, to_table
from companion.sensors.apart.program import CameraProgram, is_live, setup_of
from companion.sensors.board_print import encoded_print, print_of
from companion.session.commands import Command, LoseSight, ReportObservation
from companion.settings.load import Kept, Load
from companion.settings.schema import NONE, SIMULATED, Settings, VideoScope
from companion.simulation.camera.virtual_camera import Scene, VirtualCamera
from companion.views.table_view import Health, HealthState, TableView

DEMO = Choices(broker=NONE, camera=SIMULATED, wheel=SIMULATED, speed=8.0, camera_apart=True)
COLOURS = ("red", "yellow", "green", "blue")
#: A camera's program that answers each game by the loss of sight, and ends when it gets corners.
STUB = """
import sys
print('{"type":"beat"}', flush=True)
for line in sys.stdin:
    if '"corners"' in line:
        sys.exit(1)
    if '"watch"' in line:
        print('{"type":"sight_lost"}', flush=True)
"""
#: A camera's program that gives no picture; it answers a game, and with the corners each wish, by the loss of sight.
SLOW = """
import sys
print('{"type":"beat"}', flush=True)
wishes = 0
for line in sys.stdin:
    wishes += '"look"' in line
    if '"watch"' in line:
        print('{"type":"sight_lost"}', flush=True)
    if '"corners"' in line:
        print('{"type":"sight_lost"}\\n' * wishes, end="")
        print('{"type":"reported","health":{"part":"camera","state":"ok","code":"camera_ok"}}', flush=True)
"""
#: The program with a camera that says when it is closed.
CLOSING = """
import time
from types import SimpleNamespace
from companion.bootstrap import camera_program
def read():
    time.sleep(0.05)
camera = SimpleNamespace(open=lambda: print("open", file=said), read=read, close=lambda: print("closed", file=said))
said = open("said", "w", buffering=1)
camera_program.source_of = lambda *_: (camera, "camera")
camera_program.main()
"""
#: A tablet that plays a demo; it writes how often the camera began again, and the modules that it has loaded then.
TABLET = """
import json, sys, time
from companion.app.choices import Choices
from companion.bootstrap.launcher import Launcher, new_game
launcher = Launcher(Choices(broker="none", camera="simulated", wheel="simulated", speed=8.0, camera_apart=True))
table, views = launcher.open_table(launcher.settings()), []
table.subscribe(views.append)
table.post(new_game(launcher.catalogue, launcher.settings()))
while views[-1].ply < 1:
    time.sleep(0.05)
launcher.close()
restarts = [health.restarts for health in views[-1].health if health.part == "camera"]
print(json.dumps([restarts, sorted(sys.modules)]))
"""

#: A tablet with a tapped game on a board whose print is kept; it writes the modules that it has loaded.
TAPPED = """
import json, sys
from companion.app.choices import Choices
from companion.bootstrap.launcher import Launcher, new_game
launcher = Launcher(Choices(broker="none", camera="none", wheel="none", camera_apart=True))
table = launcher.open_table(launcher.settings())
table.post(new_game(launcher.catalogue, launcher.settings()))
launcher.close()
print(json.dumps(sorted(sys.modules)))
"""


@pytest.fixture
def launcher(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Choices], Launcher]]:
    monkeypatch.setenv("PAWTRACK_HOME", str(tmp_path))
    made: list[Launcher] = []

    def make(choices: Choices) -> Launcher:
        made.append(Launcher(choices))
        return made[-1]

    yield make
    for each in made:
        each.close()


class Watched:
    """An open table and its views."""

    def __init__(self, launcher: Launcher, settings: Settings) -> None:
        self.table: OpenTable = launcher.open_table(settings)
        self.views: list[TableView] = []
        self.table.subscribe(self.views.append)

    @property
    def camera(self) -> CameraProgram:
        assert isinstance(self.table.camera, CameraProgram)
        return self.table.camera

    def health(self) -> tuple[str, int]:
        """The newest word of the camera, and how often it began again."""
        found = next((each for each in self.views[-1].health if each.part == "camera"), None) if self.views else None
        return (found.code, found.restarts) if found else ("", 0)


def test_a_demo_is_seen_by_another_program_and_this_one_loads_nothing(tmp_path: Path) -> None:
    """A library of pictures that prints what it does disturbs no message."""
    environment = {**os.environ, "PAWTRACK_HOME": str(tmp_path), "PYTHONPATH": os.pathsep.join(sys.path)}
    environment |= {"OPENCV_LOG_LEVEL": "DEBUG"}
    done = subprocess.run(
        [sys.executable, "-c", TABLET], env=environment, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    restarts, modules = json.loads(done.stdout.splitlines()[-1])
    assert {"numpy", "cv2", "vision"} & {name.partition(".")[0] for name in modules} == set()
    assert restarts == [0]


def test_a_kept_print_loads_no_library_of_pictures_unless_it_is_damaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PAWTRACK_HOME", str(tmp_path))
    png = encoded_print(np.zeros((40, 40, 3), dtype=np.uint8))
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    for content, damaged in ((png, False), (png[:-9], True)):
        keep_print("black_dog", content)
        done = subprocess.run(
            [sys.executable, "-c", TAPPED], env=environment, capture_output=True, text=True, timeout=120, check=False
        )
        assert ("black_dog.png is no picture" in done.stderr) == damaged, done.stderr
        if not damaged:
            modules = json.loads(done.stdout.splitlines()[-1])
            assert {"numpy", "cv2", "vision"} & {name.partition(".")[0] for name in modules} == set()


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="Windows stops no program by a signal")
def test_a_program_that_dies_or_hangs_is_replaced_and_the_game_goes_on(
    launcher: Callable[[Choices], Launcher],
) -> None:
    opened = launcher(DEMO)
    demo = Watched(opened, opened.settings())
    demo.table.post(new_game(opened.catalogue, opened.settings()))
    wait_until(lambda: demo.views[-1].ply >= 1)
    photograph = demo.camera.photograph()
    # half the memory of a real camera's pictures
    assert photograph is not None
    assert photograph.shape == (540, 960, 4)
    for restarts, end in enumerate((signal.SIGKILL, signal.SIGSTOP), start=1):
        before, pid = demo.views[-1].ply, demo.camera.pid
        assert pid is not None
        os.kill(pid, end)
        wait_until(lambda restarts=restarts: demo.health() == ("camera_ok", restarts))
        assert demo.camera.pid not in (None, pid)
        wait_until(lambda before=before: demo.views[-1].ply > before)


@pytest.mark.long
def test_a_screen_shows_the_picture_and_a_person_the_corners(launcher: Callable[[Choices], Launcher]) -> None:
    board = load_board("star_4")
    away = msgspec.structs.replace(board.markers, centres=((5000.0, 5000.0),) * 4)
    bare = VirtualCamera(msgspec.structs.replace(board, markers=away), COLOURS, 3, (960, 540))
    jpegs = [cv2_jpeg(bare) for _ in range(4)]

    def pieces() -> Iterator[bytes]:
        while True:
            for jpeg in jpegs:
                yield part(jpeg)
                time.sleep(0.06)

    with http_camera(streaming(pieces)) as address:
        settings = Settings(variant="dog", board="star_4", colours=COLOURS, camera=f"http://{address}/video")
        opened = launcher(Choices(broker=NONE, camera_apart=True))
        table = Watched(opened, settings)
        assert table.camera.picture() is None
        wait_until(lambda: table.camera.picture() is not None)
        picture, photograph = table.camera.picture(), table.camera.photograph()
        assert picture is not None
        assert photograph is not None
        assert (picture.shape, photograph.shape) == ((360, 640, 4), (540, 960, 4))
        assert table.camera.sight() is None
        width, height = board.size_mm
        places = [bare.project(*corner) for corner in ((0, 0), (width, 0), (width, height), (0, height))]
        corners = [(x / 960, y / 540) for x, y in places]
        table.camera.set_corners(corners)
        wait_until(lambda: table.camera.sight() is not None)
        sight = table.camera.sight()
        assert sight is not None
        for at, corner in zip(sight.outline, corners, strict=True):
            assert at == pytest.approx(corner, abs=0.01)
        wait_until(lambda: print_of("star_4") is not None)
        pid = table.camera.pid
        os.kill(pid, signal.SIGKILL)
        wait_until(lambda: table.camera.pid not in (None, pid))
        # the next program finds the board by its print; nobody shows the corners again
        wait_until(lambda: table.camera.sight() is not None)
        opened.close_table()


def cv2_jpeg(camera: VirtualCamera) -> bytes:
    import cv2

    return bytes(cv2.imencode(".jpg", camera.render(Scene()), [cv2.IMWRITE_JPEG_QUALITY, 95])[1].tobytes())


def stubbed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str, throttle: Throttle | None = None
) -> CameraProgram:
    """A camera whose program is this code."""
    (tmp_path / "stub_camera.py").write_text(code)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setattr(program, "PROGRAM", "stub_camera")
    table = SimpleNamespace(stage=None, settings=Settings(), seats=(0, 1, 2, 3), folder=tmp_path, speed=1.0)
    table.throttle = throttle or Throttle()
    return CameraProgram(cast(TableContext, table))


EMPTY = Observation(t_ms=0, track=(), goal=(), kennel=())
READ = line_of(Observed.of(EMPTY, 3.0))
#: A camera's program that reads the board slowly twice, and answers each pace by the loss of sight.
PACED = f"""
import sys
print('{{"type":"beat"}}', flush=True)
for line in sys.stdin:
    if '"pace"' in line:
        print('{{"type":"sight_lost"}}', flush=True)
    if '"every_ms":0' in line:
        for _ in range(2):
            print({READ.decode().strip()!r}, flush=True)
"""


def test_the_camera_s_program_is_measured_and_paced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    posted, kept = list[Command](), list[Kept]()
    throttle = Throttle(keep=kept.append)
    camera = stubbed(tmp_path, monkeypatch, PACED, throttle)

    def post(command: Command) -> None:
        """In place of the table, which shows what is new."""
        posted.append(command)
        throttle.on_command(command)
        camera.on_view(game_view())

    camera.start(post, lambda _: None)
    try:
        wait_until(lambda: len(posted) >= 4)
    finally:
        camera.stop()
    assert [type(command) for command in posted] == [LoseSight, ReportObservation, ReportObservation, LoseSight]
    assert [each.load for each in kept] == [Load.LEAST]


def test_each_time_of_a_reading_is_sent_once_and_the_pace_holds() -> None:
    said: list[object] = []
    setup = Setup("0", "star_4", COLOURS, (0, 1, 2, 3))
    seeing = camera_program.SeeingProgram(setup, cast(camera_program.Line, SimpleNamespace(say=said.append)))
    seeing._hear(Pace(100))
    assert seeing._camera._pacing.pace_ms == 100
    report = ReportObservation(observation=EMPTY)
    seeing._camera._pacing.read(0.5)
    seeing._post(report)
    seeing._post(report)
    assert [each.read_s for each in said if isinstance(each, Observed)] == [0.5, 0.0]


def test_health_is_reported_when_it_changes() -> None:
    said: list[object] = []
    setup = Setup("0", "star_4", COLOURS, (0, 1, 2, 3))
    seeing = camera_program.SeeingProgram(setup, cast(camera_program.Line, SimpleNamespace(say=said.append)))
    fine = Health(part="camera", state=HealthState.OK, code="camera_ok")
    lost = Health(part="camera", state=HealthState.LOST, code="camera_lost")
    for health in (fine, fine, lost, lost, fine):
        seeing._report(health)
    assert said == [Reported(fine), Reported(lost), Reported(fine)]


def test_a_slow_program_gets_one_wish_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    camera, posted, reports = stubbed(tmp_path, monkeypatch, SLOW), list[Command](), list[Health]()
    camera.start(posted.append, reports.append)
    try:
        wait_until(lambda: len(posted) == 1)
        for _ in range(1000):
            assert camera.picture() is None
        camera.set_corners(((0, 0), (1, 0), (1, 1), (0, 1)))
        wait_until(lambda: len(reports) == 1)
    finally:
        camera.stop()
    assert posted == [LoseSight()] * 2
    assert reports == [Health(part="camera", state=HealthState.OK, code="camera_ok")]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows ends no program by a signal")
@pytest.mark.parametrize(
    "ends", [lambda child: child.terminate(), lambda child: child.stdin.close()], ids=["signal", "end of input"]
)
def test_a_camera_is_closed_at_the_end(tmp_path: Path, ends: Callable[[subprocess.Popen[bytes]], None]) -> None:
    """It gets the settings back that the house has given it."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command, pipe = [sys.executable, "-c", CLOSING], subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, env=environment, cwd=tmp_path) as child:
        assert child.stdin
        child.stdin.write(line_of(Setup("0", "star_4", COLOURS, (0, 1, 2, 3))))
        child.stdin.flush()
        wait_until((tmp_path / "said").exists)
        wait_until(lambda: (tmp_path / "said").read_text() == "open\n")
        ends(child)
        assert child.wait(10) == 0
    assert (tmp_path / "said").read_text() == "open\nclosed\n"


def test_another_program_gets_the_game_of_one_that_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    camera, posted, reports = stubbed(tmp_path, monkeypatch, STUB), list[Command](), list[Health]()
    camera.start(posted.append, reports.append)
    try:
        wait_until(lambda: len(posted) == 1)  # a new program hears that no game is on
        camera.on_view(game_view())
        wait_until(lambda: len(posted) == 2)
        camera.on_view(game_view(seq=9))  # nothing that a camera needs is new
        camera.set_corners(((0, 0), (1, 0), (1, 1), (0, 1)))
        wait_until(lambda: len(posted) == 4)  # the table loses sight with the program; the next one hears of the game
    finally:
        camera.stop()
    assert set(posted) == {LoseSight()}
    assert reports == [Health(part="camera", state=HealthState.SEARCHING, code="camera_stumbled", restarts=1)]


@pytest.mark.parametrize("changes", [{"video": VideoScope.BOARD}, {"clips": True}, {"camera": "film.mp4"}])
def test_a_camera_whose_pictures_are_needed_here_stays_here(
    launcher: Callable[[Choices], Launcher], changes: dict[str, object]
) -> None:
    settings = msgspec.structs.replace(Settings(camera="http://127.0.0.1:9/video", broker=NONE), **changes)
    table = launcher(Choices(camera_apart=True)).open_table(settings)
    assert table.camera is not None
    assert not isinstance(table.camera, CameraProgram)


@pytest.mark.parametrize(
    ("camera", "live"),
    [("0", True), ("/dev/video2", True), ("rtsp://cam/1", True), ("film.mp4", False), ("pictures?rate=5", False)],
)
def test_addresses_and_devices_are_live(camera: str, live: bool) -> None:
    assert is_live(camera) == live


def test_a_game_of_the_record_may_have_longer_names_than_settings() -> None:
    """The camera's program takes what its table has, whatever the limits of a settings file."""
    settings = msgspec.structs.replace(Settings(camera="0"), names=("A" * 60, "Ben"), board="x" * 300)
    table = SimpleNamespace(stage=None, settings=settings, seats=(0, 2), speed=1.0)
    setup = setup_of(cast(TableContext, table))
    assert to_camera(line_of(setup)) == setup


def test_an_observation_arrives_as_it_was_sent() -> None:
    rows = ((-0.1, -2.302585092994046, float("-inf")),)
    sent = Observed.of(Observation(t_ms=5, track=rows, goal=(rows,), kennel=(rows,), centre=rows[0], wheel=3), 0.75)
    arrived = to_table(line_of(sent))
    assert isinstance(arrived, Observed)
    assert (arrived.observation, arrived.read_s) == (sent.observation, 0.75)
