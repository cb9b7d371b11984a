"""The table of phases: whole games keep to it, and no game can fall out of it."""

import pytest
from session_driver import Session
from session_players import RandomPlayers
from test_session_games import TABLES

from companion.session import events as ev
from companion.session.evolve import evolve
from companion.session.phases import FIRST, TRANSITIONS
from companion.session.state import BoardGame, NoGame, Phase, State


@pytest.mark.parametrize(("variant", "seats"), TABLES)
def test_a_game_goes_from_phase_to_phase_as_the_table_says(variant: str, seats: int) -> None:
    session = Session().start(variant=variant, seats=seats)
    RandomPlayers(session, seed=11).play_rounds(2)
    before: State = NoGame()
    for event in session.events:
        after = evolve(before, event)
        assert isinstance(after, BoardGame)
        if isinstance(before, BoardGame):
            candidates = TRANSITIONS[before.phase].get(type(event), (before.phase,))
        else:
            candidates = FIRST
        assert after.phase in candidates
        before = after


def test_there_is_always_a_phase_to_go_to() -> None:
    """The last candidate of each row waits for nothing that may be there or not."""
    rows = [FIRST, *(candidates for row in TRANSITIONS.values() for candidates in row.values())]
    assert all(candidates[-1] in (Phase.PLAY, Phase.OVER) for candidates in rows)
    assert set(TRANSITIONS) == set(Phase)


@pytest.mark.parametrize("phase", Phase)
def test_a_game_can_end_in_every_phase(phase: Phase) -> None:
    assert {TRANSITIONS[phase][kind] for kind in (ev.GameWon, ev.GameAbandoned)} == {(Phase.OVER,)}
