"""Every undone event can be restored: every kind of event, in every game, several steps deep."""

import random

import pytest
from card_games import card_game
from card_sessions import CardSession
from msgspec.structs import replace
from phase_facts import undeclared
from session_driver import COLOURS, NAMES, Session, refusal
from session_players import RandomPlayers
from test_session_games import TABLES

from companion.open_row.actions import format_action
from companion.open_row.players import random_player
from companion.open_row.position import rules_of
from companion.rules.legal import legal_plays
from companion.session import commands as cmd
from companion.session import events as ev
from companion.session.decide import Senses, decide
from companion.session.evolve import evolve
from companion.session.state import BoardGame, NoGame, Phase, State


def same(first: State, second: State) -> bool:
    """Equal but for the number of the row."""
    assert not isinstance(first, NoGame)
    return replace(first, seq=0) == replace(second, seq=0)


def carried_out(state: State, command: cmd.Command) -> State:
    for event in decide(state, Senses(), command).events:
        state = evolve(state, event)
    return state


def check_every_row(events: list[ev.Event], depth: int = 3) -> set[type[ev.Event]]:
    """After each row: as many undos as there are, up to `depth`, and as many redos lead back through the same states.

    Gives the kinds of rows after which something could be taken back.
    """
    state: State = NoGame()
    taken_back = set()
    for event in events:
        state = evolve(state, event)
        if state.paused:
            continue
        way = [state]
        if isinstance(state, BoardGame) and state.declared:
            taken_back.add(type(event))
            way = [carried_out(state, cmd.Undo())]
            assert same(way[0], undeclared(state))
        while len(way) <= depth and way[-1].earlier is not None:
            way.append(carried_out(way[-1], cmd.Undo()))
        if len(way) > 1:
            taken_back.add(type(event))
        here = way.pop()
        for wanted in reversed(way):
            here = carried_out(here, cmd.Redo())
            assert same(here, wanted)
    return taken_back


@pytest.mark.sampled(5)
@pytest.mark.parametrize(("variant", "seats"), TABLES)
@pytest.mark.parametrize("known", [False, True])
def test_undo_then_redo_gives_the_same_state(variant: str, seats: int, known: bool) -> None:
    session = Session().start(variant=variant, seats=seats)
    RandomPlayers(session, seed=seats, known=known).play_rounds(2)
    taken_back = check_every_row(session.events)
    ends_rounds = not session.state.rules.deal.draws_after_play
    assert {ev.CardsDealt, ev.PlayAccepted, ev.PlayDeclared, *[ev.RoundEnded][:ends_rounds]} <= taken_back


def test_corrections_pauses_refusals_and_the_end_too() -> None:
    session = Session().ready()
    session.play("8")
    session.do(cmd.DeclarePlay(seat=0, card="8"))
    session.do(cmd.Pause())
    session.do(cmd.Resume())
    session.stand([0, 8, -1, -1], [-1] * 4, [-1] * 4, [-1] * 4, turn=2)
    session.do(cmd.SkipTurn(seat=2))
    session.do(cmd.Abandon())
    taken_back = check_every_row(session.events, depth=5)
    assert {ev.PlayRefused, ev.PositionCorrected, ev.TurnSkipped, ev.GameAbandoned, ev.DogPlaced} <= taken_back


def test_every_event_of_a_card_game_can_be_undone_and_redone() -> None:
    session = CardSession()
    turns = [turn for turn, _ in zip(card_game(5, [random_player] * 4), range(60), strict=False)]
    start = turns[0][0]
    session.do(cmd.StartCardGame(game="g", names=NAMES[:4], colours=COLOURS[:4], rules=rules_of(start), position=start))
    for before, action, _ in turns:
        try:
            session.do(cmd.DeclareAction(seat=before.turn, action=format_action(action)))
        except cmd.Refused:
            break
    assert ev.ActionTaken in check_every_row(session.events)


def test_an_undo_with_a_card_open_takes_only_the_card_back() -> None:
    """A mistapped card costs no play."""
    session = Session().ready()
    session.play("13")
    played = session.position
    session.do(cmd.DeclarePlay(seat=1, card="8"))
    (event,) = session.do(cmd.Undo()).events
    assert event == ev.DeclarationWithdrawn(seat=1, card="8")
    assert (session.state.declared, session.position) == (None, played)
    (event,) = session.do(cmd.Undo()).events
    assert isinstance(event, ev.EventsUndone)


def test_the_first_card_of_a_game_can_be_taken_back() -> None:
    session = Session().start(Session().ready().position)
    assert session.state.earlier is None
    session.do(cmd.DeclarePlay(seat=0, card="13"))
    assert session.state.laid_by_people
    session.do(cmd.Undo())
    assert refusal(session, cmd.Undo()) == "nothing_to_undo"


