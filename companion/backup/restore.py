"""Puts a backup in place of a data folder.

Laws: nothing is deleted: the previous folder stays beside the new one; nothing is changed before the whole backup is
unpacked and every file has its checksum; a backup of a newer program is refused.
"""

import hashlib
import shutil
import sqlite3
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec

from companion.backup.contents import BROKER, FORM, MANIFEST, MOST_FILES, BackupError, Manifest, is_safe, most_bytes
from companion.backup.exchange import Draft, real_folder
from companion.store.codec import CodecError, NewerError
from companion.store.epoch import RECORD_FILE, keep_epoch, last_epoch
from companion.store.folder_lock import FolderHeldError, FolderLock
from companion.store.record_file import open_to_read
from companion.system.disk.free import free_at
from companion.system.disk.whole_file import create
from companion.system.files import open_file
from companion.views.kept.kept_backup import BackupFault

_CHUNK: Final = 1 << 20
_LONGEST_MANIFEST: Final = 64 << 20
_DAMAGED: Final = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError)
Say = Callable[[str], None]


class _Form(msgspec.Struct):
    backup: int


def read_manifest(path: Path) -> Manifest:
    """Reads the manifest of a backup.  Raises BackupError."""
    try:
        with open_file(path) as file, zipfile.ZipFile(file) as archive:
            return _manifest(archive, path.name)
    except OSError as error:
        raise BackupError(f"{path.name} cannot be read ({error.strerror or error}): name a backup") from error
    except _DAMAGED as error:
        raise _no_backup(path.name, error) from error


def restore_backup(path: Path, folder: Path, say: Say) -> Path | None:
    """Unpacks the backup in place of `folder`; returns the previous folder's new place, None if there was none.

    A folder that is a link stays one.  Raises BackupError.
    """
    folder = _there(folder)
    lock = FolderLock(folder)
    try:
        lock.take()
        draft = Draft(folder)
        try:
            _unpack(path, draft.path)
            _check_record(draft.path / RECORD_FILE, say)
            _carry_over(folder, draft.path)
            return draft.put_in_place(folder, lock)
        finally:
            draft.close()
    except FolderHeldError as error:
        raise BackupError(str(error)) from error
    except OSError as error:
        where = error.filename or folder
        raise BackupError(f"{where}: {error.strerror or error}; nothing was changed, try again") from error
    finally:
        lock.release()


def _there(folder: Path) -> Path:
    """Returns the real place of the data folder.  Raises BackupError for a link without a target."""
    if folder.is_symlink() and not folder.exists():
        raise BackupError(f"{folder} is a link to {real_folder(folder)}, which is not there: plug its drive in first")
    return real_folder(folder)


def _manifest(archive: zipfile.ZipFile, name: str) -> Manifest:
    """Reads the manifest.  Raises BackupError, and _DAMAGED."""
    if MANIFEST not in archive.namelist():
        raise BackupError(f"{name} is no backup of Pawtrack; `pawtrack backup` writes one", BackupFault.NO_BACKUP)
    with archive.open(MANIFEST) as file:
        content = file.read(_LONGEST_MANIFEST)
    form = msgspec.json.decode(content, type=_Form).backup
    if form > FORM:
        raise BackupError(
            f"{name} was made by a newer version of Pawtrack: update the program first", BackupFault.NEWER
        )
    manifest = msgspec.json.decode(content, type=Manifest)
    strange = next((each for each in manifest.files if not is_safe(each)), None)
    if strange is not None or len(manifest.files) > MOST_FILES:
        raise BackupError(
            f"{name} is no backup of Pawtrack: a file in it is called {strange!r:.60}", BackupFault.NO_BACKUP
        )
    return manifest


def _unpack(path: Path, draft: Path) -> None:
    """Unpacks the backup into the draft.  Raises BackupError, OSError."""
    try:
        with open_file(path) as file, zipfile.ZipFile(file) as archive:
            left = _room_for(archive, path, draft)
            for name, sha256 in _manifest(archive, path.name).files.items():
                (draft / name).parent.mkdir(parents=True, exist_ok=True)
                size, found = _write(archive, name, draft / name, left)
                left -= size
                if found != sha256:
                    raise BackupError(
                        f"{path.name} is damaged: {name} is not what was put in; use another backup",
                        BackupFault.DAMAGED,
                    )
    except KeyError as error:
        raise BackupError(
            f"{path.name} is damaged: a file is missing in it; use another backup", BackupFault.DAMAGED
        ) from error
    except _DAMAGED as error:
        raise _no_backup(path.name, error) from error


def _room_for(archive: zipfile.ZipFile, path: Path, draft: Path) -> int:
    """Returns the most bytes that it may unpack to.

    Raises BackupError if the archive declares more, or the disk has less room.
    """
    most = most_bytes(path.stat().st_size)
    wanted = sum(entry.file_size for entry in archive.infolist())
    if wanted > most:
        raise _unfolds(most)
    free = free_at(draft).free_bytes
    if wanted > free:
        raise BackupError(f"the backup needs {wanted >> 20} MB and {free >> 20} MB are free: make room first")
    return most


def _write(archive: zipfile.ZipFile, name: str, target: Path, most: int) -> tuple[int, str]:
    """Unpacks one file, whatever size the archive declares; returns its length and its sha256."""
    digest, size = hashlib.sha256(), 0
    with archive.open(name) as source, create(target) as file:
        while chunk := source.read(_CHUNK):
            size += len(chunk)
            if size > most:
                raise _unfolds(most)
            digest.update(chunk)
            file.write(chunk)
    return size, digest.hexdigest()


def _check_record(record: Path, say: Say) -> None:
    """Refuses a record of a newer program, and reports a damaged one."""
    try:
        open_to_read(record, whole=True).close()
    except NewerError as error:
        raise BackupError(
            "the record in it was written by a newer version of Pawtrack: update the program", BackupFault.NEWER
        ) from error
    except (sqlite3.Error, CodecError) as error:
        say(f"the record in the backup is damaged ({error}); it is put back as it is")


def _carry_over(folder: Path, draft: Path) -> None:
    """Copies the data of this machine that no backup replaces.

    They are the broker's passwords, and the number of starts, which never falls (docs/reference/formats/mqtt.md).
    """
    if (folder / BROKER).is_dir():
        shutil.copytree(folder / BROKER, draft / BROKER)
    keep_epoch(draft, max(last_epoch(folder), last_epoch(draft)))


def _unfolds(most: int) -> BackupError:
    return BackupError(
        f"the backup unfolds to more than {most >> 20} MB: it is no backup of Pawtrack", BackupFault.NO_BACKUP
    )


def _no_backup(name: str, error: Exception) -> BackupError:
    return BackupError(f"{name} is no backup of Pawtrack, or damaged ({error})", BackupFault.DAMAGED)
