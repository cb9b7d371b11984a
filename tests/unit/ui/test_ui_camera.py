"""The camera's own screen: the drawing over the picture, and the word that is read across the table."""

import pytest
from gallery.views import COLOURS, sample_view
from words_for_tests import load_language, say

from companion.texts import LANGUAGES
from companion.views.sight import SeenSpot, Sight, SpotKind
from companion.views.table_view import Health, HealthState
from ui.i18n import load_words
from ui.presenters.camera import camera_banner, no_picture, shared_address
from ui.presenters.overlay import FIGURE, of_sight
from ui.presenters.status import chips


def spot(**changes: object) -> SeenSpot:
    values = {"at": (0.5, 0.4), "half": (0.01, 0.02), "kind": SpotKind.FIELD, "seen": 0, "certainty": 0.99}
    return SeenSpot(**{**values, **changes})


def marks(*spots: SeenSpot):
    sight = Sight(
        outline=((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)),
        disc=((0.5, 0.4), (0.6, 0.5), (0.5, 0.6)),
        spots=spots,
        colours=COLOURS,
    )
    overlay = of_sight(sight)
    assert [len(line.points) for line in overlay.lines] == [4, 3]
    return overlay.marks


def test_a_spot_shows_its_owner_its_figure_and_the_certainty():
    lane, pawn, figure, unsure, unread = marks(
        spot(kind=SpotKind.LANE, seat=2),
        spot(kind=SpotKind.START, seat=0, seen=4),
        spot(seen=5),
        spot(seen=1, certainty=0.7),
        spot(seen=None, certainty=0.0),
    )
    assert (lane.colour, lane.pawn, lane.doubt) == ("green", "", False)
    assert (pawn.look, pawn.colour, pawn.pawn) == ("start", "red", "blue")
    assert figure.pawn == FIGURE
    assert (unsure.pawn, unsure.doubt) == ("red", True)
    assert (unread.pawn, unread.doubt) == ("", False)


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_the_camera_may_say_has_a_word_that_is_read_from_afar(language):
    words = load_words(language)
    codes = [code for code in load_language("en")["messages"] if code.startswith("camera_")]
    assert len(codes) > 15
    for code in codes:
        health = Health(part="camera", state=HealthState.SEARCHING, code=code, text=say(code, (("source", "0"),)))
        banner = camera_banner(sample_view(health=(health,)), words)
        assert banner.word == words.text(f"camera.word.{code.removeprefix('camera_')}")
        assert len(banner.word) <= 28
        assert banner.sentence != banner.word


def test_without_a_picture_the_place_of_it_says_who_reads():
    words, params = load_words("en"), (("source", "C920"),)
    lost = Health(
        part="camera", state=HealthState.OK, code="camera_one_lost", text=say("camera_one_lost", params), params=params
    )
    assert "second one reads" in no_picture(sample_view(health=(lost,)), words)
    for view in (None, sample_view(health=(Health(part="camera", state=HealthState.OFF, code="camera_off"),))):
        assert "you tap the plays" in no_picture(view, words)


def test_colour_and_icon_say_whether_anything_must_be_done():
    words = load_words("en")

    def tone(code: str, state: HealthState) -> tuple[str, str]:
        banner = camera_banner(sample_view(health=(Health(part="camera", state=state, code=code),)), words)
        return banner.tone, banner.icon

    assert tone("camera_ok", HealthState.OK) == ("legal", "check")
    assert tone("", HealthState.OK) == ("legal", "check")
    assert tone("", HealthState.OFF) == ("calm", "minus")
    assert tone("camera_marker_hidden", HealthState.OK) == ("unclear", "warning")
    assert tone("camera_too_dark", HealthState.SEARCHING) == ("unfinished", "eye")
    assert tone("camera_lost", HealthState.LOST) == ("illegal", "cross")


def test_a_word_that_is_not_known_yet_is_that_of_the_state():
    health = Health(part="camera", state=HealthState.SEARCHING, code="camera_something_new")
    assert camera_banner(sample_view(health=(health,)), load_words("en")).word == "Looking"
    assert camera_banner(None, load_words("en")).word == "Off"


@pytest.mark.parametrize(
    "url", ["", "http://127.0.0.1:8787/", "http://127.1.2.3/", "http://localhost:8787/", "http://[::1]:8787/"]
)
def test_an_address_that_means_only_this_machine_is_not_shared(url):
    assert shared_address(url) == ""


@pytest.mark.parametrize("url", ["http://192.168.1.20:8787/", "http://table.local:8787/", "http://[fd00::5]:8787/"])
def test_an_address_in_the_house_is_shared(url):
    assert shared_address(url) == url


@pytest.mark.parametrize(
    ("camera", "state", "stands"),
    [
        ("camera_ok", HealthState.OK, True),
        ("camera_hand", HealthState.OK, True),
        ("camera_too_dark", HealthState.SEARCHING, False),
        ("camera_lost", HealthState.LOST, False),
    ],
)
def test_the_load_of_a_slow_machine_stands_under_a_camera_that_is_well(
    camera: str, state: HealthState, stands: bool
) -> None:
    """A fault of the camera alone has the line; no part of its own is shown."""
    words, params = load_words("en"), (("ms", 1340),)
    load = Health(part="load", state=HealthState.OK, code="load_less", params=params, text=say("load_less", params))
    seen = Health(part="camera", state=state, code=camera, text=say(camera, (("source", "a"),)))
    quick, slow = sample_view(health=(seen,)), sample_view(health=(load, seen))
    sentence = camera_banner(quick, words).sentence
    assert camera_banner(slow, words).sentence == (f"{sentence} {words.of(load.text)}" if stands else sentence)
    assert chips(slow, words) == chips(quick, words)
