"""The style of the referee's sentences in all four languages: short, whole, with a place, in the words of the print."""

import re

import pytest
from referee_codes import codes_of_the_referee
from words_for_tests import load_language

from companion.texts import LANGUAGES

#: Letters of the longest sentence, with its blanks.
LONGEST = 260
#: "Remettez-le" and its like, and the words that must follow: a place, or the state before.
PUT_BACK = re.compile(r"(?i)\bremettez(?:-l[ea]s?)?\b")
WHERE = re.compile(
    r"à (?:sa|leur) place|où il était|dans (?:sa|la) réserve|sur |comme|en place|dans les mêmes trous|là|\{at_"
)
#: No French or English word for a pawn or the dog.
FIGURE = re.compile(r"\bfigures?\b")

CODES = sorted(codes_of_the_referee())


def said(language: str, code: str) -> str:
    return str(load_language(language)["messages"][code])


@pytest.mark.parametrize("code", CODES)
def test_who_is_to_put_something_back_hears_where_to(code: str) -> None:
    text = said("fr", code)
    for found in PUT_BACK.finditer(text):
        clause = re.split(r"[.;\[]", text[found.start() :])[0]
        assert WHERE.search(clause), text


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_piece_is_no_figure(language: str, code: str) -> None:
    assert not FIGURE.search(said(language, code))


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_is_whole_and_short(language: str, code: str) -> None:
    text = said(language, code)
    assert text[-1] in ".?!", text
    assert len(text) <= LONGEST, len(text)
    assert text.count("[") == text.count("]") <= 1, text
    assert not set("{}|") & set(re.sub(r"\{[^{}]*\}", "", text)), text
    assert re.search(r"\s[.,]|\s\s|\.\.", text) is None, text


@pytest.mark.parametrize("code", CODES)
def test_french_signs_keep_their_space(code: str) -> None:
    """A line must not begin with a sign."""
    assert not re.search(r" [;:?!»]|« ", said("fr", code))


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("language", ["de", "it"])
def test_a_choice_by_gender_has_two_different_words(language: str, code: str) -> None:
    for feminine, masculine in re.findall(r"\{(?:\w+:)?([^{}|:]*)\|([^{}|]*)\}", said(language, code)):
        assert feminine.strip()
        assert masculine.strip()
        assert feminine != masculine
