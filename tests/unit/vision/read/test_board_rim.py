"""An arm that lay over the rim of the board in one of two pictures: found where it was there first and has gone."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from vision.read.appearance import Lab
from vision.read.cover.board_rim import was_reached_over
from vision.read.cover.free_surface import SURFACE_STEP

SIZE_MM = (200.0, 160.0)
MARGIN = 60
SHAPE = (280, 320)
#: Seen straight from above, one pixel a millimetre.
POSE: Any = SimpleNamespace(pixels=lambda places: places + MARGIN)
TABLE, BOARD, SKIN = (60, 128, 128), (150, 135, 145), (110, 150, 152)
Span = tuple[float, float]


def picture(*arms: Span, board: tuple[int, int, int] = BOARD, depth: int = 80) -> Lab:
    """A board on its table, with arms over its upper side from one to another place of it, in millimetres."""
    lab = np.full((*SHAPE, 3), TABLE, dtype=np.float32)
    lab[MARGIN : MARGIN + 160, MARGIN : MARGIN + 200] = board
    for left, right in arms:
        lab[: MARGIN + depth, round(MARGIN + left) : round(MARGIN + right)] = SKIN
    return lab


def patches(rows: slice, columns: slice) -> np.ndarray:
    cells = np.zeros((SHAPE[0] // SURFACE_STEP, SHAPE[1] // SURFACE_STEP), dtype=np.uint8)
    cells[rows, columns] = 255
    return cells


#: The half of the board below the upper side.
HALF = patches(slice(16, 36), slice(15, 65))
NONE: Span = (0.0, 0.0)


@pytest.mark.parametrize(
    ("then", "now", "found"),
    [
        ((70, 110), NONE, True),
        (NONE, (70, 110), False),
        ((70, 110), (70, 110), False),
        (NONE, NONE, False),
        ((70, 77), NONE, False),
        ((70, 84), NONE, True),
        ((10, 90), (120, 128), True),
        ((10, 50), (120, 140), False),
        ((20, 150), NONE, True),
        ((10, 190), NONE, True),
    ],
)
def test_an_arm_that_has_gone_lay_over_the_board(then: Span, now: Span, *, found: bool) -> None:
    """It hides five places of the rim at least, and four times as many as an arm that has come since."""
    assert was_reached_over(HALF, picture(then), picture(now), POSE, SIZE_MM) == found


def test_an_arm_is_found_beside_the_changed_cells() -> None:
    """Fifteen cells away at most: the rim lies in the sixteenth."""
    then, now = picture((70, 110)), picture()
    for row, found in ((31, True), (32, False)):
        assert was_reached_over(patches(slice(row, row + 4), slice(34, 40)), then, now, POSE, SIZE_MM) == found
    assert not was_reached_over(patches(slice(50, 54), slice(16, 60)), then, now, POSE, SIZE_MM)
    assert not was_reached_over(patches(slice(0, 0), slice(0, 0)), then, now, POSE, SIZE_MM)


@pytest.mark.parametrize(("lightness", "found"), [(79, False), (82, True)])
def test_a_board_like_its_table_tells_nothing(lightness: int, *, found: bool) -> None:
    board = (lightness, 128, 128)
    assert was_reached_over(HALF, picture((70, 110), board=board), picture(board=board), POSE, SIZE_MM) == found


def test_a_side_that_is_not_alike_all_along_tells_nothing() -> None:
    """A cloth, say, or the print of another thing beside the board."""
    then, now = picture((70, 110)), picture()
    for lab in (then, now):
        lab[:MARGIN, ::40], lab[:MARGIN, 1::40] = BOARD, BOARD
    assert was_reached_over(HALF, then, now, POSE, SIZE_MM)
    chance = np.random.default_rng(4)
    for lab in (then, now):
        lab[:MARGIN] += chance.normal(0, 60, (MARGIN, SHAPE[1], 3)).astype(np.float32)
    assert not was_reached_over(HALF, then, now, POSE, SIZE_MM)


def test_a_side_beside_the_picture_is_left_out() -> None:
    pose: Any = SimpleNamespace(pixels=lambda places: places + np.array([MARGIN, 2]))
    then, now = picture((70, 110)), picture()
    assert not was_reached_over(HALF, then[58:], now[58:], pose, SIZE_MM)
    assert not was_reached_over(HALF, then, now[1:], POSE, SIZE_MM)
