"""A table that closes while viewers are behind: the tablet names them first."""

import time

import pytest
from gallery.views import sample_view
from ui_driver import Driver, open_driver, words

from companion.session.state import Phase

BACK, CLOSE = words("viewers.stay"), words("viewers.close_now")


@pytest.fixture
def driver() -> Driver:
    driver = open_driver()
    driver.play(sample_view(phase=Phase.OVER, result=(0, 2)))
    driver.launcher.table.behind_s = 95.0
    return driver


def ways_out(driver: Driver):
    """Every way in which a person closes the table."""
    return {
        "home": lambda: driver.tap_text(words("nav.home")),
        "window": lambda: driver.stepped.window.dispatch("on_request_close"),
    }


@pytest.fixture(params=["home", "window"])
def leave(request: pytest.FixtureRequest, driver: Driver, monkeypatch: pytest.MonkeyPatch):
    # a stopped app cannot go on in this process
    monkeypatch.setattr(driver.stepped.app, "stop", driver.model.close)
    return ways_out(driver)[request.param]


def test_viewers_who_are_behind_are_named_before_the_table_closes(driver, leave):
    leave()
    driver.stepped.settle()
    assert driver.model.is_open
    assert any("1:35 min" in text for text in driver.texts())
    assert {BACK, CLOSE} <= driver.button_texts()


def test_back_to_the_table_leaves_it_open(driver, leave):
    leave()
    driver.stepped.settle()
    driver.tap_text(BACK)
    assert driver.model.is_open
    assert BACK not in driver.button_texts()
    driver.launcher.table.behind_s = 0.0
    time.sleep(0.6)
    driver.stepped.settle()
    assert driver.model.is_open, "a sheet that was taken away closes nothing"


def test_the_table_closes_at_once_where_a_person_wants_it(driver, leave):
    leave()
    driver.stepped.settle()
    driver.tap_text(CLOSE)
    assert not driver.model.is_open


def test_the_table_closes_by_itself_once_viewers_have_seen_the_end(driver, leave):
    leave()
    driver.launcher.table.behind_s = 0.0
    time.sleep(0.6)
    driver.stepped.settle()
    assert not driver.model.is_open


def test_where_nobody_is_behind_nothing_delays_the_end(driver):
    driver.launcher.table.behind_s = 0.0
    assert not driver.stepped.window.dispatch("on_request_close"), "the window may close"
    driver.tap_text(words("nav.home"))
    assert not driver.model.is_open
