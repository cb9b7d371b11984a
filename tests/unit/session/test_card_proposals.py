"""The camera's proposal for the newest card: shown while a card is to be named, and of no weight anywhere else."""

import pytest
from session_driver import HOME, Session, position

from companion.app.memory_store import MemoryStore
from companion.app.table import Table
from companion.model.observation import Seen
from companion.session import commands as cmd

BOARD = [[5, *HOME[1:]], HOME, HOME, HOME]


def playing() -> Session:
    session = Session()
    session.start(position(BOARD))
    return session


def test_a_proposal_stands_until_a_card_is_declared() -> None:
    session = playing()
    session.do(cmd.ProposeCard(cards=("8",)))
    assert session.senses.proposed == ("8",)
    session.do(cmd.ReportObservation(observation=Seen(t_ms=10, placement=session.state.position.placement)))
    assert session.senses.proposed == ("8",)
    session.do(cmd.DeclarePlay(seat=0, card="3"))
    assert session.senses.proposed == ()


def test_a_newer_proposal_takes_the_place_of_an_older_one() -> None:
    session = playing()
    session.do(cmd.ProposeCard(cards=("8",)))
    session.do(cmd.ProposeCard(cards=("9", "8")))
    assert session.senses.proposed == ("9", "8")
    session.do(cmd.ProposeCard(cards=()))
    assert session.senses.proposed == ()


def test_only_cards_of_the_game_are_proposed() -> None:
    session = playing()
    session.do(cmd.ProposeCard(cards=("ace", "8")))
    assert session.senses.proposed == ("8",)


def test_a_card_that_was_tapped_first_is_not_proposed_to_the_next_player() -> None:
    session = playing()
    session.do(cmd.DeclarePlay(seat=0, card="8"))
    session.do(cmd.ProposeCard(cards=("8",)))
    assert session.senses.proposed == ()


def test_a_card_laid_before_the_last_play_is_judged_is_proposed_after_it() -> None:
    session = playing()
    session.do(cmd.DeclarePlay(seat=0, card="8"))
    session.do(cmd.ProposeCard(cards=("9",)))
    moved = position([[13, *HOME[1:]], HOME, HOME, HOME]).placement
    session.do(cmd.ReportObservation(observation=Seen(t_ms=10, placement=moved)))
    assert session.state.declared is None
    assert session.senses.proposed == ("9",)


def test_before_a_game_and_in_a_new_one_nothing_is_proposed() -> None:
    session = Session()
    assert session.do(cmd.ProposeCard(cards=("8",))).senses.proposed == ()
    session.start(position(BOARD))
    session.do(cmd.ProposeCard(cards=("8",)))
    session.start(position(BOARD))
    assert session.senses.proposed == ()


@pytest.mark.parametrize("paused", [False, True])
def test_the_view_shows_a_proposal_only_while_a_card_is_to_be_named(paused: bool) -> None:
    session = playing()
    table = Table(MemoryStore(), epoch=1)
    table.restore(tuple(session.events))
    seen: list[tuple[str, ...]] = []
    table.subscribe(lambda view: seen.append(view.proposed))
    if paused:
        table.handle(cmd.Pause())
    table.handle(cmd.ProposeCard(cards=("8",)))
    assert table.view.proposed == (() if paused else ("8",))
    if not paused:
        table.handle(cmd.DeclarePlay(seat=0, card="8"))
        assert seen == [(), ("8",), ()]
