"""Whole games that nobody changes by accident."""

import pytest
from playthrough_book import FOLDER, books, path_of, playthrough


@pytest.mark.sampled(6)
@pytest.mark.parametrize(("variant", "players"), list(books()))
def test_the_playthrough_is_right(variant: str, players: int) -> None:
    """A difference is a change of the rules, the deal or the players: fix it, or write it anew by `make goldens`."""
    text = path_of(variant, players).read_text(encoding="utf-8")
    assert playthrough(variant, players).splitlines() == text.splitlines()


def test_no_playthrough_is_left_over() -> None:
    assert set(FOLDER.glob("*.txt")) == {path_of(*book) for book in books()}
