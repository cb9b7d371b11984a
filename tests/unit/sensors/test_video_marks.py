"""The marks in the table's pictures: rings and arrows in the seats' colours, where the pawns stand and went."""

from dataclasses import replace

import numpy as np
import pytest
from views_for_tests import COLOURS, game_view, idle_view
from written_tables import Table

from companion.board.files import load_board
from companion.looks.colours import PAWNS
from companion.model.position import Position
from companion.sensors.video.marks import LastPlay, Marks, draw
from companion.views.table_view import TableView

BOARD = load_board("black_dog")
TABLE = Table("black_dog")
RED, YELLOW = COLOURS[:2]
RED_BGR = (10, 20, 250)


def bgr(colour: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(PAWNS[colour].fill.removeprefix("#")))[::-1]


def view(text: str, seq: int) -> TableView:
    """The table after its play of row `seq`; 0: none yet."""
    played = game_view().last_play
    assert played
    return game_view(TABLE.position(text), last_play=replace(played, seq=seq) if seq else None)


def after(*views: TableView) -> Marks:
    last_play = LastPlay(BOARD)
    assert last_play.marks == Marks()
    for each in views:
        last_play.on_view(each)
    return last_play.marks


BEFORE, PLAYED = view("red:13,g4 yellow:20", 0), view("red:21,g4 yellow:20", 7)
ARROW = (BOARD.track[13], BOARD.track[21], bgr(RED))


def test_every_pawn_beside_its_kennel_has_a_ring_of_its_colour() -> None:
    rings = {(BOARD.track[13], bgr(RED)), (BOARD.goal[TABLE.seats[0]][3], bgr(RED)), (BOARD.track[20], bgr(YELLOW))}
    assert set(after(BEFORE).rings) == rings
    assert after(BEFORE).arrows == ()


def test_a_play_has_an_arrow_until_the_next_one() -> None:
    assert after(BEFORE, PLAYED).arrows == (ARROW,)
    later = replace(PLAYED, seq=PLAYED.seq + 1)
    assert after(BEFORE, PLAYED, later).arrows == (ARROW,)
    next_one = view("red:21,g4 yellow:29", 8)
    assert after(BEFORE, PLAYED, next_one).arrows == ((BOARD.track[20], BOARD.track[29], bgr(YELLOW)),)


@pytest.mark.parametrize(
    "course",
    [
        (PLAYED,),
        (BEFORE, PLAYED, BEFORE),
        (BEFORE, PLAYED, idle_view()),
        (BEFORE, idle_view(), PLAYED),
        (BEFORE, view("red:21,g4 yellow:20", 0)),
    ],
    ids=["nothing before it", "undone", "over", "a new game", "corrected"],
)
def test_what_is_no_play_has_no_arrow(course: tuple[TableView, ...]) -> None:
    assert after(*course).arrows == ()


def test_without_a_game_nothing_is_marked() -> None:
    assert after(BEFORE, PLAYED, idle_view()) == Marks()


def test_a_captured_pawn_has_no_arrow_and_one_that_comes_out_has_one() -> None:
    captured = view("red:20,g4", 7)
    assert after(BEFORE, captured).arrows == ((BOARD.track[13], BOARD.track[20], bgr(RED)),)
    x, y = np.mean(BOARD.kennel[TABLE.seats[1]], axis=0)
    ((start, end, colour),) = after(BEFORE, view("red:13,g4 yellow:20,16", 7)).arrows
    assert start == pytest.approx((x, y))
    assert (end, colour) == (BOARD.track[16], bgr(YELLOW))


def test_another_game_at_other_seats_has_no_arrow() -> None:
    two: Position = Table("black_dog players=2").position("red:21")
    assert after(BEFORE, replace(PLAYED, position=two)).arrows == ()


def drawn(marks: Marks, width: int = 600, foot_mm: float = 40.0) -> np.ndarray:
    """A white picture in which a millimetre is a pixel: True where it has the mark's colour.

    Every mark has a dark edge, so that it is visible on a ground of its own colour.
    """
    picture = np.full((300, width, 3), 255, np.uint8)
    draw(picture, marks, lambda places: places, foot_mm)
    assert (picture.max(axis=2) < 128).any()
    return np.asarray((np.abs(picture.astype(int) - RED_BGR) < 30).all(axis=2))


def test_a_ring_lies_round_the_foot_of_its_pawn() -> None:
    ring = np.argwhere(drawn(Marks(rings=(((150.0, 150.0), RED_BGR),))))
    # half as wide again as the foot; straight pieces between its points
    away = np.hypot(*(ring - 150).T)
    assert away.min() > 27
    assert 30 <= away.max() < 32
    assert {(bool(up), bool(left)) for up, left in ring < 150} == {(a, b) for a in (True, False) for b in (True, False)}


def test_an_arrow_goes_from_ring_to_ring_with_a_head_at_its_end() -> None:
    arrow = drawn(Marks(arrows=(((100.0, 150.0), (400.0, 150.0), RED_BGR),)))
    rows, columns = np.nonzero(arrow)
    assert 128 <= columns.min() <= 131
    assert 369 <= columns.max() <= 372
    # the head is 14 mm long and reaches six tenths of it to both sides
    assert (arrow.sum(axis=0)[140:350] <= 3).all()
    assert 355 <= columns[(rows < 145)].min() <= 358
    assert 141 <= rows.min() <= 142
    assert 158 <= rows.max() <= 159


def test_the_head_of_a_short_arrow_is_a_third_of_the_way() -> None:
    rows, columns = np.nonzero(drawn(Marks(arrows=(((100.0, 150.0), (118.0, 150.0), RED_BGR),)), foot_mm=4.0))
    assert 102 <= columns.min() <= 104
    assert 145 <= rows.min() <= 147


def test_rings_that_touch_have_no_arrow_between_them() -> None:
    picture = np.full((300, 600, 3), 255, np.uint8)
    draw(picture, Marks(arrows=(((100.0, 150.0), (160.0, 150.0), RED_BGR),)), lambda places: places, 40.0)
    assert (picture == 255).all()


@pytest.mark.parametrize(("width", "thick"), [(300, 2), (600, 2), (1800, 6)])
def test_lines_grow_with_the_picture(width: int, thick: int) -> None:
    column = drawn(Marks(arrows=(((50.0, 150.0), (290.0, 150.0), RED_BGR),)), width)[:, 170]
    assert thick <= column.sum() <= thick + 1
