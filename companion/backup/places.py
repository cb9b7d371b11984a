"""The places of backups: a folder beside the data folder, and drives that people plug in.

Law: the folder beside it is no part of the data folder, so a backup never holds older ones, and survives a restore.
"""

import os
import string
import sys
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Final

from companion.backup.contents import BackupError
from companion.backup.restore import read_manifest
from companion.views.kept.kept_backup import BackupPlace, KeptBackup

_NAME: Final = "pawtrack-backup-"
_SUFFIX: Final = ".zip"
#: The most archives that are checked on a drive.
_MOST_ON_A_DRIVE: Final = 200


def backup_name(now: datetime) -> str:
    return f"{_NAME}{now:%Y%m%d-%H%M%S}{_SUFFIX}"


def places(folder: Path) -> Sequence[BackupPlace]:
    """Returns the folder beside the data folder first, then every writable drive."""
    own = BackupPlace(folder=folder.with_name(f"{folder.name}-backups"))
    return (own, *(BackupPlace(folder=drive, drive=drive.name or str(drive)) for drive in _drives()))


def kept_backups(found: Sequence[BackupPlace]) -> Sequence[KeptBackup]:
    """Returns the backups in these places, the newest first; other files are skipped."""
    kept = [backup for place in found for path in _archives(place.folder) if (backup := _backup(path, place))]
    return tuple(sorted(kept, key=lambda backup: backup.made, reverse=True))


def _archives(folder: Path) -> Sequence[Path]:
    try:
        return sorted(folder.glob(f"{_NAME}*{_SUFFIX}"), reverse=True)[:_MOST_ON_A_DRIVE]
    except OSError:
        return ()


def _backup(path: Path, place: BackupPlace) -> KeptBackup | None:
    try:
        manifest, size = read_manifest(path), path.stat().st_size
    except (BackupError, OSError):
        return None
    return KeptBackup(path=path, place=place, made=manifest.made, program=manifest.program, size=size)


def _drives() -> Iterator[Path]:
    """Yields the writable drives that the system has mounted for people: sticks, cards, disks."""
    for drive in _mounted():
        try:
            if drive.is_dir() and os.access(drive, os.W_OK):
                yield drive
        except OSError:
            continue


def _mounted() -> Sequence[Path]:
    if sys.platform == "win32":
        home = Path.home().drive.upper()
        return [Path(f"{letter}:\\") for letter in string.ascii_uppercase[3:] if f"{letter}:" != home]
    if sys.platform == "darwin":
        return _below(Path("/Volumes"))
    user = Path.home().name
    return [*_below(Path("/media") / user), *_below(Path("/run/media") / user)]


def _below(folder: Path) -> Sequence[Path]:
    try:
        return sorted(path for path in folder.iterdir() if path.is_mount())
    except OSError:
        return ()


def new_backup(place: BackupPlace) -> Path:
    """Returns the path of a backup that is taken now, in a folder that is there.  Raises BackupError."""
    path = place.folder / backup_name(datetime.now())
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BackupError(f"{path.parent} cannot be made ({error.strerror or error})") from error
    return path
