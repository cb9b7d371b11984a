"""A warning, and the question of an undo, hide neither others' hands nor the playable cards; by touch in the window."""

import itertools
from collections.abc import Iterator
from dataclasses import replace

import pytest
from gallery.views import WARNING, WORDING, declared_view, game_view, sample_view
from ui_driver import Driver, open_driver, words

from companion.texts import LANGUAGES
from companion.views.put_back import PutBackView
from companion.views.table_view import HealthState, TableView

NOTICE = WARNING
ANSWER = WORDING.say("not_your_turn", (("name", "Ben"),))
UNDONE = PutBackView(text=dict.fromkeys(LANGUAGES, "The red pawn stands on its start field again."))
SIZES = ((1280, 800), (800, 1280), (1024, 600), (600, 1024))


@pytest.fixture
def driver() -> Iterator[Driver]:
    driver = open_driver()
    driver.play(sample_view())  # all is well: the readings of an earlier test no longer count
    yield driver
    driver.resize(1280, 800)


def parts(driver: Driver, *kinds: str) -> list[tuple[str, int, int]]:
    """Returns the widgets of these kinds on the screen, and their sizes."""
    shown = [widget for widget in driver.visible() if type(widget).__name__ in kinds and min(widget.size) > 1]
    return [(type(widget).__name__, round(widget.width), round(widget.height)) for widget in shown]


def held_and_playable(driver: Driver) -> list[tuple[str, int, int]]:
    return parts(driver, "SeatTile", "SeatLine", "CardTile", "PlayButton")


VIEWS: dict[str, TableView] = {
    "four": sample_view(),
    "six": game_view("tock_6", 6),
    "ranks": game_view("dog_royal", 4),
    "tapping": declared_view("partner4", camera=HealthState.OFF),
}


QUICK = (("four", SIZES[0]), ("six", SIZES[2]))
ALL = [
    pytest.param(name, size, marks=() if (name, size) in QUICK else pytest.mark.long)
    for name, size in itertools.product(VIEWS, SIZES)
]


@pytest.mark.thinned(3)
@pytest.mark.parametrize(("name", "size"), ALL)
def test_a_warning_hides_nobodys_cards_and_makes_no_room_smaller(driver: Driver, name, size):
    view = VIEWS[name]
    driver.resize(*size)
    driver.play(view)
    before = held_and_playable(driver)
    assert len([part for part in before if part[0].startswith("Seat")]) == len(view.seats)
    for warned in (replace(view, notice=NOTICE), replace(view, put_back=UNDONE)):
        driver.show(warned)
        assert parts(driver, "NoticeBar", "PutBackBar")
        assert held_and_playable(driver) == before
    driver.show(view)
    assert not parts(driver, "NoticeBar", "PutBackBar")


@pytest.mark.long
def test_a_warning_follows_when_the_tablet_is_turned_and_is_read_once(driver: Driver):
    driver.play(sample_view(notice=NOTICE))
    for size in SIZES:
        driver.resize(*size)
        assert len(parts(driver, "NoticeBar")) == 1
        assert driver.button(words("nav.ok")).height >= 72 * min(max(size) / 1280, min(size) / 800) - 1
    driver.tap_text(words("nav.ok"))
    assert not parts(driver, "NoticeBar")
    assert len(parts(driver, "SeatTile")) == 4


def test_a_tap_on_a_warning_shows_the_devices_and_keeps_the_warning(driver: Driver):
    driver.play(sample_view(notice=NOTICE))
    driver.tap(next(widget for widget in driver.visible() if type(widget).__name__ == "NoticeBar"))
    assert driver.stepped.screens.current == "camera"
    driver.tap_text(words("nav.back"))
    assert driver.stepped.screens.current == "play"
    assert parts(driver, "NoticeBar")


def test_a_bar_is_amber_for_a_fault_and_calm_for_the_answer_to_a_tap(driver: Driver):
    for said, tone in ((NOTICE, "unclear"), (ANSWER, "raised")):
        driver.show(sample_view(notice=said))
        bar = next(widget for widget in driver.visible() if type(widget).__name__ == "NoticeBar")
        assert bar.tone == tone
        assert ("(PT-" in bar.text) == (tone == "unclear")
