"""Boards that this program prints are found as exactly by fewer markers as by four, and never another way round."""

from functools import cache

import cv2
import numpy as np
import pytest
from drawn_cameras import drawn_camera
from printed_pictures import seen_board
from table_readers import board_of

from companion.board.files import load_board
from companion.sensors.board_print import drawn_print
from companion.simulation.camera.pinhole import Stand
from companion.simulation.camera.virtual_camera import Scene
from vision.find.locator import BoardLocator
from vision.find.pose import Pose
from vision.find.rectify import flat_corners
from vision.frames import Image, Points

#: The worst corner may lie so far off, in millimetres on the board.
EXACT_MM = 0.8
COLOURS = ("red", "yellow", "green", "blue", "purple", "orange")


@cache
def expected(board: str) -> Image:
    return drawn_print(load_board(board))()


def found(board: str, image: Image) -> tuple[BoardLocator, Pose | None]:
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    locator = BoardLocator.of(board_of(load_board(board)), None, lambda: expected(board))
    after, _, pose = locator.look(image, grey)
    return after, pose


def off_mm(board: str, pose: Pose, corners: Points) -> float:
    """How far the worst corner lies off."""
    return float(np.linalg.norm(pose.millimetres(corners) - flat_corners(load_board(board).size_mm), axis=1).max())


@pytest.mark.thinned(12)
@pytest.mark.sampled(3)
@pytest.mark.parametrize("hidden", [(0,), (1,), (2,), (3,), (0, 1), (0, 2), (1, 3), (0, 1, 2)])
@pytest.mark.parametrize("board", ["star_4", "black_dog", "toc_6"])
def test_three_markers_two_or_one_are_as_exact_as_four(board: str, hidden: tuple[int, ...]) -> None:
    image, corners = seen_board(board, len(hidden) + 4 * hidden[0], hidden)
    _, pose = found(board, image)
    assert pose is not None
    assert off_mm(board, pose, corners) < EXACT_MM


@pytest.mark.sampled(2)
@pytest.mark.parametrize("board", ["star_4", "toc_6"])
def test_a_board_seen_once_by_three_markers_is_followed_without_any(board: str) -> None:
    image, _ = seen_board(board, 2, (3,))
    after, pose = found(board, image)
    assert pose is not None
    bare, corners = seen_board(board, 5, (0, 1, 2, 3))
    grey = np.asarray(cv2.cvtColor(bare, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    _, _, pose = after.look(bare, grey)
    assert pose is not None
    assert off_mm(board, pose, corners) < 2 * EXACT_MM


def test_a_board_without_any_marker_is_not_supposed_to_be_ours() -> None:
    """Its colours may go round otherwise than in our print, and the picture does not show it."""
    image, _ = seen_board("star_4", 3, (0, 1, 2, 3))
    assert found("star_4", image)[1] is None


@pytest.mark.thinned(5)
@pytest.mark.sampled(9)
@pytest.mark.parametrize("turn", [0, 1, 2])
@pytest.mark.parametrize("hidden", [(0,), (1, 2), (0, 2, 3)])
def test_a_board_in_other_colours_is_not_laid_down_another_way_round(turn: int, hidden: tuple[int, ...]) -> None:
    profile, colours = load_board("star_4"), tuple(np.roll(COLOURS[:4], turn).tolist())
    camera = drawn_camera(profile, colours, 7, stand=Stand(elevation_deg=62, azimuth_deg=10))
    image = camera.render(Scene()).copy()
    for number in hidden:
        x, y = camera.project(*profile.markers.centres[number])
        cv2.circle(image, (round(x), round(y)), 30, (176, 212, 226), -1)
    corners = np.array([camera.project(x, y) for x, y in flat_corners(profile.size_mm).tolist()])
    _, pose = found("star_4", image)
    if pose is not None:
        assert off_mm("star_4", pose, corners) < 8.0


def test_the_print_is_drawn_only_where_a_marker_is_missing() -> None:
    def draw() -> Image:
        drawn.append(True)
        return expected("star_4")

    drawn: list[bool] = []
    board = board_of(load_board("star_4"))
    for hidden, wanted in (((), 0), ((2,), 1)):
        image, _ = seen_board("star_4", 6, hidden, size=(1280, 720))
        grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
        after, _, pose = BoardLocator.of(board, None, draw).look(image, grey)
        assert pose is not None
        after.look(image, grey)
        assert len(drawn) == wanted
