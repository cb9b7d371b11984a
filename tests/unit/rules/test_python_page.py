"""docs/reference/python.md: every example of the engine as a library gives the result on the page."""

import doctest
from pathlib import Path

PAGE = Path(__file__).parents[3] / "docs/reference/python.md"


def test_every_example_of_the_page_is_true() -> None:
    flags = doctest.NORMALIZE_WHITESPACE | doctest.IGNORE_EXCEPTION_DETAIL
    failed, tried = doctest.testfile(str(PAGE), module_relative=False, optionflags=flags, encoding="utf-8")
    assert tried > 30
    assert failed == 0
