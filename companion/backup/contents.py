"""The files of a data folder that belong into a backup, and the backup's manifest."""

from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Annotated, Final

import msgspec

from companion.store.epoch import RECORD_FILE
from companion.store.folder_lock import LOCK_FILE
from companion.store.game_list import LIST_FILE
from companion.system.disk.listing import files_below
from companion.views.kept.kept_backup import BackupFault

MANIFEST: Final = "backup.json"
FORM: Final = 1
#: Rebuilt if missing, or valid on one machine only.  The pictures of recordings are optional.
BROKER: Final = "broker"
RECORDINGS: Final = "recordings"
#: Films of the board, up to a gigabyte: people copy them on their own.
_CLIPS: Final = "clips"
_NOT_KEPT: Final = frozenset({LOCK_FILE, LIST_FILE, BROKER, _CLIPS, "kivy", "lost+found"})
_PASSING: Final = (".new", ".log", f"{RECORD_FILE}-wal", f"{RECORD_FILE}-shm")
#: Limits for reading a backup: a club's ten thousand games take 100 MB.
MOST_FILES: Final = 100_000
MOST_BYTES: Final = 16 << 30
#: A record shrinks to an eighth, pictures not at all: an archive that unpacks to more is meant to fill a disk.
_SMALL_BYTES: Final = 64 << 20
_MOST_FOLDED: Final = 40


class BackupError(Exception):
    """A backup cannot be written or used; one line with the remedy, and the `fault` if the backup itself has one."""

    def __init__(self, message: str, fault: BackupFault | None = None) -> None:
        super().__init__(message)
        self.fault = fault


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """`files` gives the sha256 of each file in it, by its name with slashes."""

    backup: Annotated[int, msgspec.Meta(ge=1)] = FORM
    program: str
    made: str
    files: dict[str, str]


def kept_files(folder: Path, *, recordings: bool) -> Iterator[tuple[str, Path]]:
    """Yields the files of a data folder for a backup, except the record: the name in the backup, and the path.

    Links are left out: their targets are no part of the folder.  Raises OSError.
    """
    for top in sorted(folder.iterdir()):
        if top.name in _NOT_KEPT or (top.name == RECORDINGS and not recordings):
            continue
        for path in files_below(top) if top.is_dir() and not top.is_symlink() else (top,):
            name = path.relative_to(folder).as_posix()
            if path.is_file() and not path.is_symlink() and name != RECORD_FILE and not name.endswith(_PASSING):
                yield name, path


def is_safe(name: str) -> bool:
    """Returns whether a name stays within the folder that it is unpacked into, on every system."""
    parts = PurePosixPath(name).parts
    plain = all(part not in {"", ".", ".."} and not set(part) & set('\\:*?"<>|\0') for part in parts)
    return bool(parts) and plain and "/".join(parts) == name and parts[0] not in _NOT_KEPT


def most_bytes(archive_bytes: int) -> int:
    """Returns the most bytes that a backup file of this size may hold."""
    return min(MOST_BYTES, _SMALL_BYTES + _MOST_FOLDED * archive_bytes)
