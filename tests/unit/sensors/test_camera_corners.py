"""A board without markers at a live camera: four corners set once, in parts of the picture, and it is followed."""

import threading

import numpy as np
from drawn_cameras import unmarked_camera

from companion.board.files import load_board
from companion.sensors.board_observer import PieceRoster
from companion.sensors.camera import CameraSensor
from companion.simulation.camera.virtual_camera import Figure, Scene, VirtualCamera
from companion.views.table_view import Health, HealthState
from vision.frames import Frame
from vision.sources.protocol import SourceEnded

COLOURS = ("red", "yellow", "green", "blue")
PROFILE = load_board("star_4")
SIZE = (1280, 720)


class TwoPictures:
    """Shows a board without markers; the pictures after the first rest wait until they are let go."""

    def __init__(self, camera: VirtualCamera) -> None:
        figures = tuple(
            Figure(colour=colour, x_mm=x, y_mm=y)
            for seat, colour in enumerate(COLOURS)
            for x, y in PROFILE.kennel[seat][:4]
        )
        self.images = [camera.render(Scene(figures=figures)) for _ in range(2)]
        self.corners_set = threading.Event()
        self.t_ms = 0

    def open(self) -> None:
        pass

    def read(self) -> Frame:
        if self.t_ms == 600:
            assert self.corners_set.wait(20)
        if self.t_ms >= 1200:
            raise SourceEnded
        self.t_ms += 150
        return Frame(self.images[self.t_ms // 150 % 2], self.t_ms)

    def close(self) -> None:
        pass


def test_a_board_without_markers_is_followed_once_its_corners_are_set() -> None:
    camera = unmarked_camera(PROFILE, COLOURS, 4, SIZE)
    source, heard, lost = TwoPictures(camera), [], threading.Event()
    idle = PieceRoster(sectors=(0, 1, 2, 3), colours=COLOURS, dog=False)
    sensor = CameraSensor(source, "0", PROFILE, idle=idle)

    def report(health: Health) -> None:
        heard.append(health)
        if health.code == "camera_no_markers":
            lost.set()

    sensor.start(lambda _: None, report)
    try:
        assert lost.wait(20)
        assert sensor.sight() is None
        width, height = PROFILE.size_mm
        corners = [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)]
        sensor.set_corners([tuple(np.array(camera.project(*corner)) / SIZE) for corner in corners])
    finally:
        source.corners_set.set()
        while not heard or heard[-1].state is not HealthState.OFF:
            threading.Event().wait(0.02)
        sensor.stop()
    assert heard[-2].state is HealthState.OK
    sight = sensor.sight()
    assert sight is not None
    at = np.array(sight.spots[7].at) * SIZE
    assert np.linalg.norm(at - camera.project(*PROFILE.track[7])) < 2.0
