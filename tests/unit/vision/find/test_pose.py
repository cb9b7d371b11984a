"""The pose against a pinhole camera written down here: places and heights land where that camera sees them."""

import numpy as np
import pytest

from companion.board.files import load_board
from vision.find.markers import Found, marker_corners_mm
from vision.find.pose import Pose, find_pose
from vision.frames import Points

BOARD = load_board("black_dog")
PRINTED = marker_corners_mm(BOARD.markers)
PICTURE = (1280, 720)
TRACK_MM = np.array(BOARD.track)


def camera(places_mm: Points, heights_mm: Points, elevation_deg: float, focal_px: float = 985.6) -> Points:
    """Returns pixels (n, 2): the lens points at the board's middle from the lower edge's side, 750 mm away."""
    up = np.radians(elevation_deg)
    right = np.array([1.0, 0.0, 0.0])
    forward = np.array([0.0, -np.cos(up), -np.sin(up)])
    down = np.array([0.0, np.sin(up), -np.cos(up)])
    target = np.array([BOARD.size_mm[0] / 2, BOARD.size_mm[1] / 2, 0.0])
    seen = np.column_stack([places_mm, heights_mm]) - (target - 750.0 * forward)
    depth = seen @ forward
    return np.column_stack([seen @ right, seen @ down]) / depth[:, None] * focal_px + np.array(PICTURE) / 2


def markers_seen(elevation_deg: float, hidden: frozenset[int] = frozenset()) -> Found:
    return {name: camera(at, np.zeros(4), elevation_deg) for name, at in PRINTED.items() if name not in hidden}


def posed(elevation_deg: float, hidden: frozenset[int] = frozenset()) -> Pose:
    pose = find_pose(markers_seen(elevation_deg, hidden), PRINTED, PICTURE)
    assert pose is not None
    return pose


@pytest.mark.parametrize("elevation_deg", [46.0, 60.0, 75.0, 89.0])
def test_a_pose_maps_the_board_s_plane_to_pixels_and_back(elevation_deg: float) -> None:
    pose = posed(elevation_deg)
    truth = camera(TRACK_MM, np.zeros(len(TRACK_MM)), elevation_deg)
    assert np.abs(pose.pixels(TRACK_MM) - truth).max() < 0.05
    assert np.abs(pose.millimetres(truth) - TRACK_MM).max() < 0.05


@pytest.mark.parametrize("elevation_deg", [46.0, 60.0, 75.0])
def test_a_pawns_head_is_where_the_camera_sees_it(elevation_deg: float) -> None:
    """Parallax: at 25 mm above the board, to within two pixels."""
    heights = np.full(len(TRACK_MM), 25.0)
    truth = camera(TRACK_MM, heights, elevation_deg)
    flat = camera(TRACK_MM, np.zeros(len(TRACK_MM)), elevation_deg)
    assert np.abs(truth - flat).max() > 8.0
    assert np.abs(posed(elevation_deg).raised(TRACK_MM, heights) - truth).max() < 2.0


def test_straight_from_above_heads_lean_outwards() -> None:
    """There the focal length cannot be found from the markers; the usual one must still give the right direction."""
    heights = np.full(len(TRACK_MM), 25.0)
    truth = camera(TRACK_MM, heights, 90.0)
    assert np.abs(posed(90.0).raised(TRACK_MM, heights) - truth).max() < 4.0


@pytest.mark.parametrize("elevation_deg", [55.0, 75.0, 90.0])
def test_a_camera_turned_on_its_side_sees_heads_where_they_are(elevation_deg: float) -> None:
    """Its focal length stays as it was, and it squeezes nothing."""

    def turned(pixels: Points) -> Points:
        return np.column_stack([pixels[:, 1], PICTURE[0] - pixels[:, 0]])

    heights = np.full(len(TRACK_MM), 25.0)
    found = {name: turned(at) for name, at in markers_seen(elevation_deg).items()}
    upright, pose = posed(elevation_deg), find_pose(found, PRINTED, PICTURE[::-1])
    assert pose is not None
    assert pose.lens.squeezed() == ()
    assert np.abs(pose.raised(TRACK_MM, heights) - turned(upright.raised(TRACK_MM, heights))).max() < 0.2


def test_height_nought_is_the_plane() -> None:
    pose = posed(55.0)
    assert np.abs(pose.raised(TRACK_MM, np.zeros(len(TRACK_MM))) - pose.pixels(TRACK_MM)).max() < 1e-9


@pytest.mark.parametrize("hidden", [0, 1, 2, 3])
def test_three_markers_are_enough(hidden: int) -> None:
    truth = camera(TRACK_MM, np.zeros(len(TRACK_MM)), 55.0)
    assert np.abs(posed(55.0, frozenset({hidden})).pixels(TRACK_MM) - truth).max() < 0.1


def test_two_markers_are_too_few() -> None:
    assert find_pose(markers_seen(55.0, frozenset({1, 2})), PRINTED, PICTURE) is None
    assert find_pose({}, PRINTED, PICTURE) is None


def test_the_wheels_marker_does_not_count() -> None:
    """It turns with the disc, so it does not help to place the board."""
    found = markers_seen(55.0, frozenset({1, 2}))
    found[4] = camera(np.array([[213.0, 213.0], [237.0, 213.0], [237.0, 237.0], [213.0, 237.0]]), np.zeros(4), 55.0)
    assert find_pose(found, PRINTED, PICTURE) is None