def test_an_undo_takes_back_the_play_below_a_card_of_the_computer() -> None:
    """The computer would lay its card again at once."""
    session = Session().ready()
    session.play("13")
    result = legal_plays(session.state.rules, session.position, "13")[0].result
    session.do(cmd.DeclarePlay(seat=1, card="13", announced=result))
    assert not session.state.laid_by_people
    assert isinstance(session.do(cmd.Undo()).events[0], ev.EventsUndone)


def test_what_was_restored_can_be_taken_back_again() -> None:
    session = Session().ready()
    before = session.state
    session.play("13")
    played = session.state
    for _ in range(3):
        session.do(cmd.Undo())
        assert same(session.state, before)
        session.do(cmd.Redo())
        assert same(session.state, played)
    assert session.state.seq == len(session.events)


def test_a_pause_keeps_what_can_be_restored_and_anything_else_does_not() -> None:
    session = Session().ready()
    session.play("13")
    session.do(cmd.Undo())
    session.do(cmd.Pause())
    assert refusal(session, cmd.Redo()) == "game_paused"
    session.do(cmd.Resume())
    session.do(cmd.Redo())
    session.do(cmd.Undo())
    session.do(cmd.DeclarePlay(seat=0, card="13"))
    assert refusal(session, cmd.Redo()) == "nothing_to_redo"


@pytest.mark.parametrize(("variant", "seats"), TABLES)
def test_deal_figure_and_exchange_can_be_taken_back(variant: str, seats: int) -> None:
    """An undo leads to the phase in which it was done; hidden cards are taken back all together."""
    session = Session().start(variant=variant, seats=seats).to_play()
    seen = set()
    while session.state.earlier is not None:
        session.do(cmd.Undo())
        seen.add(session.state.phase)
    assert Phase.DEAL in seen or session.state.phase is Phase.START
    assert session.state.round == 0
    assert same(replace(session.state, undone=None), evolve(NoGame(), session.events[0]))
    assert sum(isinstance(event, ev.EventsUndone) for event in session.events) <= 3 + seats


def test_one_undo_takes_all_hidden_cards_of_an_exchange_back() -> None:
    session = Session().start()
    session.do(cmd.Deal())
    session.do(cmd.PlaceDog(field=10))
    before = session.state
    session.exchange()
    assert session.state.phase is Phase.PLAY
    session.do(cmd.Undo())
    assert same(session.state, before)


def test_a_round_that_people_ended_is_taken_back_where_nobody_counts_cards() -> None:
    session = Session().start(Session().ready().position)
    session.play("13")
    before = session.state
    session.do(cmd.NewRound())
    session.do(cmd.Undo())
    assert same(session.state, before)


def test_the_disc_is_still_to_be_turned_back_as_far_as_it_stands() -> None:
    """However often plays are taken back and restored, the encoder's count stands for the same place of the disc."""
    chance = random.Random(4)
    session = Session().ready()
    session.do(cmd.ReportWheel(t_ms=1, boot=1, net=7))
    session.play("13")
    session.do(cmd.ReportWheel(t_ms=2, boot=1, net=7))
    for turns in (1, 1, -1):
        placement = session.position.placement
        wheel = ((placement.extra("wheel") or 0) + turns) % 4
        session.do(cmd.Correct(placement=placement.with_extra("wheel", wheel)))
    stands = 7
    for _ in range(30):
        can_redo = isinstance(session.state, BoardGame) and session.state.undone is not None
        session.do(cmd.Redo() if can_redo and chance.random() < 0.5 else cmd.Undo())
        wheel = session.position.placement.extra("wheel") or 0
        encoder = session.senses.referee.witness.encoder
        if encoder is not None and encoder.turned is not None:
            assert (encoder.turned + wheel - stands) % 4 == (encoder.net - stands + _at_start()) % 4
        if session.state.earlier is None:
            break


def _at_start() -> int:
    """Returns the stop of the disc by the record after the corrections: 1 + 1 - 1 quarters, less the count of 7."""
    return (1 - 7) % 4


def test_a_state_is_printed_and_compared_without_its_undo_states() -> None:
    """However long the game: each of them leads to the one before."""
    session = Session().ready()
    for _ in range(3):
        session.do(cmd.SkipTurn(seat=session.position.turn))
    state = session.state
    assert state.earlier is not None
    forgetful = replace(state, earlier=None)
    assert state == forgetful
    assert hash(state) == hash(forgetful)
    assert state != replace(state, ply=state.ply + 1)
    assert repr(state) == repr(forgetful)
    assert f"dealer={state.dealer}" in repr(state)
