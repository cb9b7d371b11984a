"""The virtual camera's pictures: geometry, markers and repeatability, checked without the reader that reads them."""

import math
from copy import copy

import cv2
import numpy as np
import pytest
from drawn_cameras import drawn_camera
from numpy.typing import NDArray

from companion.board.files import load_board
from companion.simulation.camera.board_art import PAINT
from companion.simulation.camera.pawn_art import PawnPainter
from companion.simulation.camera.pinhole import Pinhole, Stand
from companion.simulation.camera.virtual_camera import Figure, Hand, Scene, Thing, VirtualCamera

COLOURS = ("red", "yellow", "green", "blue")
PROFILE = load_board("black_dog")


@pytest.fixture
def camera() -> VirtualCamera:
    return drawn_camera(PROFILE, COLOURS, 3)


def markers_in(image: NDArray[np.uint8]) -> dict[int, NDArray[np.float32]]:
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    corners, ids, _ = detector.detectMarkers(image)
    return {} if ids is None else {int(number): found[0] for number, found in zip(ids.ravel(), corners, strict=True)}


@pytest.mark.sampled(12)
@pytest.mark.parametrize("seed", range(6))
def test_all_five_markers_are_found_where_the_profile_says(seed: int) -> None:
    camera = VirtualCamera(PROFILE, COLOURS, seed)
    found = markers_in(camera.render(Scene(disc_deg=91.2)))
    wheel = PROFILE.markers.wheel
    assert wheel is not None
    centres = {**dict(zip(PROFILE.markers.ids, PROFILE.markers.centres, strict=True)), wheel.id: wheel.centre}
    assert found.keys() == centres.keys()
    for number, centre in centres.items():
        near = np.mean([camera.project(*corner) for corner in square(centre)], axis=0)
        assert np.hypot(*(found[number].mean(axis=0) - near)) < 2.0


def square(centre: tuple[float, float]) -> list[tuple[float, float]]:
    return [(centre[0] + x, centre[1] + y) for x, y in ((-12, -12), (12, -12), (12, 12), (-12, 12))]


@pytest.mark.sampled(5)
@pytest.mark.parametrize("angle", [0.0, 30.0, 90.0, 181.5, 270.0])
def test_the_wheel_marker_turns_clockwise_with_the_disc(angle: float) -> None:
    camera = drawn_camera(PROFILE, COLOURS, 1, stand=Stand(elevation_deg=89.9))
    corners = markers_in(camera.render(Scene(disc_deg=angle)))[4]
    along = corners[1] - corners[0]
    shown = math.degrees(math.atan2(float(along[1]), float(along[0])))
    assert abs((shown - angle + 180) % 360 - 180) < 4.0


@pytest.mark.sampled(2)
@pytest.mark.parametrize("spot", [PROFILE.track[0], PROFILE.track[10], PROFILE.goal[2][1], PROFILE.kennel[3][4]])
def test_a_pawns_foot_is_where_the_projection_says(camera: VirtualCamera, spot: tuple[float, float]) -> None:
    pawn = Figure(colour="purple", x_mm=spot[0], y_mm=spot[1])
    blue, green, red = np.moveaxis(camera.render(Scene(figures=(pawn,))).astype(int), 2, 0)
    purple = (blue - green > 25) & (red - green > 15)
    rows, columns = np.nonzero(purple)
    foot = PROFILE.pawn.foot_mm / 2
    around = np.array(
        [camera.project(spot[0] + foot * math.cos(a), spot[1] + foot * math.sin(a)) for a in np.arange(0, 7, 0.1)]
    )
    assert abs(rows.max() - around[:, 1].max()) < 3
    assert abs(columns.min() - around[:, 0].min()) < 3
    head = camera.project(*spot, PROFILE.pawn.height_mm)
    assert abs(rows.min() - head[1]) < 5


def test_a_tall_pawn_hides_what_is_behind_it() -> None:
    camera = drawn_camera(PROFILE, COLOURS, 3, stand=Stand(elevation_deg=40))
    near, far = PROFILE.track[35], PROFILE.track[36]
    assert near[1] == far[1]
    behind = Figure(colour="red", x_mm=near[0], y_mm=near[1] - 17.0)
    front = Figure(colour="blue", x_mm=near[0], y_mm=near[1])
    u, v = (round(value) for value in camera.project(behind.x_mm, behind.y_mm, 1.0))
    blue, _, red = camera.render(Scene(figures=(front, behind)))[v, u].astype(int)
    assert blue > red
    blue, _, red = camera.render(Scene(figures=(behind,)))[v, u].astype(int)
    assert red > blue


@pytest.mark.long
def test_the_same_seed_gives_the_same_pictures_and_another_one_does_not() -> None:
    scenes = (Scene(), Scene(disc_deg=44.0, hand=Hand(x_mm=200.0, y_mm=300.0, side=1)), Scene())
    cameras = [VirtualCamera(PROFILE, COLOURS, seed, (320, 180)) for seed in (7, 7, 8)]
    runs = [[camera.render(scene) for scene in scenes] for camera in cameras]
    for one, same, other in zip(*runs, strict=True):
        assert np.array_equal(one, same)
        assert not np.array_equal(one, other)


