"""The observations that an accusation requires."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace
from session_driver import HOME, Session, position
from test_senses import BEFORE, NO, SURE, look, picture

from companion.model.verdict import VerdictKind
from companion.session import commands as cmd
from companion.session import events as ev
from companion.session.decide import DOUBT_STANDS_MS, Senses
from companion.session.decide.boards import open_turn
from companion.session.decide.boards.witness import SIGHT_KEPT_MS

WRONG = position([[7, *HOME[1:]], HOME, HOME, HOME])
PLAYED = position([[9, *HOME[1:]], HOME, HOME, HOME])
BOTH = position([[9, *HOME[1:]], [16, *HOME[1:]], HOME, HOME])


def seen() -> Session:
    """A game whose first board was seen, with a card open."""
    session = Session().start(BEFORE)
    look(session, BEFORE, 0, 0)
    session.do(cmd.DeclarePlay(seat=0, card="3"))
    return session


def accused(session: Session, t_ms: int) -> bool:
    """Whether the illegal board, at rest for long enough, is called so."""
    look(session, WRONG, t_ms, 0)
    said = look(session, WRONG, t_ms + DOUBT_STANDS_MS, 0)
    assert isinstance(said, ev.PlayRefused) or said is VerdictKind.UNCLEAR
    return isinstance(said, ev.PlayRefused)


def lose_sight(session: Session) -> None:
    session.do(cmd.LoseSight())


def pause(session: Session) -> None:
    session.do(cmd.Pause())
    session.do(cmd.Resume())


def restart(session: Session) -> None:
    session.senses = Senses()


def correct(session: Session) -> None:
    session.do(cmd.Correct(placement=BEFORE.placement, next_turn=0))
    session.do(cmd.DeclarePlay(seat=0, card="3"))


def undo(session: Session) -> None:
    look(session, PLAYED, 100, 0)
    session.do(cmd.Undo())
    session.do(cmd.DeclarePlay(seat=0, card="3"))


def next_card(session: Session) -> None:
    session.do(cmd.DeclarePlay(seat=1, card="13"))


def test_what_was_seen_from_its_beginning_is_judged() -> None:
    assert accused(seen(), 1000)


@pytest.mark.parametrize(("field", "shown"), [(8, 1), (10, 1), (19, 1), (22, 2), (6, 0)])
def test_the_same_shadow_again_and_again_accuses_nobody(field: int, shown: int) -> None:
    """Pictures of one rest are wrong in the same way: many of them are no more evidence than one."""
    session = seen()
    for t_ms in range(1000, 6000, DOUBT_STANDS_MS):
        whole = picture(BEFORE, t_ms, 0)
        track = list(whole.track)
        track[field] = tuple(SURE if kind == shown else NO for kind in range(6))
        session.do(cmd.ReportObservation(observation=replace(whole, track=tuple(track))))
    assert not any(isinstance(event, ev.PlayRefused | ev.PlayAccepted) for event in session.events)


def test_a_hand_is_no_gap_and_a_long_silence_is_one() -> None:
    assert accused(seen(), SIGHT_KEPT_MS)
    assert not accused(seen(), SIGHT_KEPT_MS + 1)


@pytest.mark.parametrize("happens", [lose_sight, pause, restart, correct, undo, next_card])
def test_after_a_gap_nobody_is_accused(happens: Callable[[Session], None]) -> None:
    session = seen()
    happens(session)
    assert not accused(session, 1000)


@pytest.mark.parametrize("happens", [lose_sight, pause, restart, correct, undo])
def test_once_the_board_was_seen_again_everybody_is_judged_as_before(happens: Callable[[Session], None]) -> None:
    session = seen()
    happens(session)
    look(session, BEFORE, 1000, 0)
    assert accused(session, 2000)


@pytest.mark.parametrize("happens", [lose_sight, pause, restart])
def test_the_turn_is_no_surer_than_the_board(happens: Callable[[Session], None]) -> None:
    session = Session().start(BEFORE)
    look(session, BEFORE, 0, 0)
    happens(session)
    session.do(cmd.LoseSight())
    assert session.do(cmd.DeclarePlay(seat=2, card="3")).events == ()
    assert session.senses.question is not None
    assert session.senses.question.code == "turn_not_seen"
    assert isinstance(look(session, BEFORE, 1000, 0), ev.PlayRefused)


def test_a_picture_that_is_not_plain_enough_to_accuse_lets_the_turn_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session().start(BEFORE)
    session.do(cmd.LoseSight())
    session.do(cmd.DeclarePlay(seat=2, card="3"))
    with monkeypatch.context() as patch:
        patch.setattr(open_turn, "chance_of", lambda rules, position, observation: 0.95)
        assert look(session, BEFORE, 1000, 0) is None
    assert session.senses.question is not None
    said = look(session, BEFORE, 2000, 0)
    assert isinstance(said, ev.PlayRefused)
    assert 0.98 < said.confidence <= 1.0


def test_a_board_that_was_played_on_without_a_card_leaves_the_turn_unknown() -> None:
    session = Session().start(BEFORE)
    look(session, BEFORE, 0, 0)
    session.do(cmd.DeclarePlay(seat=1, card="13"))
    look(session, BOTH, 1000, 0)
    session.do(cmd.DeclarePlay(seat=0, card="2"))
    look(session, BOTH, 2000, 0)
    look(session, BOTH, 2000 + DOUBT_STANDS_MS, 0)
    assert not [event for event in session.events if isinstance(event, ev.PlayRefused)]


def test_people_who_tap_see_what_they_tap() -> None:
    session = Session().start(BEFORE)
    session.do(cmd.DeclarePlay(seat=0, card="3"))
    assert [type(event) for event in session.show(WRONG.placement).events] == [ev.PlayRefused]


def out_of_turn() -> Session:
    """A game that no picture has shown yet, with a card of seat 2 though it is the turn of seat 0."""
    session = Session().start(BEFORE)
    session.do(cmd.LoseSight())
    session.do(cmd.DeclarePlay(seat=2, card="3"))
    return session


@pytest.mark.parametrize(
    "moves", [[cmd.SkipTurn(seat=0), cmd.SkipTurn(seat=1)], [cmd.NewRound(), cmd.SkipTurn(seat=0)]]
)
def test_nobody_is_accused_of_a_turn_that_has_passed(moves: list[cmd.Command]) -> None:
    """After two skipped turns the card that was out of turn would be in turn."""
    session = out_of_turn()
    for move in moves:
        session.do(move)
    assert session.senses.question is None
    assert look(session, BEFORE, 1000, 0) is None


def test_the_question_about_the_turn_ends_with_a_card_in_turn() -> None:
    session = out_of_turn()
    session.do(cmd.DeclarePlay(seat=0, card="3"))
    assert session.senses.question is None


def test_a_card_out_of_turn_leaves_the_question_about_the_wheel_open() -> None:
    session = Session().start(BEFORE)
    session.do(cmd.ReportWheel(t_ms=0, boot=7, net=1))
    session.do(cmd.LoseSight())
    session.do(cmd.DeclarePlay(seat=2, card="3"))
    assert session.senses.question is not None
    assert session.senses.question.code == "wheel_elsewhere"
    session.do(cmd.LoseWheel())
    assert session.senses.question.code == "turn_not_seen"
