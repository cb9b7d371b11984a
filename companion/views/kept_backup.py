"""What a screen shows of backups: the places that they can be written to, and those that are there."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class BackupPlace:
    """A folder for backups; `drive` is the name of a drive that was plugged in, empty for this machine's own folder."""

    folder: Path
    drive: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptBackup:
    """A backup that was found; `made` is the local time of its making, year first, `program` the version that did."""

    path: Path
    place: BackupPlace
    made: str
    program: str
    size: int
