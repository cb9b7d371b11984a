"""The record keeps what it was given, in order, and refuses everything else loudly."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from events_for_tests import GAME, every_kind, started

from companion.app.ports import StoreError
from companion.catalogue.shipped import SHIPPED
from companion.session.events import EventsUndone, GameWon, TurnSkipped
from companion.store.codec import NewerError
from companion.store.event_log import EventLog
from companion.store.faults import RecordError, fault_of
from companion.store.record_file import highest_epoch, put_aside
from companion.store.rows import Row, seal
from companion.views.kept.saved_game import SavedFault


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "records" / "record.sqlite"


@pytest.fixture
def log(path: Path) -> Iterator[EventLog]:
    opened = EventLog(SHIPPED, path, clock=iter(range(1000, 9000)).__next__)
    yield opened
    opened.close()


def raw(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path, isolation_level=None)


def test_what_was_appended_is_there_after_a_restart(log: EventLog, path: Path) -> None:
    events = every_kind()
    assert log.append(GAME, 1, events[:5]) == 5
    assert log.append(GAME, 1, events[5:]) == len(events)
    log.close()
    again = EventLog(SHIPPED, path)
    assert again.load(GAME) == events
    again.close()


def test_an_unknown_game_has_no_events(log: EventLog) -> None:
    assert log.load("nobody") == ()


def test_nothing_appended_is_nothing_stored(log: EventLog) -> None:
    log.append(GAME, 1, [started()])
    assert log.append(GAME, 1, []) == 1


def test_rows_count_from_one_within_each_game(log: EventLog) -> None:
    log.append("a", 1, [started("a"), TurnSkipped(seat=0)])
    assert log.append("b", 1, [started("b")]) == 1
    assert log.append("a", 2, [TurnSkipped(seat=1)]) == 3
    assert [(row.seq, row.epoch) for row in log.rows("a")] == [(1, 1), (2, 1), (3, 2)]


def test_the_highest_start_of_the_program_is_known(log: EventLog, path: Path) -> None:
    assert highest_epoch(path) == 0
    log.note_start(3)
    log.note_start(3)
    assert highest_epoch(path) == 3
    log.append(GAME, 9, [started()])
    assert (highest_epoch(path), highest_epoch(path, ["start"])) == (9, 3)


def test_the_list_of_games_tells_them_apart(log: EventLog) -> None:
    log.append("old", 1, [started("old"), GameWon(seats=(0, 2))])
    log.append("new", 1, [started("new"), TurnSkipped(seat=0), GameWon(seats=(0, 2)), EventsUndone(back_to=2)])
    new, old = log.games()
    assert (new.game, new.finished, new.rows) == ("new", False, 4)
    assert (old.game, old.finished, old.rows) == ("old", True, 2)
    assert (new.variant, new.names) == ("black_dog", started().names)
    assert old.started_ms < old.changed_ms < new.started_ms < new.changed_ms


@pytest.mark.parametrize("change", ["UPDATE event SET body = '{}'", "DELETE FROM event"])
def test_the_file_itself_forbids_changes(log: EventLog, path: Path, change: str) -> None:
    log.append(GAME, 1, every_kind())
    connection = raw(path)
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        connection.execute(change)
    connection.close()


@pytest.mark.parametrize(
    ("tampering", "whole"),
    [
        ("UPDATE event SET body = replace(body, '26', '27') WHERE seq = 3", 2),
        ("DELETE FROM event WHERE seq = 7", 6),
        ("UPDATE event SET seq = 99 WHERE seq = 17", 16),
        ("UPDATE event SET epoch = 2 WHERE seq = 1", 0),
        ("UPDATE event SET hash = prev_hash WHERE seq = 17", 16),
    ],
)
def test_a_changed_or_missing_row_is_found(log: EventLog, path: Path, tampering: str, whole: int) -> None:
    log.append(GAME, 1, every_kind())
    connection = raw(path)
    connection.executescript(f"DROP TRIGGER event_is_never_changed; DROP TRIGGER event_is_never_deleted; {tampering}")
    connection.close()
    found = log.verify(GAME)
    assert found.events == every_kind()[:whole]
    assert found.fault is not None
    assert f"row {whole + 1}" in str(found.fault)
    with pytest.raises(RecordError, match="this game alone is damaged") as caught:
        log.load(GAME)
    assert caught.value.code == "record_corrupt"


@pytest.mark.parametrize("row", [1, 2, 3])
def test_a_damaged_game_does_not_hide_the_others(
    log: EventLog, path: Path, caplog: pytest.LogCaptureFixture, row: int
) -> None:
    for game in ("a", "b"):
        log.append(game, 1, [started(game), TurnSkipped(seat=0), TurnSkipped(seat=1)])
    connection = raw(path)
    connection.executescript(
        f"DROP TRIGGER event_is_never_changed; UPDATE event SET epoch = 7 WHERE game = 'a' AND seq = {row}"
    )
    connection.close()
    assert {game.game: (game.fault, game.rows) for game in log.games()} == {
        "a": (SavedFault.DAMAGED, row - 1),
        "b": (None, 3),
    }
    assert "game a cannot be loaded" in caplog.text


@pytest.mark.parametrize(
    "content", [b"a letter to grandmother, long enough to look like something" * 9, b"SQLite format 3\0", b"\0" * 4096]
)
def test_a_foreign_file_is_refused_and_left_as_it_is(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "record.sqlite"
    path.write_bytes(content)
    with pytest.raises(RecordError, match="not a Pawtrack record") as caught:
        EventLog(SHIPPED, path)
    assert caught.value.code == "record_corrupt"
    assert path.read_bytes() == content
    assert [entry.name for entry in tmp_path.iterdir()] == ["record.sqlite"]


def test_another_programs_database_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "record.sqlite"
    connection = raw(path)
    connection.executescript("CREATE TABLE event(x); INSERT INTO event VALUES (1)")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(RecordError, match="not a Pawtrack record"):
        EventLog(SHIPPED, path)
    assert path.read_bytes() == before


def test_a_record_of_a_newer_program_is_refused(log: EventLog, path: Path) -> None:
    log.close()
    connection = raw(path)
    connection.execute("PRAGMA user_version = 2")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(RecordError, match="made by a newer version of Pawtrack") as caught:
        EventLog(SHIPPED, path)
    assert caught.value.code == "record_newer"
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "change",
    ["type = 'TurnPraised'", """body = '{"v":2,"seat":0}'""", """body = '{"v":1,"seat":0,"mood":"good"}'"""],
)
def test_a_game_of_a_newer_program_is_distinguished_from_a_damaged_one(log: EventLog, path: Path, change: str) -> None:
    log.append(GAME, 1, [started(), TurnSkipped(seat=0), TurnSkipped(seat=1)])
    connection = raw(path)
    connection.executescript(f"DROP TRIGGER event_is_never_changed; UPDATE event SET {change} WHERE seq = 3")
    connection.close()
    spoilt = log.rows(GAME)[2]
    reseal(path, spoilt)
    with pytest.raises(RecordError, match="made by a newer version of Pawtrack") as caught:
        log.load(GAME)
    assert caught.value.code == "record_newer"
    found = log.verify(GAME)
    assert (len(found.events), isinstance(found.fault, NewerError)) == (2, True)


def reseal(path: Path, row: Row) -> None:
    connection = raw(path)
    connection.execute("UPDATE event SET hash = ? WHERE game = ? AND seq = ?", (seal(row), row.game, row.seq))
    connection.close()


def test_an_unusable_record_is_put_aside_whole(tmp_path: Path) -> None:
    path = tmp_path / "record.sqlite"
    for number in (1, 2):
        path.write_bytes(b"junk %d" % number)
        assert put_aside(path).read_bytes() == b"junk %d" % number
    log = EventLog(SHIPPED, path)
    log.append(GAME, 1, [started()])
    log.close()
    assert len(list(tmp_path.glob("*damaged*"))) == 2


def test_a_full_disk_loses_nothing_and_writing_goes_on_when_there_is_room(log: EventLog) -> None:
    log.append(GAME, 1, [started()])
    connection = log._connection
    assert connection is not None
    pages = connection.execute("PRAGMA page_count").fetchone()[0]
    connection.execute(f"PRAGMA max_page_count = {pages}")
    many = [TurnSkipped(seat=0)] * 200
    with pytest.raises(RecordError, match="make room") as caught:
        log.append(GAME, 1, many)
    assert caught.value.code == "record_full"
    assert log.load(GAME) == (started(),)
    assert log.append(GAME, 1, many) == 201


class Unlucky(sqlite3.Connection):
    """Commits, and then reports that it failed: a sync that went wrong after the rows were written."""

    def execute(self, sql: str, *parameters: object) -> sqlite3.Cursor:
        cursor = super().execute(sql, *parameters)
        if sql == "COMMIT":
            raise sqlite3.OperationalError("disk I/O error")
        return cursor


def test_a_write_that_failed_after_it_arrived_is_not_written_twice(
    log: EventLog, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log.append(GAME, 1, [started()])
    log.close()
    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *args, **keys: connect(*args, **keys, factory=Unlucky))
    with pytest.raises(StoreError):
        log.append(GAME, 1, [TurnSkipped(seat=1)])
    monkeypatch.undo()
    assert log.append(GAME, 1, [TurnSkipped(seat=1), TurnSkipped(seat=2)]) == 3
    assert log.load(GAME) == (started(), TurnSkipped(seat=1), TurnSkipped(seat=2))
    assert log.append(GAME, 1, [TurnSkipped(seat=2)]) == 4


def test_a_folder_that_cannot_be_made_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(RecordError, match="allow writing") as caught:
        EventLog(SHIPPED, tmp_path / "file" / "record.sqlite")
    assert caught.value.code == "record_read_only"


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (sqlite3.SQLITE_READONLY_DIRECTORY, "record_read_only"),
        (sqlite3.SQLITE_CANTOPEN, "record_read_only"),
        (sqlite3.SQLITE_FULL, "record_full"),
        (sqlite3.SQLITE_CORRUPT_INDEX, "record_corrupt"),
        (sqlite3.SQLITE_IOERR_FSYNC, "record_failed"),
        (sqlite3.SQLITE_BUSY, "record_locked"),
    ],
)
def test_every_fault_of_the_disk_has_a_word(number: int, code: str) -> None:
    error = sqlite3.OperationalError("why")
    error.sqlite_errorcode = number
    fault = fault_of(Path("record.sqlite"), error)
    assert fault.code == code
    assert "\n" not in str(fault)
