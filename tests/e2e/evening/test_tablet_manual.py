"""The manual's button on the first screen: opens the pages in the tablet's language, or shows their address."""

import webbrowser

import pytest
from ui_driver import Driver, open_driver

from companion.texts import LANGUAGES
from ui.i18n import load_words
from ui.presenters.status import fault_line
from ui.screens import home

pytestmark = pytest.mark.long


def at_home(monkeypatch: pytest.MonkeyPatch, installed: bool = True) -> Driver:
    driver = open_driver()
    monkeypatch.setattr(home, "find_manual", lambda language: f"file:///manual/{language}" if installed else None)
    return driver


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_opens_the_manual_in_the_language_of_the_tablet(monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", lambda address: opened.append(address) or True)
    driver = at_home(monkeypatch)
    driver.stepped.app.model.change(language=language)
    driver.enter("home")
    driver.tap_text(load_words(language).text("home.manual"))
    assert opened == [f"file:///manual/{language}"]


def test_without_a_browser_it_says_where_the_manual_lies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webbrowser, "open", lambda _: False)
    driver = at_home(monkeypatch)
    driver.enter("home")
    driver.tap_text(load_words("en").text("home.manual"))
    driver.stepped.settle()
    said = fault_line(load_words("en"), "home.no_browser", address="file:///manual/en")
    assert said in driver.texts()
    driver.tap_text(load_words("en").text("nav.ok"))
    driver.stepped.settle()
    assert said not in driver.texts()


def test_where_no_manual_is_installed_there_is_no_button(monkeypatch: pytest.MonkeyPatch) -> None:
    driver = at_home(monkeypatch, installed=False)
    driver.enter("home")
    with pytest.raises(LookupError):
        driver.button(load_words("en").text("home.manual"))
