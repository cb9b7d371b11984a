"""The event log: one SQLite file, rows only ever added, each row sealed to the one before it.

Laws: `append` returns only after the rows are on the disk (WAL, synchronous=FULL); a file that is not a record is never
written to; a row that does not fit its seal is refused, never read as something else.
"""

import hashlib
import logging
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from companion.session.events import Event, GameAbandoned, GameStarted, GameWon
from companion.store.codec import CodecError, decode_event, encode_event
from companion.store.faults import corrupt, fault_of

log = logging.getLogger(__name__)

#: "PAWT": marks the file as ours.
APPLICATION_ID: Final = 0x50415754
SCHEMA_VERSION: Final = 1
GENESIS: Final = ""
_FINISHED: Final = (GameWon.__name__, GameAbandoned.__name__)
_SCHEMA: Final = f"""
CREATE TABLE event(
  game TEXT NOT NULL, seq INTEGER NOT NULL, epoch INTEGER NOT NULL, ts_wall INTEGER NOT NULL, type TEXT NOT NULL,
  body TEXT NOT NULL, prev_hash TEXT NOT NULL, hash TEXT NOT NULL, PRIMARY KEY(game, seq)) STRICT, WITHOUT ROWID;
CREATE TABLE start(epoch INTEGER PRIMARY KEY, ts_wall INTEGER NOT NULL) STRICT;
CREATE TRIGGER event_is_never_changed BEFORE UPDATE ON event
  BEGIN SELECT RAISE(ABORT, 'the record is append-only'); END;
CREATE TRIGGER event_is_never_deleted BEFORE DELETE ON event
  BEGIN SELECT RAISE(ABORT, 'the record is append-only'); END;
PRAGMA application_id = {APPLICATION_ID};
PRAGMA user_version = {SCHEMA_VERSION};
"""
_ROW: Final = "game, seq, epoch, ts_wall, type, body, prev_hash, hash"


class Row(NamedTuple):
    """One stored event; `hash` seals everything before it in the row, `prev_hash` is the row before."""

    game: str
    seq: int
    epoch: int
    ts_wall: int
    type: str
    body: str
    prev_hash: str
    hash: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSummary:
    """One game of the record, readable without loading it.  Times are Unix milliseconds."""

    game: str
    variant: str
    names: tuple[str, ...]
    started_ms: int
    changed_ms: int
    events: int
    finished: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Verification:
    """`events` is the longest whole beginning of the game; `fault` says what is wrong with the row after it."""

    events: tuple[Event, ...]
    fault: str | None


def wall_ms() -> int:
    return time.time_ns() // 1_000_000


def seal(row: Row) -> str:
    """The row's hash: sha256 over all its other columns, among them the hash of the row before."""
    return hashlib.sha256(msgspec.json.encode(row[:-1])).hexdigest()


