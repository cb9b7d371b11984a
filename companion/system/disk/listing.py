"""The files of a folder in which other threads and programs make and delete files meanwhile."""

import os
from collections.abc import Iterator
from pathlib import Path


def files_below(folder: Path) -> Iterator[Path]:
    """Yields all files of a folder and its subfolders, sorted in each; links to folders are not followed.

    A folder that is deleted meanwhile has no files.  Raises OSError for one that cannot be read: `Path.rglob` leaves it
    out in silence, and raises for one that is deleted.
    """
    for path, folders, names in os.walk(folder, onerror=_unless_gone):
        folders.sort()
        yield from (Path(path, name) for name in sorted(names))


def _unless_gone(error: OSError) -> None:
    if not isinstance(error, FileNotFoundError):
        raise error
