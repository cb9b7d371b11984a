"""Corner markers too small and slanting to be read are found all the same, at the places that the nearer ones give."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from table_readers import board_of

from companion.board.files import load_board
from companion.simulation.camera.pinhole import Stand
from companion.simulation.camera.virtual_camera import Scene, VirtualCamera
from vision.find.lens import Lens
from vision.find.locator import BoardLocator
from vision.find.marker_search import MarkerSearch
from vision.find.marker_template import drawn_marker, find_marker
from vision.find.markers import MarkerFinder, marker_corners_mm
from vision.find.pose import find_pose
from vision.frames import Image

BOARD = load_board("black_dog")
CORNERS_MM = np.array([[0.0, 0.0], [450.0, 0.0], [450.0, 450.0], [0.0, 450.0]])
FAR = (0, 1)


@pytest.fixture(scope="module")
def pictures() -> tuple[Image, Image]:
    """A table seen slantwise, and a poor camera's picture of it."""
    camera = VirtualCamera(BOARD, ("red",) * 4, seed=5, size=(1280, 720), stand=Stand(elevation_deg=38.0))
    sharp = camera.render(Scene(figures=()))
    small = cv2.resize(sharp, (480, 270), interpolation=cv2.INTER_AREA)
    return sharp, np.asarray(cv2.GaussianBlur(small, (0, 0), 0.7), dtype=np.uint8)


def grey(image: Image) -> Image:
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)


def test_a_board_whose_far_markers_cannot_be_read_is_found(pictures: tuple[Image, Image]) -> None:
    sharp, poor = pictures
    read = MarkerFinder.of(board_of(BOARD).markers).find_all(grey(poor))
    assert not set(FAR) & read.keys()
    assert {2, 3, 4} <= read.keys()
    _, _, pose = BoardLocator.of(board_of(BOARD)).look(poor, grey(poor))
    truly = find_pose(
        MarkerFinder.of(board_of(BOARD).markers).find_all(grey(sharp)), marker_corners_mm(BOARD.markers), (1280, 720)
    )
    assert pose is not None
    assert truly is not None
    shown = (truly.pixels(CORNERS_MM) + 0.5) * 480 / 1280 - 0.5
    assert np.abs(pose.pixels(CORNERS_MM) - shown).max() < 1.0


def test_markers_in_vain_are_not_tried_again_through_the_same_lens(pictures: tuple[Image, Image]) -> None:
    sharp, _ = pictures
    board, printed = board_of(BOARD), marker_corners_mm(BOARD.markers)
    found = MarkerFinder.of(board.markers).find_all(grey(sharp))
    covered = grey(sharp)
    left, top = found[2].min(axis=0).astype(int) - 12
    right, bottom = found[2].max(axis=0).astype(int) + 12
    covered[top:bottom, left:right] = 120
    drawings = {name: drawn_marker(BOARD.markers.dictionary, name) for name in printed}
    search, lens = MarkerSearch(drawings, printed, board.size_mm), Lens.usual((1280, 720))
    bent = replace(lens, estimate=-0.02, sigma=0.001)
    three = {name: found[name] for name in (0, 1, 3)}
    beside = {name: at + 0.4 for name, at in three.items()}
    vain: list[tuple[Lens, dict[int, np.ndarray]]] = []
    for roughly, through, tried in ((three, lens, 1), (beside, lens, 1), (beside, bent, 2)):
        assert search._exact(covered, roughly, through, [], vain) == {}
        assert len(vain) == tried
    moved, further = np.roll(covered, 3, axis=1), {name: at + np.array([3.0, 0.0]) for name, at in three.items()}
    assert search._exact(moved, further, lens, [], vain) == {}
    assert len(vain) == 3


def test_what_is_no_marker_or_another_one_is_not_taken_for_it(pictures: tuple[Image, Image]) -> None:
    sharp, _ = pictures
    found = MarkerFinder.of(board_of(BOARD).markers).find_all(grey(sharp))
    assert find_marker(drawn_marker(BOARD.markers.dictionary, 2), grey(sharp), found[2] + 3.0) is not None
    assert find_marker(drawn_marker(BOARD.markers.dictionary, 3), grey(sharp), found[2]) is None
    covered = grey(sharp)
    left, top = found[2].min(axis=0).astype(int) - 12
    right, bottom = found[2].max(axis=0).astype(int) + 12
    covered[top:bottom, left:right] = 120
    assert find_marker(drawn_marker(BOARD.markers.dictionary, 2), covered, found[2]) is None
