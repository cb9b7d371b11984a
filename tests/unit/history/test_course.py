"""A game row by row is what the table showed then, and its lines are what happened."""

import itertools
import random
from dataclasses import replace

import msgspec
import pytest
from card_sessions import CardSession
from events_for_tests import every_kind
from gallery.history_views import card_course, played_course
from live_tables import TABLES, TableSession
from session_players import RandomPlayers
from words_for_tests import WORDING

from companion.history.course import DISPUTES, UNDOS, LineKind, course_of
from companion.history.standing import standing
from companion.session import commands as cmd
from companion.session import events as ev
from companion.session.evolve import evolve, replay
from companion.session.state import NoGame
from companion.views.table_view import TableView


def as_kept(view: TableView) -> TableView:
    """Returns a snapshot without the parts that no record holds: health, the referee's thoughts, possible acts."""
    passing = replace(
        view,
        epoch=0,
        health=(),
        notice=None,
        plays=(),
        candidates=(),
        can_undo=False,
        put_back=None,
        anomaly=None,
    )
    return replace(passing, verdict=None) if view.declared else passing


def played(variant: str, seats: int, seed: int) -> TableSession:
    """Two rounds through a real table, with plays out of turn, undos and restored ones between."""
    session = TableSession()
    session.start(variant=variant, seats=seats)
    players = RandomPlayers(session, seed, known=bool(seed % 2))
    chance = random.Random(seed)
    while session.state.round < 2 or session.state.phase != "deal":
        players.step()
        if session.state.phase == "over":
            break
        if chance.random() < 0.15 and session.state.earlier is not None:
            session.do(cmd.Undo())
            session.do(cmd.Redo())
        if chance.random() < 0.1 and session.state.phase == "play" and session.state.owed is None:
            wrong = (session.position.turn + 1) % seats
            session.do(cmd.DeclarePlay(seat=wrong, card=players.variant.cards[0]))
    return session


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("variant", "seats"), TABLES)
def test_each_row_shows_exactly_what_the_table_showed_then(variant: str, seats: int) -> None:
    session = played(variant, seats, seed=seats)
    course = course_of(session.events)
    assert len(session.views) > 20
    for row, view in session.views.items():
        if row:
            assert as_kept(course.view(row, WORDING)) == as_kept(view), row


def test_each_row_of_a_game_of_cards_shows_its_table() -> None:
    course = card_course()
    state = NoGame()
    session = CardSession()
    for row, event in enumerate(course.events, start=1):
        state = evolve(state, event)
        session.state = state
        assert course.view(row, WORDING).card_table is not None
        assert course.states[row - 1] == state
        assert course.view(row, WORDING).seq == row


@pytest.mark.parametrize("row", [0, 10_000])
def test_there_is_no_other_row(row: int) -> None:
    with pytest.raises(IndexError):
        played_course().view(row, WORDING)


def test_a_course_that_goes_on_is_the_same_as_one_made_at_once() -> None:
    events = played_course().events
    course = course_of(())
    for end in (1, 2, 7, len(events)):
        course = course_of(events[:end], course)
    assert course.states == course_of(events).states
    assert course.lines == course_of(events).lines
    other = played("dog", 4, seed=1).events
    assert course_of(other, course).states[-1] == replay(tuple(other))


def test_every_kind_of_event_is_a_line_or_part_of_one() -> None:
    lines = course_of(every_kind()).lines
    rows = {line.row for line in lines}
    silent = {type(event).__name__ for row, event in enumerate(every_kind(), start=1) if row not in rows}
    assert silent == {
        "PlayDeclared",
        "DeclarationWithdrawn",
        "GamePaused",
        "GameResumed",
        "RoundEnded",
        "ShadowJudged",
        "CardsEntered",
        "SeatGiven",
    }
    assert [line.row for line in lines] == sorted(rows)


def test_plays_are_counted_captures_named_and_disputes_marked() -> None:
    course = played_course()
    plays = [line for line in course.lines if line.kind is LineKind.PLAY and line.stands]
    assert [line.ply for line in plays] == list(range(1, len(plays) + 1))
    captured = [seat for line in course.lines for seat in line.captured]
    steps = [step for event in course.events if isinstance(event, ev.PlayAccepted) for step in event.steps]
    assert captured == [capture.seat for step in steps for capture in step.captures]
    assert captured
    (refused,) = [line for line in course.lines if line.kind in DISPUTES]
    assert refused.ruling == "CORE-R31"


def test_cards_pushed_over_one_after_the_other_are_one_line() -> None:
    kinds = [line.kind for line in played_course().lines]
    assert LineKind.EXCHANGE in kinds
    assert all(now is not LineKind.EXCHANGE or then is not now for then, now in itertools.pairwise(kinds))


def test_what_was_taken_back_stays_in_the_list_and_is_marked() -> None:
    course = played_course()
    undone = [line for line in course.lines if line.kind in UNDOS]
    assert [line.kind for line in undone] == [LineKind.UNDO, LineKind.REDO, LineKind.UNDO]
    assert all(line.stands for line in undone)
    assert any(not line.stands for line in course.lines)


@pytest.mark.parametrize("seed", range(20))
def test_what_stands_is_what_the_state_is_made_of(seed: int) -> None:
    """Replaying only the rows that stand gives the same table, whatever was taken back and restored between."""
    chance = random.Random(seed)
    session = TableSession()
    session.start(variant="dog_compact").to_play()
    for _ in range(40):
        wanted = chance.choice([cmd.SkipTurn(seat=session.position.turn)] * 2 + [cmd.Undo(), cmd.Undo(), cmd.Redo()])
        try:
            session.do(wanted)
        except cmd.Refused:
            continue
        if session.state.phase != "play":
            session.to_play()
    stand = standing(session.events)
    kept = tuple(event for row, event in enumerate(session.events, start=1) if row in stand)
    assert msgspec.structs.replace(replay(kept), seq=0) == msgspec.structs.replace(session.state, seq=0)
