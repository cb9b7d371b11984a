"""Results without plays in the record: each step is kept, and those that are struck out count nowhere."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from events_for_tests import started
from hypothesis import given
from hypothesis import strategies as st

from companion.catalogue.shipped import SHIPPED
from companion.history.totals import totals
from companion.scoring.games import evenings, scored_games, series_of, wins
from companion.scoring.profiles import Profiles
from companion.scoring.ratings import RatingBook
from companion.scoring.tables import player_table
from companion.session.events import GameWon
from companion.session.results import MOST, Result, ResultEntered, ResultRefusedError, ResultStruck, checked
from companion.store.codec import decode_event, encode_event
from companion.store.epoch import RECORD_FILE
from companion.store.event_log import EventLog
from companion.store.export import export_game, import_game
from companion.store.faults import RecordError
from companion.store.record import Record
from companion.store.results import Results
from companion.views.kept.saved_game import SavedFault, SavedGame

HOUR_MS = 3_600_000
EVENING = Result(
    variant="black_dog",
    names=("Anna", "Ben", "Carla", "Ζωή"),
    teams=(0, 1, 0, 1),
    winners=(0, 2),
    ended_ms=400 * HOUR_MS,
    minutes=45,
    place="bei Oma",
    note="with the \N{DOG FACE}",
)


@pytest.fixture
def record(tmp_path: Path) -> Iterator[Record]:
    made = Record(SHIPPED, tmp_path)
    made.begin()
    yield made
    made.close()


@pytest.fixture
def results(record: Record) -> Results:
    return Results(record, lambda: record.epoch)


def counted(record: Record) -> tuple[int, int, int]:
    """How many games count: in series and evenings, in statistics, and for the first player."""
    games = record.all_games().games
    scored = scored_games(games, Profiles())
    rows = player_table(games, scored, Profiles(), RatingBook(scored))
    anna = next((row.games for row in rows if row.profile.name == "Anna"), 0)
    return len(scored), totals(games, lambda _: "month").games, anna


def test_a_result_counts_like_a_game_unless_it_is_struck_out(record: Record, results: Results) -> None:
    results.enter("one", EVENING)
    assert counted(record) == (1, 1, 1)
    results.strike("one", struck=True)
    assert counted(record) == (0, 0, 0)
    (listed,) = record.all_games().games
    assert (listed.is_struck, listed.names, listed.result) == (True, EVENING.names, EVENING.winners)
    results.strike("one", struck=False)
    assert counted(record) == (1, 1, 1)


def test_a_result_stands_in_the_series_of_its_evening(record: Record, results: Results) -> None:
    results.enter("one", EVENING)
    results.enter("two", replace(EVENING, ended_ms=EVENING.ended_ms + HOUR_MS, winners=(1, 3)))
    results.enter("other", replace(EVENING, ended_ms=EVENING.ended_ms + 30 * HOUR_MS))
    first, second = evenings(scored_games(record.all_games().games, Profiles()))
    assert [len(first), len(second)] == [2, 1]
    assert wins(series_of(first)) == ((("anna", "carla"), 1), (("ben", "ζωή"), 1))


def test_a_correction_replaces_the_result_and_the_rows_keep_both(record: Record, results: Results) -> None:
    results.enter("one", EVENING)
    right = replace(EVENING, winners=(1, 3), minutes=30, place="")
    results.correct("one", right)
    (listed,) = record.all_games().games
    assert (listed.result, listed.played_ms, listed.started_ms) == ((1, 3), HOUR_MS // 2, 400 * HOUR_MS - HOUR_MS // 2)
    assert results.of("one").result == right
    assert record.load_result("one")[0] == ResultEntered(game="one", result=EVENING)


def test_the_same_step_twice_is_one_row(record: Record, results: Results) -> None:
    for _ in range(2):
        results.enter("one", EVENING)
        results.correct("one", replace(EVENING, minutes=50))
        results.strike("one", struck=True)
    assert len(record.load_result("one")) == 3


def test_results_hide_from_all_that_needs_plays(record: Record, results: Results) -> None:
    results.enter("one", EVENING)
    assert record.load("one") == ()
    assert record.games() == ()
    record.append("played", 1, [started("played"), GameWon(seats=(0, 2))])
    assert record.load_result("played") == ()
    for id_ in ("played", "unknown"):
        with pytest.raises(RecordError, match="no result"):
            results.strike(id_, struck=True)


def test_a_result_goes_to_another_house_with_its_seals(record: Record, results: Results, tmp_path: Path) -> None:
    results.enter("one", EVENING)
    results.strike("one", struck=True)
    with closing(EventLog(SHIPPED, tmp_path / RECORD_FILE, read_only=True)) as log:
        export_game(log, "one", tmp_path / "one.jsonl")
    with closing(EventLog(SHIPPED, tmp_path / "elsewhere.sqlite")) as other:
        assert import_game(other, tmp_path / "one.jsonl") == "one"
        assert other.games() == record.all_games().games


@pytest.mark.parametrize("rows", [("ResultStruck", '{"v":1}'), ("GamePaused", '{"v":1}')])
def test_rows_that_do_not_belong_together_are_refused(record: Record, results: Results, rows: tuple[str, str]) -> None:
    """A step without its beginning, and an event of a game after a result."""
    results.enter("one", EVENING)
    game = "alone" if rows[0] == "ResultStruck" else "one"
    record.append(game, 1, [decode_event(SHIPPED, *rows)])
    faulty = next(each for each in record.all_games().games if each.game == game)
    assert faulty.fault is SavedFault.DAMAGED
    assert counted(record)[0] == (1 if game == "alone" else 0)


def test_a_changed_row_is_found(record: Record, results: Results, tmp_path: Path) -> None:
    results.enter("one", EVENING)
    record.close()
    connection = sqlite3.connect(tmp_path / RECORD_FILE, isolation_level=None)
    connection.executescript("DROP TRIGGER event_is_never_changed; UPDATE event SET body = replace(body, '45', '46')")
    connection.close()
    with closing(EventLog(SHIPPED, tmp_path / RECORD_FILE, read_only=True)) as log:
        (faulty,) = log.games()
        assert faulty.fault is SavedFault.DAMAGED
        with pytest.raises(RecordError):
            log.load_result("one")


@pytest.mark.parametrize(
    "change",
    [
        {"variant": ""},
        {"names": ("Anna",), "teams": (0,), "winners": (0,)},
        {"names": ("Anna", "Anna", "Carla", "David")},
        {"names": ("Anna", " ", "Carla", "David")},
        {"names": ("x" * 41, "Ben", "Carla", "David")},
        {"names": tuple(map(str, range(MOST + 1))), "teams": tuple(range(MOST + 1)), "winners": (0,)},
        {"teams": (0, 0, 0, 0), "winners": (0, 1, 2, 3)},
        {"teams": (0, 1)},
        {"winners": ()},
        {"winners": (0,)},
        {"winners": (0, 1)},
        {"winners": (0, 2, 7)},
        {"winners": (-4, 2)},
        {"minutes": -1},
        {"minutes": 10_000},
        {"ended_ms": -1},
        {"ended_ms": 10**15},  # in milliseconds no year of the calendar, as microseconds of another program are
        {"place": "x" * 61},
        {"note": "x" * 401},
    ],
)
def test_a_result_that_cannot_be_is_refused_and_nothing_is_kept(
    record: Record, results: Results, change: dict[str, object]
) -> None:
    wrong = replace(EVENING, **change)
    with pytest.raises(ResultRefusedError):
        results.enter("one", wrong)
    assert record.all_games().games == ()
    results.enter("one", EVENING)
    with pytest.raises(ResultRefusedError):
        results.correct("one", wrong)
    record.append("forced", 1, [ResultEntered(game="forced", result=wrong), ResultStruck()])
    assert next(each for each in record.all_games().games if each.game == "forced").fault is SavedFault.DAMAGED


@given(
    sides=st.lists(st.integers(1, 4), min_size=2, max_size=3),
    winner=st.integers(0, 2),
    minutes=st.integers(0, 2880),
    text=st.text(max_size=60),
)
def test_every_result_is_read_back_as_it_was(sides: list[int], winner: int, minutes: int, text: str) -> None:
    teams = tuple(team for team, size in enumerate(sides) for _ in range(size))
    team = winner % len(sides)
    result = Result(
        variant="dog",
        names=tuple(f"player {seat}" for seat in range(len(teams))),
        teams=teams,
        winners=tuple(seat for seat, own in enumerate(teams) if own == team),
        ended_ms=minutes * 60_000,
        minutes=minutes,
        note=text.encode("utf-8", "ignore").decode(),
    )
    event = ResultEntered(game="g", result=checked(result))
    assert decode_event(SHIPPED, *encode_event(event)) == event


def test_a_result_saved_in_short_is_what_was_entered(record: Record, results: Results) -> None:
    results.enter("one", EVENING)
    (listed,) = record.all_games().games
    assert isinstance(listed, SavedGame)
    assert listed.entered is not None
    assert (listed.variant, listed.teams, listed.changed_ms) == (EVENING.variant, EVENING.teams, EVENING.ended_ms)
    assert (listed.entered.place, listed.entered.note) == (EVENING.place, EVENING.note)


def test_rows_in_the_first_form_are_read_for_ever() -> None:
    """Written out, because a changed name of a field would change both sides of any other test."""
    body = (
        '{"v":1,"game":"one","result":{"variant":"black_dog","names":["Anna","Ben","Carla","Ζωή"],"teams":[0,1,0,1],'
        '"winners":[0,2],"ended_ms":1440000000,"day_only":false,"minutes":45,"place":"bei Oma",'
        '"note":"with the \N{DOG FACE}","source":""}}'
    )
    assert decode_event(SHIPPED, "ResultEntered", body) == ResultEntered(game="one", result=EVENING)
    assert encode_event(ResultEntered(game="one", result=EVENING)) == ("ResultEntered", body)
    assert decode_event(SHIPPED, "ResultStruck", '{"v":1}') == ResultStruck()
