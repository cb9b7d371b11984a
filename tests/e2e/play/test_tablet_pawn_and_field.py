"""A play by pawn and field: the ring that closes, letters, movable pawns, and the arrow of the last play."""

import time
from dataclasses import replace

import pytest
from gallery.views import candidates, declared_view, sample_position, sample_view, spoken
from ui_driver import Driver, open_driver, tap_field, words

from companion.model.places import Place
from companion.model.verdict import VerdictKind
from companion.session import commands as cmd
from companion.views.table_view import CandidateView, HealthState
from ui.presenters.spots import Spot
from ui.widgets.board import closing_ring


@pytest.fixture
def driver() -> Driver:
    return open_driver()


def settle_a_play(driver: Driver) -> CandidateView:
    """Taps pawn and field, which leave one play; returns it."""
    view = declared_view("partner4", camera=HealthState.OFF)
    driver.play(view)
    tap_field(driver, 5)
    tap_field(driver, 9)
    return next(play for play in view.plays if play.text["en"] in driver.button_texts())


def test_pawn_and_field_are_played_once_the_ring_has_closed(driver, monkeypatch):
    monkeypatch.setattr(closing_ring, "CLOSES_S", 0.02)
    play = settle_a_play(driver)
    until = time.monotonic() + 20
    while not driver.posted and time.monotonic() < until:
        driver.stepped.pump(1)
    assert driver.posted == [cmd.ChoosePlay(result=play.result)]
    driver.tap_text(words("play.undo"))
    driver.stepped.pump(3)
    assert driver.posted == [cmd.ChoosePlay(result=play.result)], "a finger on its way hits nothing"


@pytest.mark.parametrize("drop", ["play.again", "play.withdraw", "play.pause", "moves.title"])
def test_another_tap_drops_the_closing_ring(driver, drop):
    settle_a_play(driver)
    assert driver.screen.ring.is_closing
    if drop == "moves.title":
        driver.screen.show_moves()
        driver.stepped.settle()
    else:
        driver.tap_text(words(drop))
    if drop == "play.pause":
        driver.show(replace(driver.launcher.table.view, paused=True))
    assert not driver.screen.ring.is_closing
    assert not any(isinstance(command, cmd.ChoosePlay) for command in driver.posted)


def test_figures_that_may_go_glow_until_the_first_tap(driver):
    driver.play(declared_view("partner4", camera=HealthState.OFF))
    assert Spot(None, Place(5)) in driver.screen.board.movable
    tap_field(driver, 5)
    assert not driver.screen.board.movable


def test_the_letters_of_the_buttons_stand_on_the_board(driver):
    driver.play(declared_view("8", camera=HealthState.OFF))
    letters = [choice.letter for choice in driver.screen.face.choices]
    assert letters == ["A", "B", "C"][: len(letters)]
    assert [letter for _, letter in driver.screen.board.letters] == letters
    assert set(letters) <= set(driver.texts())


def test_an_arrow_shows_the_last_play_until_the_next_card(driver):
    driver.play(sample_view())
    said = spoken(VerdictKind.LEGAL, seat=0, card="8", seq=50)
    position = sample_position().with_placement(candidates(sample_position(), "8")[0].result)
    driver.show(sample_view(position=position, verdict=said, last_play=said, turn=1))
    assert driver.screen.board.arrows
    driver.show(sample_view(position=position, declared="12", last_play=said, turn=1))
    assert driver.screen.board.arrows == ()
