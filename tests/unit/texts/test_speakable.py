"""Phonemes that espeak-ng makes of the cards of all games."""

import re
import shutil
import subprocess
from collections.abc import Sequence

import pytest
from words_for_tests import WORDING

from companion.catalogue.shipped import SHIPPED
from companion.open_row.catalogue import game_ids, load_game
from companion.texts import LANGUAGES
from companion.views.wording.phrases import phrase
from companion.writing.speakable import LONGEST, SPOKEN, speakable

ESPEAK = shutil.which("espeak-ng") or ""
hears = pytest.mark.skipif(not ESPEAK, reason="espeak-ng is not installed")

#: Cards whose name is a sign, as a person calls them.
#: French has "1" where "un" would be bound to the next word.
CALLED = {
    "en": {
        "1/11": "1 or 11",
        "1-7": "1 to 7",
        "+-4": "plus or minus 4",
        "-4": "4 backwards",
        "black1-7": "black 1 to 7",
    },
    "de": {
        "1/11": "eins oder elf",
        "1-7": "eins bis sieben",
        "+-4": "plus oder minus vier",
        "-4": "vier rückwärts",
        "black1-7": "schwarze eins bis sieben",
    },
    "fr": {
        "1/11": "un ou onze",
        "1-7": "1 à sept",
        "+-4": "plus ou moins quatre",
        "-4": "quatre en arrière",
        "black1-7": "1 à sept noir",
    },
    "it": {
        "1/11": "uno o undici",
        "1-7": "da uno a sette",
        "+-4": "più o meno quattro",
        "-4": "quattro indietro",
        "black1-7": "da uno a sette nero",
    },
}


def heard(language: str, texts: Sequence[str]) -> list[str]:
    """Returns the phonemes of each text, without stress and pauses."""
    command = (ESPEAK, "-q", "-x", "-v", language, "--stdin")
    # a pause ends the sentence, and with it the line
    asked = "".join(f"{text}.\n\n" for text in texts)
    said = subprocess.run(command, input=asked, capture_output=True, text=True, check=True)
    return [re.sub(r"[ ',_|!]+", " ", line).strip() for line in said.stdout.splitlines() if line.strip()]


def cards_of_games() -> dict[str, tuple[str, ...]]:
    boards = {name: tuple(variant.cards) for name, variant in SHIPPED.variants.items()}
    return boards | {name: tuple(load_game(name).cards) for name in game_ids()}


def called(language: str, card: str) -> str:
    """Returns the card as a sentence with nothing but it names it."""
    words = WORDING[language]
    said = words["open_row_cards"].get(card) or words["cards"].get(card, card)
    return speakable(said, words[SPOKEN])


@hears
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sign_on_a_card_is_heard_as_its_words(language: str) -> None:
    cards = CALLED[language]
    assert heard(language, [called(language, card) for card in cards]) == heard(language, list(cards.values()))


@hears
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_cards_sound_alike_and_no_number_is_in_another_language(language: str) -> None:
    for game, cards in cards_of_games().items():
        sounds = heard(language, [called(language, card) for card in cards])
        assert len(sounds) == len(cards) == len(set(sounds)), game
        for card, sound in zip(cards, sounds, strict=True):
            # a joker may be English
            assert "(" not in sound or card.isalpha(), (game, card)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_in_a_sentence_is_spoken_as_it_is_called(language: str) -> None:
    for card, words in CALLED["en"].items():
        params = (("name", "Anna 7"), ("card", card))
        said = speakable(phrase(WORDING[language], "put_back_card", params), WORDING[language][SPOKEN])
        assert called(language, card) in said
        assert not set(said) & set("±–/"), said
        if language == "en":
            assert words in said


@pytest.mark.parametrize("text", ["Anna-3", "A1/2b", "2026-11-28", "1/2/3", "1-2-3"])
def test_a_name_with_a_sign_stays_as_it_is(text: str) -> None:
    assert speakable(text, WORDING["en"][SPOKEN]) == text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("-f /etc/passwd", "-f /etc/passwd"),
        ("[[h@'loU]] Ann<break time='9s'/>a", "h@'loU Ann break time='9s'/ a"),
        ("a\x00b\nc\x1b", "a b c"),
        ("  ", ""),
        ("ä" * 1000, "ä" * LONGEST),
    ],
)
def test_nothing_in_a_sentence_is_a_command(text: str, said: str) -> None:
    for words in ({}, *(WORDING[language][SPOKEN] for language in LANGUAGES)):
        assert speakable(text, words) == said
