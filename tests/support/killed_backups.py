"""The laws of a data folder and its backups after a program was killed while it wrote or restored one."""

import os
import stat
import tempfile
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any, Final

from companion.backup.contents import BackupError
from companion.backup.exchange import Settled, settle
from companion.backup.restore import read_manifest, restore_backup
from companion.backup.take import take_backup
from companion.catalogue.shipped import SHIPPED
from companion.session.events import GameAbandoned
from companion.settings.file import save_settings
from companion.settings.schema import Settings
from companion.store.event_log import EventLog
from companion.store.folder_lock import FolderHeldError, FolderLock

#: True of one machine, or made anew.
_PASSING: Final = ("pawtrack.lock", "epoch", "games.json")


def make_backup(path: Path) -> None:
    """A backup of another evening than any that is killed: its settings, a game and a board in a folder."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        save_settings(folder / "settings.toml", Settings(names=("kept",) * 4))
        (folder / "boards").mkdir()
        (folder / "boards" / "ours.png").write_bytes(bytes(5000))
        with closing(EventLog(SHIPPED, folder / "record.sqlite", lambda: 1)) as log:
            log.append("of the backup", 1, [GameAbandoned()])
        take_backup(folder, path, lambda _: None)


def wrong_after_restore(data: Path, before: Path, done: dict[str, Any]) -> str:
    """Returns the fault at the next start; empty if either folder is whole, and the finding was reported."""
    said = [kind for kind, *_ in done["said"]]
    was_begun = any(data.parent.glob("data-[ru]*"))
    settled = settle(data)
    found, old, new = contents(data), contents(before), restored(data.parent / "backup.zip")
    if found not in (old, new):
        return f"{sorted(found)} is neither folder"
    if "restored" in said and found != new:
        return "what was put back is not there"
    if settled is not None and (found == new) != (settled is Settled.FINISHED):
        return f"{settled} is said"
    if was_begun and settled is None:
        return "nothing is said"
    if found == new and old and contents(data.with_name("data-before-restore-1")) != old:
        return "what was there before is gone"
    left = sorted(path.name for path in data.parent.glob("data-[ru]*"))
    return f"{left} are left" if left or settle(data) else held(data)


def wrong_backup(data: Path, done: dict[str, Any]) -> str:
    """A backup is whole or not there, and nobody else may read it."""
    path = data / "taken.zip"
    if not path.exists():
        return "there is none" if ["backed up"] in done["said"] else ""
    try:
        read_manifest(path)
    except BackupError as error:
        return str(error)
    return "" if stat.S_IMODE(path.stat().st_mode) == 0o600 else oct(path.stat().st_mode)


def held(folder: Path) -> str:
    lock = FolderLock(folder)
    try:
        lock.take()
    except FolderHeldError as error:
        return str(error)
    finally:
        lock.release()
    return ""


@cache
def restored(backup: Path) -> dict[str, bytes]:
    """Returns the content of a folder after a backup was restored into it."""
    with tempfile.TemporaryDirectory() as name:
        restore_backup(backup, Path(name) / "data", lambda _: None)
        return contents(Path(name) / "data")


def contents(folder: Path) -> dict[str, bytes]:
    """Returns every file by its name, without data of one machine."""
    return {
        os.fspath(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.name not in _PASSING
    }
