"""The backups for a screen: the places for new ones, those that are there, the faults of one."""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path


class BackupFault(StrEnum):
    """Why a backup cannot be put back, as far as a screen has words for it."""

    NO_BACKUP = "no_backup"
    DAMAGED = "damaged"
    NEWER = "newer"


@dataclass(frozen=True, slots=True, kw_only=True)
class BackupPlace:
    """A folder for backups; `drive` is the name of a drive that was plugged in, empty for this machine's own folder."""

    folder: Path
    drive: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptBackup:
    """A backup that was found.

    `made` is the local time of its making, year first, `program` the version of its maker.
    """

    path: Path
    place: BackupPlace
    made: str
    program: str
    size: int
