"""Replaces one folder by another with two renames, and settles an interrupted exchange at the next start.

Laws: a draft is named ready when all of it is on the disk, so either folder is whole at any moment; a running exchange
holds the lock of the draft, and is left alone; the previous folder is never deleted.
"""

import os
import shutil
from collections.abc import Sequence
from contextlib import suppress
from enum import StrEnum
from functools import cache
from glob import escape
from itertools import count
from pathlib import Path
from typing import Final

from companion.store.folder_lock import LOCK_FILE, FolderHeldError, FolderLock
from companion.system.disk.whole_file import PRIVATE_FOLDER, sync_folder

_UNPACKING: Final = "unpacking"
_READY: Final = "restoring"
_BEFORE: Final = "before-restore"


class Settled(StrEnum):
    """The outcome of an interrupted restore; the value is its message id (`companion/texts`)."""

    FINISHED = "restore_finished"
    UNDONE = "restore_undone"


class Draft:
    """A new folder beside `folder`, held by this program until `close`.  Raises OSError and FolderHeldError."""

    def __init__(self, folder: Path) -> None:
        self.path = _beside(folder, _UNPACKING)
        self.path.mkdir(PRIVATE_FOLDER)
        self.lock = FolderLock(self.path)
        self.lock.take()

    def close(self) -> None:
        """Deletes a draft that was not put in place."""
        self.lock.release()
        shutil.rmtree(self.path, ignore_errors=True)

    def put_in_place(self, folder: Path, lock: FolderLock) -> Path | None:
        """Puts it in place of `folder`, which `lock` holds; returns the old folder's new place, None if it was empty.

        Raises OSError, and then nothing is changed.
        """
        _sync(self.path)
        _take_rights(folder, self.path)
        ready = _beside(folder, _READY)
        if os.name == "nt":
            # there a folder with an open file in it cannot be renamed
            self.lock.release()
            lock.release()
        self.path = self.path.rename(ready)
        sync_folder(folder.parent)
        before = _move_away(folder)
        try:
            ready.rename(folder)
        except OSError:
            if before is not None:
                before.rename(folder)
            raise
        sync_folder(folder.parent)
        if before is not None:
            (before / LOCK_FILE).unlink(missing_ok=True)
        return before


def real_folder(folder: Path) -> Path:
    """Returns the target of a data folder that may be a link: the link stays."""
    return Path(os.path.realpath(folder))


@cache
def settled_at_start(folder: Path) -> Settled | None:
    """Like `settle`, once in a program, so that each part of it can report the outcome."""
    return settle(folder)


def settle(folder: Path) -> Settled | None:
    """Finishes an exchange that was interrupted between its two renames, and deletes the rest of an unfinished one.

    Returns which it was; None if there was neither, if another program is still at it, or if the disk refuses.
    """
    folder = real_folder(folder)
    try:
        left = _left(folder, _UNPACKING), _left(folder, _READY)
        found = [_settle_one(folder, draft, ready=draft in left[1]) for drafts in left for draft in drafts]
    except OSError:
        return None
    return next((each for each in reversed(found) if each is not None), None)


def _settle_one(folder: Path, draft: Path, *, ready: bool) -> Settled | None:
    """Settles one draft.  Raises OSError."""
    locks = FolderLock(draft), FolderLock(folder)
    try:
        locks[0].take()
        if ready and _is_empty(folder):
            if folder.exists():
                locks[1].take()
            for lock in locks if os.name == "nt" else ():
                lock.release()
            _move_away(folder)
            draft.rename(folder)
            sync_folder(folder.parent)
            return Settled.FINISHED
        if ready:
            # an interrupted deletion may leave half of it, which must not look whole
            draft = draft.rename(_beside(folder, _UNPACKING))
        for lock in locks if os.name == "nt" else ():
            lock.release()
        shutil.rmtree(draft)
        return Settled.UNDONE
    except FolderHeldError:
        return None
    finally:
        for lock in locks:
            lock.release()


def _left(folder: Path, word: str) -> Sequence[Path]:
    """Returns our drafts of this name: folders with our lock, or still empty.  Raises OSError."""
    drafts = folder.parent.glob(f"{escape(folder.name)}-{word}-[0-9]*")
    return sorted(draft for draft in drafts if (draft / LOCK_FILE).exists() or (draft.is_dir() and _is_empty(draft)))


def _is_empty(folder: Path) -> bool:
    """Returns whether the folder has no data of a family."""
    return not folder.exists() or all(path.name == LOCK_FILE for path in folder.iterdir())


def _move_away(folder: Path) -> Path | None:
    """Moves the folder out of the way; returns its new place, None if it had no data.  Raises OSError."""
    if not folder.exists():
        return None
    if _is_empty(folder):
        (folder / LOCK_FILE).unlink(missing_ok=True)
        folder.rmdir()
        return None
    return folder.rename(_beside(folder, _BEFORE))


def _sync(draft: Path) -> None:
    """Syncs every file and name in it to the disk.  Raises OSError."""
    for path in sorted(draft.rglob("*"), reverse=True):
        if path.is_dir():
            sync_folder(path)
        elif path.name != LOCK_FILE:
            with path.open("r+b") as file:
                os.fsync(file.fileno())
    sync_folder(draft)


def _take_rights(folder: Path, draft: Path) -> None:
    """Copies the access rights of files in `folder` to those of the same name.  Raises OSError."""
    for path in (draft, *draft.rglob("*")):
        with suppress(FileNotFoundError, NotADirectoryError):
            shutil.copymode(folder / path.relative_to(draft), path)


def _beside(folder: Path, word: str) -> Path:
    names = (folder.with_name(f"{folder.name}-{word}-{number}") for number in count(1))
    return next(name for name in names if not name.exists())
