"""A tablet that is nothing but Pawtrack: no way out but off, and a screen that gets dark while nobody plays."""

import gc

import pytest
from ui_driver import Driver, open_driver

from companion.system.power import Backlight
from ui.full_screen import ESCAPE, F11
from ui.i18n import load_words
from ui.screens import home
from ui.widgets import dimmer as dimmer_module
from ui.widgets.dimmer import Dimmer

WORDS = load_words("en")


@pytest.fixture
def kiosk(tmp_path, monkeypatch):
    """The driver on the home screen of a kiosk; its `systemctl` records its arguments, and refuses."""
    program = tmp_path / "systemctl"
    program.write_text(f"#!/bin/sh\necho \"$@\" >> {tmp_path}/asked\necho 'it is bolted to the wall' >&2\nexit 1\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    driver = open_driver()
    full_screen = driver.stepped.app.full_screen
    gc.collect()
    full_screen.on = full_screen.locked = True
    driver.stepped.screens.show("home")
    yield driver
    driver.leave_full_screen()


def press(driver: Driver, key: int) -> None:
    driver.stepped.window.dispatch("on_key_down", key, 0, "", [])
    driver.stepped.settle()


def asked(tmp_path) -> str:
    path = tmp_path / "asked"
    return path.read_text() if path.exists() else ""


def test_no_key_leads_out_of_it(kiosk):
    for key in (F11, ESCAPE):
        press(kiosk, key)
        assert kiosk.stepped.window.fullscreen


def test_no_browser_can_be_opened_over_it(kiosk, monkeypatch):
    monkeypatch.setattr(home, "find_manual", lambda _: "file:///manual/en")
    for locked in (True, False):
        kiosk.stepped.app.full_screen.locked = locked
        kiosk.stepped.screens.show("setup")
        kiosk.stepped.screens.show("home")
        kiosk.stepped.settle()
        assert (WORDS.text("home.manual") in kiosk.texts()) is not locked


def test_it_is_switched_off_by_the_second_tap(kiosk, tmp_path):
    kiosk.tap_text(WORDS.text("home.switch_off"))
    assert asked(tmp_path) == ""
    kiosk.tap_once_more(WORDS.text("home.switch_off_sure"))
    assert asked(tmp_path) == "poweroff\n"
    assert any(WORDS.text("home.not_switched_off") in text for text in kiosk.texts())
    assert not any("it is bolted to the wall" in text for text in kiosk.texts())


def test_another_screen_between_the_taps_takes_the_first_one_back(kiosk, tmp_path):
    kiosk.tap_text(WORDS.text("home.switch_off"))
    kiosk.stepped.screens.show("setup")
    kiosk.stepped.screens.show("home")
    kiosk.tap_text(WORDS.text("home.switch_off"))
    assert asked(tmp_path) == ""


@pytest.fixture
def dimmer(kiosk, tmp_path, monkeypatch):
    """One that finds nobody playing from the first moment on, with a light behind the screen."""
    light = tmp_path / "lights" / "panel" / "brightness"
    light.parent.mkdir(parents=True)
    light.write_text("200")
    monkeypatch.setattr(dimmer_module, "IDLE_S", 0.0)
    made = Dimmer(kiosk.stepped.window, kiosk.model, Backlight(tmp_path / "lights"))
    made.light = light
    kiosk.stepped.pump(2)
    monkeypatch.setattr(dimmer_module, "IDLE_S", 3600.0)
    yield made
    made.wake()
    made.close()


def test_the_touch_that_makes_it_bright_does_nothing_else(kiosk, dimmer):
    assert dimmer.dark
    assert dimmer.light.read_text() == "20"
    kiosk.tap_text(WORDS.text("home.new_game"))
    assert kiosk.stepped.screens.current == "home"
    assert not dimmer.dark
    assert dimmer.light.read_text() == "200"
    kiosk.tap_text(WORDS.text("home.new_game"))
    assert kiosk.stepped.screens.current == "setup"


def test_a_key_makes_it_bright(kiosk, dimmer):
    assert dimmer.dark
    press(kiosk, F11)
    assert not dimmer.dark