class EventLog:
    """The record at `path`, made if there is none; threads take turns.  Raises RecordError."""

    def __init__(self, path: Path, clock: Callable[[], int] = wall_ms) -> None:
        self._path = path
        self._clock = clock
        self._lock = threading.Lock()
        self._connection: sqlite3.Connection | None = None
        # per game: the last row known to be on disk, kept over a failed write
        self._confirmed: dict[str, int] = {}
        with self._open():
            pass

    def append(self, game: str, epoch: int, events: Iterable[Event]) -> int:
        """Stores the events in one transaction and returns the row of the last one.  Raises RecordError.

        After a failed write the file is opened and checked anew; rows of the failed attempt that did reach the disk
        are recognised and not written twice.
        """
        batch = [encode_event(event) for event in events]
        with self._open() as connection, _transaction(connection):
            last = _last_row(connection, game)
            seq, prev_hash = (last.seq, last.hash) if last else (0, GENESIS)
            self._confirmed.setdefault(game, seq)
            arrived = self._arrived(connection, game, batch)
            for kind, body in batch[arrived:]:
                row = Row(game, seq + 1, epoch, self._clock(), kind, body, prev_hash, "")
                row = row._replace(hash=seal(row))
                connection.execute("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
                seq, prev_hash = row.seq, row.hash
        self._confirmed[game] = seq
        return seq

    def load(self, game: str) -> tuple[Event, ...]:
        """All events of the game; () where it is unknown.  Raises RecordError when a row is damaged."""
        found = self.verify(game)
        if found.fault:
            raise corrupt(self._path, found.fault)
        return found.events

    def verify(self, game: str) -> Verification:
        """The longest whole beginning of the game and what is wrong after it.  Raises RecordError."""
        events: list[Event] = []
        prev_hash = GENESIS
        with self._open() as connection:
            for number, row in enumerate(_rows(connection, game), start=1):
                try:
                    check_seal(row, number, prev_hash)
                    events.append(decode_event(row.type, row.body))
                except CodecError as error:
                    fault = f"game {game[:40]}, row {number}: {error}; the rows before it are whole"
                    return Verification(events=tuple(events), fault=fault)
                prev_hash = row.hash
            self._confirmed.setdefault(game, len(events))
        return Verification(events=tuple(events), fault=None)

    def adopt(self, rows: Iterable[Row]) -> None:
        """Takes rows that were checked elsewhere as they are, seals and times included.  Raises RecordError."""
        with self._open() as connection, _transaction(connection):
            connection.executemany("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)

    def rows(self, game: str) -> tuple[Row, ...]:
        """The stored rows as they are, unchecked; for export."""
        with self._open() as connection:
            return tuple(_rows(connection, game))

    def games(self) -> tuple[GameSummary, ...]:
        """Every game, the one changed last first; a damaged one is left out and logged.  Raises RecordError."""
        with self._open() as connection:
            # in the order of the tree, one pass: where that order is damaged a chain breaks, and nothing is misread
            every_row = map(Row._make, connection.execute(f"SELECT {_ROW} FROM event ORDER BY game, seq"))
            found = [_summary(game, rows) for game, rows in groupby(every_row, key=attrgetter("game"))]
        return tuple(sorted((game for game in found if game), key=lambda game: game.changed_ms, reverse=True))

    def next_epoch(self) -> int:
        """Counts this start of the program: one more than ever before, on disk when it returns.  Raises RecordError."""
        with self._open() as connection, _transaction(connection):
            query = (
                "SELECT max(coalesce((SELECT max(epoch) FROM start), 0), coalesce((SELECT max(epoch) FROM event), 0))"
            )
            epoch = int(connection.execute(query).fetchone()[0]) + 1
            connection.execute("INSERT INTO start VALUES (?, ?)", (epoch, self._clock()))
        return epoch

    def close(self) -> None:
        with self._lock:
            if self._connection:
                self._connection.close()
                self._connection = None

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        """The connection, opened where there is none.  A fault closes it, so that the next use checks the file anew."""
        with self._lock:
            try:
                if self._connection is None:
                    self._connection = _connect(self._path)
                yield self._connection
            except (sqlite3.Error, OSError, UnicodeError, CodecError) as error:
                if self._connection:
                    self._connection.close()
                    self._connection = None
                raise (corrupt(self._path, str(error)) if _is_damage(error) else fault_of(self._path, error)) from error

    def _arrived(self, connection: sqlite3.Connection, game: str, batch: list[tuple[str, str]]) -> int:
        """How many of `batch` are already on disk: a write that failed at the very end may still have got through."""
        confirmed = self._confirmed[game]
        query = "SELECT type, body FROM event WHERE game = ? AND seq > ? ORDER BY seq"
        beyond = connection.execute(query, (game, confirmed)).fetchall()
        return len(beyond) if beyond == batch[: len(beyond)] else 0


def put_aside(path: Path) -> Path:
    """Renames a record that cannot be used, with what SQLite keeps beside it; returns its new name.  Raises OSError."""
    number = 1
    while (aside := path.with_name(f"{path.stem}-damaged-{number}{path.suffix}")).exists():
        number += 1
    for ending in ("-wal", "-shm"):
        beside = path.with_name(path.name + ending)
        if beside.exists():
            beside.rename(aside.with_name(aside.name + ending))
    return path.rename(aside)


def _is_damage(error: Exception) -> bool:
    """Text that is no UTF-8, in a row or in the schema, comes without a code of its own."""
    return isinstance(error, CodecError | UnicodeError) or "Could not decode to UTF-8" in str(error)


def _connect(path: Path) -> sqlite3.Connection:
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = not path.exists() or path.stat().st_size == 0
    if not fresh:
        # before SQLite touches it: opening may already write
        _check_header(path)
    connection = sqlite3.connect(path, timeout=5.0, isolation_level=None, check_same_thread=False)
    try:
        # the schema goes in before WAL is on, so that the file itself, not its log, says whose it is
        if _is_blank(connection):
            connection.executescript(f"PRAGMA synchronous = FULL; BEGIN EXCLUSIVE; {_SCHEMA} COMMIT;")
        _check_file(connection)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
    except BaseException:
        connection.close()
        raise
    return connection


def _check_header(path: Path) -> None:
    with path.open("rb") as file:
        header = file.read(100)
    # offsets of the SQLite file format: magic at 0, application id at 68
    if header[:16] != b"SQLite format 3\0" or header[68:72] != APPLICATION_ID.to_bytes(4, "big"):
        raise CodecError("it is not a Pawtrack record")


def _is_blank(connection: sqlite3.Connection) -> bool:
    """New, or left empty by a program that was killed while it made the file."""
    return bool(connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0] == 0)


def _check_file(connection: sqlite3.Connection) -> None:
    _check_identity(connection)
    report = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
    if report != "ok":
        raise CodecError(str(report))


def _check_identity(connection: sqlite3.Connection) -> None:
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version != SCHEMA_VERSION:
        raise CodecError(f"it has schema version {version}, this program reads {SCHEMA_VERSION}: update the program")


@contextmanager
def _transaction(connection: sqlite3.Connection) -> Iterator[None]:
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _rows(connection: sqlite3.Connection, game: str) -> Iterator[Row]:
    # the plus signs keep SQLite from trusting the order of a tree that may be damaged
    query = f"SELECT {_ROW} FROM event WHERE +game = ? ORDER BY +seq"
    for row in connection.execute(query, (game,)):
        yield Row(*row)


def _last_row(connection: sqlite3.Connection, game: str) -> Row | None:
    query = f"SELECT {_ROW} FROM event WHERE game = ? ORDER BY seq DESC LIMIT 1"
    row = connection.execute(query, (game,)).fetchone()
    if row is None:
        return None
    last = Row(*row)
    check_seal(last, last.seq, last.prev_hash)
    return last


def check_seal(row: Row, number: int, prev_hash: str) -> None:
    """Raises CodecError unless the row is number `number`, follows the row sealed `prev_hash` and fits its own seal."""
    if row.seq != number or row.prev_hash != prev_hash:
        raise CodecError(f"the chain of rows is broken before row {number}")
    if seal(row) != row.hash:
        raise CodecError(f"row {number} does not fit its seal")


def _summary(game: str, rows: Iterator[Row]) -> GameSummary | None:
    try:
        first = last = next(rows)
        check_seal(first, 1, GENESIS)
        started = decode_event(first.type, first.body)
        for number, row in enumerate(rows, start=2):
            check_seal(row, number, last.hash)
            last = row
    except CodecError as error:
        log.warning("game %s is left out of the list: %s; its export saves the rows before", game[:40], error)
        return None
    if not isinstance(started, GameStarted):
        log.warning("game %s is left out of the list: it does not begin with its start", game[:40])
        return None
    return GameSummary(
        game=game,
        variant=started.position.variant,
        names=started.names,
        started_ms=first.ts_wall,
        changed_ms=last.ts_wall,
        events=last.seq,
        finished=last.type in _FINISHED,
    )
