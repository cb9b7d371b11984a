"""A game as JSON Lines goes out and comes back unchanged, or is refused."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from events_for_tests import GAME, every_kind

from companion.catalogue.shipped import SHIPPED
from companion.store.event_log import EventLog
from companion.store.export import export_game, import_game
from companion.store.faults import RecordError


@pytest.fixture
def make_log(tmp_path: Path) -> Iterator[Callable[[str], EventLog]]:
    made: list[EventLog] = []

    def make(name: str) -> EventLog:
        made.append(EventLog(SHIPPED, tmp_path / f"{name}.sqlite"))
        return made[-1]

    yield make
    for log in made:
        log.close()


def test_a_game_goes_from_record_to_record_unchanged(make_log: Callable[[str], EventLog], tmp_path: Path) -> None:
    here, there = make_log("here"), make_log("there")
    here.append(GAME, 4, every_kind())
    assert export_game(here, GAME, tmp_path / "game.jsonl") == len(every_kind())
    assert import_game(there, tmp_path / "game.jsonl") == GAME
    assert there.rows(GAME) == here.rows(GAME)
    assert there.load(GAME) == every_kind()
    export_game(there, GAME, tmp_path / "again.jsonl")
    assert (tmp_path / "again.jsonl").read_bytes() == (tmp_path / "game.jsonl").read_bytes()
    assert not list(tmp_path.glob("*.new"))


def test_a_known_game_is_not_taken_twice(make_log: Callable[[str], EventLog], tmp_path: Path) -> None:
    here = make_log("here")
    here.append(GAME, 4, every_kind())
    export_game(here, GAME, tmp_path / "game.jsonl")
    with pytest.raises(RecordError, match="already"):
        import_game(here, tmp_path / "game.jsonl")


def test_a_changed_line_is_refused_wherever_it_is(make_log: Callable[[str], EventLog], tmp_path: Path) -> None:
    here, there = make_log("here"), make_log("there")
    here.append(GAME, 4, every_kind())
    path = tmp_path / "game.jsonl"
    export_game(here, GAME, path)
    lines = path.read_bytes().splitlines(keepends=True)
    for index in range(len(lines)):
        spoilt = lines[index].replace(b'"epoch":4', b'"epoch":5')
        path.write_bytes(b"".join([*lines[:index], spoilt, *lines[index + 1 :]]))
        with pytest.raises(RecordError, match=f"row {index + 1}"):
            import_game(there, path)
    for index in range(len(lines) - 1):
        path.write_bytes(b"".join([*lines[:index], *lines[index + 1 :]]))
        with pytest.raises(RecordError):
            import_game(there, path)
    assert there.games() == ()


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"{}\n", b'{"game":1}\n', b"not json\n"])
def test_a_file_that_is_no_game_is_refused(make_log: Callable[[str], EventLog], tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(content)
    with pytest.raises(RecordError):
        import_game(make_log("there"), path)


def test_a_missing_file_is_reported(make_log: Callable[[str], EventLog], tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="nowhere"):
        import_game(make_log("there"), tmp_path / "nowhere.jsonl")


def test_an_unknown_game_is_not_written(make_log: Callable[[str], EventLog], tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    with pytest.raises(RecordError, match="no game nobody in the record"):
        export_game(make_log("here"), "nobody", path)
    assert not path.exists()


def test_what_is_whole_of_a_damaged_game_is_written(
    make_log: Callable[[str], EventLog], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    here, path = make_log("here"), tmp_path / "game.jsonl"
    here.append(GAME, 4, every_kind())
    with closing(sqlite3.connect(tmp_path / "here.sqlite", isolation_level=None)) as connection:
        connection.executescript("DROP TRIGGER event_is_never_changed; UPDATE event SET epoch = 7 WHERE seq = 6")
    assert export_game(here, GAME, path) == 5
    assert "first 5 rows" in caplog.text
    there = make_log("there")
    assert there.load(import_game(there, path)) == every_kind()[:5]
