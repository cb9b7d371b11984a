"""Values of a record as words: each reads back to an equal value of the same type, whatever people typed."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.model.places import KENNEL, OFF, Place, goal
from companion.model.position import Placement
from companion.model.verdict import Reason
from companion.transcript import words as w

EASY = settings(deadline=None, max_examples=80)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
PLACES = st.sampled_from([KENNEL, OFF, goal(1), goal(4), *map(Place, range(0, 108, 7))])
PLACEMENTS = st.builds(
    Placement,
    st.tuples(st.tuples(PLACES, PLACES), st.tuples(PLACES, PLACES)),
    st.dictionaries(st.sampled_from(["dog", "wheel", "touched"]), st.integers(-7, 107)).map(
        lambda extras: tuple(sorted(extras.items()))
    ),
)
REASONS = st.builds(
    Reason,
    ruling=st.sampled_from(["CORE-R10", "BD-R06", ""]),
    code=st.sampled_from(["exact_count", "moved"]),
    seat=st.none() | st.integers(0, 5),
    origin=st.none() | PLACES,
    target=st.none() | PLACES,
    params=st.dictionaries(st.sampled_from(["went", "card"]), st.integers(-9, 99) | TEXTS).map(
        lambda params: tuple(params.items())
    ),
)


def one_word(text: str) -> str:
    """The text as it stands in a line between two others."""
    words, comment = w.split_line(f"a {text} b", 1)
    assert comment is None
    assert [word.text for word in words] == ["a", text, "b"] if text else ["a", "b"]
    return text


@EASY
@given(TEXTS.filter(lambda text: "\n" not in text))
def test_a_written_text_is_read_back_the_same(text: str) -> None:
    assert w.read_string(one_word(w.write_string(text))) == text
    assert w.read_string(w.write_quoted(text)) == text


@EASY
@given(st.lists(TEXTS, max_size=4))
def test_a_written_list_is_read_back_the_same(texts: list[str]) -> None:
    assert w.read_list(one_word(w.write_list(texts, w.write_string)), w.read_string) == tuple(texts)


@EASY
@given(PLACEMENTS, PLACEMENTS)
def test_a_written_placement_is_read_back_from_its_differences(placement: Placement, base: Placement) -> None:
    written = one_word(w.write_placement(placement, base))
    assert w.read_placement(written, base) == placement
    assert (written == "same") == (placement == base)


@EASY
@given(REASONS)
def test_a_written_reason_is_read_back_the_same(reason: Reason) -> None:
    back = w.read_reason(one_word(w.write_reason(reason)))
    assert back == reason
    assert [type(value) for _, value in back.params] == [type(value) for _, value in reason.params]


@pytest.mark.parametrize(
    ("read", "text"),
    [
        (w.read_integer, "²"),
        (w.read_integer, "1_0"),
        (w.read_integer, "9" * 20),
        (w.read_number, "nan"),
        (w.read_number, "1.5"),
        (w.read_number, "0_1"),
        (w.read_flag, "true"),
        (w.read_place, "g7"),
        (w.read_string, '"open'),
        (w.read_string, '"a" "b"'),
        (w.read_string, "ä"),
        (w.read_reason, "A:b(0:1>2,x)"),
    ],
)
def test_what_is_no_value_is_refused(read: object, text: str) -> None:
    assert callable(read)
    with pytest.raises(w.ValueTextError):
        read(text)


def test_a_split_line_gives_columns_and_comment() -> None:
    words, comment = w.split_line('  play  0 8 reason="a # b"\t# why not', 1)
    assert [word.column for word in words] == [3, 9, 11, 13]
    assert comment == "why not"
    with pytest.raises(w.RecordTextError, match="line 4, column 3: a quotation mark is not closed"):
        w.split_line('a "b', 4)
