"""Counts of plays that nobody changes by accident."""

from perft_book import BOOK, counted


def test_the_perft_book_is_right() -> None:
    """A difference is a change of the rules: mend it, or write the book anew by `python tests/golden/perft_book.py`."""
    text = BOOK.read_text(encoding="utf-8")
    assert counted(text).splitlines() == text.splitlines()
