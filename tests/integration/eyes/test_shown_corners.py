"""A board without markers is shown to an open table by its corners, is found by its print, and again next time."""

import time
from functools import cache

import msgspec
import pytest
from brokers_for_tests import wait_until

from companion.app.choices import Choices
from companion.board.files import load_board
from companion.bootstrap.launcher import Launcher
from companion.sensors.board_print import print_of
from companion.settings.schema import NONE, Settings
from companion.simulation.camera.virtual_camera import Scene, VirtualCamera
from vision.frames import Frame

BOARD = load_board("star_4")
COLOURS = ("red", "yellow", "green", "blue")
SIZE = (960, 540)
SETTINGS = Settings(variant="dog", board="star_4", colours=COLOURS, camera="0", wheel=NONE, broker=NONE)


@cache
def bare_board() -> VirtualCamera:
    """The camera over a print on which no marker has been glued."""
    away = msgspec.structs.replace(BOARD.markers, centres=((5000.0, 5000.0),) * 4)
    return VirtualCamera(msgspec.structs.replace(BOARD, markers=away), COLOURS, 3, SIZE)


class Webcam:
    """Shows the table to any reader that opens it, in its own time."""

    def __init__(self) -> None:
        self.camera = bare_board()
        self._t_ms = 0

    def open(self) -> None:
        """Always there."""

    def read(self) -> Frame:
        time.sleep(0.005)
        self._t_ms += 60
        return Frame(self.camera.render(Scene()), self._t_ms)

    def close(self) -> None:
        """Nothing to give back."""


@pytest.fixture
def launcher(tmp_path, monkeypatch):
    monkeypatch.setenv("PAWTRACK_HOME", str(tmp_path))
    monkeypatch.setattr("companion.sensors.plugged.camera.open_source", lambda _: Webcam())
    made = Launcher(Choices())
    yield made
    made.close()


def seen_within(table, seconds: float = 30.0):
    end = time.monotonic() + seconds
    while table.camera.sight() is None and time.monotonic() < end:
        time.sleep(0.02)
    return table.camera.sight()


def corners() -> list[tuple[float, float]]:
    width, height = BOARD.size_mm
    places = [bare_board().project(*corner) for corner in ((0, 0), (width, 0), (width, height), (0, height))]
    return [(x / SIZE[0], y / SIZE[1]) for x, y in places]


@pytest.mark.long
def test_a_board_shown_by_its_corners_is_found_and_again_by_the_next_table(launcher):
    table = launcher.open_table(SETTINGS)
    assert seen_within(table, 1.0) is None
    assert print_of("star_4") is None
    table.camera.set_corners(corners())
    sight = seen_within(table)
    assert sight is not None
    for at, corner in zip(sight.outline, corners(), strict=True):
        assert at == pytest.approx(corner, abs=0.01)
    assert table.camera.photograph().shape == (540, 960, 4)
    # at once: a table that is killed has nothing to lose
    wait_until(lambda: print_of("star_4") is not None)
    launcher.close_table()
    assert seen_within(launcher.open_table(SETTINGS)) is not None


def test_nobody_shows_corners_to_a_camera_that_is_not_there(tmp_path, monkeypatch):
    monkeypatch.setenv("PAWTRACK_HOME", str(tmp_path))
    launcher = Launcher(Choices())
    table = launcher.open_table(msgspec.structs.replace(SETTINGS, camera=NONE))
    assert table.camera is None
    launcher.close()
    assert print_of("star_4") is None
