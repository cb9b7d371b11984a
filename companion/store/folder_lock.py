"""One program at a time on a data folder: a lock of the operating system, which ends with the program in any case.

Law: a file that is left behind never blocks; only a program that still runs does.
"""

import os
from contextlib import suppress
from datetime import datetime
from importlib import import_module
from pathlib import Path
from typing import BinaryIO, Final

import msgspec

from companion.model.verdict import Message
from companion.system.disk.whole_file import PRIVATE_FOLDER

LOCK_FILE: Final = "pawtrack.lock"
#: Windows locks bytes against reading too, so the locked one lies far behind the content.
_FAR: Final = 1 << 30
_LONGEST: Final = 1000


class Holder(msgspec.Struct, frozen=True):
    """The program that holds a folder: its process id and its start (local time); 0 and "" if unknown."""

    pid: int = 0
    since: str = ""


class FolderHeldError(Exception):
    """Another program that still runs holds the folder."""

    def __init__(self, folder: Path, holder: Holder) -> None:
        who = f"process {holder.pid}, since {holder.since}" if holder.pid else "another program"
        super().__init__(
            f"Pawtrack is already running on {folder} ({who}): close it first, or set PAWTRACK_HOME to another folder"
        )
        self.holder = holder

    @property
    def message(self) -> Message:
        """The message for people: the program that holds the folder, and the remedy."""
        return "folder_held", (("since", self.holder.since or "?"), ("pid", self.holder.pid or "?"))


class FolderLock:
    """The lock of one folder.  `take` may be called repeatedly; `release` or the end of the program gives it back."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._file: BinaryIO | None = None

    def take(self) -> None:
        """Takes the lock.  Raises FolderHeldError, and OSError if the folder cannot be written or locked."""
        if self._file:
            return
        self._folder.mkdir(PRIVATE_FOLDER, parents=True, exist_ok=True)
        path = self._folder / LOCK_FILE
        file = path.open("a+b", buffering=0)
        try:
            _lock(file)
        except (BlockingIOError, PermissionError) as error:
            file.close()
            raise FolderHeldError(self._folder, _read(path)) from error
        except OSError:
            file.close()
            raise
        self._file = file
        # a full disk prevents nobody from holding the folder
        with suppress(OSError):
            file.truncate(0)
            file.write(msgspec.json.encode(Holder(os.getpid(), datetime.now().isoformat(" ", "minutes"))))

    def release(self) -> None:
        if self._file:
            self._file.close()
            self._file = None


def holder_of(folder: Path) -> Holder | None:
    """Returns the program that holds the folder at this moment; None if there is none.  Nothing is written."""
    path = folder / LOCK_FILE
    try:
        with path.open("rb") as file:
            _lock(file, shared=True)
    except (BlockingIOError, PermissionError):
        return _read(path) if os.access(path, os.R_OK) else None
    except OSError:
        return None
    return None


def _read(path: Path) -> Holder:
    try:
        with path.open("rb") as file:
            return msgspec.json.decode(file.read(_LONGEST), type=Holder)
    except (OSError, msgspec.DecodeError):
        return Holder()


def _lock(file: BinaryIO, *, shared: bool = False) -> None:
    """Locks without waiting; the system unlocks when the file is closed.  `shared` excludes only an exclusive lock.

    Raises OSError.
    """
    try:
        fcntl = import_module("fcntl")
    except ImportError:  # Windows
        msvcrt = import_module("msvcrt")
        file.seek(_FAR)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        fcntl.flock(file.fileno(), (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
