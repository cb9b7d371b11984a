"""A finger that rests on a card asks what it does and plays nothing; files for others are written beside the screen."""

import threading

import pytest
from gallery.history_views import finished_game
from gallery.views import sample_view
from ui_driver import Driver, open_driver

from companion.handover.exports import ExportKind, Written
from companion.session import commands as cmd
from ui.i18n import load_words
from ui.presenters.play.cards import card_help
from ui.widgets import tiles


@pytest.fixture
def driver() -> Driver:
    return open_driver()


def hold(driver: Driver, card: str, monkeypatch: pytest.MonkeyPatch) -> object:
    monkeypatch.setattr(tiles, "HOLD_S", 0)
    tile = driver.card(card)
    finger = driver.put_down(*tile.to_window(*tile.center))
    driver.stepped.settle()
    return finger


def test_holding_a_card_explains_it_and_plays_nothing(driver, monkeypatch):
    view = sample_view()
    driver.play(view)
    finger = hold(driver, "swap", monkeypatch)
    said = card_help("swap", load_words("en"), view.rules.variant)
    assert said in driver.texts()
    driver.lift(finger)
    assert said in driver.texts()
    assert driver.posted == []
    driver.tap_at(20, 20)
    driver.stepped.settle()
    assert said not in driver.texts()
    monkeypatch.undo()
    driver.tap(driver.card("swap"))
    assert driver.posted == [cmd.DeclarePlay(seat=view.turn, card="swap")]


def test_while_a_file_is_written_the_screen_goes_on_and_no_other_is_begun(driver, monkeypatch, tmp_path):
    may_end, asked = threading.Event(), []

    def slow(game: str, kind: ExportKind, language: str) -> Written:
        asked.append(kind)
        may_end.wait()
        return Written(tmp_path / "game.html")

    monkeypatch.setattr(driver.launcher, "export", slow)
    screen = driver.stepped.screens.get_screen("handover")
    screen.show_game(finished_game())
    driver.enter("handover")
    driver.tap_text(load_words("en").text("share.replay"))
    assert load_words("en").text("share.writing") in driver.texts()
    driver.tap_text(load_words("en").text("share.protocol"))
    may_end.set()
    screen.writer.join()
    driver.stepped.settle()
    assert asked == [ExportKind.REPLAY]
    assert any("game.html" in text for text in driver.texts())
    assert not screen.writing
