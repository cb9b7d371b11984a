"""The record's file: how it is made, opened, read without a trace, and put aside.

Laws: a file that is not a record is never written to; a reader changes nothing and makes no file.
"""

import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from companion.store.codec import CodecError, NewerError
from companion.system.disk.whole_file import PRIVATE_FOLDER, create

#: "PAWT": marks the file as ours.
APPLICATION_ID: Final = 0x50415754
SCHEMA_VERSION: Final = 1
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
#: The order in which games were played, independent of the clock.  An older record gets it from the order of its rows.
_ACTIVITY: Final = """
BEGIN IMMEDIATE;
CREATE TABLE IF NOT EXISTS activity(id INTEGER PRIMARY KEY, game TEXT NOT NULL) STRICT;
INSERT INTO activity(game)
  SELECT game FROM event GROUP BY game HAVING NOT EXISTS (SELECT 1 FROM activity) ORDER BY max(epoch), max(ts_wall);
COMMIT;
"""
#: A clock that cannot be set, by row: its zero is arbitrary, within one start of the program.
_TICK: Final = """
CREATE TABLE IF NOT EXISTS tick(
  game TEXT NOT NULL, seq INTEGER NOT NULL, ms INTEGER NOT NULL, PRIMARY KEY(game, seq)) STRICT, WITHOUT ROWID;
"""
_NEWEST: Final = """
SELECT max(ts_wall) FROM (
  SELECT max(ts_wall) AS ts_wall FROM start
  UNION ALL
  SELECT max(ts_wall) FROM event WHERE game = (SELECT game FROM activity ORDER BY id DESC LIMIT 1))
"""
#: Seconds to wait for another program that holds the file.
WAIT_S: Final = 5.0
_TRY_S: Final = 0.5
#: The names that `put_aside` gives.
ASIDE: Final = "record-damaged-*.sqlite"
_BESIDE: Final = ("-wal", "-shm")


def open_file(path: Path, wait_s: float = WAIT_S) -> sqlite3.Connection:
    """Opens the record for writing, made if it is missing.  Raises sqlite3.Error, OSError, CodecError."""
    path.parent.mkdir(PRIVATE_FOLDER, parents=True, exist_ok=True)
    if not path.exists():
        create(path).close()
    fresh = path.stat().st_size == 0
    if not fresh:
        # before SQLite touches it: opening may already write
        _check_header(path)
    connection = sqlite3.connect(path, timeout=wait_s, isolation_level=None, check_same_thread=False)
    try:
        # the schema goes in before WAL is on, so that the file itself, not its log, identifies its program
        if _is_blank(connection):
            connection.executescript(f"PRAGMA synchronous = FULL; BEGIN EXCLUSIVE; {_SCHEMA} COMMIT;")
        _check_file(connection)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        if not _has_table(connection, "activity"):
            connection.executescript(_ACTIVITY)
        if not _has_table(connection, "tick"):
            connection.executescript(_TICK)
    except BaseException:
        connection.close()
        raise
    return connection


def open_to_read(path: Path, wait_s: float = WAIT_S, *, whole: bool = False) -> sqlite3.Connection:
    """Opens the record for a reader, even beside a running game; without a record, an empty one.

    With `whole` every page is checked, which takes seconds for thousands of games; else a damaged page is found when
    it is read, and a row in the wrong place by its seal.  Raises sqlite3.Error, OSError, CodecError.
    """
    if not path.exists() or path.stat().st_size == 0:
        return _in_memory(_SCHEMA)
    _check_header(path)
    connection = sqlite3.connect(
        f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=wait_s, check_same_thread=False
    )
    try:
        _check_file(connection, whole=whole)
    except sqlite3.OperationalError:
        # if nothing may be written, SQLite cannot even read the rest in its log
        connection.close()
        with _copy_of(path) as copied, closing(sqlite3.connect(copied)) as source:
            connection = _in_memory()
            source.backup(connection)
            _check_file(connection, whole=whole)
    except BaseException:
        connection.close()
        raise
    return connection


def _in_memory(script: str = "") -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    connection.executescript(script)
    return connection


@contextmanager
def _copy_of(path: Path) -> Iterator[Path]:
    """Yields a copy of the record and of SQLite's files beside it, in a place where SQLite may write.

    Raises OSError, CodecError.
    """
    with TemporaryDirectory(prefix="pawtrack-") as folder:
        copied = Path(folder) / path.name
        shutil.copyfile(path, copied)
        with suppress(FileNotFoundError):
            shutil.copyfile(_beside(path, "-wal"), _beside(copied, "-wal"))
        yield copied


def is_held(path: Path) -> bool:
    """Returns whether another program keeps the record from being written at this moment; nothing is changed.

    For programs that only read it: the last one to close a file would write its log back.
    """
    if not _beside(path, "-shm").exists():
        return False
    try:
        with closing(sqlite3.connect(path, timeout=_TRY_S, isolation_level=None)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("ROLLBACK")
    except sqlite3.OperationalError as error:
        return error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
    return False


def highest_epoch(path: Path, tables: Sequence[str] = ("start", "event")) -> int:
    """Returns the highest start of the program in a record, however damaged; 0 if none can be read."""
    found = 0
    with suppress(OSError, sqlite3.Error), _copy_of(path) as copied, closing(sqlite3.connect(copied)) as connection:
        for table in tables:
            with suppress(sqlite3.Error, UnicodeError):
                epoch = connection.execute(f"SELECT max(epoch) FROM {table}").fetchone()[0]
                found = max(found, epoch if isinstance(epoch, int) else 0)
    return found


def last_written_ms(path: Path) -> int:
    """Returns the last write to a record (Unix), by its newest start and the last played game; 0 without either."""
    with suppress(OSError, sqlite3.Error, CodecError), closing(open_to_read(path)) as connection:
        newest = connection.execute(_NEWEST).fetchone()[0]
        return newest if isinstance(newest, int) else 0
    return 0


def put_aside(path: Path) -> Path:
    """Renames an unusable record, with SQLite's files beside it; returns its new name.  Raises OSError."""
    number = 1
    while (aside := path.with_name(f"{path.stem}-damaged-{number}{path.suffix}")).exists():
        number += 1
    for ending in _BESIDE:
        beside = _beside(path, ending)
        if beside.exists():
            beside.rename(_beside(aside, ending))
    return path.rename(aside)


def _beside(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)


def _check_header(path: Path) -> None:
    with path.open("rb") as file:
        header = file.read(100)
    # offsets of the SQLite file format: magic at 0, application id at 68
    if header[:16] != b"SQLite format 3\0" or header[68:72] != APPLICATION_ID.to_bytes(4, "big"):
        raise CodecError("it is not a Pawtrack record")


def _is_blank(connection: sqlite3.Connection) -> bool:
    """Returns whether the file is new, or left empty by a program that was killed while it made the file."""
    return bool(connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0] == 0)


def _has_table(connection: sqlite3.Connection, name: str) -> bool:
    return connection.execute("SELECT 1 FROM sqlite_schema WHERE name = ?", (name,)).fetchone() is not None


def _check_file(connection: sqlite3.Connection, *, whole: bool = True) -> None:
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version > SCHEMA_VERSION:
        raise NewerError(f"it has schema version {version}, this program reads {SCHEMA_VERSION}: update the program")
    if version != SCHEMA_VERSION:
        raise CodecError(f"it has schema version {version}, which never was")
    report = connection.execute("PRAGMA integrity_check(1)").fetchone()[0] if whole else "ok"
    if report != "ok":
        raise CodecError(str(report))
