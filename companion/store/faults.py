"""The faults of the record, each in one line with the remedy."""

import errno
import sqlite3
from pathlib import Path
from typing import Final

import msgspec

from companion.app.ports import StoreError
from companion.store.codec import CodecError, NewerError
from companion.system.disk.free import free_at
from companion.system.quoting import one_line

RECORD_FAILED: Final = "record_failed"
RECORD_FULL: Final = "record_full"
RECORD_NO_NAMES: Final = "record_no_names"
RECORD_LOCKED: Final = "record_locked"
RECORD_READ_ONLY: Final = "record_read_only"
RECORD_CORRUPT: Final = "record_corrupt"
RECORD_NEWER: Final = "record_newer"

_CODES: Final = {
    sqlite3.SQLITE_BUSY: RECORD_LOCKED,
    sqlite3.SQLITE_LOCKED: RECORD_LOCKED,
    sqlite3.SQLITE_FULL: RECORD_FULL,
    sqlite3.SQLITE_READONLY: RECORD_READ_ONLY,
    sqlite3.SQLITE_PERM: RECORD_READ_ONLY,
    sqlite3.SQLITE_CANTOPEN: RECORD_READ_ONLY,
    sqlite3.SQLITE_CORRUPT: RECORD_CORRUPT,
    sqlite3.SQLITE_NOTADB: RECORD_CORRUPT,
}
_ERRNO: Final = {
    errno.ENOSPC: RECORD_FULL,
    errno.EDQUOT: RECORD_FULL,
    errno.EIO: RECORD_FAILED,
    errno.EMFILE: RECORD_FAILED,
    errno.ENOLCK: RECORD_FAILED,
    errno.ENOSYS: RECORD_FAILED,
    errno.EOPNOTSUPP: RECORD_FAILED,
}
_UNREADABLE: Final = (CodecError, UnicodeError, msgspec.DecodeError, RecursionError)
_ADVICE: Final = {
    RECORD_FAILED: "check the disk, then try again",
    RECORD_FULL: "the disk is full: make room, then try again",
    RECORD_NO_NAMES: "the disk can take no more files: delete some, then try again",
    RECORD_LOCKED: "another program holds it: close that program, then try again",
    RECORD_READ_ONLY: "the folder cannot be written: allow writing to it, then try again",
    RECORD_CORRUPT: "it is damaged or not a Pawtrack record: put it aside (it has not been changed) and start anew",
    RECORD_NEWER: "it was made by a newer version of Pawtrack and stays as it is: update the program",
}


class RecordError(StoreError):
    """A fault of the record; `code` is its message id (`companion/texts`), the message one line with the remedy."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def fault_of(path: Path, error: Exception) -> RecordError:
    """Returns the fault of the record at `path` for an error of SQLite, of the file system or of the content."""
    code = _code_of(error)
    if code in (RECORD_FULL, RECORD_READ_ONLY) and not _has_names(path):
        code = RECORD_NO_NAMES
    detail = " ".join(str(error).split())
    return RecordError(code, f"{path.name}: {_ADVICE[code]} ({detail})")


def fault_of_game(path: Path, game: str, error: CodecError) -> RecordError:
    """Returns the fault of one game of a record whose other games are intact."""
    code = _code_of(error)
    advice = (
        _ADVICE[code]
        if code == RECORD_NEWER
        else f"this game alone is damaged, all others go on: save its whole beginning by `pawtrack export {game} FILE`"
    )
    return RecordError(code, f"{path.name}: {advice} ({one_line(str(error))})")


def is_locked(error: Exception) -> bool:
    """Returns whether another program holds the file."""
    return _code_of(error) == RECORD_LOCKED


def _has_names(path: Path) -> bool:
    try:
        return free_at(path.parent).has_names
    except OSError:
        return True


def _code_of(error: Exception) -> str:
    if isinstance(error, NewerError):
        return RECORD_NEWER
    # text that is no UTF-8, in a row or in the schema, raises an error without a code of its own
    if isinstance(error, _UNREADABLE) or "Could not decode to UTF-8" in str(error):
        return RECORD_CORRUPT
    if isinstance(error, sqlite3.Error):
        # extended codes carry the primary one in the low byte; errors of the module itself carry none
        return _CODES.get(getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF, RECORD_FAILED)
    if isinstance(error, OSError):
        return _ERRNO.get(error.errno or 0, RECORD_READ_ONLY)
    return RECORD_FAILED
