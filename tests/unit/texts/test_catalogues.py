"""The catalogues that come with the program are complete, and agree with each other in ids, blanks and plural forms."""

import io
import re
from collections import Counter
from itertools import chain

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from PIL import ImageFont
from words_for_tests import WORDING

from companion.texts import LANGUAGES, SHIPPED
from companion.writing.fonts import REGULAR

#: A blank of any context: "{pawn.object}" is the same blank as "{pawn}", "{sie|ihn}" is none.
BLANK = re.compile(r"\{(\w+)(?:\.object)?\}")
#: Contexts whose messages are parts of sentences, whose blanks go by the grammar of the language.
GRAMMAR = ("ranks", "listed", "phrases")

#: Words that disturb a native reader: a bedroom for a camera, two words for one thing, a rule stated wrongly.
STUMBLES = {
    "de": r"Aufgeben\b|Prüfen und passen|Bewegung an\b|Wählt, wem es|Spieltisch simuliert|Haus und Ziel|"
    r"(?-i:[a-z,;] (?:Ihr|Euer|Eure[mnrs]?)\b)",
    "en": r"Games to go on with|It lies like this|Something else lies there|Motion on|Draw the fields",
    "fr": r"rien ne va|à \d bras|Paradis|Les coins ne font|Toucher le coup|Autre chose est|"
    r"Remettez-l[ea]\.$|une figure\b",
    "it": r"\bcamera\b|zona di partenza|Paradiso|bracci\b|lasciar cadere|quattro segni|\bRiavvia\b",
}


def catalogue(language: str) -> Catalog:
    return read_po(io.BytesIO((SHIPPED / f"{language}.po").read_bytes()))


def ids(language: str) -> list[tuple[str, str]]:
    return [(str(entry.context), str(entry.id)) for entry in catalogue(language) if entry.id]


def test_the_present_languages_are_there() -> None:
    assert {"de", "en", "fr", "it"} <= set(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_everything_itself_in_the_same_order(language: str) -> None:
    assert sorted(WORDING[language].missing) == []
    assert ids(language) == ids("en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_message_is_there_twice(language: str) -> None:
    """Of two with one name the second would never appear."""
    text = (SHIPPED / f"{language}.po").read_text(encoding="utf-8")
    names = re.findall(r'^msgctxt "(.+)"\nmsgid "(.+)"$', text, re.MULTILINE)
    assert len(names) > 1000
    assert [name for name, count in Counter(names).items() if count > 1] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_has_the_same_blanks(language: str) -> None:
    english = WORDING["en"].forms
    wrong = [
        (context, message)
        for context, messages in WORDING[language].forms.items()
        for message, forms in messages.items()
        if context not in GRAMMAR
        if {frozenset(BLANK.findall(form)) for form in forms}
        != {frozenset(BLANK.findall(form)) for form in english[context][message]}
    ]
    assert wrong == []


def test_no_bar_of_the_tablet_repeats_words_that_nobody_translated() -> None:
    """Fault texts of a system or a library are English; they belong in the log.

    If a blank takes such words all the same, there is no better text, and the reason stands here.
    """
    words = re.compile(r"\{(?:detail|reason|error|message)\}")
    taking = {name for name, forms in WORDING["en"].forms["tablet"].items() if any(map(words.search, forms))}
    translated = {"pause.not_saved", "shadow.objected", "backup.not_restored"}
    #: A file that the family wrote or got (which line of it), and a fault of ours, which is to be reported as it is.
    untranslated = {"fault.settings", "setup.rejected", "own.error.profile", "games.unreadable", "fault.no_table"}
    assert taking - translated - untranslated == {"share.not_written"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_are_as_many_plural_forms_as_the_language_has(language: str) -> None:
    wanted = catalogue(language).num_plurals
    plural = [entry for entry in catalogue(language) if isinstance(entry.id, tuple)]
    assert len(plural) > 1
    assert {len(entry.string) for entry in plural} == {wanted}
    assert {WORDING[language].plural_form(number) for number in range(201)} == set(range(wanted))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_header_names_the_language(language: str) -> None:
    read = catalogue(language)
    assert str(read.locale) == language
    assert WORDING[language].name


@pytest.mark.parametrize("language", STUMBLES)
def test_no_text_says_what_a_native_reader_stumbles_over(language: str) -> None:
    stumble = re.compile(STUMBLES[language], re.IGNORECASE)
    said = [form for messages in WORDING[language].forms.values() for forms in messages.values() for form in forms]
    assert len(said) > 1000
    assert [form for form in said if stumble.search(form)] == []


def test_no_text_is_empty_or_has_spaces_at_its_ends() -> None:
    """But the words that join others."""
    loose = {
        (messages.language, context, message)
        for messages in WORDING.languages
        for context, known in messages.forms.items()
        for message, forms in known.items()
        if any(form != form.strip() for form in forms)
    }
    assert {(context, message) for _, context, message in loose} <= {
        ("page", "and"),
        ("games.words", "or"),
        ("games.words", "and"),
    }
    assert all(chain.from_iterable(known.values() for each in WORDING.languages for known in each.forms.values()))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_tablet_s_font_has_every_letter(language: str) -> None:
    """A letter that a font lacks is drawn like one that no font has."""
    font = ImageFont.truetype(str(REGULAR), 24)
    lacking = bytes(font.getmask("\uffff"))
    texts = [form for known in WORDING[language].forms.values() for forms in known.values() for form in forms]
    letters = {letter for text in texts for letter in text if not letter.isspace()}
    assert len(letters) > 50
    assert {letter for letter in letters if bytes(font.getmask(letter)) == lacking} == set()
