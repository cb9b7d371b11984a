"""The file of a board's print, checked and written without a library of pictures."""

import zlib
from typing import Final

from companion.board.files import PRINT_SUFFIX, print_owner
from companion.system.disk.whole_file import write_whole

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_LAST: Final = b"IEND"
#: A chunk has its length and its kind before its content, and a checksum of kind and content after it.
_FIELD: Final = 4
_AROUND: Final = 3 * _FIELD


def has_whole_print(board: str) -> bool:
    """Returns whether the print of the board is a PNG file without damage.  Raises OSError."""
    return is_whole_png(print_owner(board).with_suffix(PRINT_SUFFIX).read_bytes())


def is_whole_png(content: bytes) -> bool:
    """Returns whether all chunks of a PNG file are there up to the last, each with its checksum."""
    at = len(_SIGNATURE)
    if not content.startswith(_SIGNATURE):
        return False
    while at + _AROUND <= len(content):
        end = at + _AROUND + int.from_bytes(content[at : at + _FIELD], "big")
        named, checksum = content[at + _FIELD : end - _FIELD], content[end - _FIELD : end]
        if end > len(content) or zlib.crc32(named) != int.from_bytes(checksum, "big"):
            return False
        if named.startswith(_LAST):
            return True
        at = end
    return False


def keep_print(board: str, png: bytes) -> None:
    """Keeps the file of the print where the next table on this board looks for it.  Raises OSError."""
    owner = print_owner(board)
    owner.parent.mkdir(parents=True, exist_ok=True)
    write_whole(owner.with_suffix(PRINT_SUFFIX), png)
