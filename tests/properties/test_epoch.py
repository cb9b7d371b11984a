"""The count of starts never falls, whatever happens to the record: readers of the broadcast order by it."""

import sqlite3
import tempfile
from contextlib import closing, suppress
from pathlib import Path

import pytest
from events_for_tests import started
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.app.ports import StoreError
from companion.catalogue.shipped import SHIPPED
from companion.session.events import TurnSkipped
from companion.store.epoch import EPOCH_FILE, last_epoch
from companion.store.event_log import EventLog
from companion.store.folder_lock import FolderLock
from companion.store.record import Record


def spoil(folder: Path, at: int, length: int) -> None:
    path = folder / "record.sqlite"
    if path.exists():
        content = bytearray(path.read_bytes())
        content[at : at + length] = b"\xa5" * len(content[at : at + length])
        path.write_bytes(content)


def cut(folder: Path, length: int) -> None:
    path = folder / "record.sqlite"
    if path.exists():
        path.write_bytes(path.read_bytes()[:length])


def make_newer(folder: Path) -> None:
    with suppress(sqlite3.Error), closing(sqlite3.connect(folder / "record.sqlite")) as connection:
        connection.execute("PRAGMA user_version = 9")


def remove(folder: Path) -> None:
    for ending in ("", "-wal", "-shm"):
        (folder / f"record.sqlite{ending}").unlink(missing_ok=True)


def take_in(folder: Path, epoch: int) -> None:
    """A game of another house, with starts of its own."""
    with suppress(StoreError):
        log = EventLog(SHIPPED, folder / "record.sqlite")
        game = f"theirs-{epoch}-{len(log.games())}"
        log.append(game, epoch, [started(game)])
        log.close()


MISHAPS = st.one_of(
    st.tuples(st.just(spoil), st.integers(0, 30_000), st.integers(1, 9000)),
    st.tuples(st.just(cut), st.integers(0, 40_000)),
    st.tuples(st.just(make_newer)),
    st.tuples(st.just(remove)),
    st.tuples(st.just(take_in), st.integers(0, 500)),
)
STARTS = st.sampled_from(["plays", "is killed", "cannot write"])


def start(folder: Path, how: str) -> int:
    """Starts the program once; returns the epoch of its broadcast."""
    record = Record(SHIPPED, folder)
    with pytest.MonkeyPatch.context() as patch:
        if how == "cannot write":
            patch.setattr(FolderLock, "take", refuse)
        record.begin()
        with suppress(StoreError):
            record.append(f"game-{record.epoch}", record.epoch, [TurnSkipped(seat=0)])
        if how == "is killed" and record._log:
            # the content of SQLite's log stays there
            copies = [(path, path.read_bytes()) for path in folder.iterdir()]
            record.close()
            for path, content in copies:
                path.write_bytes(content)
    record.close()
    return record.epoch


def refuse(_: FolderLock) -> None:
    raise PermissionError(13, "Permission denied")


@settings(max_examples=15, deadline=None)
@given(st.lists(st.tuples(STARTS, st.lists(MISHAPS, max_size=2)), min_size=2, max_size=8))
def test_every_start_that_can_write_has_a_higher_epoch_than_all_before(
    course: list[tuple[str, list[tuple[object, ...]]]],
) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        highest, kept = 0, 0
        for how, mishaps in course:
            epoch = start(folder, how)
            # a start of which nothing could be written is repeated; it is never below one that was counted
            assert epoch > kept
            assert epoch >= highest
            highest = max(highest, epoch)
            kept = kept if how == "cannot write" else epoch
            for what, *how_much in mishaps:
                what(folder, *how_much)  # type: ignore[operator]


@pytest.mark.parametrize("lost", [b"", b"no number", b"9" * 19, b"\xff\xfe", None])
def test_where_the_count_is_lost_the_records_still_know_it(tmp_path: Path, lost: bytes | None) -> None:
    for _ in range(3):
        start(tmp_path, "is killed")
    (tmp_path / "record.sqlite").rename(tmp_path / "record-damaged-1.sqlite")
    (tmp_path / "record.sqlite-wal").rename(tmp_path / "record-damaged-1.sqlite-wal")
    if lost is None:
        (tmp_path / EPOCH_FILE).unlink()
    else:
        (tmp_path / EPOCH_FILE).write_bytes(lost)
    assert last_epoch(tmp_path) == 3
    assert start(tmp_path, "plays") == 4


def test_a_folder_that_an_older_program_wrote_last_goes_on_counting(tmp_path: Path) -> None:
    start(tmp_path, "plays")
    log = EventLog(SHIPPED, tmp_path / "record.sqlite")
    log.note_start(7)
    log.close()
    assert start(tmp_path, "plays") == 8
