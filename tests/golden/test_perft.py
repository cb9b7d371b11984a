"""Counts of plays that nobody changes by accident."""

from pathlib import Path

import pytest
from perft_book import BOOKS, counted

from companion.catalogue.shipped import SHIPPED


@pytest.mark.sampled(3)
@pytest.mark.parametrize("book", BOOKS, ids=lambda book: str(book.stem))
def test_the_perft_book_is_right(book: Path) -> None:
    """A difference is a change of the rules: fix it, or write the books anew by `make goldens`."""
    text = book.read_text(encoding="utf-8")
    assert counted(text).splitlines() == text.splitlines()


def test_every_game_has_its_book() -> None:
    assert {book.stem for book in BOOKS} == set(SHIPPED.ids)
