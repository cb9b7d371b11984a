"""The order of letters from right to left, against the one that a browser gives them."""

import random
import unicodedata
from itertools import pairwise

import pytest
from browser_for_tests import LETTERS_FROM_THE_LEFT, chromium
from playwright.sync_api import Page

from companion.writing.bidi import in_visual_order, isolated

#: Each letter stands once in a name, so that the drawn order is a text again.
_LETTERS = "אבגדהוזחטימנסעפצקרשתابتثجحخدذرزسشعغفقمنهويabcdeZŁö0123456789٠١٢٣()-'.,/: "

_MIRROR = str.maketrans(")", "(")


def _names(count: int) -> list[str]:
    chance = random.Random(20261123)
    names = ["".join(chance.sample(_LETTERS, chance.randint(1, 12))).strip() for _ in range(count)]
    return [name for name in names if name]


def _drawn(page: Page, texts: list[str]) -> list[str]:
    page.set_content('<p dir="auto" style="white-space: pre; width: max-content"></p>' * len(texts))
    page.evaluate(
        "said => document.querySelectorAll('p').forEach((line, at) => { line.textContent = said[at] })", texts
    )
    return [_plain(order) for order in page.evaluate(LETTERS_FROM_THE_LEFT, "p")]


@pytest.mark.long
def test_letters_stand_in_the_order_of_a_browser() -> None:
    names = _names(600)
    sentences = [f"X = {isolated(name)} = {isolated(other)}." for name, other in pairwise(names)]
    with chromium() as browser:
        page = browser.new_page()
        for texts in (names, sentences):
            assert [_plain(in_visual_order(text)) for text in texts] == _drawn(page, texts)


def _plain(drawn: str) -> str:
    """Returns the text without the forms of letters and the sides of brackets, which a browser draws only."""
    return unicodedata.normalize("NFKC", drawn).translate(_MIRROR)
