"""The disc's angle from its marker: the whole marker gives it to a fraction of a degree, even where it is small."""

import cv2
import numpy as np
import pytest
from drawn_cameras import drawn_camera
from table_readers import board_of

from companion.board.files import load_board
from companion.simulation.camera.pinhole import Stand
from companion.simulation.camera.virtual_camera import Scene
from vision.find.disc import angle_difference_deg, disc_angle
from vision.find.markers import MarkerFinder, marker_corners_mm
from vision.find.pose import find_pose

BOARD = load_board("black_dog")


@pytest.mark.sampled(3)
@pytest.mark.parametrize("elevation_deg", [45.0, 78.0])
@pytest.mark.parametrize("turned_deg", [0.0, 89.2, 181.3])
def test_the_angle_is_right_to_a_quarter_of_a_degree(elevation_deg: float, turned_deg: float) -> None:
    stand = Stand(elevation_deg=elevation_deg, azimuth_deg=15.0)
    camera = drawn_camera(BOARD, ("red",) * 4, seed=7, size=(1280, 720), stand=stand)
    grey = np.asarray(
        cv2.cvtColor(camera.render(Scene(figures=(), disc_deg=turned_deg)), cv2.COLOR_BGR2GRAY), dtype=np.uint8
    )
    found = MarkerFinder.of(board_of(BOARD).markers).find_all(grey)
    pose = find_pose(found, marker_corners_mm(BOARD.markers), (1280, 720))
    assert pose is not None
    found_deg = disc_angle(found, board_of(BOARD), pose, grey)
    assert found_deg is not None
    assert abs(angle_difference_deg(found_deg, turned_deg)) < 0.25


def test_the_corners_give_the_angle_where_a_finger_half_covers_the_marker() -> None:
    camera = drawn_camera(BOARD, ("red",) * 4, seed=7, size=(1280, 720), stand=Stand(elevation_deg=70.0))
    grey = np.asarray(cv2.cvtColor(camera.render(Scene(figures=())), cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    found = MarkerFinder.of(board_of(BOARD).markers).find_all(grey)
    pose = find_pose(found, marker_corners_mm(BOARD.markers), (1280, 720))
    assert pose is not None
    assert BOARD.markers.wheel is not None
    left, top = found[BOARD.markers.wheel.id].min(axis=0).astype(int)
    grey[top - 8 : top + 12, left - 8 : left + 60] = 90
    found_deg = disc_angle(found, board_of(BOARD), pose, grey)
    assert found_deg is not None
    assert abs(angle_difference_deg(found_deg, 0.0)) < 4.0
