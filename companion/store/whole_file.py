"""Files that are there whole or as they were, also after a power cut."""

import os
from pathlib import Path


def write_whole(path: Path, content: bytes) -> None:
    """Either the old file or the whole new one.  Raises OSError."""
    draft = path.with_name(path.name + ".new")
    with draft.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
    if os.name == "posix":
        _sync_folder(path.parent)


def _sync_folder(path: Path) -> None:
    folder = os.open(path, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
