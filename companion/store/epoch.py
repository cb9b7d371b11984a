"""The count of the program's starts on a data folder: a number that outlives the record.

Law: it never falls, even if the record was damaged and put aside: readers of the broadcast order by it.
"""

from pathlib import Path
from typing import Final

from companion.store.record_file import highest_epoch
from companion.system.disk.whole_file import write_whole

EPOCH_FILE: Final = "epoch"
RECORD_FILE: Final = "record.sqlite"
#: The record and those put aside.
RECORDS: Final = "record*.sqlite"
#: The largest integer that is exact in JavaScript; this program never writes a larger one.
_HIGHEST: Final = 2**53 - 1
_LONGEST: Final = 20


def last_epoch(folder: Path) -> int:
    """Returns the highest start in the folder's own file or its record; if the file is lost, in any record here."""
    written = _written(folder / EPOCH_FILE)
    if written is None:
        known = [0, *map(highest_epoch, folder.glob(RECORDS))]
    else:
        # an older program counts in the record alone; its games may be imported from a house with more starts
        known = [written, highest_epoch(folder / RECORD_FILE, ("start",))]
    return max(epoch for epoch in known if epoch <= _HIGHEST)


def _written(path: Path) -> int | None:
    try:
        with path.open("rb") as file:
            text = file.read(_LONGEST).strip()
    except OSError:
        return None
    return int(text) if text.isdigit() and int(text) <= _HIGHEST else None


def keep_epoch(folder: Path, epoch: int) -> None:
    """Writes the folder's own file.  Raises OSError."""
    write_whole(folder / EPOCH_FILE, b"%d\n" % epoch)
