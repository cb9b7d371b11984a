"""A camera that sees nothing move reads few pictures, and all of them as soon as a hand comes."""

import cv2
import numpy as np
import pytest
from drawn_cameras import drawn_camera
from table_readers import board_of

from companion.app.throttle import Throttle
from companion.board.files import load_board
from companion.sensors.board_observer import PieceRoster
from companion.sensors.camera import SEARCH_EVERY_MS, STILL_EVERY_MS, STILL_MS, CameraSensor
from companion.settings.load import Load
from companion.simulation.camera.virtual_camera import Hand, Scene, VirtualCamera
from vision.frames import Frame, Image
from vision.sources.protocol import SourceEnded
from vision.upright import UprightSource

COLOURS = ("red", "yellow", "green", "blue")
IDLE = PieceRoster(sectors=(0, 1, 2, 3), colours=COLOURS, dog=False)
BOARD = load_board("star_4")
EVERY_MS = 250


class Camera:
    """Shows these pictures, one after the other, and notes the pace that holds at each."""

    def __init__(self, images: list[Image]) -> None:
        self._images = images
        self._every_ms = 0
        self.paces: list[int] = []

    def open(self) -> None:
        """Always there."""

    def read(self) -> Frame:
        at = len(self.paces)
        if at == len(self._images):
            raise SourceEnded
        self.paces.append(self._every_ms)
        return Frame(self._images[at], at * EVERY_MS)

    def pace(self, every_ms: int) -> None:
        self._every_ms = every_ms

    def close(self) -> None:
        """Nothing to give back."""


def pictures(camera: VirtualCamera, *parts: tuple[Scene, int]) -> list[Image]:
    return [camera.render(scene) for scene, count in parts for _ in range(count)]


@pytest.fixture(scope="module")
def images() -> list[Image]:
    """A board at rest, a hand that passes over it, and the board again."""
    camera = drawn_camera(BOARD, COLOURS, 4, (640, 360))
    hand = Scene(hand=Hand(x_mm=250, y_mm=200, side=2))
    return pictures(camera, (Scene(), STILL_MS // EVERY_MS + 3), (hand, 1), (Scene(), 2))


def watched(images: list[Image], *, recorded: bool = False, load: Load = Load.FULL) -> list[int]:
    camera = Camera(images)
    upright = UprightSource(camera, board_of(BOARD).markers)
    sensor = CameraSensor(upright, "0", BOARD, (lambda _: None) if recorded else None, IDLE, pacing=Throttle(load))
    sensor._run(lambda _: None, lambda _: None)
    return camera.paces


def test_a_hand_brings_back_every_picture_at_once(images: list[Image]) -> None:
    paces = watched(images)
    still, hand = STILL_MS // EVERY_MS, STILL_MS // EVERY_MS + 3
    assert set(paces[: still + 1]) == {0}
    # the picture with the hand is read at the slow pace, the next one at the full
    assert set(paces[still + 1 : hand + 1]) == {STILL_EVERY_MS}
    assert set(paces[hand + 1 :]) == {0}


def test_few_pictures_are_read_of_a_room_without_a_board(images: list[Image]) -> None:
    still = STILL_MS // EVERY_MS
    walls = np.random.default_rng(1).integers(60, 180, (45, 80, 3)).astype(np.uint8)
    room = np.asarray(cv2.resize(walls, (640, 360)), dtype=np.uint8)
    paces = watched([room] * (still + 3) + images[:2])
    assert set(paces[still + 1 : still + 4]) == {SEARCH_EVERY_MS}
    assert set(paces[still + 4 :]) == {0}


def test_a_recording_gets_every_picture(images: list[Image]) -> None:
    assert set(watched(images, recorded=True, load=Load.LEAST)) == {0}


@pytest.mark.parametrize("load", [Load.LESS, Load.LEAST])
def test_a_slow_machine_reads_fewer_pictures_of_a_moving_board(images: list[Image], load: Load) -> None:
    still, full, spared = STILL_MS // EVERY_MS, watched(images), watched(images, load=load)
    assert spared[0] == full[0] == 0  # the camera shows its first picture before anybody has set a pace
    assert set(spared[1:]) == {load.pace_ms, STILL_EVERY_MS}
    assert [pace == STILL_EVERY_MS for pace in spared] == [pace == STILL_EVERY_MS for pace in full]
    assert load.pace_ms < STILL_EVERY_MS
    assert spared[still + 1] == STILL_EVERY_MS
