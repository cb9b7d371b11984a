"""The free part of a disk: bytes, and names for new files, of which a disk may run out while bytes are free."""

import os
import shutil
from pathlib import Path
from typing import NamedTuple


class Free(NamedTuple):
    """`has_names`: a new file can still be made there; always true on a file system that does not count them."""

    free_bytes: int
    has_names: bool


def free_at(folder: Path) -> Free:
    """The free part of the disk of an existing folder.  Raises OSError."""
    free = shutil.disk_usage(folder).free
    if os.name != "posix":
        return Free(free, has_names=True)
    found = os.statvfs(folder)
    return Free(free, has_names=found.f_files == 0 or found.f_favail > 0)
