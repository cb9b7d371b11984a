"""The camera hands on the time of a reading: once for each board that comes to rest, right before its observation."""

from dataclasses import replace
from itertools import pairwise

import pytest
from drawn_cameras import drawn_camera
from views_for_tests import game_view
from written_tables import Table

from companion.app.ports import Video
from companion.board.files import load_board
from companion.sensors.camera import CameraSensor
from companion.session.commands import Command, LoseSight, ReportObservation
from companion.simulation.camera.virtual_camera import Hand, Scene
from companion.views.broadcast.video_picture import VideoView
from vision.frames import Frame, Image
from vision.sources.protocol import SourceEnded

COLOURS = ("red", "yellow", "green", "blue")
BOARD = load_board("star_4")
EVERY_MS = 200


class Camera:
    """Shows these pictures, one after the other; it is also the pacing, which notes what comes to it."""

    pace_ms, shows_more = 0, True

    def __init__(self, images: list[Image]) -> None:
        self.left = list(enumerate(images))
        self.heard: list[str] = []
        #: Viewers' pictures at each command, and whether they show anything.
        self.video: Video | None = None
        self.shown: list[bool] = []

    def open(self) -> None:
        """Always there."""

    def read(self, took_s: float | None = None) -> Frame | None:
        if took_s is not None:
            assert 0 < took_s < 20
            self.heard.append("read")
            return None
        if not self.left:
            raise SourceEnded
        number, image = self.left.pop(0)
        return Frame(image, number * EVERY_MS)

    def close(self) -> None:
        """Nothing to give back."""

    def post(self, command: Command) -> None:
        if self.video is not None:
            shown = self.video(VideoView.CAMERA)
            self.shown.append(shown is not None and shown.shows)
        if isinstance(command, ReportObservation | LoseSight):
            self.heard.append("seen" if isinstance(command, ReportObservation) else "lost")


@pytest.fixture(scope="module")
def images() -> list[Image]:
    """A board at rest for a while, then twice a hand and the board again."""
    camera = drawn_camera(BOARD, COLOURS, 4, (640, 360))
    hand = Scene(hand=Hand(x_mm=250, y_mm=200, side=2))
    scenes = [Scene()] * 8 + ([hand] + [Scene()] * 6) * 2
    return [camera.render(scene) for scene in scenes]


def test_each_board_that_comes_to_rest_is_timed_once_but_the_first(images: list[Image]) -> None:
    """The first reading of a reader also finds the board, and loads what it needs."""
    camera = Camera(images)
    sensor = CameraSensor(camera, "0", BOARD, pacing=camera)
    position = Table("dog").position("red:5")
    sensor.on_view(replace(game_view(position, game="g"), board="star_4"))
    sensor._run(camera.post, lambda _: None)
    assert camera.heard.count("read") == 2
    assert "read" not in camera.heard[: camera.heard.index("seen") + 2]
    assert {after for before, after in pairwise(camera.heard) if before == "read"} == {"seen"}


@pytest.mark.parametrize("spared", [False, True])
def test_viewers_see_nothing_while_the_machine_is_too_slow(images: list[Image], spared: bool) -> None:
    camera = Camera(images)
    sensor = CameraSensor(camera, "0", BOARD, pacing=camera)
    sensor.on_view(game_view(Table("dog").position("red:5"), game="g"))
    camera.video = sensor.video(room=False)

    def post(command: Command) -> None:
        camera.post(command)
        camera.shows_more = not spared

    sensor._run(post, lambda _: None)
    assert len(camera.shown) > 4
    assert any(camera.shown[1:]) == (not spared)


def test_before_a_game_nothing_is_timed(images: list[Image]) -> None:
    camera = Camera(images)
    CameraSensor(camera, "0", BOARD, pacing=camera)._run(camera.post, lambda _: None)
    assert camera.heard == []
