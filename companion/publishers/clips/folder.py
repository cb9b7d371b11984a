"""The folder of the clips: one folder a game, a film a moment, `clip-SEQ.mp4` by the row of the record.

Laws: a film gets its name only when it is complete and on the disk; at most `MOST_CLIPS` and `MOST_BYTES` are kept, the
oldest are deleted first; nothing is written if the disk is nearly full; no file with another name is touched.
"""

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from companion.system.disk.listing import files_below

FOLDER: Final = "clips"
MOST_CLIPS: Final = 200
MOST_BYTES: Final = 1_000_000_000
#: The record of an evening comes first: with less free space than this nothing is written.
LEAST_FREE_BYTES: Final = 500_000_000
#: A film that is being written, and its files.
_DRAFTS: Final = ".writing"
_CLIP: Final = re.compile(r"clip-[0-9]{1,9}\.mp4")
_STRANGE: Final = re.compile(r"[^A-Za-z0-9_-]")


class ClipFolder:
    """`root` is the data folder; one program at a time works in it."""

    def __init__(self, root: Path) -> None:
        self.path = root / FOLDER
        self._drafts = self.path / _DRAFTS

    def forget_drafts(self) -> None:
        """Deletes the files of a program that ended while it wrote."""
        shutil.rmtree(self._drafts, ignore_errors=True)

    def has_room(self) -> bool:
        """Returns whether the disk has room.  Raises OSError."""
        self.path.mkdir(parents=True, exist_ok=True)
        return shutil.disk_usage(self.path).free >= LEAST_FREE_BYTES

    def draft(self, name: str) -> Path:
        """Returns a path for a file that is no clip yet.  Raises OSError."""
        self._drafts.mkdir(parents=True, exist_ok=True)
        return self._drafts / name

    def keep(self, draft: Path, game: str, seq: int) -> Path:
        """Gives a complete film its name, and deletes the oldest ones.  Raises OSError."""
        with draft.open("rb+") as file:
            os.fsync(file.fileno())
        # a record from elsewhere may name its games freely
        target = self.path / (_STRANGE.sub("-", game)[:64] or "game") / f"clip-{seq}.mp4"
        target.parent.mkdir(exist_ok=True)
        draft.replace(target)
        self._take_oldest_away()
        return target

    def clips(self) -> list[Path]:
        """The oldest first."""
        return [path for _, _, path in sorted(self._listed())]

    def _listed(self) -> Iterator[tuple[float, int, Path]]:
        for path in files_below(self.path):
            if _CLIP.fullmatch(path.name) and path.parent.parent == self.path and not path.is_symlink():
                with suppress(OSError):
                    known = path.lstat()
                    yield known.st_mtime, known.st_size, path

    def _take_oldest_away(self) -> None:
        listed = sorted(self._listed())
        count, taken = len(listed), sum(size for _, size, _ in listed)
        for _, size, path in listed[:-1]:
            if count <= MOST_CLIPS and taken <= MOST_BYTES:
                return
            with suppress(OSError):
                path.unlink()
                count, taken = count - 1, taken - size
                path.parent.rmdir()
