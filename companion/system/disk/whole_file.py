"""Files that are there whole or as they were, also after a power cut, and that nobody else may read by accident.

Laws: a file keeps the rights of the one that it replaces; a new one is its owner's alone, since addresses, passwords
and names may stand in it.  A link stays a link: what it points at is replaced.
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
    """Either the old file or the whole new one.  Raises OSError.

    With `shared` a new file has the usual rights: what is written to be handed on.
    """
    with whole_file(path, shared=shared) as file:
        file.write(content)


@contextmanager
def whole_file(path: Path, *, shared: bool = False) -> Iterator[BinaryIO]:
    """A draft to write to, which takes the place of `path` at the end; after an exception there is none.

    Raises OSError, also where a folder, a device or a pipe has that name.
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
    """Raises OSError where a folder, a device or a pipe has that name: nothing is to be written over it."""
    with suppress(FileNotFoundError):
        check_kind(path.stat().st_mode)


def create(path: Path, rights: int = PRIVATE) -> BinaryIO:
    """A new file, its owner's alone unless the `rights` say more.  Raises OSError, also where there is one."""
    return os.fdopen(os.open(path, _FRESH, rights), "wb")


def sync_folder(path: Path) -> None:
    """The names in a folder are on the disk.  Raises OSError."""
    if os.name != "posix":
        return
    folder = os.open(path, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _keep_rights(file: BinaryIO, replaced: Path) -> None:
    """Raises OSError."""
    if os.name != "posix":
        return
    with suppress(FileNotFoundError):
        rights = stat.S_IMODE(replaced.stat().st_mode)
        if rights != stat.S_IMODE(os.fstat(file.fileno()).st_mode):
            os.fchmod(file.fileno(), rights)
