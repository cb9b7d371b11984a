"""A print is alike to itself with any side of its board in millimetres, and shows which way round it lies."""

from functools import cache

import cv2
import numpy as np
import pytest

from vision.find.lens import Lens, on_plane, plane_of
from vision.find.print_matching import PrintFinder, smoothed
from vision.find.print_search import PrintSearch
from vision.find.rectify import PRINT_PX_PER_MM, flat_corners, mm_to_print, quarter_turns
from vision.frames import Image, Points

SIDES = range(250, 700)
#: The print lies so far from the edges of the picture that shows it.
MARGIN = 40


@cache
def board_print(width_mm: float, height_mm: float) -> Image:
    """A print on a ground with clouds, as a plain part is alike to nothing; its arms differ in colour only."""
    size = (round(width_mm * PRINT_PX_PER_MM), round(height_mm * PRINT_PX_PER_MM))
    clouds = np.random.default_rng(3).integers(120, 240, (36, 36, 3), dtype=np.uint8)
    flat = np.asarray(cv2.resize(clouds, size, interpolation=cv2.INTER_CUBIC), dtype=np.uint8)
    for turn, colour in enumerate(((60, 60, 200), (60, 200, 220), (70, 150, 60), (190, 110, 50))):
        for ring, share in enumerate((0.18, 0.27, 0.36, 0.45)):
            for aside in (-0.1, 0.0, 0.1):
                angle = np.radians(90 * turn) + aside * (1 + ring % 2)
                at = 0.5 + share * np.array([np.cos(angle), np.sin(angle)])
                centre = (round(float(at[0]) * size[0]), round(float(at[1]) * size[1]))
                cv2.circle(flat, centre, round(0.02 * min(size)), colour if aside == 0.0 else (250, 250, 250), -1)
                cv2.circle(flat, centre, round(0.02 * min(size)), (60, 60, 60), 2)
    return flat


def in_a_picture(flat: Image) -> tuple[Image, Points]:
    """The print on a wider table, at its own size, and where the picture shows millimetres."""
    table = cv2.copyMakeBorder(flat, MARGIN, MARGIN, MARGIN, MARGIN, cv2.BORDER_CONSTANT, value=(40, 60, 80))
    shift = np.array([[1.0, 0.0, MARGIN], [0.0, 1.0, MARGIN], [0.0, 0.0, 1.0]])
    return np.asarray(table, dtype=np.uint8), shift @ mm_to_print()


def assert_alike(width_mm: float, height_mm: float) -> None:
    finder = PrintFinder(board_print(width_mm, height_mm), (width_mm, height_mm))
    table, shown = in_a_picture(board_print(width_mm, height_mm))
    assert finder.likeness(smoothed(table), shown) == pytest.approx(1.0, abs=0.01)
    for turn in quarter_turns((width_mm, height_mm)):
        assert finder.likeness(smoothed(table), shown @ turn) < 0.95
        assert finder.likeness_turned(turn) < 0.95


@pytest.mark.sampled(5)
@pytest.mark.parametrize("width_mm", SIDES[::11])
def test_a_print_is_alike_to_itself_at_every_width_and_height(width_mm: int) -> None:
    assert_alike(float(width_mm), float(SIDES[(width_mm * 7) % len(SIDES)]))


@pytest.mark.parametrize("width_mm", [250.3, 454.9, 455.5, 319.25])
def test_a_print_is_alike_to_itself_at_a_part_of_a_millimetre(width_mm: float) -> None:
    assert_alike(width_mm, width_mm + 0.7)


@pytest.mark.long
@pytest.mark.thinned(3)
@pytest.mark.parametrize("width_mm", SIDES)
def test_a_print_is_alike_to_itself_at_each_millimetre(width_mm: int) -> None:
    assert_alike(float(width_mm), float(SIDES[(width_mm * 7) % len(SIDES)]))


@pytest.mark.thinned(4)
@pytest.mark.parametrize("side_mm", [319.0, 450.0, 453.0, 454.0, 455.0, 495.0])
@pytest.mark.parametrize("turn", [1, 2])
def test_a_board_of_any_side_is_laid_down_the_right_way_round(side_mm: float, turn: int) -> None:
    size = (side_mm, side_mm)
    corners = np.roll(np.array([[250.0, 40.0], [610.0, 60.0], [660.0, 430.0], [190.0, 400.0]]), -turn, axis=0)
    finder = PrintFinder(board_print(*size), size)
    way = plane_of(flat_corners(size), corners)
    print_way = way @ np.linalg.inv(mm_to_print())
    image = np.full((480, 800, 3), (40, 60, 80), dtype=np.uint8)
    cv2.warpPerspective(
        board_print(*size), print_way, (800, 480), image, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_TRANSPARENT
    )
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    found = PrintSearch(finder).find(image, grey, Lens.usual((800, 480)))
    assert found is not None
    shown = on_plane(found[0].plane, flat_corners(size))
    assert np.linalg.norm(shown - corners, axis=1).max() < 3.0
