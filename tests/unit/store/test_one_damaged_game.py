"""A game that is damaged harms itself alone: it is named, and all others are gone on with."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from events_for_tests import started
from msgspec import structs

from companion.catalogue.shipped import SHIPPED
from companion.commands.headless import going_on
from companion.doctor.results import CheckContext
from companion.doctor.storage import check_record
from companion.session.events import GameAbandoned, TurnSkipped
from companion.store.event_log import EventLog
from companion.store.faults import RecordError
from companion.store.game_list import LIST_FILE, GameList
from companion.store.record import Record

#: The possible damage to the rows of one game.
HARM = (
    "UPDATE event SET body = 'x' WHERE game = 'harmed' AND seq = 1",
    "UPDATE event SET body = '{\"v\":1,\"seat\":3}' WHERE game = 'harmed' AND seq = 2",
    "UPDATE event SET hash = 'x' WHERE game = 'harmed' AND seq = 3",
    "UPDATE event SET type = 'Nothing' WHERE game = 'harmed' AND seq = 2",
    "DELETE FROM event WHERE game = 'harmed' AND seq = 1",
    "DELETE FROM event WHERE game = 'harmed' AND seq = 2",
)


def demos(folder: Path, *, ended: bool = False) -> Path:
    """A record with two demos, the one to be harmed played last."""
    with closing(EventLog(SHIPPED, folder / "record.sqlite")) as log:
        for game in ("sound", "harmed"):
            begun = structs.replace(started(game), demo=True)
            last = GameAbandoned() if ended else TurnSkipped(seat=1)
            log.append(game, 1, [begun, TurnSkipped(seat=0), last])
    return folder / "record.sqlite"


def harm(record: Path, statement: str) -> None:
    with closing(sqlite3.connect(record, isolation_level=None)) as connection:
        connection.executescript(
            f"DROP TRIGGER event_is_never_changed; DROP TRIGGER event_is_never_deleted; {statement}"
        )


@pytest.mark.parametrize("statement", HARM)
def test_whatever_row_is_damaged_the_other_games_go_on(tmp_path: Path, statement: str) -> None:
    harm(demos(tmp_path), statement)
    record = Record(SHIPPED, tmp_path)
    record.begin()
    lines: list[str] = []
    assert [game.game for game in going_on(record.games(), lines.append)] == ["sound"]
    assert [line for line in lines if "harmed" in line] == lines != []
    assert len(record.load("sound")) == 3
    with pytest.raises(RecordError) as caught:
        record.load("harmed")
    assert "harmed" in str(caught.value)
    assert "put it aside" not in str(caught.value)
    assert record.append("sound", record.epoch, [TurnSkipped(seat=2)]) == 4
    assert not record.notices
    record.close()


def test_where_no_game_is_damaged_the_newest_demo_goes_on(tmp_path: Path) -> None:
    demos(tmp_path)
    record = Record(SHIPPED, tmp_path)
    record.begin()
    lines: list[str] = []
    assert [game.game for game in going_on(record.games(), lines.append)] == ["harmed", "sound"]
    assert lines == []
    record.close()


def codes(folder: Path) -> list[tuple[str, dict[str, object]]]:
    return [(found.code, dict(found.params)) for found in check_record(CheckContext(folder=folder))]


@pytest.mark.parametrize("statement", HARM[:3])
def test_a_game_that_is_damaged_after_its_end_is_found_by_the_doctor(tmp_path: Path, statement: str) -> None:
    """The list beside the record still has it as it was."""
    record = demos(tmp_path, ended=True)
    with closing(EventLog(SHIPPED, record)) as log:
        assert all(game.fault is None for game in GameList(log, tmp_path / LIST_FILE).read().games)
    assert codes(tmp_path) == [("record_sound", {"count": 2})]
    harm(record, statement)
    assert codes(tmp_path) == [("games_damaged", {"count": 1})]


def test_in_a_large_record_the_doctor_reads_for_its_time_and_says_how_much(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    demos(tmp_path, ended=True)
    monkeypatch.setattr("companion.doctor.storage.READ_S", 0.0)
    assert codes(tmp_path) == [("record_sampled", {"read": 0, "count": 2})]


def test_each_look_reads_other_games_so_that_every_one_has_its_turn(tmp_path: Path) -> None:
    with closing(EventLog(SHIPPED, tmp_path / "record.sqlite")) as log:
        for number in range(6):
            log.append(f"g{number}", 1, [started(f"g{number}"), GameAbandoned()])
        GameList(log, tmp_path / LIST_FILE).read()
        log.append("open", 1, [started("open")])
        seen: set[str] = set()
        for _ in range(200):
            ticks = iter(range(9))
            looked = GameList(log, tmp_path / LIST_FILE, clock=lambda ticks=ticks: float(next(ticks))).check(seconds=3)
            assert len(looked.games) == 2
            assert looked.unread == 5
            assert looked.games[0].game == "open"
            seen |= {game.game for game in looked.games}
        assert len(seen) == 7
