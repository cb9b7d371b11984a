"""Names that are written from right to left: orders checked by hand, and laws over names of every script."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.writing.arabic import joined
from companion.writing.bidi import begins_at_the_right, in_visual_order, is_right_to_left, isolated, without_marks
from companion.writing.fonts import unknown_letters

_HEBREW = "אבגדהוזחטיכךלמםנןסעפףצץקרשת"
_ARABIC = "ابتثجحخدذرزسشصضطظعغفقكلمنهويىةءآأإؤئپچژگک"
_LATIN = "Zoë Łukasz Ünal Ελένη Дмитрий Արամ გიორგი"
NAMES = st.text(st.sampled_from(_HEBREW + _ARABIC + _LATIN + " 0123456789()-'.,/:"), min_size=1, max_size=12)

#: The text, and its drawing from left to right: Arabic letters by Unicode's names of their forms.
BY_HAND = [
    ("Zoë", "Zoë"),
    ("דנה", "הנד"),
    ("דנה 2", "2\u00a0הנד"),
    ("דנה (B)", "(B)\u00a0הנד"),
    ("דנה (A) B", "B\u00a0(A)\u00a0הנד"),
    ("בן-דוד", "דוד-ןב"),
    ("Dana דנה", "Dana הנד"),
    ("3:2 דנה", "הנד\u00a03:2"),
    ("محمد", "\ufeaa\ufee4\ufea4\ufee3"),
    ("محمد (B)", "(B)\u00a0\ufeaa\ufee4\ufea4\ufee3"),
    ("محمد ٢", "٢\u00a0\ufeaa\ufee4\ufea4\ufee3"),
    ("صلاح", "\ufea1\ufefc\ufebb"),
    ("سارة", "\ufe93\ufead\ufe8e\ufeb3"),
    ("مُنى", "\ufef0\ufee8\u064f\ufee3"),
]


@pytest.mark.parametrize(("read", "drawn"), BY_HAND)
def test_the_order_that_a_reader_expects(read: str, drawn: str) -> None:
    assert in_visual_order(read) == drawn


def test_names_in_a_sentence_keep_their_places() -> None:
    """Without marks the two Hebrew names and the numbers between them would change places."""
    stand = f"{isolated('דנה 2')}  2 : 1  {isolated('יוסי (B)')}"
    assert in_visual_order(stand) == "2\u00a0הנד  2 : 1  (B)\u00a0יסוי"
    assert in_visual_order("דנה  2 : 1  יוסי").startswith("יסוי")


@settings(max_examples=150)
@given(NAMES, NAMES)
def test_a_name_in_a_sentence_is_drawn_as_it_is_alone(name: str, other: str) -> None:
    name, other = name.strip(), other.strip()
    sentence = in_visual_order(f"{isolated(name)} ist am Zug: 2:1 gegen {isolated(other)}.")
    parts = in_visual_order(name), in_visual_order(other)
    assert sentence == f"{parts[0]} ist am Zug: 2:1 gegen {parts[1]}."


@settings(max_examples=200)
@given(NAMES)
def test_nothing_is_lost_and_each_letter_can_be_drawn(name: str) -> None:
    drawn = in_visual_order(name)
    assert unknown_letters(drawn) == ""
    # brackets may be drawn as each other
    letters = [sorted(unicodedata.normalize("NFKC", text).replace("(", ")")) for text in (drawn, name)]
    assert letters[0] == letters[1]
    assert len(joined(name)) <= len(name)


@settings(max_examples=150)
@given(st.text(st.sampled_from("דנ محab12 ()\u200e\u200f\u202a\u202e\u202c\u2066\u2067\u2068\u2069"), max_size=10))
def test_marks_inside_a_name_reach_no_further_than_the_name(name: str) -> None:
    drawn = in_visual_order(f"A {isolated(name)} Z.")
    assert drawn.startswith("A ")
    assert drawn.endswith(" Z.") or not is_right_to_left(name)
    assert without_marks(drawn) == drawn


def test_other_text_stays_as_it_is() -> None:
    assert isolated("Zoë & Łukasz (2)") == in_visual_order("Zoë & Łukasz (2)") == "Zoë & Łukasz (2)"
    assert begins_at_the_right("2 דנה")
    assert not begins_at_the_right("Dana דנה")


def test_lines_stay_lines() -> None:
    assert in_visual_order("דנה\nAnna\nיוסי") == "הנד\nAnna\nיסוי"


def test_what_no_font_shows_is_named_once() -> None:
    assert unknown_letters("Zoë 你好你 😀") == "你好😀"
