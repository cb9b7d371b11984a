"""A cover of the free surface is distinguished from print that lies a pixel beside its remembered place."""

from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.frames import Image
from vision.read.appearance import EmptyBoard, to_lab
from vision.read.cover.free_surface import SURFACE_STEP, bare_board, free_surface, odd_cells
from vision.read.cover.occluders import large_patches

SHAPE = (360, 480)
ROWS, COLUMNS = np.meshgrid(np.arange(0, SHAPE[0], SURFACE_STEP), np.arange(0, SHAPE[1], SURFACE_STEP), indexing="ij")
SURFACE = (ROWS * SHAPE[1] + COLUMNS).reshape(-1)


def chess_board(seed: int, square: int) -> Image:
    """Squares and lines in two colours that differ plainly, as a camera shows them: slightly soft."""
    rng = np.random.default_rng(seed)
    dark, light = rng.integers(20, 90, 3), rng.integers(160, 240, 3)
    rows, columns = np.indices(SHAPE) // square
    board = np.where(((rows + columns) % 2 == 0)[..., None], dark, light).astype(np.uint8)
    for at in range(square // 2, SHAPE[1], 2 * square):
        cv2.line(board, (at, 0), (at, SHAPE[0]), tuple(int(part) for part in dark), 2)
    return np.asarray(cv2.GaussianBlur(board, (0, 0), 0.8), dtype=np.uint8)


def shifted(image: Image, right: float, down: float) -> Image:
    moved = cv2.warpAffine(
        image, np.array([[1.0, 0.0, right], [0.0, 1.0, down]]), SHAPE[::-1], borderMode=cv2.BORDER_REFLECT
    )
    return np.asarray(moved, dtype=np.uint8)


def covered(board: Image, now: Image) -> int:
    """Returns how many cells of patches as large as a hand are found on a board remembered as `board`."""
    empty = EmptyBoard.unknown(SHAPE).learnt(to_lab(board), np.ones(SHAPE, dtype=np.bool_))
    odd, free = odd_cells(to_lab(now), empty, SURFACE, None)
    return int(np.count_nonzero(large_patches(odd, free)))


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 2**32 - 1), st.integers(12, 40), st.floats(-2, 2), st.floats(-2, 2))
def test_print_that_lies_beside_where_it_was_is_no_hand(seed: int, square: int, right: float, down: float) -> None:
    board = chess_board(seed, square)
    assert covered(board, shifted(board, right, down)) == 0


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 2**32 - 1), st.integers(12, 40), st.floats(-2, 2), st.floats(-2, 2))
def test_a_hand_over_displaced_print_stays_a_hand(seed: int, square: int, right: float, down: float) -> None:
    rng = np.random.default_rng(seed)
    board = chess_board(seed, square)
    now = shifted(board, right, down)
    skin = [(128, 158, 206), (70, 98, 148), (40, 56, 120)][int(rng.integers(3))]
    at = (int(rng.integers(120, 360)), int(rng.integers(100, 260)))
    cv2.ellipse(now, at, (60, 40), float(rng.uniform(0, 180)), 0, 360, skin, -1, cv2.LINE_AA)
    assert covered(board, now) > 200


@pytest.mark.parametrize(("away", "found"), [(-7, True), (-6, False), (6, False), (7, True)])
def test_a_small_thing_among_displaced_edges_is_one_of_them(away: int, *, found: bool) -> None:
    """Up to six cells beside an edge of the print that lies a pixel from where it is remembered."""
    row, column = 45, 60
    edge = (column + away) * SURFACE_STEP
    then = np.full((*SHAPE, 3), (200, 128, 128), dtype=np.float32)
    now = then.copy()
    then[:, edge + 1 :], now[:, edge:] = (60, 128, 128), (60, 128, 128)
    now[row * SURFACE_STEP, column * SURFACE_STEP] = (130, 60, 190)
    cells, free = odd_cells(now, EmptyBoard(then, np.ones(SHAPE, dtype=np.bool_)), SURFACE, None)
    assert free == len(SURFACE)
    assert (cells[row, column] > 0) == found
    assert np.count_nonzero(cells) == found


@pytest.mark.parametrize(("edges", "stays"), [(0, True), (1, True), (2, False)])
def test_a_thing_stays_unless_more_than_half_round_it_is_displaced_print(edges: int, *, stays: bool) -> None:
    row, column = 45, 60
    then = np.full((*SHAPE, 3), (200, 128, 128), dtype=np.float32)
    then[:, (column - 4) * SURFACE_STEP + 1 :] = (60, 128, 128)
    now = then.copy()
    for up in range(edges):
        now[(row - 4 * up) * SURFACE_STEP, (column - 4) * SURFACE_STEP] = (60, 128, 128)
    now[row * SURFACE_STEP, column * SURFACE_STEP] = (130, 60, 190)
    cells = odd_cells(now, EmptyBoard(then, np.ones(SHAPE, dtype=np.bool_)), SURFACE, None)[0]
    assert (cells[row, column] > 0) == stays


@pytest.mark.parametrize(("share", "decided"), [(0.2, False), (0.3, True)])
def test_before_a_quarter_of_the_surface_is_known_nothing_is_odd(share: float, *, decided: bool) -> None:
    known = np.zeros(SHAPE, dtype=np.bool_)
    known[: round(share * SHAPE[0])] = True
    then = np.full((*SHAPE, 3), (150, 128, 128), dtype=np.float32)
    now = then.copy()
    now[40:60, 40:80] = (130, 60, 190)
    cells, free = odd_cells(now, EmptyBoard(then, known), SURFACE, None)
    assert (free > 0, bool(cells.any())) == (decided, decided)


def test_the_surface_is_each_fourth_pixel_but_for_the_outlines() -> None:
    """A board of 200 x 120 mm seen straight from above, one pixel a millimetre, with an outline on two pixels of it."""
    pose: Any = SimpleNamespace(pixels=lambda places: np.add(places, (10, 21)))
    board: Any = SimpleNamespace(spots=SimpleNamespace(places_mm=np.array([[100.0, 60.0]])), size_mm=(200.0, 120.0))
    outlines: Any = SimpleNamespace(wide=(np.array([80, 80]) * SHAPE[1] + (100, 101), np.array([84 * SHAPE[1] + 100])))
    rows, columns = np.divmod(free_surface(pose, board, outlines, SHAPE), SHAPE[1])
    expected = {(row, column) for row in range(24, 142, 4) for column in range(12, 211, 4)}
    assert set(zip(rows.tolist(), columns.tolist(), strict=True)) == expected - {(80, 100), (84, 100)}


def test_the_board_is_bare_but_for_the_outlines_of_pawns() -> None:
    outlines: Any = SimpleNamespace(wide=(np.array([0, 1]), np.array([7]), np.array([11])))
    bare = bare_board(np.array([0, 2, 1]), outlines, (3, 4))
    assert np.argwhere(~bare).tolist() == [[1, 3], [2, 3]]
