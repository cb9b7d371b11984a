"""The screen beside a seat of the computer: line and panel agree."""

import pytest
from gallery import views as make
from gallery.computer_scenes import computers
from words_for_tests import WORDING

from companion.model.verdict import VerdictKind
from companion.texts import LANGUAGES
from ui.i18n import load_words
from ui.presenters.play.play import TabletState, play_view_model


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_is_prompted_for_a_card_while_the_computer_thinks(language: str) -> None:
    words = load_words(language, WORDING)
    face = play_view_model(computers(make.sample_view()), TabletState(), words)
    assert face.banner.sentence == words.text("computer.thinking", name="Anna") == face.computer.prompt
    assert face.banner.word == words.text("banner.computer")


def test_the_verdict_before_stays_while_the_computer_thinks() -> None:
    words = load_words("en", WORDING)
    view = computers(make.sample_view(verdict=make.spoken(VerdictKind.LEGAL)))
    assert play_view_model(view, TabletState(), words).banner.word == words.text("verdict.legal")


def test_people_who_play_for_it_are_prompted_for_its_card() -> None:
    words = load_words("en", WORDING)
    face = play_view_model(computers(make.sample_view()), TabletState(tapping=True), words)
    assert face.computer is None
    assert face.banner.word == words.text("banner.choose")
