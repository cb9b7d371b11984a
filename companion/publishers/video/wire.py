"""How the page's server asks the table's program for pictures: a password, then a byte for each picture."""

import struct
from typing import Final

import msgspec

from companion.views.video import VideoPicture, VideoView

PASSWORD_BYTES: Final = 32
#: What asks for a picture of each view.
REQUESTS: Final = {b"c": VideoView.CAMERA, b"f": VideoView.FLAT}
#: The head of an answer: whether the picture shows anything, and the length of the JPEG that follows, 0 for none.
ANSWER: Final = struct.Struct("!?I")


class VideoDoor(msgspec.Struct, frozen=True):
    """Where the page's server asks for pictures, with which password (hexadecimal), and how many a second."""

    port: int
    password: str
    per_s: int


def answered(picture: VideoPicture | None) -> bytes:
    """A picture as it goes over the line."""
    if picture is None:
        return ANSWER.pack(False, 0)
    return ANSWER.pack(picture.shows, len(picture.jpeg)) + picture.jpeg
