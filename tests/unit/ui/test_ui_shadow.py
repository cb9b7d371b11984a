"""Shadow mode on the tablet: people tap, and after the game the plays that the camera saw otherwise are found."""

from dataclasses import replace

import pytest
from gallery.history_views import tapped_course
from gallery.views import declared_view, silent
from words_for_tests import WORDING, load_language

from companion.history.agreement import agreement, disagreements
from companion.history.course import course_of
from companion.texts import LANGUAGES
from companion.views.wording.words import Words
from ui.presenters.play.looking_back import SHADOW, LookingBack
from ui.presenters.play.play import TabletState, play_view_model


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_play_that_was_seen_otherwise_is_jumped_to_and_shown(language: str) -> None:
    course, words = tapped_course(), Words(load_language(language))
    looking, found = LookingBack(course).at(0), disagreements(course)
    for number, one in enumerate((*found, *found)):
        looking = looking.after_jump((SHADOW, "disputes")[number % 2])
        assert looking.lines[looking.index].row == one.row
        view = looking.view(WORDING)
        said = looking.banner(view, words, WORDING).sentence
        assert said.startswith(words.of(view.last_play.text))
        assert len(said) > len(words.of(view.last_play.text)) + 10
    noted = {face.note for face in looking.faces(words)} & {words.text("line.shadow"), words.text("line.shadow_unsure")}
    assert len(noted) == 2


def test_nothing_of_it_shows_while_the_game_goes_on() -> None:
    course = course_of(tapped_course().events[:-1])
    looking, words = LookingBack(course), Words(load_language("en"))
    assert agreement(course).otherwise
    assert "disputes" not in looking.jumps
    assert not [face for face in looking.faces(words) if "camera" in face.note]


def test_people_tap_although_the_camera_sees_the_board() -> None:
    words = Words(load_language("en"))
    watched = declared_view("8")
    assert not play_view_model(watched, TabletState(), words).tapping
    shown = play_view_model(replace(watched, health=silent()), TabletState(), words)
    assert shown.tapping
    assert [chip.part for chip in shown.chips][:2] == ["camera", "shadow"]
