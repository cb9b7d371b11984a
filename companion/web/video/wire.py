"""The protocol for pictures between the page's server and the table's program: a password, then a byte a picture."""

import struct
from typing import Final

import msgspec

from companion.views.broadcast.video_picture import VideoPicture, VideoView

PASSWORD_BYTES: Final = 32
#: The byte that requests a picture of each view.
REQUESTS: Final = {b"c": VideoView.CAMERA, b"f": VideoView.FLAT}
#: The head of an answer: whether the picture shows anything, and the length of the JPEG that follows, 0 for none.
ANSWER: Final = struct.Struct("!?I")


class VideoDoor(msgspec.Struct, frozen=True):
    """The address for pictures, its password (hexadecimal), and how many a second."""

    port: int
    password: str
    per_s: int


def answered(picture: VideoPicture | None) -> bytes:
    """Returns a picture in its form on the line."""
    if picture is None:
        return ANSWER.pack(False, 0)
    return ANSWER.pack(picture.shows, len(picture.jpeg)) + picture.jpeg
