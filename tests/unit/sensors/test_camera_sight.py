"""The camera's data for a screen: the board and every spot by their places in the picture, and the reading there."""

from functools import cache

import numpy as np
import pytest

from companion.board.files import load_board
from companion.sensors.board_observer import BoardObserver, PieceRoster
from companion.sensors.camera import CameraSensor
from companion.simulation.camera.virtual_camera import Figure, Scene, VirtualCamera
from companion.views.sight import Sight, SpotKind
from vision.frames import Frame
from vision.results import FrameStatus
from vision.sources.protocol import SourceEnded

COLOURS = ("red", "yellow", "green", "blue")
PROFILE = load_board("black_dog")
SEATS = (1, 2, 3, 0)
SIZE = (640, 360)


@cache
def camera() -> VirtualCamera:
    return VirtualCamera(PROFILE, COLOURS, 5, SIZE, seats=SEATS)


@cache
def picture():
    figures = [
        Figure(colour=colour, x_mm=x, y_mm=y)
        for colour, sector in zip(COLOURS, SEATS, strict=True)
        for x, y in PROFILE.kennel[sector][:4]
    ]
    return camera().render(Scene(figures=tuple(figures)))


@cache
def sight() -> Sight:
    observer = BoardObserver(PROFILE, PieceRoster(sectors=SEATS, colours=COLOURS, dog=False))
    assert observer.sight(SIZE) is None
    for step in range(16):
        look, _ = observer.observe(Frame(picture(), step * 60))
    assert look.status is FrameStatus.SETTLED
    found = observer.sight(SIZE)
    assert found is not None
    return found


def places():
    lanes = [spot for sector in SEATS for spot in PROFILE.goal[sector]]
    return [*PROFILE.track, *lanes, *(spot for sector in SEATS for spot in PROFILE.kennel[sector])]


def test_every_spot_is_where_the_camera_shows_it():
    width, height = PROFILE.size_mm
    corners = ((0, 0), (width, 0), (width, height), (0, height))
    for at, place in zip(sight().outline, corners, strict=True):
        assert at == pytest.approx(np.array(camera().project(*place)) / SIZE, abs=0.004)
    for spot, place in zip(sight().spots, places(), strict=True):
        assert np.hypot(*(np.array(spot.at) * SIZE - camera().project(*place))) < 2.5


def test_spots_are_as_large_as_a_pawns_foot():
    for spot, (x, y) in zip(sight().spots, places(), strict=True):
        rim = np.array(
            [camera().project(x + 7 * np.cos(turn), y + 7 * np.sin(turn)) for turn in np.arange(0, 6.2, 0.1)]
        )
        half = np.ptp(rim, axis=0) / 2 / SIZE
        assert spot.half == pytest.approx(half, rel=0.12)


def test_spots_say_whose_they_are_and_the_disc_has_a_rim():
    spots = sight().spots
    starts = [spot.seat for spot in spots if spot.kind is SpotKind.START]
    assert starts == [3, 0, 1, 2]
    assert [spot.seat for spot in spots if spot.kind is SpotKind.LANE] == [seat for seat in range(4) for _ in range(4)]
    rim = np.array(sight().disc) * SIZE
    x, y = PROFILE.wheel.centre
    middle = camera().project(x, y)
    reach = camera().project(x + PROFILE.wheel.radius_mm, y)
    assert np.hypot(*(rim[0] - reach)) < 3
    assert len(rim) > 20
    assert np.hypot(*(rim - middle).T).min() > 20


def test_what_is_read_comes_with_its_certainty():
    for spot in sight().spots:
        assert spot.seen is not None
        assert 0.0 < spot.certainty <= 1.0
    waiting = [spot.seen for spot in sight().spots if spot.kind is SpotKind.KENNEL]
    assert waiting == [kind for seat in range(4) for kind in (*(1 + seat,) * 4, 0)]


class OnePicture:
    """A camera that shows the same again and again and then ends."""

    def __init__(self, frames: int) -> None:
        self._left = iter(range(frames))

    def open(self) -> None:
        """Always there."""

    def read(self) -> Frame:
        step = next(self._left, None)
        if step is None:
            raise SourceEnded
        return Frame(picture(), step * 60)

    def close(self) -> None:
        """Nothing to give back."""


def test_before_a_game_the_board_is_looked_for_and_nothing_is_posted():
    idle = PieceRoster(sectors=SEATS, colours=COLOURS, dog=False)
    sensor = CameraSensor(OnePicture(20), "0", PROFILE, idle=idle)
    assert sensor.photograph() is None
    assert sensor.sight() is None
    posted, reported = [], []
    sensor.start(posted.append, reported.append)
    sensor._thread.join(20)
    sensor.stop()
    assert posted == []
    assert "camera_ok" in {health.code for health in reported}
    assert sensor.sight().outline == sight().outline
    still = sensor.photograph()
    assert still.shape == (360, 640, 4)
    assert (still[..., 2::-1] == picture()).all()
