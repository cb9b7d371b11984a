"""Backups as the screen lists them: the places to write to, the existing ones, and the result of the last try."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from companion.texts.times import moment, tenths
from companion.views.kept.kept_backup import BackupFault, BackupPlace, KeptBackup
from companion.views.wording.words import Words

_MEGABYTE: Final = 1_000_000
#: The longest line of a path, in letters; a longer one would make the letters too small.
_PATH_LINE: Final = 48


@dataclass(frozen=True, slots=True)
class BackupRow:
    """A backup that can be put back: its date, and in small letters its size and place."""

    path: Path
    made: str
    detail: str


def place_text(place: BackupPlace, words: Words) -> str:
    """A place within a line: on this tablet, or on a drive by its name."""
    return words.text("backup.drive", name=place.drive) if place.drive else words.text("backup.here")


def backup_rows(kept: Sequence[KeptBackup], words: Words) -> tuple[BackupRow, ...]:
    return tuple(_row(backup, words) for backup in kept)


def backup_reason(error: BaseException, words: Words) -> str:
    """Why a backup was not written or put back."""
    fault = getattr(error, "fault", None)
    return words.text(f"backup.fault_{fault}") if isinstance(fault, BackupFault) else str(error)


def shown_path(path: Path) -> str:
    """A file or folder as people find it, in lines of whole parts; their own folder is `~`."""
    home = Path.home()
    *folders, last = (Path("~") / path.relative_to(home) if path.is_relative_to(home) else path).parts
    lines = [""]
    for part in (*(folder.rstrip(os.sep) + os.sep for folder in folders), last):
        if lines[-1] and len(lines[-1]) + len(part) > _PATH_LINE:
            lines.append("")
        lines[-1] += part
    return "\n".join(lines)


def _row(backup: KeptBackup, words: Words) -> BackupRow:
    size = words.text("backup.megabytes", size=tenths(max(1, round(10 * backup.size / _MEGABYTE)), words))
    detail = " · ".join((size, place_text(backup.place, words), f"Pawtrack {backup.program}"))
    return BackupRow(backup.path, _made(backup.made, words), detail)


def _made(made: str, words: Words) -> str:
    """The date of the backup; as written in it if it is no time in a known form."""
    try:
        return moment(int(datetime.fromisoformat(made).timestamp() * 1000), words) or made
    except (OverflowError, OSError, ValueError):
        return made
