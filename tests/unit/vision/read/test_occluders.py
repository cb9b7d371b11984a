"""Covers of the board on small masks: which is waited for as a hand, for how long, and what lies under a thing."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from vision.find.board_mask import Mask
from vision.read.cover.occluders import Occluders, Occlusion, large_patches

SHAPE = (60, 80)
FREE = 4000
BOARD = np.zeros(SHAPE, dtype=np.uint8)
BOARD[5:55, 5:75] = 255
NOTHING = np.zeros(SHAPE, dtype=np.uint8)


def patch(row: int, column: int, rows: int = 8, columns: int = 8) -> Mask:
    cells = np.zeros(SHAPE, dtype=np.uint8)
    cells[row : row + rows, column : column + columns] = 255
    return cells


@pytest.mark.parametrize(("cells", "large"), [(41, False), (42, False), (43, True)])
def test_a_hand_hides_about_a_hundredth_of_the_surface(cells: int, *, large: bool) -> None:
    odd = patch(10, 10, 1, cells)
    assert np.array_equal(large_patches(odd, FREE), odd if large else NOTHING)
    beside = odd | patch(30, 10, 1, 42)
    assert np.array_equal(large_patches(beside, FREE), odd if large else NOTHING)


@pytest.mark.parametrize(
    ("column", "patience_ms"), [(30, 1500), (8, 1500), (7, 10_000), (5, 10_000), (0, 10_000), (64, 1500), (65, 10_000)]
)
def test_an_arm_over_the_rim_is_waited_for_longer_than_a_thing(column: int, patience_ms: int) -> None:
    """The rim of the board is three cells wide."""
    odd = patch(25, column)
    early, hidden = Occluders().after(odd, FREE, BOARD, patience_ms - 1)
    assert (hidden, early.known, early.patience_ms) == (None, None, patience_ms)
    late, hidden = Occluders().after(odd, FREE, BOARD, patience_ms)
    assert hidden is not None
    assert late.patience_ms == patience_ms


@pytest.mark.parametrize(("gap", "patience_ms"), [(8, 10_000), (9, 1500)])
def test_parts_of_an_arm_are_joined_over_a_field(gap: int, patience_ms: int) -> None:
    arm = patch(28, 5, 1, 25 - gap)
    assert Occluders().after(patch(25, 30) | arm, FREE, BOARD, 0)[0].patience_ms == patience_ms


def test_under_a_thing_and_four_cells_round_it_nothing_is_known() -> None:
    hidden = Occluders().after(patch(20, 30), FREE, BOARD, 1500)[1]
    assert np.array_equal(hidden, patch(16, 26, 16, 16) > 0)


def test_a_known_thing_is_not_waited_for_again() -> None:
    known = Occluders().after(patch(20, 30), FREE, BOARD, 1500)[0]
    again, hidden = known.after(patch(21, 31), FREE, BOARD, 0)
    assert np.array_equal(hidden, patch(17, 27, 16, 16) > 0)
    waiting, hidden = again.after(patch(21, 31) | patch(40, 55), FREE, BOARD, 1499)
    assert hidden is None
    assert waiting.known is again.known, "what was known is so still"
    gone, hidden = again.after(NOTHING, FREE, BOARD, 0)
    assert hidden is not None
    assert not hidden.any()
    assert gone.after(patch(20, 30), FREE, BOARD, 0)[1] is None, "one that comes back is new"
    other = np.zeros((30, 40), dtype=np.uint8)
    other[10:18, 10:18] = 255
    assert again.after(other, FREE, np.full((30, 40), 255, dtype=np.uint8), 0)[1] is None, "a picture of another size"


def test_a_thing_covers_pixels_and_spots() -> None:
    outlines: Any = SimpleNamespace(within=lambda pixels: np.flatnonzero(pixels.any(axis=1)))
    cells = patch(2, 3, 1, 2) > 0
    under = Occlusion.under(cells, outlines, (238, 319))
    assert under.pixels.shape == (238, 319)
    assert np.argwhere(under.pixels).min(axis=0).tolist() == [8, 12]
    assert np.argwhere(under.pixels).max(axis=0).tolist() == [11, 19]
    assert under.spots.tolist() == [8, 9, 10, 11]
    nothing = Occlusion.under(NOTHING > 0, outlines, (238, 319))
    assert nothing.pixels.shape == (238, 319)
    assert not nothing.pixels.any()
    assert nothing.spots.tolist() == []
