"""The clock of a game: the time that counts as play, and how long the turn has lasted."""

from pathlib import Path

import pytest
from events_for_tests import started
from session_driver import Session
from session_players import RandomPlayers

from companion.app.table import Table
from companion.catalogue.shipped import SHIPPED
from companion.history.figures import played_ms
from companion.history.play_clock import PlayClock, PlayTime, Stored, clock_after, ends_turn_of
from companion.session import commands as cmd
from companion.session import events as ev
from companion.store.event_log import EventLog


def clock(*rows: tuple[ev.Event, int, int]) -> PlayClock:
    """The clock after rows of (event, start of the program, seconds)."""
    begun = [(started("g"), Stored(1, 0))]
    return clock_after(PlayClock(), begun + [(event, Stored(epoch, 1000 * at)) for event, epoch, at in rows])


SKIP = ev.TurnSkipped(seat=0)
LAID = ev.PlayDeclared(seat=1, card="5", acting_as=None)


def test_the_turn_clock_runs_from_the_last_turn_through_an_open_card() -> None:
    assert clock((SKIP, 1, 10), (LAID, 1, 30)).at(Stored(1, 45_000)) == PlayTime(45_000, 35_000, running=True)


def test_a_pause_stops_both_and_they_go_on_where_they_stood() -> None:
    paused = clock((SKIP, 1, 10), (ev.GamePaused(), 1, 30))
    assert paused.at(Stored(1, 900_000)) == PlayTime(30_000, 20_000, running=False)
    resumed = clock((SKIP, 1, 10), (ev.GamePaused(), 1, 30), (ev.GameResumed(), 1, 900))
    assert resumed.at(Stored(1, 905_000)) == PlayTime(35_000, 25_000, running=True)


def test_the_turn_clock_stops_while_off_at_the_end_and_when_set_back() -> None:
    assert clock((SKIP, 1, 10)).at(Stored(2, 500_000)) == PlayTime(10_000, 0, running=False)
    assert clock((SKIP, 1, 10), (SKIP, 2, 500)).at(Stored(2, 505_000)) == PlayTime(15_000, 5_000, running=True)
    over = clock((SKIP, 1, 10), (ev.GameWon(seats=(0,)), 1, 20))
    assert over.at(Stored(1, 900_000)) == PlayTime(20_000, 0, running=False)
    assert clock((SKIP, 1, 10), (SKIP, 1, 5)).at(Stored(1, 7_000)) == PlayTime(12_000, 2_000, running=True)


@pytest.mark.parametrize(
    ("event", "ended"),
    [
        (ev.TurnSkipped(seat=2), 2),
        (ev.HandForfeited(seat=1, hand=None), 1),
        (ev.CardDiscarded(seat=3, card="5", because="stuck"), 3),
        (ev.CardDiscarded(seat=3, card="5", because="draw"), None),
        (ev.CardDiscarded(seat=3, card="5", because="cost"), None),
        (LAID, None),
        (ev.GamePaused(), None),
    ],
)
def test_a_turn_ends_with_an_act_that_leaves_nothing_to_do(event: ev.Event, ended: int | None) -> None:
    assert ends_turn_of(event) == ended
    lasted = clock((SKIP, 1, 10), (event, 1, 30)).turn_ms
    assert (lasted == 0) == (ended is not None)


def test_a_table_that_was_killed_goes_on_with_the_clock_of_its_record(tmp_path: Path) -> None:
    """The screen shows the sums of the record, before and after a kill."""
    session = Session().start()
    RandomPlayers(session, seed=3).play_rounds(1)
    now = 0

    def wall() -> int:
        return now

    log = EventLog(SHIPPED, tmp_path / "record.sqlite", clock=wall)
    for event in session.events:
        now += 7_000
        log.append(session.state.game, 1, [event])
    table = Table(log, epoch=2, wall=wall)
    now += 3_600_000
    events, stored = log.load(session.state.game), log.stored(session.state.game)
    table.restore(events, stored)
    before = table.play_time()
    assert before.played_ms == played_ms(events, stored) > 0
    assert not before.running
    table.handle(cmd.Undo())
    now += 20_000
    assert table.play_time() == PlayTime(before.played_ms + 20_000, 20_000, running=True)
    table.handle(cmd.Pause())
    events, stored = log.load(session.state.game), log.stored(session.state.game)
    assert table.play_time().played_ms == played_ms(events, stored) == before.played_ms + 20_000
    log.close()
