"""The faults of the table show on the play screen: the board in the banner, the camera over the seats."""

from dataclasses import replace

import pytest
from gallery.views import declared_view, sample_view, spoken
from words_for_tests import say

from companion.model.verdict import VerdictKind
from companion.sensors.unknowns import REMARKS, STATES
from companion.session.state import Phase
from companion.texts import LANGUAGES
from companion.views.table_view import AnomalyView, Health, HealthState
from companion.views.troubles import TROUBLES
from ui.i18n import load_words
from ui.presenters.camera import camera_banner
from ui.presenters.play.play import TabletState, play_view_model
from ui.presenters.status import all_well, chips

WORDS = load_words("en")
MISSING = AnomalyView(code="pawn_missing", text={"en": "The red pawn is missing."}, seat=0, origin=5)


def face(view):
    return play_view_model(view, TabletState(), WORDS)


def camera(code, state=HealthState.OK):
    said = Health(part="camera", state=state, code=code, text=say(code))
    return replace(sample_view(), health=(said,), notice=None)


@pytest.mark.parametrize("view", [sample_view(verdict=spoken(VerdictKind.LEGAL)), declared_view("8")])
def test_what_is_amiss_on_the_board_stands_in_the_banner(view):
    shown = face(replace(view, anomaly=MISSING))
    assert (shown.banner.word, shown.banner.sentence) == (WORDS.text("banner.anomaly"), MISSING.text["en"])
    assert shown.banner.tone == "unclear"
    assert [spot.place for spot in shown.pointed_at] == [5]
    assert face(view).banner.word != WORDS.text("banner.anomaly")


def test_a_thing_that_is_nobodys_points_at_no_seat():
    thing = AnomalyView(code="thing_on_field", text={"en": "There is something."}, target=30)
    assert [spot.place for spot in face(sample_view(anomaly=thing)).pointed_at] == [30]


def test_before_the_play_the_banner_says_what_to_do():
    assert face(sample_view(phase=Phase.DEAL, anomaly=MISSING)).banner.sentence != MISSING.text["en"]


@pytest.mark.parametrize("code", sorted({code for _, code in STATES.values()} | set(REMARKS.values())))
def test_the_camera_is_heard_when_something_keeps_it_from_seeing_well(code):
    usual = code in ("camera_ok", "camera_hand", "camera_moving", "camera_searching")
    assert face(camera(code)).notice == ("" if usual else f"{say(code)['en']} ({TROUBLES[code]})")


def test_a_warning_that_was_read_comes_back_only_after_all_was_well():
    assert [all_well(camera(code)) for code in ("camera_ok", "camera_off")] == [True, True]
    assert not any(all_well(camera(code)) for code in ("camera_hand", "camera_moving", "camera_marker_hidden"))
    assert not all_well(replace(camera("camera_ok"), notice={"en": "The disk is full."}))


def test_a_warning_of_the_table_comes_before_one_of_the_camera():
    view = replace(camera("camera_too_dark"), notice={"en": "The disk is full."})
    assert face(view).notice == "The disk is full."


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_is_amber_or_red_bears_its_id_and_what_is_well_bears_none(language):
    words = load_words(language)
    for code, state in (("camera_lost", HealthState.LOST), ("camera_ok", HealthState.OK)):
        view = camera(code, state)
        chip = next(chip for chip in chips(view, words) if chip.part == "camera")
        said = (chip.detail, camera_banner(view, words).sentence)
        assert [text.endswith(" (PT-CAM-02)") for text in said] == [code == "camera_lost"] * 2
        assert chip.detail.startswith(words.of(view.health[0].text))
