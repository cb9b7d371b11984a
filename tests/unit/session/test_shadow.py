"""Shadow mode: a silent camera's verdicts on plays that people tapped, and that it changes nothing else."""

import random
from collections.abc import Iterator

import msgspec
import pytest
from session_driver import HOME, Session, position
from test_senses import BEFORE, picture

from companion.model.position import Placement, Position
from companion.rules.legal import legal_plays
from companion.sensors.apart.silent import silently
from companion.session import commands as cmd
from companion.session import events as ev
from companion.session.decide import DOUBT_STANDS_MS, Senses
from companion.session.state import Agreement

PLAYED = position([[9, *HOME[1:]], HOME, HOME, HOME])
WRONG = position([[7, *HOME[1:]], HOME, HOME, HOME])
WHEEL = 0


def see(session: Session, seen: Position, t_ms: int) -> tuple[ev.Event, ...]:
    report = cmd.ReportObservation(observation=picture(seen, t_ms, WHEEL))
    return session.do(cmd.WatchSilently(report=report)).events


def tap(session: Session, result: Placement) -> tuple[ev.Event, ...]:
    return session.do(cmd.ChoosePlay(result=result)).events


def standing(session: Session, result: Placement) -> Position:
    return msgspec.structs.replace(session.position, placement=result)


def begun(card: str = "3") -> Session:
    session = Session().start(BEFORE)
    see(session, BEFORE, 0)
    session.do(cmd.DeclarePlay(seat=0, card=card))
    return session


def compared(session: Session) -> list[ev.ShadowJudged]:
    return [event for event in session.events if isinstance(event, ev.ShadowJudged)]


def test_a_play_that_was_seen_before_it_was_tapped_is_compared_at_once() -> None:
    session = begun()
    assert see(session, PLAYED, 1000) == ()
    assert [type(event) for event in tap(session, PLAYED.placement)] == [ev.PlayAccepted, ev.ShadowJudged]
    assert compared(session)[0].agreed
    assert session.state.agreement == Agreement(same=1)


def test_a_play_that_was_tapped_first_is_compared_when_it_is_seen() -> None:
    session = begun()
    tap(session, PLAYED.placement)
    assert see(session, BEFORE, 500) == ()
    (judged,) = see(session, PLAYED, 1000)
    assert isinstance(judged, ev.ShadowJudged)
    assert judged.agreed
    assert see(session, PLAYED, 2000) == ()


def test_a_tap_that_differs_from_the_board_is_noted_with_the_picture() -> None:
    session = begun("13")
    tapped, seen = legal_plays(session.state.rules, session.position, "13")[:2]
    see(session, standing(session, seen.result), 1000)
    tap(session, tapped.result)
    (judged,) = compared(session)
    assert not judged.agreed
    assert judged.play
    assert session.state.agreement == Agreement(otherwise=1)


def test_it_objects_silently() -> None:
    session = begun()
    see(session, WRONG, 1000)
    assert see(session, WRONG, 1000 + DOUBT_STANDS_MS) == ()
    assert session.senses.question is None
    tap(session, PLAYED.placement)
    session.do(cmd.DeclarePlay(seat=1, card="13"))
    (judged,) = compared(session)
    assert judged.reasons
    assert not judged.agreed
    assert not any(isinstance(event, ev.PlayRefused) for event in session.events)


def test_what_was_not_seen_is_unsure_and_the_next_play_is_judged_again() -> None:
    session = begun()
    tap(session, PLAYED.placement)
    session.do(cmd.DeclarePlay(seat=1, card="13"))
    assert session.state.agreement == Agreement(unsure=1)
    result = legal_plays(session.state.rules, session.position, "13")[0].result
    see(session, standing(session, result), 3000)
    tap(session, result)
    assert session.state.agreement == Agreement(same=1, unsure=1)


def test_an_objection_counts_although_the_play_was_seen_in_the_end() -> None:
    session = begun()
    see(session, WRONG, 1000)
    see(session, WRONG, 1000 + DOUBT_STANDS_MS)
    see(session, PLAYED, 2000)
    tap(session, PLAYED.placement)
    assert session.state.agreement == Agreement(otherwise=1)


def test_shadow_mode_objects_only_after_seeing_the_tapped_board() -> None:
    session = begun("13")
    tapped, seen = legal_plays(session.state.rules, session.position, "13")[:2]
    see(session, standing(session, seen.result), 1000)
    tap(session, tapped.result)
    session.do(cmd.DeclarePlay(seat=1, card="13"))
    for t_ms in (2000, 2000 + DOUBT_STANDS_MS):
        see(session, WRONG, t_ms)
    tap(session, legal_plays(session.state.rules, session.position, "13")[0].result)
    session.do(cmd.DeclarePlay(seat=2, card="13"))
    assert session.state.agreement == Agreement(otherwise=1, unsure=1)


