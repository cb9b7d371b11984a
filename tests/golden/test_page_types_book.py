"""The types that the pages' scripts are checked against are those that the program sends."""

from page_types_book import BOOK, page_types


def test_the_types_of_the_pages_are_those_of_the_sent_values() -> None:
    assert BOOK.read_text(encoding="utf-8") == page_types(), "make goldens writes them anew; then make types"
