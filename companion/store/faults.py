"""What can go wrong with the record, in one line that says what to do."""

import sqlite3
from pathlib import Path
from typing import Final

from companion.app.ports import StoreError

RECORD_FAILED: Final = "record_failed"
RECORD_FULL: Final = "record_full"
RECORD_READ_ONLY: Final = "record_read_only"
RECORD_CORRUPT: Final = "record_corrupt"

_CODES: Final = {
    sqlite3.SQLITE_FULL: RECORD_FULL,
    sqlite3.SQLITE_READONLY: RECORD_READ_ONLY,
    sqlite3.SQLITE_PERM: RECORD_READ_ONLY,
    sqlite3.SQLITE_CANTOPEN: RECORD_READ_ONLY,
    sqlite3.SQLITE_CORRUPT: RECORD_CORRUPT,
    sqlite3.SQLITE_NOTADB: RECORD_CORRUPT,
}
_ADVICE: Final = {
    RECORD_FAILED: "check the disk, then try again",
    RECORD_FULL: "the disk is full: make room, then try again",
    RECORD_READ_ONLY: "the folder cannot be written: allow writing to it, then try again",
    RECORD_CORRUPT: "it is damaged or not a Pawtrack record: put it aside (it has not been changed) and start anew",
}


class RecordError(StoreError):
    """A fault of the record; `code` is its message id (`companion/texts`), the message one line with what to do."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def fault_of(path: Path, error: Exception) -> RecordError:
    """What an error of SQLite or of the file system means for the record at `path`."""
    if isinstance(error, sqlite3.Error):
        # extended codes carry the primary one in the low byte; errors of the module itself carry none
        code = _CODES.get(getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF, RECORD_FAILED)
    else:
        code = RECORD_READ_ONLY if isinstance(error, OSError) else RECORD_FAILED
    return RecordError(code, f"{path.name}: {_ADVICE[code]} ({error})")


def corrupt(path: Path, detail: str) -> RecordError:
    return RecordError(RECORD_CORRUPT, f"{path.name}: {_ADVICE[RECORD_CORRUPT]} ({detail})")
