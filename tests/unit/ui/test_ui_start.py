"""The question how to begin: its time, and the description of each way in every language; no Kivy."""

from itertools import product

import pytest
from gallery.views import saved_games
from words_for_tests import WORDING

from companion.settings.schema import NONE, SIMULATED, Settings
from companion.texts import LANGUAGES
from ui.i18n import load_words
from ui.presenters.start import Beginning, asks_how, beginnings


def test_the_question_comes_once_before_any_game_or_choice_of_camera() -> None:
    asked = [
        (welcomed, bool(games), camera)
        for welcomed, games, camera in product((False, True), ((), saved_games()), (NONE, "0", SIMULATED))
        if asks_how(Settings(welcomed=welcomed, camera=camera), games)
    ]
    assert asked == [(False, False, NONE)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_way_has_its_own_words(language: str) -> None:
    faces = beginnings(load_words(language, WORDING))
    assert [face.beginning for face in faces] == list(Beginning)
    assert len({(face.title, face.detail, face.icon) for face in faces}) == len(faces)
