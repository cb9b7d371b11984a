"""Markers are found where they were drawn, everywhere and near their last places; hidden ones are simply missing."""

import cv2
import msgspec
import numpy as np
import pytest
from table_readers import board_of

from companion.board.files import load_board
from vision.find.markers import MarkerFinder, marker_corners_mm
from vision.frames import Image, Points

BOARD = load_board("black_dog")
SIZE_PX = (1280, 720)
#: Upper left, upper right, lower right, lower left of the board as a camera half above it sees them.
CORNERS_PX = np.array([[395, 60], [885, 60], [1010, 680], [270, 680]], dtype=np.float32)


def view(corners_px: Points = CORNERS_PX) -> Points:
    """The homography (3, 3) from the board's millimetres to pixels."""
    width, height = BOARD.size_mm
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float32)
    return np.asarray(cv2.getPerspectiveTransform(corners, corners_px.astype(np.float32)), dtype=np.float64)


def shown(places_mm: Points, homography: Points) -> Points:
    return cv2.perspectiveTransform(places_mm.reshape(-1, 1, 2), homography).reshape(-1, 2)


def drawn(homography: Points) -> Image:
    """A grey picture of a bare white board that carries its four corner markers."""
    px_per_mm = 4
    width, height = (round(side * px_per_mm) for side in BOARD.size_mm)
    flat = np.full((height, width), 235, dtype=np.uint8)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    side = round(BOARD.markers.size_mm * px_per_mm)
    for name, (x, y) in zip(BOARD.markers.ids, BOARD.markers.centres, strict=True):
        left, top = round(x * px_per_mm - side / 2), round(y * px_per_mm - side / 2)
        flat[top : top + side, left : left + side] = cv2.aruco.generateImageMarker(dictionary, name, side)
    # Pixel (i, j) of a print has its middle at (i + 1/2) / px_per_mm; drawn three times as fine, then reduced.
    fine = 3
    middle = np.array([[1 / px_per_mm, 0, 0.5 / px_per_mm], [0, 1 / px_per_mm, 0.5 / px_per_mm], [0, 0, 1]])
    finer = np.array([[fine, 0, (fine - 1) / 2], [0, fine, (fine - 1) / 2], [0, 0, 1]])
    size = (SIZE_PX[0] * fine, SIZE_PX[1] * fine)
    large = cv2.warpPerspective(flat, finer @ homography @ middle, size, flags=cv2.INTER_LINEAR, borderValue=(90,))
    return np.asarray(cv2.resize(large, SIZE_PX, interpolation=cv2.INTER_AREA), dtype=np.uint8)


@pytest.fixture(scope="module")
def picture() -> Image:
    return drawn(view())


def test_all_four_are_found_to_a_pixel(picture: Image) -> None:
    found = MarkerFinder.of(board_of(BOARD).markers).find_all(picture)
    assert set(found) == set(BOARD.markers.ids)
    for name, corners_mm in marker_corners_mm(BOARD.markers).items():
        assert np.abs(found[name] - shown(corners_mm, view())).max() < 1.0


def test_near_finds_the_same_as_everywhere(picture: Image) -> None:
    finder = MarkerFinder.of(board_of(BOARD).markers)
    everywhere = finder.find_all(picture)
    near = finder.seen(everywhere).find_near(picture)
    assert set(near) == set(everywhere)
    assert max(np.abs(near[name] - everywhere[name]).max() for name in near) < 0.5


def test_near_finds_the_markers_of_a_picture_that_was_turned_over() -> None:
    """Each then lies where another was; a print that is alike all round would be taken to lie as before."""
    above = drawn(view(np.array([[340, 60], [940, 60], [940, 660], [340, 660]], dtype=np.float32)))
    finder = MarkerFinder.of(board_of(BOARD).markers)
    over = np.ascontiguousarray(np.rot90(above, 2))
    near, everywhere = finder.seen(finder.find_all(above)).find_near(over), finder.find_all(over)
    assert set(near) == set(everywhere) == set(BOARD.markers.ids)
    assert max(np.abs(near[name] - everywhere[name]).max() for name in near) < 0.5


def test_near_follows_a_small_shift(picture: Image) -> None:
    finder = MarkerFinder.of(board_of(BOARD).markers)
    before = finder.find_all(picture)
    shifted = finder.seen(before).find_near(np.roll(picture, (3, -6), axis=(0, 1)))
    assert set(shifted) == set(BOARD.markers.ids)
    for name, corners in shifted.items():
        assert np.abs(corners - before[name] - (-6, 3)).max() < 0.5


def test_near_knows_nothing_before_a_first_search(picture: Image) -> None:
    assert MarkerFinder.of(board_of(BOARD).markers).find_near(picture) == {}


def test_a_hidden_marker_is_missing_and_comes_back(picture: Image) -> None:
    finder = MarkerFinder.of(board_of(BOARD).markers)
    finder = finder.seen(finder.find_all(picture))
    corners = finder.last[2]
    covered = picture.copy()
    cv2.fillConvexPoly(covered, np.round(corners).astype(np.int32), 140)
    seen = finder.find_near(covered)
    assert set(seen) == {0, 1, 3}
    assert set(finder.seen(seen).find_near(picture)) == {0, 1, 2, 3}


def test_foreign_markers_are_passed_over(picture: Image) -> None:
    foreign = picture.copy()
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    foreign[290:370, 600:680] = 235
    foreign[300:360, 610:670] = cv2.aruco.generateImageMarker(dictionary, 17, 60)
    assert set(MarkerFinder.of(board_of(BOARD).markers).find_all(foreign)) == set(BOARD.markers.ids)


def test_a_search_near_the_edge_of_a_smaller_picture_finds_nothing(picture: Image) -> None:
    finder = MarkerFinder.of(board_of(BOARD).markers)
    finder = finder.seen(finder.find_all(picture))
    assert finder.find_near(np.full((40, 40), 128, dtype=np.uint8)) == {}


def test_an_unknown_dictionary_is_named() -> None:
    unknown = msgspec.structs.replace(BOARD.markers, dictionary="DICT_9X9_1")
    with pytest.raises(ValueError, match="DICT_9X9_1"):
        MarkerFinder.of(unknown)


def test_markers_of_a_small_far_board_are_found_in_the_enlarged_picture(picture: Image) -> None:
    """The far markers are a dozen pixels wide, two for each of their cells."""
    small = np.asarray(cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    finder = MarkerFinder.of(board_of(BOARD).markers)
    assert set(finder.find_all(small, thorough=False)) < set(BOARD.markers.ids)
    found = finder.find_all(small)
    assert set(found) == set(BOARD.markers.ids)
    assert set(finder.seen(found).find_near(small)) == set(BOARD.markers.ids)
    truth = MarkerFinder.of(board_of(BOARD).markers).find_all(picture)
    for name, corners in found.items():
        assert np.abs((corners + 0.5) * 2 - 0.5 - truth[name]).max() < 2.0
