"""The magnifier on the board, by touch: it opens if a finger may mean several fields, and lets it choose one."""

import math
from collections.abc import Iterator
from dataclasses import replace

import pytest
from gallery.views import sample_position, sample_view
from tapped_plays import tapped_view
from ui_driver import Driver, open_driver

from companion.model.places import Place
from ui.presenters.spots import Spot
from ui.widgets.board.tap_board import TapBoard

#: Each test takes a wide and an upright window; all four with `--full`.
pytestmark = [pytest.mark.long, pytest.mark.thinned(3)]

#: A pawn stands on 5; with this card it may go to each of the fields that follow.
PAWN, NEAR, NEXT = (Spot(None, Place(field)) for field in (5, 6, 7))
WINDOWS = [(1280, 800), (800, 1280), (1024, 600), (600, 1024)]


@pytest.fixture(params=WINDOWS, ids=str)
def driver(request: pytest.FixtureRequest) -> Iterator[Driver]:
    """A play is tapped, and the pawn has been."""
    opened = open_driver()
    opened.resize(*request.param)
    opened.play(tapped_view(sample_position(), "black1-7"))
    tap(opened, PAWN)
    assert opened.screen.face.taps == (PAWN,)
    yield opened
    opened.screen.board.close_glass()


def board_of(driver: Driver) -> TapBoard:
    board: TapBoard = driver.screen.board
    return board


def place(driver: Driver, spot: Spot) -> tuple[float, float]:
    board = board_of(driver)
    x, y = board.to_window(*board.place_of(spot))
    return x, y


def tap(driver: Driver, spot: Spot) -> None:
    driver.tap_at(*place(driver, spot))


def between(driver: Driver) -> tuple[float, float]:
    """Returns a place between two fields, under a finger on both."""
    (x, y), (other_x, other_y) = place(driver, NEAR), place(driver, NEXT)
    return (x + other_x) / 2, (y + other_y) / 2


def seen(driver: Driver) -> dict[Spot, tuple[float, float]]:
    board = board_of(driver)
    return {spot: board.to_window(*there) for spot, there in board.in_glass(NEAR, NEXT)}


def test_a_tap_between_two_fields_opens_a_glass_and_a_tap_in_it_chooses(driver: Driver) -> None:
    for spot in (NEAR, NEXT):
        driver.tap_at(*between(driver))
        assert driver.screen.face.taps == (PAWN,)
        there = seen(driver)
        assert math.dist(there[NEAR], there[NEXT]) >= 48
        driver.tap_at(there[spot][0] + 12, there[spot][1] + 16)
        assert board_of(driver).glass is None
        assert driver.screen.face.taps == (PAWN, spot)
        tap(driver, spot)
        assert driver.screen.face.taps == (PAWN,)


def test_the_glass_lies_on_the_window(driver: Driver) -> None:
    driver.tap_at(*between(driver))
    board = board_of(driver)
    assert board.glass is not None
    assert len(board.canvas.after.children) > 5
    width, height = driver.stepped.window.size
    left, below = board.to_window(*board.glass_corner)
    assert -6 <= left <= width - board.glass.wide + 6
    assert 0 <= below <= height - board.glass.wide


def test_a_finger_that_slides_chooses_where_it_is_lifted(driver: Driver) -> None:
    driver.drag(between(driver), place(driver, Spot(None, Place(9))), place(driver, NEXT))
    assert driver.screen.face.taps == (PAWN, NEXT)
    assert board_of(driver).glass is None


def test_a_tap_beside_the_glass_closes_it_and_means_what_it_hits(driver: Driver) -> None:
    driver.tap_at(*between(driver))
    far = Spot(None, Place(24))
    tap(driver, far)
    assert board_of(driver).glass is None
    assert far in driver.screen.face.taps


def test_a_new_question_closes_the_glass(driver: Driver) -> None:
    driver.tap_at(*between(driver))
    assert board_of(driver).glass is not None
    driver.show(replace(sample_view(), ply=99))
    assert board_of(driver).glass is None


def test_without_a_question_a_finger_opens_nothing(driver: Driver) -> None:
    driver.show(sample_view())
    for at in (between(driver), place(driver, PAWN)):
        driver.tap_at(*at)
        assert board_of(driver).glass is None
    assert not any(hasattr(command, "field") for command in driver.posted)


def test_by_hand_a_figure_goes_to_the_field_that_is_tapped_under_the_glass(driver: Driver) -> None:
    driver.screen.begin_edit("report")
    driver.stepped.settle()
    tap(driver, PAWN)
    assert driver.screen.draft.picked.spot == PAWN
    driver.tap_at(*between(driver))
    if board_of(driver).glass is None:  # fields far enough apart for a finger
        assert driver.screen.draft.moved.spot in (NEAR, NEXT)
        return
    driver.tap_at(*seen(driver)[NEXT])
    assert driver.screen.draft.moved.spot == NEXT
