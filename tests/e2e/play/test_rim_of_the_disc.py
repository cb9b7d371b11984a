"""The ring round a disc that belongs back, in the pixels of the real window."""

import math
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from gallery.views import game_view, spoken
from ui_driver import Driver, open_driver

from companion.board.files import load_board
from companion.board.layout import BoardLayout
from companion.model.verdict import VerdictKind

#: A pixel that looks another colour.
CHANGED = 40


@pytest.fixture
def driver() -> Iterator[Driver]:
    driver = open_driver()
    yield driver
    driver.resize(1280, 800)


@pytest.mark.parametrize("size", [(1280, 800), (1024, 600)])
def test_the_rim_goes_all_round_the_edge_of_the_disc(driver: Driver, size: tuple[int, int]) -> None:
    driver.resize(*size)
    said = replace(spoken(VerdictKind.ILLEGAL), code="wheel_too_far")
    driver.play(replace(game_view("black_dog", 4), verdict=said))
    board = driver.screen.board
    assert board.wheel_ringed
    ringed = driver.screenshot().astype(int)
    board.wheel_ringed = False
    driver.stepped.settle()
    rows, columns = np.nonzero(np.abs(driver.screenshot().astype(int) - ringed).max(axis=2) > CHANGED)
    layout = BoardLayout(load_board("black_dog"))
    assert layout.profile.wheel is not None
    (x, y), radius = layout.unit(layout.profile.wheel.centre), layout.length(layout.profile.wheel.radius_mm)
    left, top = board.to_window(board.center_x - board._side / 2, board.center_y + board._side / 2)
    right, down = columns + 0.5 - left - x * board._side, rows + 0.5 - (size[1] - top) - y * board._side
    away = np.hypot(right, down) / (radius * board._side)
    assert away.size
    assert (away.min() > 0.96, away.max() < 1.04) == (True, True), (away.min(), away.max())
    # a disc of few pixels has few of them round it
    seen = {math.floor(math.degrees(angle) / 5) for angle in np.arctan2(down, right)}
    assert len(seen) == 360 / 5
