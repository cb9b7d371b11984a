"""Full screen, and the ways in and out of it."""

import gc
from collections.abc import Iterator

import pytest
from ui_driver import Driver, open_driver

from ui.full_screen import ESCAPE, F11
from ui.i18n import load_words


@pytest.fixture
def driver() -> Iterator[Driver]:
    driver = open_driver()
    gc.collect()
    driver.stepped.screens.show("home")
    yield driver
    driver.leave_full_screen()


def press(driver: Driver, key: int) -> None:
    driver.stepped.window.dispatch("on_key_down", key, 0, "", [])
    driver.stepped.settle()


def fills(driver: Driver) -> bool:
    return bool(driver.stepped.window.fullscreen)


def test_a_key_goes_there_and_back(driver):
    press(driver, F11)
    assert fills(driver)
    press(driver, F11)
    assert not fills(driver)


def test_after_it_the_window_has_all_the_room_of_the_desktop(driver, monkeypatch):
    asked = []
    monkeypatch.setattr(driver.stepped.window, "maximize", lambda: asked.append(fills(driver)))
    press(driver, F11)
    assert asked == []
    press(driver, F11)
    assert asked == [False]


def test_escape_leaves_it_and_does_nothing_else(driver):
    press(driver, ESCAPE)
    assert not fills(driver)
    press(driver, F11)
    press(driver, ESCAPE)
    assert not fills(driver)
    assert driver.stepped.screens.current == "home"


def test_a_finger_can_leave_it(driver):
    words = load_words("en")
    driver.tap_text(words.text("home.full_screen"))
    assert fills(driver)
    driver.tap_text(words.text("home.window"))
    assert not fills(driver)
