"""The lens: bent lines are straightened, as far as the markers show it, and a straight lens stays straight."""

import cv2
import numpy as np
import pytest
from bent_pictures import bending, photographed
from drawn_cameras import drawn_camera
from table_readers import board_of

from companion.board.files import load_board
from companion.simulation.camera.pinhole import Stand
from companion.simulation.camera.virtual_camera import Scene
from vision.find.lens import Lens
from vision.find.markers import MarkerFinder, marker_corners_mm
from vision.find.pose import Pose, find_pose
from vision.frames import Image, Points

BOARD = load_board("black_dog")
PRINTED = marker_corners_mm(BOARD.markers)
SPOTS_MM = np.array([*BOARD.track, *(spot for kennel in BOARD.kennel for spot in kennel)])
PICTURE = (1280, 720)
STRAIGHT = Lens.usual(PICTURE)


def drawn(elevation_deg: float, bend: float) -> tuple[Image, Points]:
    """A drawn empty table through a lens, and where its spots show."""
    camera = drawn_camera(BOARD, ("red", "yellow", "green", "blue"), seed=3, stand=Stand(elevation_deg=elevation_deg))
    lens = bending(bend, PICTURE)
    spots = np.array([camera.project(x, y) for x, y in SPOTS_MM.tolist()])
    return photographed(camera.render(Scene(figures=())), lens), lens.distort(spots)


def pose_of(image: Image, known: Lens | None = None) -> Pose:
    found = MarkerFinder.of(board_of(BOARD).markers).find_all(
        np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    )
    pose = find_pose(found, PRINTED, PICTURE, known)
    assert pose is not None
    return pose


def off_mm(pose: Pose, shown: Points) -> float:
    return float(np.linalg.norm(pose.millimetres(shown) - SPOTS_MM, axis=1).mean())


def without_lens(image: Image) -> Pose:
    return pose_of(image, Lens(STRAIGHT.centre, STRAIGHT.unit_px, 0.0, 1e-6))


@pytest.mark.parametrize("bend", [-0.36, -0.2, -0.08, 0.03, 0.2])
def test_a_distorted_place_is_undistorted_to_itself(bend: float) -> None:
    lens = bending(bend, PICTURE)
    places = np.array([[0.0, 0.0], [640.0, 360.0], [1279.0, 719.0], [-300.0, 900.0], [200.0, 500.0]])
    assert np.abs(lens.undistort(lens.distort(places)) - places).max() < 0.01
    outwards = np.linalg.norm(lens.distort(places) - lens.centre, axis=1) - np.linalg.norm(places - lens.centre, axis=1)
    assert (np.sign(outwards[[0, 2, 3, 4]]) == np.sign(bend)).all()


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("elevation_deg", "bend"), [(52.0, -0.12), (88.0, -0.08), (66.0, 0.06), (60.0, -0.36)])
def test_a_bent_picture_is_read_much_more_exactly(elevation_deg: float, bend: float) -> None:
    image, shown = drawn(elevation_deg, bend)
    pose = pose_of(image)
    assert abs(pose.lens.distortion - bend) < 0.025
    before = off_mm(without_lens(image), shown)
    assert off_mm(pose, shown) < 0.4 * before
    assert off_mm(pose, shown) < 0.4


@pytest.mark.sampled(3)
@pytest.mark.parametrize("elevation_deg", [45.0, 60.0, 88.0])
def test_a_straight_lens_stays_straight(elevation_deg: float) -> None:
    image, shown = drawn(elevation_deg, 0.0)
    assert pose_of(image).lens.distortion == 0.0
    assert off_mm(pose_of(image), shown) < 0.3


def test_markers_that_came_out_small_do_not_pass_for_a_bend() -> None:
    """Bright light eats at the black of a print; a fit that knew no such thing would see a bend of 0.1."""
    camera = without_lens(drawn(88.0, 0.0)[0])
    smaller = {name: camera.pixels(at + 0.03 * (at.mean(axis=0) - at)) for name, at in PRINTED.items()}
    pose = find_pose(smaller, PRINTED, PICTURE)
    assert pose is not None
    assert pose.lens.distortion == 0.0


@pytest.mark.long
def test_every_pose_adds_to_the_knowledge_of_the_lens() -> None:
    first = pose_of(drawn(52.0, -0.08)[0]).lens
    second = pose_of(drawn(80.0, -0.08)[0], first).lens
    assert second.sigma < first.sigma
    assert abs(second.distortion + 0.08) < 0.02


def test_what_is_known_holds_at_another_size() -> None:
    small = bending(-0.1, PICTURE).at((640, 360))
    assert (
        np.abs(
            small.distort(np.array([[10.0, 20.0]])) * 2 - bending(-0.1, PICTURE).distort(np.array([[20.0, 40.0]]))
        ).max()
        < 1e-9
    )


@pytest.mark.long
def test_what_a_pose_shows_is_carried_to_another() -> None:
    """The remembered print follows a camera that was knocked, on a bent picture to a fraction of a pixel."""
    first = pose_of(drawn(60.0, -0.08)[0])
    then = pose_of(drawn(55.0, -0.08)[0], first.lens)
    carried = cv2.perspectiveTransform(
        first.pixels(SPOTS_MM).reshape(-1, 1, 2), first.carried(SPOTS_MM, SPOTS_MM, then)
    ).reshape(-1, 2)
    assert np.abs(carried - then.pixels(SPOTS_MM)).max() < 0.5