@pytest.mark.parametrize("looks", [True, False])
def test_a_play_that_is_taken_back_counts_no_longer(looks: bool) -> None:
    session = begun()
    if looks:
        see(session, PLAYED, 1000)
    tap(session, PLAYED.placement)
    session.do(cmd.Undo())
    assert session.state.agreement is None
    session.do(cmd.Redo())
    assert session.state.agreement == (Agreement(same=1) if looks else None)


def test_what_is_moved_in_a_pause_is_nobodys_play() -> None:
    session = begun()
    session.do(cmd.Pause())
    see(session, WRONG, 1000)
    see(session, WRONG, 1000 + DOUBT_STANDS_MS)
    session.do(cmd.Resume())
    see(session, WRONG, 2000)
    see(session, WRONG, 2000 + DOUBT_STANDS_MS)
    tap(session, PLAYED.placement)
    see(session, PLAYED, 3000)
    assert session.state.agreement == Agreement(same=1)


def test_a_program_that_was_killed_goes_on_comparing_and_has_kept_what_was() -> None:
    session = begun()
    see(session, PLAYED, 1000)
    tap(session, PLAYED.placement)
    session.senses = Senses()
    session.do(cmd.WatchSilently(report=cmd.LoseSight()))
    session.do(cmd.DeclarePlay(seat=1, card="13"))
    result = legal_plays(session.state.rules, session.position, "13")[0].result
    see(session, standing(session, result), 3000)
    tap(session, result)
    assert session.state.agreement == Agreement(same=2)


def test_a_silent_camera_posts_nothing_that_the_game_would_judge() -> None:
    posted: list[cmd.Command] = []
    post = silently(posted.append)
    for command in (cmd.LoseSight(), cmd.ReportObservation(observation=picture(BEFORE, 0, WHEEL))):
        post(command)
        assert posted.pop() == cmd.WatchSilently(report=command)
    post(cmd.ProposeCard(cards=("3",)))
    assert posted == [cmd.ProposeCard(cards=("3",))]


def people(chance: random.Random, session: Session) -> Iterator[cmd.Command]:
    """A turn of somebody who taps, now and then with second thoughts."""
    rules, here = session.state.rules, session.position
    playable = [card for card in session.state.faces if legal_plays(rules, here, card)]
    if not playable or session.state.owed:
        yield cmd.SkipTurn(seat=here.turn)
        return
    card = chance.choice(playable)
    yield cmd.DeclarePlay(seat=here.turn, card=card)
    if chance.random() < 0.2:
        yield cmd.WithdrawDeclaration()
        return
    yield cmd.ChoosePlay(result=chance.choice(legal_plays(rules, here, card)).result)
    if chance.random() < 0.2:
        yield cmd.Undo()


def pictures(chance: random.Random, session: Session, t_ms: int) -> Iterator[cmd.Command]:
    """Yields possible reports of a silent camera in between: the board, another one, nothing at all."""
    for number in range(chance.randrange(4)):
        rules, here = session.state.rules, session.position
        plays = legal_plays(rules, here, chance.choice(session.state.faces))
        boards = [here.placement, here.placement, *(play.result for play in plays[:3]), WRONG.placement]
        if chance.random() < 0.1:
            yield cmd.WatchSilently(report=cmd.LoseSight())
        seen = picture(msgspec.structs.replace(here, placement=chance.choice(boards)), t_ms + 400 * number, WHEEL)
        yield cmd.WatchSilently(report=cmd.ReportObservation(observation=seen))


@pytest.mark.parametrize("seed", range(3))
def test_a_silent_camera_changes_nothing_in_the_game(seed: int) -> None:
    """The same taps with and without it: the same events but for the comparisons, each play compared once at most."""
    chance, looking = random.Random(seed), random.Random(seed + 100)
    watched, alone = Session().start(BEFORE), Session().start(BEFORE)
    for turn in range(14):
        for command in people(chance, alone):
            for report in pictures(looking, watched, turn * 5000):
                watched.do(report)
            answers = [_done(session, command) for session in (alone, watched)]
            assert answers[0] == answers[1]
    kept = [event for event in watched.events if not isinstance(event, ev.ShadowJudged)]
    assert [_unplaced(event) for event in kept] == [_unplaced(event) for event in alone.events]
    assert watched.position == alone.position
    assert len(compared(watched)) <= sum(isinstance(event, ev.PlayAccepted) for event in watched.events)
    assert compared(watched)


def _done(session: Session, command: cmd.Command) -> str:
    try:
        session.do(command)
    except cmd.Refused as refused:
        return refused.code
    return ""


def _unplaced(event: ev.Event) -> ev.Event:
    """Rows are counted with the comparisons."""
    return msgspec.structs.replace(event, back_to=0) if isinstance(event, ev.EventsUndone) else event
