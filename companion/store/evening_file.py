"""The evening of a house, in one file beside the record.

Laws: the file is whole or unchanged, even after a power cut; one that cannot be read is put aside.  Results stand in
the record alone.
"""

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Final

import msgspec

from companion.evenings.evening import MOST_TABLES, MOST_UNDONE, Evening, KeptEvening
from companion.evenings.seating import Shape
from companion.system.disk.whole_file import write_whole
from companion.system.files import read_bytes

EVENING_FILE: Final = "evening.json"
_LONGEST: Final = 16 * 1024 * 1024


class _File(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    form: Annotated[int, msgspec.Meta(ge=1, le=1)] = 1
    now: Evening
    before: Annotated[tuple[Evening, ...], msgspec.Meta(max_length=MOST_UNDONE)] = ()


def load_evening(folder: Path) -> KeptEvening:
    """Returns the evening of a data folder, a new one if there is none; one that cannot be used is put aside."""
    path = folder / EVENING_FILE
    try:
        kept = msgspec.json.decode(read_bytes(path, _LONGEST), type=_File)
        return KeptEvening(_checked(kept.now), tuple(map(_checked, kept.before)))
    except OSError:
        return KeptEvening()
    except (ValueError, RecursionError):
        path.replace(path.with_suffix(".unused.json"))
        return KeptEvening()


def save_evening(folder: Path, kept: KeptEvening) -> None:
    """Writes the evening.  Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    content = msgspec.json.encode(_File(now=kept.now, before=kept.before))
    write_whole(folder / EVENING_FILE, msgspec.json.format(content) + b"\n")


def _checked(evening: Evening) -> Evening:
    """Returns the evening with values of its own kinds.  Raises ValueError for one that cannot be."""
    if not 1 <= evening.tables <= MOST_TABLES:
        raise ValueError(f"{evening.tables} tables")
    return replace(evening, shape=Shape(evening.shape.seats, evening.shape.team_size))
