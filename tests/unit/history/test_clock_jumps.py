"""A clock that is set in the middle of a game, forward or back, moves no time that is shown."""

from collections.abc import Iterator
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest
from events_for_tests import GAME, started

from companion.catalogue.shipped import SHIPPED
from companion.history.elapsed import elapsed_ms
from companion.history.figures import played_ms
from companion.history.play_clock import LONGEST_TURN_MS, PlayClock, Stored, clock_after
from companion.session.events import Event, GameWon, TurnSkipped
from companion.store.event_log import EventLog

DAY_MS = 24 * 3_600_000
JUMPS = {"+10 days": 10 * DAY_MS, "-1 day": -DAY_MS, "none": 0}
TURN_MS = 60_000
EVENTS: tuple[Event, ...] = (started(), *(TurnSkipped(seat=number % 4) for number in range(8)), GameWon(seats=(0, 2)))
PLAYED_MS = TURN_MS * (len(EVENTS) - 1)


def wall(jump_ms: int, at: int) -> Iterator[int]:
    return (1_800_000_000_000 + TURN_MS * row + jump_ms * (row >= at) for row in count())


def record(path: Path, jump_ms: int, at: int, *, ticks: bool) -> EventLog:
    """A record whose rows lie a minute apart, while the clock on the wall jumps at one of them."""
    walls, steady = wall(jump_ms, at), count(5_000_000, TURN_MS)
    log = EventLog(SHIPPED, path, lambda: next(walls), tick=(lambda: next(steady)) if ticks else None)
    for event in EVENTS:
        log.append(GAME, 1, [event])
    return log


@pytest.mark.parametrize("at", range(1, len(EVENTS)))
@pytest.mark.parametrize("jump", JUMPS)
def test_a_jump_at_any_row_moves_no_time(tmp_path: Path, jump: str, at: int) -> None:
    with closing(record(tmp_path / "record.sqlite", JUMPS[jump], at, ticks=True)) as log:
        stored, saved = log.stored(GAME), log.saved_game(GAME)
    assert played_ms(EVENTS, stored) == saved.played_ms == PLAYED_MS
    assert elapsed_ms(stored) == tuple(range(0, PLAYED_MS + 1, TURN_MS))
    assert clock_after(PlayClock(), zip(EVENTS[:-1], stored, strict=False)).turn_ms == 0
    on = clock_after(PlayClock(), zip(EVENTS[:at], stored, strict=False)).at(stored[at])
    assert on.turn_ms == TURN_MS


@pytest.mark.parametrize("jump", JUMPS)
def test_a_record_without_a_steady_clock_loses_one_turn_at_most(tmp_path: Path, jump: str) -> None:
    with closing(record(tmp_path / "record.sqlite", JUMPS[jump], 4, ticks=False)) as log:
        stored = log.stored(GAME)
    expected = PLAYED_MS - TURN_MS * (jump != "none")
    assert played_ms(EVENTS, stored) == expected == elapsed_ms(stored)[-1]


def test_a_table_that_was_left_alone_was_not_played_at() -> None:
    begun = clock_after(PlayClock(), [(started(), Stored(1, 0, 0))])
    assert begun.at(Stored(1, 0, LONGEST_TURN_MS)).played_ms == LONGEST_TURN_MS
    assert begun.at(Stored(1, 0, LONGEST_TURN_MS + 1)).played_ms == 0


def test_two_starts_of_the_program_share_no_steady_clock() -> None:
    assert elapsed_ms([Stored(1, 1000, 99_000), Stored(2, 4000, 5)]) == (0, 3000)
