"""Traced tables to learn from: cameras see the whole board, lamps stay out of the picture, pictures are pictures.

Mitsuba's rendering of them is not tested here: it is installed only to teach.
"""

import numpy as np
import pytest
from traced_cameras import developed, some_camera, some_exposure, some_lamps, some_room

SIZE_MM = (450.0, 450.0)
NUMBERS = range(40)


@pytest.mark.parametrize("number", NUMBERS)
def test_the_whole_board_is_in_view_the_right_way_round(number: int) -> None:
    camera = some_camera(SIZE_MM, np.random.default_rng(number))
    corners = np.array([[x, y, 0.0] for x, y in ((-225, 225), (225, 225), (225, -225), (-225, -225))])
    left_top, right_top, right_low, left_low = camera.project(corners)
    shown = camera.project(corners) / camera.size
    assert (shown > -0.06).all()
    assert (shown < 1.06).all()
    assert left_top[0] < right_top[0]
    assert left_low[0] < right_low[0]
    assert left_top[1] < left_low[1]
    assert right_top[1] < right_low[1]
    tip = camera.project(np.array([[0.0, 0.0, 0.0], [0.0, 0.0, 30.0]]))
    assert tip[1, 1] < tip[0, 1] + 1, "what stands on the board leans away from the camera"


@pytest.mark.parametrize("number", NUMBERS)
def test_no_lamp_stands_before_the_board(number: int) -> None:
    rng = np.random.default_rng(number)
    camera = some_camera(SIZE_MM, rng)
    for lamp in (lamp for _ in range(10) for lamp in some_lamps(camera, rng)):
        assert lamp.at[2] > 0
        assert (lamp.radiance > 0).all()
        if camera.axes[2] @ (lamp.at - camera.eye) > 0:
            at = camera.project(lamp.at[None])[0] / camera.size
            assert not ((at > 0) & (at < 1)).all()


def test_automatic_exposure_makes_dim_and_bright_light_alike() -> None:
    light = np.random.default_rng(1).uniform(0.05, 0.4, (90, 120, 3)).astype(np.float32)
    means = []
    for strength in (0.01, 1.0, 60.0):
        rng = np.random.default_rng(2)
        exposure = some_exposure(strength * light, rng)
        means.append(float(developed(strength * light, exposure, 0.01, rng).mean()))
    assert np.ptp(means) < 2.0
    assert 20 < means[0] < 230


def test_more_grain_is_more_noise() -> None:
    light = np.full((60, 80, 3), 0.2, dtype=np.float32)
    spread = [
        float(developed(light, np.ones(3), grain, np.random.default_rng(3)).astype(float).std())
        for grain in (0.0, 0.04)
    ]
    assert spread[1] > spread[0] + 1


def test_a_room_has_walls_of_many_shades_and_no_black_hole() -> None:
    room = some_room(np.random.default_rng(4))
    assert room.shape[2] == 3
    assert room.min() > 0
    assert (room.std(axis=(0, 1)) > 0.05).all()
