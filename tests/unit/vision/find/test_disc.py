"""The disc's angle from its marker: the whole marker gives it to a fraction of a degree, even if it is small."""

import cv2
import numpy as np
import pytest
from drawn_cameras import drawn_camera
from table_readers import board_of

from companion.board.files import load_board
from companion.simulation.camera.pinhole import Stand
from companion.simulation.camera.virtual_camera import Scene
from vision.find.disc import FARTHEST_MM, angle_difference_deg, disc_angle, disc_offset_mm, with_disc_beside
from vision.find.markers import MarkerFinder, marker_corners_mm
from vision.find.pose import Pose, find_pose

BOARD = load_board("black_dog")


@pytest.mark.sampled(6)
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


def seen(turned_deg: float) -> tuple[Pose, np.ndarray]:
    """The pose of a drawn table, and the corners (4, 2) of the marker on its disc."""
    camera = drawn_camera(BOARD, ("red",) * 4, seed=7, size=(1280, 720), stand=Stand(elevation_deg=50.0))
    grey = np.asarray(
        cv2.cvtColor(camera.render(Scene(figures=(), disc_deg=turned_deg)), cv2.COLOR_BGR2GRAY), dtype=np.uint8
    )
    found = MarkerFinder.of(board_of(BOARD).markers).find_all(grey)
    pose = find_pose(found, marker_corners_mm(BOARD.markers), (1280, 720))
    assert pose is not None
    assert BOARD.markers.wheel is not None
    return pose, found[BOARD.markers.wheel.id]


@pytest.mark.parametrize("turned_deg", [0.0, 181.3])
def test_a_thick_disc_shows_beside_its_place_by_its_height(turned_deg: float) -> None:
    pose, corners = seen(turned_deg)
    board = board_of(BOARD)
    assert board.markers.on_disc is not None
    name = board.markers.on_disc.id
    flat = disc_offset_mm({name: corners}, board, pose, turned_deg)
    assert flat is not None
    assert np.linalg.norm(flat) < 0.5
    thick = pose.raised(pose.millimetres(corners), np.full(4, 3.0))
    offset = disc_offset_mm({name: thick}, board, pose, turned_deg)
    assert offset is not None
    # seen from 50 degrees, 3 mm of height hide 3 / tan 50 degrees of the plane behind
    assert np.linalg.norm(offset) == pytest.approx(2.5, abs=0.6)
    beside = with_disc_beside(board, offset)
    on_disc = board.spots.on_disc
    moved = beside.spots.places_mm - board.spots.places_mm
    assert np.allclose(moved[on_disc], offset)
    assert not moved[~on_disc].any()
    real = pose.raised(board.spots.places_mm[on_disc], np.full(int(on_disc.sum()), 3.0))
    assert np.linalg.norm(pose.pixels(beside.spots.places_mm[on_disc]) - real, axis=1).max() < 1.5


def test_a_marker_that_was_misread_moves_no_disc() -> None:
    pose, corners = seen(0.0)
    board = board_of(BOARD)
    assert board.markers.on_disc is not None
    away = pose.pixels(pose.millimetres(corners) + FARTHEST_MM)
    assert disc_offset_mm({board.markers.on_disc.id: away}, board, pose, 0.0) is None
    assert disc_offset_mm({}, board, pose, 0.0) is None
