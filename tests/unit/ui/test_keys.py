"""The keyboard of a screen without keys: every letter of a name can be typed, small and large, in every language."""

import pytest

from companion.texts import LANGUAGES
from ui.widgets.keys import ACCENTED, MORE, layouts, page_of

ROWS = range(1, 6)
PAGES = layouts()


def typed(page: str, case: str) -> list[str]:
    return [key[1] for row in ROWS for key in PAGES[page][f"{case}_{row}"] if key[1]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_letter_is_there_once_small_and_large(language: str) -> None:
    for case, fold in (("normal", str.lower), ("shift", str.upper)):
        letters = [each for page in (language, language + MORE) for each in typed(page, case) if each.isalpha()]
        assert len(letters) == len(set(letters))
        wanted = {fold(letter) for letter in "abcdefghijklmnopqrstuvwxyz" + ACCENTED if len(fold(letter)) == 1}
        assert wanted <= set(letters)


@pytest.mark.parametrize("page", PAGES)
def test_rows_fill_the_keyboard_and_each_page_has_what_every_page_needs(page: str) -> None:
    does = [key[2] for row in ROWS for key in PAGES[page][f"normal_{row}"]]
    assert {"layout", "capslock", "backspace", "spacebar", "enter", "escape"} <= set(does)
    for row in ROWS:
        for case in ("normal", "shift"):
            assert sum(key[3] for key in PAGES[page][f"{case}_{row}"]) == pytest.approx(PAGES[page]["cols"])


def test_an_address_can_be_typed() -> None:
    signs = {*"rtsp://user.name@10.0.0.7:8554/live_1-a?b=c&d"}
    assert signs <= {*typed("en", "normal"), *typed("en" + MORE, "normal")}


def test_a_language_without_keys_of_its_own_gets_the_english_ones() -> None:
    assert (page_of("rm"), page_of("de")) == ("en", "de")
