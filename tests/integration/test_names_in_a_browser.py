"""The order of letters from right to left, against the one that a browser gives them."""

import random
import unicodedata
from itertools import pairwise

import pytest
from browser_for_tests import chromium
from playwright.sync_api import Page

from companion.writing.bidi import in_visual_order, isolated

#: Each letter stands once in a name, so that the drawn order is a text again.
_LETTERS = "אבגדהוזחטימנסעפצקרשתابتثجحخدذرزسشعغفقمنهويabcdeZŁö0123456789٠١٢٣()-'.,/: "

#: Where on the line each letter of each element lies, from the left; a letter that takes no room lies nowhere.
_ORDER = """() => [...document.querySelectorAll("p")].map((line) => {
  const text = line.firstChild, found = [];
  for (let at = 0; at < text.length; at += 1) {
    const range = document.createRange();
    range.setStart(text, at);
    range.setEnd(text, at + 1);
    const box = range.getBoundingClientRect();
    if (box.width > 0) found.push([box.left, text.data[at]]);
  }
  return found.sort((one, other) => one[0] - other[0]).map(([, letter]) => letter).join("");
})"""
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
    return [_plain(order) for order in page.evaluate(_ORDER)]


@pytest.mark.long
def test_letters_stand_in_the_order_of_a_browser() -> None:
    names = _names(600)
    sentences = [f"X = {isolated(name)} = {isolated(other)}." for name, other in pairwise(names)]
    with chromium() as browser:
        page = browser.new_page()
        for texts in (names, sentences):
            assert [_plain(in_visual_order(text)) for text in texts] == _drawn(page, texts)


def _plain(drawn: str) -> str:
    """Without the forms of letters and the sides of brackets, which a browser draws and does not say."""
    return unicodedata.normalize("NFKC", drawn).translate(_MIRROR)
