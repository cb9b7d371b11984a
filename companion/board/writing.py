"""A board profile and its print as two files beside each other: `NAME.toml` and `NAME.png`.

Format: docs/reference/formats/board.md.

Law: both are written whole or not at all; a board that is already there is never written over.
"""

import errno
from collections.abc import Iterable
from pathlib import Path

import msgspec
import tomlkit

from companion.board.profile import BoardProfile, Point, parse_profile
from companion.system.disk.whole_file import write_whole

_IN_A_ROW = 6


class BoardFileError(Exception):
    """A board that cannot be saved; one line, `code` (`taken`, `full`, `refused`) and the folder for a sentence."""

    def __init__(self, code: str, message: str, folder: Path) -> None:
        super().__init__(message)
        self.code = code
        self.folder = folder


def write_board(profile: BoardProfile, png: bytes, folder: Path) -> Path:
    """Writes the profile and its print, a PNG, the profile last, and returns its path.  Raises BoardFileError."""
    path = folder / f"{profile.id}.toml"
    if path.exists():
        raise BoardFileError("taken", f"a board named {profile.id} is already there: choose another name", folder)
    text = profile_text(profile)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(path.with_suffix(".png"), png)
        write_whole(path, text.encode("utf-8"))
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise BoardFileError("full", f"the disk is full: make room and save {profile.id} again", folder) from error
        reason = error.strerror or "it may not be written to"
        raise BoardFileError("refused", f"{folder} cannot be written to ({reason}): allow it", folder) from error
    return path


def profile_text(profile: BoardProfile) -> str:
    """The TOML of a profile, spots in rows; reading it gives the very same profile."""
    lines = [
        f"id = {_quoted(profile.id)}",
        f"family = {_quoted(profile.family)}",
        f"size_mm = {_place(profile.size_mm)}",
        "track = [",
        *(
            f"    {_row(profile.track[first : first + _IN_A_ROW])},"
            for first in range(0, len(profile.track), _IN_A_ROW)
        ),
        "]",
    ]
    for key, rows in (("goal", profile.goal), ("kennel", profile.kennel)):
        lines += [f"{key} = [", *(f"    [{_row(row)}]," for row in rows), "]"]
    if profile.centre:
        lines.append(f"centre = {_place(profile.centre)}")
    lines.append(f"pawn = {_inline(profile.pawn)}")
    if profile.wheel:
        lines += ["", "[wheel]", *_table(profile.wheel)]
    lines += ["", "[markers]", *_table(profile.markers)]
    text = "\n".join(lines) + "\n"
    if parse_profile(text) != profile:
        raise ValueError(f"the profile of {profile.id} cannot be written as it is")
    return text


def _row(spots: Iterable[Point]) -> str:
    return ", ".join(map(_place, spots))


def _place(place: Point) -> str:
    return f"[{float(place[0])}, {float(place[1])}]"


def _table(struct: msgspec.Struct) -> Iterable[str]:
    """A line for each key that is given."""
    for key, value in msgspec.structs.asdict(struct).items():
        if value is not None and value != {}:
            yield f"{key} = {_inline(value)}"


def _inline(value: object) -> str:
    """A value on one line; empty keys are left out."""
    if isinstance(value, msgspec.Struct):
        value = {key: item for key, item in msgspec.structs.asdict(value).items() if item not in (None, 0.0)}
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_inline(item)}" for key, item in value.items()) + " }"
    if isinstance(value, (tuple, list)):
        return f"[{', '.join(map(_inline, value))}]"
    return _quoted(value) if isinstance(value, str) else str(value)


def _quoted(text: str) -> str:
    return tomlkit.item(text).as_string()