def test_the_sensor_is_noisy_but_the_table_lies_still(camera: VirtualCamera) -> None:
    one, two = (camera.render(Scene()).astype(int) for _ in range(2))
    assert not np.array_equal(one, two)
    assert np.abs(one - two).mean() < 5


@pytest.mark.sampled(2)
@pytest.mark.parametrize("side", range(4))
def test_a_hand_reaches_in_from_its_side(camera: VirtualCamera, side: int) -> None:
    plain = camera.render(Scene()).astype(int)
    with_hand = camera.render(Scene(hand=Hand(x_mm=225.0, y_mm=225.0, side=side))).astype(int)
    differs = np.abs(with_hand - plain).max(axis=2) > 40
    edges = (differs[0].any(), differs[:, -1].any(), differs[-1].any(), differs[:, 0].any())
    assert edges[side]
    assert not edges[(side + 2) % 4]


@pytest.mark.parametrize("colour", sorted(PAINT))
def test_highlights_never_run_over(colour: str) -> None:
    """A value above 255 would wrap round to a dark speck in another colour."""
    painter = PawnPainter(PROFILE, Pinhole(PROFILE.size_mm, (1280, 720), Stand()))
    sprite = painter.pawn(colour, 225.0, 225.0, 0.0, 1.3)
    assert float((255 * sprite.through + sprite.colour).max()) < 255.5


def marker_places(camera: VirtualCamera, scene: Scene) -> dict[int, NDArray[np.float64]]:
    """The middles of the corner markers in the picture of a scene."""
    found = markers_in(camera.render(scene))
    return {number: np.asarray(found[number].mean(axis=0), dtype=np.float64) for number in PROFILE.markers.ids}


def expected_places(camera: VirtualCamera) -> dict[int, NDArray[np.float64]]:
    centres = zip(PROFILE.markers.ids, PROFILE.markers.centres, strict=True)
    return {
        number: np.mean([camera.project(*corner) for corner in square(centre)], axis=0) for number, centre in centres
    }


@pytest.mark.sampled(2)
@pytest.mark.parametrize("scene", [Scene(pushed_mm=(24.0, 18.0)), Scene(knocked_deg=(3.0, -1.5, 2.0))])
def test_a_pushed_board_and_a_knocked_camera_are_projected_as_drawn(camera: VirtualCamera, scene: Scene) -> None:
    before = marker_places(camera, Scene())
    found = marker_places(camera, scene)
    wanted = expected_places(camera)
    for number, place in found.items():
        assert np.hypot(*(place - wanted[number])) < 2.0
        assert np.hypot(*(place - before[number])) > 20.0
    assert np.abs(marker_places(camera, Scene())[0] - before[0]).max() < 0.5


def test_a_pushed_board_leaves_the_table_and_a_knocked_camera_moves_it(camera: VirtualCamera) -> None:
    corner = (slice(0, 60), slice(0, 60))
    rest, pushed, knocked = (
        camera.render(scene)[corner].astype(int)
        for scene in (Scene(), Scene(pushed_mm=(30.0, 0.0)), Scene(knocked_deg=(5.0, 0.0, 0.0)))
    )
    assert np.abs(rest - pushed).mean() < 4 < np.abs(rest - knocked).mean()


def test_a_knock_of_5_degrees_moves_the_picture_by_5_degrees() -> None:
    camera = drawn_camera(PROFILE, COLOURS, 1, stand=Stand(elevation_deg=89.9))
    before = np.mean(list(marker_places(camera, Scene()).values()), axis=0)
    panned = np.mean(list(marker_places(camera, Scene(knocked_deg=(5.0, 0.0, 0.0))).values()), axis=0)
    focal_px = 0.95 * 1280
    assert abs((before - panned)[0] - focal_px * math.tan(math.radians(5.0))) < 8.0


def test_a_lamp_that_is_switched_off_leaves_little_light(camera: VirtualCamera) -> None:
    assert camera.render(Scene(light=0.05)).mean() < 0.08 * camera.render(Scene()).mean()


def test_a_thing_lies_where_it_is_put(camera: VirtualCamera) -> None:
    x, y = PROFILE.track[20]
    coin = Thing(x_mm=x, y_mm=y, radius_mm=11.6, bgr=(40, 90, 160))
    changed = np.abs(camera.render(Scene(things=(coin,))).astype(int) - camera.render(Scene()).astype(int)).sum(axis=2)
    rows, columns = np.nonzero(changed > 90)
    u, v = camera.project(x, y)
    assert np.hypot(columns.mean() - u, rows.mean() - v) < 2.0
    assert len(rows) > 100


def test_forgotten_prints_come_back_for_another_view(camera: VirtualCamera) -> None:
    rest, pushed = Scene(disc_deg=20.0), Scene(disc_deg=20.0, pushed_mm=(12.0, 5.0))
    forgetful = drawn_camera(PROFILE, COLOURS, 3)
    forgetful.__dict__["_sheets"] = copy(forgetful._sheets)
    forgetful.forget_prints()
    for scene in (rest, pushed):
        assert (forgetful.render(scene) == camera.render(scene)).all()
