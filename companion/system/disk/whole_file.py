"""Files that are either new and whole or unchanged, also after a power cut, and that nobody else may read by accident.

Laws: a file keeps the rights of the one that it replaces; a new one is its owner's alone, since addresses, passwords
and names may stand in it.  A link stays a link: its target is replaced.
"""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, Final

from companion.system.files import check_kind

PRIVATE: Final = 0o600
#: The system takes off what the user's mask forbids.
USUAL: Final = 0o666
PRIVATE_FOLDER: Final = 0o700
_FRESH: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)


def write_whole(path: Path, content: bytes, *, shared: bool = False) -> None:
    """Writes the whole new file or leaves the old one.  Raises OSError.

    With `shared`, for files that are handed on, a new file has the usual rights.
    """
    with whole_file(path, shared=shared) as file:
        file.write(content)


@contextmanager
def whole_file(path: Path, *, shared: bool = False) -> Iterator[BinaryIO]:
    """A draft to write to, which replaces `path` at the end; after an exception it is deleted.

    Raises OSError, also if a folder, a device or a pipe has that name.
    """
    target = Path(os.path.realpath(path))
    draft = target.with_name(target.name + ".new")
    try:
        check_target(target)
        # a draft that a killed program left has rights of its own
        draft.unlink(missing_ok=True)
        with create(draft, USUAL if shared else PRIVATE) as file:
            yield file
            _keep_rights(file, target)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(target)
    except BaseException:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
        raise
    sync_folder(target.parent)


def check_target(path: Path) -> None:
    """Raises OSError if a folder, a device or a pipe has that name, which must not be overwritten."""
    with suppress(FileNotFoundError):
        check_kind(path.stat().st_mode)


def create(path: Path, rights: int = PRIVATE) -> BinaryIO:
    """A new file, its owner's alone unless `rights` allow more.  Raises OSError, also if the file exists."""
    return os.fdopen(os.open(path, _FRESH, rights), "wb")


def sync_folder(path: Path) -> None:
    """Writes the names in a folder to the disk.  Raises OSError."""
    if os.name != "posix":
        return
    folder = os.open(path, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _keep_rights(file: BinaryIO, replaced: Path) -> None:
    """Copies the rights of the replaced file.  Raises OSError."""
    if os.name != "posix":
        return
    with suppress(FileNotFoundError):
        rights = stat.S_IMODE(replaced.stat().st_mode)
        if rights != stat.S_IMODE(os.fstat(file.fileno()).st_mode):
            os.fchmod(file.fileno(), rights)
