"""`kill -9` aimed at every single call by which a program changes its data folder, and that call refused by the disk.

The calls are counted by a small library that the test builds and preloads; nothing of it is in the product.
"""

import errno
import logging
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from events_for_tests import GAME, every_kind
from kill_points import ACTS, BEFORE, FAIL, HALF, Act, Killing, Runner, kill_everywhere, runner, said

from companion.catalogue.shipped import SHIPPED
from companion.store.event_log import EventLog
from companion.store.faults import RecordError
from companion.store.record import Record

#: In each act, so that the quick run still aims everywhere.
POINTS = 6
#: More calls than this are the same ones again and again.
MANY_CALLS = 200
#: A commit waits for every fourth of few calls and every 25th of many.
STEP, STEP_OF_MANY = 4, 25


@pytest.fixture(scope="module")
def killer() -> Iterator[Runner]:
    logging.disable()
    with runner() as made:
        yield made
    logging.disable(logging.NOTSET)


@pytest.mark.parametrize("act", ACTS, ids=lambda act: act.name)
def test_a_kill_at_some_calls_loses_nothing(killer: Runner, act: Act) -> None:
    killing = Killing(killer, act)
    step = max(1, killing.calls // POINTS)
    points = [(at, (BEFORE, HALF)[number % 2]) for number, at in enumerate(range(1, killing.calls + 1, step))]
    assert kill_everywhere(killing, points).failures == []


@pytest.mark.long
@pytest.mark.parametrize("act", ACTS, ids=lambda act: act.name + ", everywhere")
def test_a_kill_at_any_call_loses_nothing(killer: Runner, act: Act, full: bool) -> None:
    """Before a call and with half of it written; at full size before each call."""
    killing = Killing(killer, Act(**{**vars_of(act), "name": act.name + " everywhere"}))
    step = 1 if full else STEP if killing.calls < MANY_CALLS else STEP_OF_MANY
    points = [(at, manner) for at in range(1, killing.calls + 1, step) for manner in (BEFORE, HALF)]
    tally = kill_everywhere(killing, points)
    assert tally.failures == []
    assert tally.kills >= len(points) // 2


def vars_of(act: Act) -> dict[str, object]:
    return {name: getattr(act, name) for name in ("name", "act", "rows", "log_pages", "damaged", "older")}


@pytest.mark.long
@pytest.mark.parametrize("error", [errno.ENOSPC, errno.EIO])
def test_a_disk_that_refuses_one_call_keeps_nothing_from_being_saved(killer: Runner, error: int) -> None:
    """The game goes on, and the next write, or else the orderly end, brings what is missing."""
    killing = Killing(killer, Act(name=f"refused {error}", act="play", rows=40))
    for at in range(1, killing.calls + 1):
        done = killing.run(at, FAIL, error)
        record = Record(SHIPPED, killing.data)
        record.begin()
        kinds = [type(event).__name__ for event in record.load("played")]
        record.close()
        assert said(done, "error") == [], (at, done)
        assert kinds == killing.stored, (at, done["where"])


def log_with_its_wal(folder: Path) -> tuple[bytes, bytes, list[int]]:
    """A record as a killed program leaves it: the file, SQLite's log, and the log's length after each append."""
    path = folder / "whole.sqlite"
    log, lengths = EventLog(SHIPPED, path), []
    # somebody who still reads the first row keeps the log from being written back
    reader = sqlite3.connect(path, isolation_level=None)
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM event").fetchone()
    wal = path.with_name("whole.sqlite-wal")
    for event in every_kind():
        log.append(GAME, 1, [event])
        lengths.append(wal.stat().st_size)
    content = path.read_bytes(), wal.read_bytes(), lengths
    reader.close()
    log.close()
    return content


@pytest.mark.parametrize("step", [181, pytest.param(31, marks=pytest.mark.long)])
def test_a_log_torn_at_any_byte_gives_a_true_beginning(tmp_path: Path, step: int, full: bool) -> None:
    """Each row whose pages are wholly there is there; a torn row is as if it had never been written.

    At full size the long run cuts at every single byte.
    """
    main, wal, lengths = log_with_its_wal(tmp_path)
    path = tmp_path / "torn.sqlite"
    for cut in range(lengths[-3], len(wal) + 1, 1 if full else step):
        for ending in ("-wal", "-shm"):
            Path(f"{path}{ending}").unlink(missing_ok=True)
        path.write_bytes(main)
        Path(f"{path}-wal").write_bytes(wal[:cut])
        log = EventLog(SHIPPED, path, read_only=True)
        try:
            rows = len(log.load(GAME))
        except RecordError:
            rows = -1
        finally:
            log.close()
        assert rows == sum(length <= cut for length in lengths), cut
