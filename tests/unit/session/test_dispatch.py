"""Every command has its answer in a game on a board, which takes that kind of command."""

import typing
from inspect import signature

import pytest
from session_driver import Session

from companion.session import commands as cmd
from companion.session.commands import Refused
from companion.session.decide.dispatch import _ALSO_PAUSED, _IN_PLAY

ANSWERS = _ALSO_PAUSED | _IN_PLAY
#: Commands that begin a game, belong to cards alone, or have an answer without a game.
ELSEWHERE = {cmd.StartGame, cmd.StartCardGame, cmd.DeclareAction, cmd.RevealCard, cmd.ProposeCard, cmd.WatchSilently}


def test_every_command_has_one_answer() -> None:
    assert not _ALSO_PAUSED.keys() & _IN_PLAY.keys()
    assert not ANSWERS.keys() & ELSEWHERE
    assert ANSWERS.keys() | ELSEWHERE == {*typing.get_args(cmd.Command)}


@pytest.mark.parametrize("command", ANSWERS, ids=lambda command: command.__name__)
def test_an_answer_takes_its_own_kind_of_command(command: type) -> None:
    taken = list(signature(ANSWERS[command], eval_str=True).parameters.values())[2]
    assert taken.annotation in (taken.empty, command) or command in typing.get_args(taken.annotation)


@pytest.mark.parametrize("paused", [False, True])
def test_a_command_for_cards_alone_is_refused(paused: bool) -> None:
    session = Session().start()
    if paused:
        session.do(cmd.Pause())
    with pytest.raises(Refused) as refused:
        session.do(cmd.RevealCard(place=1, card="2"))
    assert refused.value.code == ("game_paused" if paused else "not_now")
