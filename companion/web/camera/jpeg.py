"""The size of a JPEG picture, read from its head: so one of 100 megapixels is refused before anything decodes it."""

from typing import Final

_START: Final = b"\xff\xd8"
_END: Final = b"\xff\xd9"
#: Markers of a frame's head: all of 0xC0 to 0xCF but tables of codes (ITU T.81, B.1.1.3).
_FRAMES: Final = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
#: Markers without a length.
_BARE: Final = frozenset({0x01, *range(0xD0, 0xD8)})
_SCAN: Final = 0xDA


def jpeg_size(content: bytes) -> tuple[int, int] | None:
    """Returns width and height in pixels; None if this is no whole JPEG picture."""
    if not content.startswith(_START) or not content.endswith(_END):
        return None
    at, size = len(_START), None
    while at + 4 <= len(content):
        if content[at] != 0xFF:
            return None
        marker = content[at + 1]
        if marker == 0xFF or marker in _BARE:
            at += 1 if marker == 0xFF else 2
            continue
        if marker == _SCAN:
            return size
        length = int.from_bytes(content[at + 2 : at + 4], "big")
        if marker in _FRAMES:
            if size is not None or length < 8 or at + 9 > len(content):
                return None
            size = int.from_bytes(content[at + 7 : at + 9], "big"), int.from_bytes(content[at + 5 : at + 7], "big")
        at += 2 + max(2, length)
    return None
