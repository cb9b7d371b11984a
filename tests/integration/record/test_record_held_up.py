"""A record that another program holds, or a disk that does not answer: the table plays on, shows it, loses nothing."""

import shutil
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from kill_runner import GAME, Played

from companion.app.memory_store import MemoryStore
from companion.app.table import Table
from companion.catalogue.shipped import SHIPPED
from companion.doctor.results import CheckContext
from companion.doctor.storage import check_record
from companion.session.events import Event
from companion.store.event_log import EventLog
from companion.store.record import Record

PLAYS = 6
PATIENCE_S = 60


def until(what: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE_S
    while not what():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.01)


def said(table: Table) -> str:
    return next(health.code for health in table.view.health if health.part == "record")


@contextmanager
def playing(store: Record | MemoryStore) -> Iterator[Played]:
    table = Table(store, epoch=1)
    table.start()
    try:
        yield Played(table, seed=1)
    finally:
        table.stop()


@contextmanager
def held(path: Path) -> Iterator[None]:
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        yield
        other.execute("ROLLBACK")


def doctor(folder: Path) -> list[str]:
    return [finding.code for finding in check_record(CheckContext(folder=folder))]


def test_a_record_that_another_program_holds_is_named_and_nothing_is_lost(tmp_path: Path) -> None:
    record = Record(SHIPPED, tmp_path)
    record.begin()
    with playing(record) as game:
        game.advance()
        assert doctor(tmp_path) == ["record_sound"]
        stored = len(record.load(GAME))
        with held(tmp_path / "record.sqlite"):
            for _ in range(PLAYS):
                game.advance()
            until(lambda: said(game.table) == "record_locked")
            assert doctor(tmp_path) == ["record_locked"]
            assert len(record.load(GAME)) == stored < len(game.events)
        until(lambda: said(game.table) == "record_ok")
        assert list(record.load(GAME)) == game.events
    record.close()


class Silent(MemoryStore):
    """A disk that does not answer until it is let go."""

    def __init__(self) -> None:
        super().__init__()
        self.answers = threading.Event()

    def append(self, game: str, epoch: int, events: Iterable[Event]) -> int:
        self.answers.wait()
        return super().append(game, epoch, events)


def test_no_play_waits_for_a_disk_that_does_not_answer() -> None:
    disk = Silent()
    with playing(disk) as game:
        for _ in range(PLAYS):
            game.advance()
        assert said(game.table) == "record_slow"
        assert len(game.events) > PLAYS
        disk.answers.set()
        until(lambda: said(game.table) == "record_ok")
        assert list(disk.load(GAME)) == game.events


def test_what_waits_at_the_end_is_stored_at_the_end(tmp_path: Path) -> None:
    record = Record(SHIPPED, tmp_path)
    record.begin()
    with playing(record) as game, held(tmp_path / "record.sqlite"):
        for _ in range(PLAYS):
            game.advance()
    assert list(record.load(GAME)) == game.events
    record.close()


def test_a_copy_of_the_file_alone_has_the_game_up_to_its_last_deal(tmp_path: Path) -> None:
    record = Record(SHIPPED, tmp_path)
    record.begin()
    with playing(record) as game:
        dealt = 0
        while dealt < 3:
            game.advance()
            kinds = [type(event).__name__ for event in record.load(GAME)]
            dealt, last = kinds.count("CardsDealt"), len(kinds) - kinds[::-1].index("CardsDealt")
            shutil.copyfile(tmp_path / "record.sqlite", tmp_path / "copy.sqlite")
            with closing(EventLog(SHIPPED, tmp_path / "copy.sqlite", read_only=True)) as copied:
                found = copied.load(GAME)
                assert len(found) >= last
                assert list(found) == game.events[: len(found)]
    record.close()
