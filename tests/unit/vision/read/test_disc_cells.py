"""The cells of a disc: which sector each shows, how much of it is odd, and what reaches in over its rim."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from vision.board import Disc
from vision.read.cover.free_surface import SURFACE_STEP
from vision.read.cover.turned_disc import SECTORS, DiscCells, odd_by_turning

SHAPE = (400, 480)
DISC = Disc(centre=(240.0, 200.0), radius_mm=100.0)
#: Seen straight from above, one pixel a millimetre.
POSE: Any = SimpleNamespace(pixels=lambda places: places, millimetres=lambda pixels: pixels)
ROWS, COLUMNS = np.mgrid[0 : SHAPE[0] : SURFACE_STEP, 0 : SHAPE[1] : SURFACE_STEP]
SURFACE = (ROWS * SHAPE[1] + COLUMNS).reshape(-1)
AWAY = np.hypot(COLUMNS - 240, ROWS - 200)
ROUND_DEG = np.degrees(np.arctan2(ROWS - 200, COLUMNS - 240)) % 360
CELLS = DiscCells.of(DISC, POSE, SURFACE, SHAPE)


def odd(where: np.ndarray) -> np.ndarray:
    return np.where(where, np.uint8(255), np.uint8(0))


def part(*sectors: int, share: float = 1.0) -> np.ndarray:
    """So much of each of these sectors, from the middle of the disc outwards."""
    found = np.zeros(CELLS.sector.shape, dtype=np.bool_)
    for number in sectors:
        rows, columns = np.nonzero(CELLS.sector == number)
        nearest = np.argsort(AWAY[rows, columns])[: int(np.ceil(share * len(rows)))]
        found[rows[nearest], columns[nearest]] = True
    return found


def test_a_disc_is_cut_into_eight_sectors_clockwise() -> None:
    inside = AWAY < 98
    assert np.array_equal(CELLS.sector[inside], (ROUND_DEG[inside] // 45).astype(np.int64))
    assert (CELLS.sector[AWAY > 102] == -1).all()
    assert CELLS.whole[inside].all()
    assert not CELLS.whole[AWAY > 102].any()
    assert CELLS.beside[(AWAY > 102) & (AWAY < 114)].all()
    assert not CELLS.beside[(AWAY < 98) | (AWAY > 118)].any()


def test_what_a_pawn_may_cover_is_no_surface_of_the_disc() -> None:
    free = SURFACE[(COLUMNS < 240).reshape(-1)]
    cells = DiscCells.of(DISC, POSE, free, SHAPE)
    assert (cells.sector[COLUMNS >= 240] == -1).all()
    assert not cells.beside[COLUMNS >= 240].any()
    assert np.array_equal(cells.whole, CELLS.whole)


def test_of_the_disc_so_much_is_odd() -> None:
    assert CELLS.odd_share(odd(np.zeros(AWAY.shape, dtype=np.bool_))) == 0.0
    assert CELLS.odd_share(odd(AWAY < 999)) == 1.0
    for number in range(SECTORS):
        assert CELLS.odd_share(odd(part(number))) == pytest.approx(1 / 8, abs=0.01)
    unknown = DiscCells(CELLS.whole, np.full(CELLS.sector.shape, -1), CELLS.beside)
    assert unknown.odd_share(odd(AWAY < 999)) == 0.0


@pytest.mark.parametrize(
    ("sectors", "share", "beside", "found"),
    [
        (range(8), 1.0, 0.0, True),
        (range(5), 0.05, 0.0, True),
        (range(3, 8), 0.05, 0.0, True),
        (range(4), 1.0, 0.0, False),
        (range(8), 0.03, 0.0, False),
        (range(8), 1.0, 0.019, True),
        (range(8), 1.0, 0.03, False),
    ],
)
def test_a_disc_is_odd_all_round_where_five_sectors_of_eight_are(
    sectors: range, share: float, beside: float, *, found: bool
) -> None:
    shown = part(*sectors, share=share)
    rows, columns = np.nonzero(CELLS.beside)
    some = int(beside * len(rows))
    shown[rows[:some], columns[:some]] = True
    assert CELLS.are_odd_all_round(odd(shown)) == found
    assert CELLS.are_calm_beside(odd(shown)) == (beside < 0.02)


def test_a_rim_that_nobody_sees_is_not_calm() -> None:
    hidden = DiscCells(CELLS.whole, CELLS.sector, np.zeros(CELLS.beside.shape, dtype=np.bool_))
    assert not hidden.are_calm_beside(odd(AWAY < 0))


def test_what_is_odd_at_every_turn_is_a_thing_that_lies_there() -> None:
    card = part(2)
    turns = [odd(part(number, (number + 4) % 8) | card) for number in range(4)]
    assert np.array_equal(odd_by_turning(turns), odd((part(0, 4) | card) & ~card))
