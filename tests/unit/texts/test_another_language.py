"""A language is one file: nothing else has to know of it, and missing texts appear in English."""

from pathlib import Path

import pytest
from another_language import with_dutch
from gallery.views import sample_position
from game_text import HEAD
from rules_for_tests import rules_of
from words_for_tests import WORDING

from companion.catalogue.shipped import SHIPPED
from companion.model.verdict import Reason
from companion.texts import LANGUAGES
from companion.transcript.rejudge import rejudge
from companion.transcript.text import parse_game
from companion.views.wording.sentences import Wording
from companion.web.pages.words import page_words
from ui.i18n import load_words

COLOURS = ("red", "yellow", "green", "blue")
TOO_FAR = Reason(ruling="", code="exact_count", seat=0, params=(("card", "8"), ("wanted", "1|11"), ("went", 1)))


@pytest.fixture
def wording(tmp_path: Path) -> Wording:
    return with_dutch(tmp_path)


def test_a_file_in_the_folder_is_a_language(wording: Wording) -> None:
    assert wording.codes == tuple(sorted({*LANGUAGES, "nl"}))
    assert wording["nl"].name == "Nederlands"
    assert wording["nl"].missing < {(context, key) for context, known in WORDING["en"].forms.items() for key in known}
    assert ("messages", "exact_count") not in wording["nl"].missing


def test_the_referee_speaks_it_with_its_plurals(wording: Wording) -> None:
    texts = wording.reason_text(rules_of(sample_position()), TOO_FAR, sample_position(), COLOURS)
    assert texts["nl"] == "De rode pion ging 1 veld, maar de kaart “8” vraagt 1 or 11 velden."
    assert {language: texts[language] for language in LANGUAGES} == WORDING.reason_text(
        rules_of(sample_position()), TOO_FAR, sample_position(), COLOURS
    )


def test_what_it_lacks_or_nobody_has_read_is_english(wording: Wording) -> None:
    assert wording.say("nothing_changed")["nl"] == WORDING.say("nothing_changed")["en"]
    assert ("page", "lost") in wording["nl"].missing
    assert wording["nl"]["page"]["lost"] == "Signal lost"
    assert "no_such_phrase" not in wording["nl"]["page"]


def test_tablet_and_page_speak_it(wording: Wording) -> None:
    tablet = load_words("nl", wording)
    assert (tablet.language, tablet.text("home.new_game")) == ("nl", "Nieuw spel")
    page = page_words(wording).languages["nl"]
    assert page.name == "Nederlands"
    assert page.phrases["live"] == "Nu"
    assert page.phrases["won"] == {"one": "{names} wint!", "other": "{names} winnen!"}


def test_a_transcript_is_judged_in_it(wording: Wording) -> None:
    (judged,) = rejudge(parse_game(SHIPPED, HEAD + "play 0 8 0:5>12 next=0:k,k,k,12\n"), wording)
    assert judged.text is not None
    assert judged.text["nl"].startswith("De rode pion ging 7 velden, maar de kaart “8” vraagt 8 velden.")
