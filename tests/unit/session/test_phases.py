"""The table of phases: whole games keep to it, and no game can fall out of it."""

import pytest
from session_driver import Session
from session_players import RandomPlayers
from test_session_games import TABLES

from companion.session import commands as cmd
from companion.session import events as ev
from companion.session.evolve import evolve
from companion.session.evolve.board import evolve_board
from companion.session.phases import FIRST, TRANSITIONS
from companion.session.state import BoardGame, NoGame, Phase, Playing, State


@pytest.mark.sampled(2)
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


#: Events that are at home where cards are played, and those that are where a round is prepared.
PLAYED = (ev.PlayDeclared(seat=0, card="8", acting_as=None), ev.TurnSkipped(seat=0))
PREPARED = (ev.CardExchanged(seat=0, card=None), ev.FreeStartDecided(seat=0, pawn=None))


@pytest.mark.parametrize(("variant", "seats"), TABLES)
def test_an_event_out_of_its_phase_changes_no_other_phase(variant: str, seats: int) -> None:
    """Nothing lies open, is owed or is pushed over if cards are not played or exchanged, with any record."""
    session = Session().start(variant=variant, seats=seats)
    RandomPlayers(session, seed=7).play_rounds(1)
    state: State = NoGame()
    for event in session.events:
        state = evolve(state, event)
        assert isinstance(state, BoardGame)
        for strays, phases in ((PLAYED, (Phase.PLAY,)), (PREPARED, (Phase.START, Phase.FIGURE, Phase.EXCHANGE))):
            for stray in strays if state.phase not in phases else ():
                assert evolve_board(state, stray).phase_state == state.phase_state


def test_who_had_exchanged_stays_known_when_the_game_is_given_up() -> None:
    session = Session().start()
    session.do(cmd.Deal())
    session.do(cmd.PlaceDog(field=10))
    session.do(cmd.Exchange(seat=1))
    session.do(cmd.Abandon())
    state = session.state
    assert (state.phase, state.result, state.exchanged) == (Phase.OVER, (), (False, True, False, False))


def test_a_corrected_end_goes_on_with_nothing_open_or_owed() -> None:
    session = Session().ready()
    session.do(cmd.DeclarePlay(seat=session.position.turn, card="8"))
    session.do(cmd.Abandon())
    session.do(cmd.Correct(placement=session.position.placement, reason="by_hand"))
    assert session.state.phase_state == Playing()
