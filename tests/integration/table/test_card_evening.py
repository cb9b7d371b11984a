"""DOG Cards through the whole program: begun, played by simulated players, closed, taken up again, written as text."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.app.choices import Choices
from companion.app.ports import TableError
from companion.app.table_setup import SetupError, with_game
from companion.bootstrap.launcher import Launcher, new_game
from companion.bootstrap.open_table import OpenTable
from companion.catalogue.shipped import SHIPPED
from companion.session.card_game import CardGame
from companion.settings.schema import NONE, Settings, as_demo
from companion.store.epoch import RECORD_FILE
from companion.store.event_log import EventLog
from companion.store.export import game_as_text
from companion.transcript.text import parse_game

PATIENCE_S = 300
CHOICES = Choices(variant="dog_cards", players=3, options=(("dc.take_14", False),), broker=NONE, speed=50.0, plies=9)


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAWTRACK_HOME", str(tmp_path))


def wait_for(condition: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.02)


def game_of(table: OpenTable) -> CardGame:
    assert isinstance(table.table.state, CardGame)
    return table.table.state


def test_a_demo_of_dog_cards_is_played_saved_and_resumed(tmp_path: Path) -> None:
    launcher = Launcher(CHOICES)
    table = launcher.open_table(CHOICES.over(launcher.catalogue, as_demo(launcher.settings())))
    assert not table.sensors
    table.post(new_game(launcher.catalogue, CHOICES.over(launcher.catalogue, as_demo(launcher.settings()))))
    wait_for(lambda: table.table.view.ply >= 9)
    launcher.close()
    left = game_of(table)
    assert left.position.options == (("dc.take_14", False),)

    again = Launcher(Choices(broker=NONE, speed=50.0))
    (saved,) = again.saved_games()
    assert (saved.variant, saved.ply, saved.demo) == ("dog_cards", left.ply, True)
    resumed = again.resume(saved.game)
    wait_for(lambda: resumed.table.view.ply > left.ply)
    again.close()
    assert game_of(resumed).names == left.names

    log = EventLog(SHIPPED, tmp_path / RECORD_FILE)
    text = game_as_text(log, saved.game)
    assert parse_game(SHIPPED, text).events == log.load(saved.game)
    log.close()


def test_a_table_of_cards_is_set_up_like_any_other() -> None:
    settings = with_game(SHIPPED, Settings(), "dog_cards", 2)
    assert (settings.board, len(settings.names), settings.seats) == ("", 2, ())
    back = with_game(SHIPPED, settings, "dog", 4)
    assert (back.board != "", len(back.names)) == (True, 4)
    for players, options, board in ((5, {}, None), (2, {"bd.paw_own_only": True}, None), (2, {}, "black_dog")):
        with pytest.raises(SetupError):
            with_game(SHIPPED, Settings(), "dog_cards", players, options, board)


def test_without_a_board_there_is_nothing_to_record_in_pictures(tmp_path: Path) -> None:
    launcher = Launcher(Choices(variant="dog_cards", record=tmp_path / "recording", broker=NONE))
    with pytest.raises(TableError, match="no pictures"):
        launcher.open_table(launcher.settings())
    launcher.close()
