"""Untrusted lines of a stream, read one after the other, each of limited length."""

from collections.abc import Iterator
from typing import Final, TextIO

#: The longest valid line has 3 kB.
LONGEST: Final = 1024 * 1024


def read_lines(stream: TextIO | None) -> Iterator[str | None]:
    """Yields line by line as it arrives; None stands for one of more than `LONGEST` bytes, which is skipped unread.

    Bytes that are no UTF-8 are kept visible.  A closed stream has no lines.  Raises OSError.
    """
    if stream is None or stream.closed:
        return
    source = getattr(stream, "buffer", stream)
    first = True
    while part := source.readline(LONGEST + 1):
        if len(part) > LONGEST and not _is_whole(part):
            while part and not _is_whole(part):
                part = source.readline(LONGEST)
            yield None
        else:
            line = part.decode("utf-8", "replace") if isinstance(part, bytes) else part
            yield line.removeprefix("\ufeff") if first else line
        first = False


def _is_whole(part: str | bytes) -> bool:
    return part[-1:] in ("\n", b"\n")
