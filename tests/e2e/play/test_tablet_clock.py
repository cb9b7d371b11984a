"""The clock on the tablet: the time of play, and the turn timer, which is off until somebody sets it."""

from dataclasses import replace

import msgspec
import pytest
from gallery.views import sample_view
from ui_driver import Driver, open_driver

from companion.history.play_clock import PlayTime
from ui.i18n import load_words


@pytest.fixture
def driver() -> Driver:
    return open_driver()


class Heard:
    """A loudspeaker that keeps its requests."""

    def __init__(self) -> None:
        self.tones: list[str] = []

    def play(self, tone: str) -> None:
        self.tones.append(tone)


def play(driver: Driver, turn_s: int, monkeypatch: pytest.MonkeyPatch) -> Heard:
    heard = Heard()
    monkeypatch.setattr(driver.model, "_sound", heard)
    driver.model.settings = msgspec.structs.replace(driver.model.settings, turn_s=turn_s, sound=True)
    driver.play(sample_view())
    return heard


def at(driver: Driver, turn_s: int, *, running: bool = True) -> None:
    driver.launcher.table.time = PlayTime(600_000 + turn_s * 1000, turn_s * 1000, running=running)
    driver.screen.tick()
    driver.stepped.settle()


def test_each_turn_that_lasts_too_long_sounds_one_reminder(driver, monkeypatch):
    heard = play(driver, 60, monkeypatch)
    for second in (5, 59, 60, 61, 90):
        at(driver, second)
    assert heard.tones == ["late"]
    assert "1:30" in driver.texts()
    at(driver, 2)
    at(driver, 60)
    assert heard.tones == ["late", "late"]


def test_a_stopped_clock_and_an_untimed_turn_stay_silent(driver, monkeypatch):
    heard = play(driver, 60, monkeypatch)
    driver.show(replace(sample_view(), paused=True))
    at(driver, 70, running=False)
    driver.show(sample_view())
    at(driver, 70, running=False)
    assert heard.tones == []
    heard = play(driver, 0, monkeypatch)
    at(driver, 7000)
    assert heard.tones == []
    assert "2:06 h" in driver.texts()


def test_the_turn_timer_is_a_row_of_the_set_up_and_off_at_first(driver):
    assert driver.model.settings.turn_s == 0
    driver.enter("setup")
    driver.tap_text(load_words("en").text("setup.tab_players"))
    timer = driver.screen.ids.body.children[0].ids.timer
    assert timer.label == load_words("en").text("timer.off")
    driver.tap(timer.children[0])
    assert driver.screen.form.settings.turn_s == 30
    assert timer.label == "30 s"
