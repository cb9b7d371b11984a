"""Splits a stream of parts (multipart/x-mixed-replace) into pictures, as network cameras send them.

Law: a picture that arrives cut off does not count, and whatever the stream contains, at most one picture of it is kept.
"""

import re
from collections.abc import Callable
from typing import Final

#: The longest picture, in bytes: twice that of a camera of 12 megapixels.
LONGEST_PICTURE: Final = 16 * 1024 * 1024
#: The longest head of one, and the longest boundary.
LONGEST_HEAD: Final = 8 * 1024
LONGEST_BOUNDARY: Final = 200
#: A picture ends with this mark; some cameras pad after it.
_END: Final = b"\xff\xd9"
_FILLING: Final = b"\r\n\0 -"
_HEAD_END: Final = re.compile(rb"\r?\n\r?\n")
_LENGTH: Final = re.compile(rb"^content-length:[ \t]*([0-9]{1,12})[ \t\r]*$", re.IGNORECASE | re.MULTILINE)
_HEADER: Final = re.compile(rb"[A-Za-z-]{1,60}:")
_BOUNDARY: Final = re.compile(rb"[!-~][ -~]*")
_NEXT_BOUNDARY: Final = b"\r\n--"


class NoPartsError(Exception):
    """Raised if the stream has no pictures, or one longer than any camera's."""


class StreamEndedError(Exception):
    """Raised when the camera has closed the line."""


class Parts:
    """Splits a stream.

    The boundary is the first line of the stream, whatever its header declares: makers disagree about the dashes.  Only
    if the first picture comes without a boundary before it, the header's counts, else the next one.
    """

    def __init__(self, more: Callable[[], bytes], boundary: str = "") -> None:
        """`more` waits for the next bytes, and returns none at the end."""
        self._more = more
        named = boundary.strip().strip('"').lstrip("-").encode("latin-1", "replace")
        self._named = b"--" + named if named else b""
        self._boundary = b""
        self._began = False
        self._bytes = bytearray()

    def next(self) -> bytes | None:
        """Returns the next picture as it was sent; None for one that arrived cut off.

        Raises NoPartsError, StreamEndedError, and the errors of `more`.
        """
        if self._boundary:
            self._skip_boundary()
        else:
            self._learn_boundary()
        length = _LENGTH.search(self._head())
        return self._body(int(length[1]) if length else None)

    def _learn_boundary(self) -> None:
        """Stores the first line as the boundary, unless it belongs to the head of a picture."""
        while b"\n" not in (begun := bytes(self._bytes).lstrip()):
            if len(begun) > LONGEST_BOUNDARY:
                raise NoPartsError
            self._fill()
        line = begun.partition(b"\n")[0].strip()
        if not self._began and _HEADER.match(line):
            self._began, self._boundary = True, self._named
        elif len(line) <= LONGEST_BOUNDARY and _BOUNDARY.fullmatch(line):
            self._began, self._boundary = True, line
            self._skip_boundary()
        else:
            raise NoPartsError

    def _skip_boundary(self) -> None:
        """Drops all bytes up to the end of the next boundary."""
        while (at := self._bytes.find(self._boundary)) < 0:
            del self._bytes[: max(0, len(self._bytes) - len(self._boundary))]
            self._fill()
        del self._bytes[: at + len(self._boundary)]

    def _head(self) -> bytes:
        # a picture may have no head but an empty line
        while not (found := _HEAD_END.search(self._bytes)):
            if len(self._bytes) > LONGEST_HEAD:
                raise NoPartsError
            self._fill()
        head = bytes(self._bytes[: found.start()])
        del self._bytes[: found.end()]
        return head

    def _body(self, length: int | None) -> bytes | None:
        """Returns the picture as soon as its last byte is there: the next boundary comes with the next picture."""
        if length is not None and length > LONGEST_PICTURE:
            raise NoPartsError
        boundary, searched = self._boundary or _NEXT_BOUNDARY, 0
        while (end := self._bytes.find(boundary, searched)) < 0:
            there = len(self._bytes)
            if there > LONGEST_PICTURE:
                raise NoPartsError
            if there >= (length or 0) and is_whole(self._bytes):
                end = there
                break
            searched = max(0, there - len(boundary))
            self._fill()
        content = bytes(self._bytes[:end])
        del self._bytes[:end]
        is_cut = length is not None and len(content) < length
        return None if is_cut or not is_whole(content) else content.rstrip(_FILLING)

    def _fill(self) -> None:
        more = self._more()
        if not more:
            raise StreamEndedError
        self._bytes += more


def is_whole(content: bytes | bytearray) -> bool:
    """Reports whether a JPEG picture has its end mark."""
    return content[-64:].rstrip(_FILLING).endswith(_END)
