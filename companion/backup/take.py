"""Writes a backup: all of a data folder in one zip archive, even beside a running game.

Laws: the file is whole or absent, readable by its owner alone, and never replaces another one; the record in it is
consistent at one moment; a damaged record is copied as it is.
"""

import hashlib
import sqlite3
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO, Final

import msgspec

from companion.backup.contents import MANIFEST, BackupError, Manifest, kept_files
from companion.store.codec import CodecError
from companion.store.epoch import RECORD_FILE
from companion.store.record_file import open_to_read
from companion.system.disk.whole_file import whole_file
from companion.system.version import version

_CHUNK: Final = 1 << 20
Say = Callable[[str], None]


def take_backup(folder: Path, path: Path, say: Say, *, recordings: bool = False) -> int:
    """Writes the backup of a data folder; returns its number of files.  `say` takes lines for people.

    Raises BackupError.
    """
    if path.exists():
        raise BackupError(f"{path.name} is there already: name another file")
    try:
        with whole_file(path) as file:
            count = _write(folder, file, say, recordings=recordings)
    except OSError as error:
        why = error.strerror or str(error)
        if error.filename and folder in Path(error.filename).parents:
            message = f"{Path(error.filename).relative_to(folder)} cannot be read ({why}): allow it, then try again"
        else:
            message = f"{path.name} cannot be written ({why}): name a file elsewhere"
        raise BackupError(message) from error
    return count


def _write(folder: Path, file: BinaryIO, say: Say, *, recordings: bool) -> int:
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive, TemporaryDirectory(prefix="pawtrack-") as work:
        files = dict(kept_files(folder, recordings=recordings))
        record = folder / RECORD_FILE
        if record.exists():
            files[RECORD_FILE] = _snapshot(record, Path(work), say)
        if not files:
            raise BackupError(f"there is nothing in {folder} yet: play a game first")
        say(f"{len(files)} files of {folder}")
        sums = dict(_stored(archive, files))
        made = datetime.now().isoformat(" ", "seconds")
        archive.writestr(MANIFEST, msgspec.json.encode(Manifest(program=version(), made=made, files=sums)))
    return len(sums)


def _stored(archive: zipfile.ZipFile, files: Mapping[str, Path]) -> Iterator[tuple[str, str]]:
    """Yields each stored file with its sha256; a file that a running game deletes meanwhile is left out."""
    for name, path in files.items():
        with suppress(FileNotFoundError):
            yield name, _take(archive, name, path)


def _snapshot(record: Path, work: Path, say: Say) -> Path:
    """Returns a copy of the record at this moment, in one file; a damaged one unchanged."""
    copy = work / RECORD_FILE
    try:
        with closing(open_to_read(record)) as source, closing(sqlite3.connect(copy)) as target:
            source.backup(target)
    except (sqlite3.Error, CodecError) as error:
        say(f"{record.name} cannot be read ({error}); it is taken as it is")
        return record
    return copy


def _take(archive: zipfile.ZipFile, name: str, path: Path) -> str:
    """Puts a file into the archive; returns the sha256 of the stored bytes."""
    digest = hashlib.sha256()
    with path.open("rb") as source, archive.open(name, "w", force_zip64=True) as target:
        while chunk := source.read(_CHUNK):
            digest.update(chunk)
            target.write(chunk)
    return digest.hexdigest()
