"""For any name, from any source, the font has every letter of it that is drawn."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.writing.bidi import in_visual_order, isolated
from companion.writing.drawn import drawn
from companion.writing.fonts import legible, unknown_letters


@settings(max_examples=300)
@given(st.text(max_size=20))
def test_no_text_has_a_letter_that_the_font_lacks(text: str) -> None:
    assert unknown_letters(drawn(text)) == ""


@pytest.mark.parametrize("name", ["Zoë", "Łukasz (2)", "Ελένη", "Дмитрий", "שרה", "محمد", "გიო", "Արամ"])
def test_what_the_font_has_is_drawn_as_it_is(name: str) -> None:
    assert drawn(name) == in_visual_order(name)
    assert legible(isolated(name)) == isolated(name)


@pytest.mark.parametrize(
    ("name", "seen"),
    [
        ("小明", "??"),
        ("Léa-Zoë 日本", "Léa-Zoë ??"),
        ("Ｍｉａ", "Mia"),
        ("Anna \U0001f469\u200d\U0001f467", "Anna ??"),
        ("Mia\ufe0f", "Mia"),
        ("שרה 小", "? הרש"),
    ],
)
def test_a_letter_that_it_lacks_is_a_plain_one_or_a_question_mark(name: str, seen: str) -> None:
    assert drawn(name).replace("\u00a0", " ") == seen
