"""Whole games that nobody changes by accident."""

import pytest
from open_row_book import SEAT_COUNTS, book, playthrough


@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_the_game_is_played_as_written(seats: int) -> None:
    """A difference is a change of the rules or players: fix it, or write the games anew by `make goldens`."""
    assert playthrough(seats).splitlines() == book(seats).read_text(encoding="utf-8").splitlines()
