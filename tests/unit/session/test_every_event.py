"""Events of a game on a board: each has its row in the table of changes, and kept results stay with their game."""

from typing import get_args

import pytest
from msgspec import structs
from session_driver import Session

from companion.session import events as ev
from companion.session.evolve import board
from companion.session.evolve.board import evolve_board
from companion.session.state import BoardGame

#: They begin a game, or belong to a game of cards alone.
_ELSEWHERE = {ev.GameStarted, ev.CardGameStarted, ev.ActionTaken, ev.CardRevealed}


def test_every_event_of_a_game_on_a_board_has_a_row() -> None:
    assert board._CHANGES.keys() == set(get_args(ev.Event)) - _ELSEWHERE


def test_an_event_of_another_kind_of_game_is_refused() -> None:
    state = Session().start().state
    assert isinstance(state, BoardGame)
    with pytest.raises(ValueError, match="CardRevealed cannot happen in a game on a board that is on"):
        evolve_board(state, ev.CardRevealed(place=1, card="7"))


def test_a_kept_result_belongs_to_this_game_and_this_event() -> None:
    """Equal events are other events, and an equal game is another game."""
    state = Session().start().state
    assert isinstance(state, BoardGame)
    event = ev.TurnSkipped(seat=state.position.turn)
    after = evolve_board(state, event)
    assert evolve_board(state, event) is after
    assert evolve_board(state, structs.replace(event)) == after
    assert evolve_board(after, event).seq == after.seq + 1
    assert evolve_board(state, ev.TurnSkipped(seat=1)).seq == after.seq
    for seat in range(4):
        assert evolve_board(state, structs.replace(event, seat=seat)).noted == ev.TurnSkipped(seat=seat)
