"""The print of a board, its picture seen from above, as a file beside its profile; it finds a board without markers."""

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from companion.board.files import PRINT_SUFFIX, print_owner
from companion.board.profile import BoardProfile, ProfileError
from companion.sensors.board_spots import vision_board
from vision.board import Spots
from vision.find.rectify import PRINT_PX_PER_MM
from vision.frames import Image
from vision.pictures import read_picture
from vision.reader import BoardReader


def print_of(board: str) -> Image | None:
    """Returns the picture of the empty board, seen from above, or None if there is none.

    It is kept beside the board's profile, or for a shipped board in the user's folder.  Raises ProfileError for a
    damaged one.
    """
    return print_beside(print_owner(board))


def print_beside(profile: Path) -> Image | None:
    """Returns the print beside a profile; None if there is none.  Raises ProfileError for a damaged one."""
    path = profile.with_suffix(PRINT_SUFFIX)
    if not path.exists():
        return None
    try:
        image = read_picture(path)
    except OSError:
        image = None
    if image is None:
        raise ProfileError(f"{path.name} is no picture that can be read: make it anew, or delete it")
    return image


def encoded_print(flat: Image) -> bytes:
    """Returns the print as the content of its file.  Raises ValueError for an array that is no picture."""
    ok, png = cv2.imencode(PRINT_SUFFIX, flat)
    if not ok:
        raise ValueError("the print is no picture")
    return png.tobytes()


def board_reader(
    profile: BoardProfile, spots: Spots, colours: tuple[str, ...], flat: Image | None = None
) -> BoardReader:
    """Returns the reader of a board with these watched spots and pawns of these colours, class 1 first.

    `flat` is the picture of the empty board seen from above, if one is kept; without it the board may be one that this
    program printed.
    """
    return BoardReader(vision_board(profile, spots), colours, flat, drawn_print(profile))


def drawn_print(profile: BoardProfile) -> Callable[[], Image]:
    """Returns a function that draws the board as this program prints it, seen from above; keeps the newest drawing."""
    text = msgspec.json.encode(profile)
    return lambda: np.asarray(cv2.imdecode(_drawn(text), cv2.IMREAD_COLOR), dtype=np.uint8)


@lru_cache(maxsize=1)
def _drawn(profile: bytes) -> NDArray[np.uint8]:
    """Returns the drawing as an encoded picture, which takes a fiftieth of the memory."""
    from companion.board.prints.flat import flat_png

    png = flat_png(msgspec.json.decode(profile, type=BoardProfile), PRINT_PX_PER_MM)
    return np.frombuffer(png, dtype=np.uint8)
