"""The print of a board, its picture laid flat, as a file beside its profile; a board without markers is found by it."""

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Final

import cv2
import msgspec
import numpy as np

from companion.board.files import print_owner
from companion.board.profile import BoardProfile, ProfileError
from companion.sensors.board_spots import vision_board
from companion.system.disk.whole_file import write_whole
from vision.board import Spots
from vision.find.rectify import PRINT_PX_PER_MM
from vision.frames import Image
from vision.pictures import read_picture
from vision.reader import BoardReader

PRINT_SUFFIX: Final = ".png"


def print_of(board: str) -> Image | None:
    """The picture of the empty board, laid flat, that is kept beside its profile, or for a shipped board in the user's
    folder; None where there is none.

    Raises ProfileError for one that is damaged.
    """
    return print_beside(print_owner(board))


def keep_print(board: str, flat: Image) -> None:
    """Keeps the picture of the empty board where `print_of` looks for it.  Raises OSError."""
    owner = print_owner(board)
    owner.parent.mkdir(parents=True, exist_ok=True)
    write_whole(owner.with_suffix(PRINT_SUFFIX), encoded_print(flat))


def print_beside(profile: Path) -> Image | None:
    """The print that lies beside a profile; None where there is none.  Raises ProfileError for one that is damaged."""
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
    """The print as the content of its file.  Raises ValueError for what is no picture."""
    ok, png = cv2.imencode(PRINT_SUFFIX, flat)
    if not ok:
        raise ValueError("the print is no picture")
    return png.tobytes()


def board_reader(
    profile: BoardProfile, spots: Spots, colours: tuple[str, ...], flat: Image | None = None
) -> BoardReader:
    """The reader of a board with these spots watched on it and pawns of these colours, class 1 first; `flat` is the
    picture of the empty board laid flat, where one is kept, else the board may be one that this program printed."""
    return BoardReader(vision_board(profile, spots), colours, flat, drawn_print(profile))


def drawn_print(profile: BoardProfile) -> Callable[[], Image]:
    """Draws the board as it is printed by this program, laid flat, when it is called; the newest is kept."""
    text = msgspec.json.encode(profile)
    return lambda: _drawn(text)


@lru_cache(maxsize=1)
def _drawn(profile: bytes) -> Image:
    from companion.board.prints.flat import flat_png

    png = flat_png(msgspec.json.decode(profile, type=BoardProfile), PRINT_PX_PER_MM)
    return np.asarray(cv2.imdecode(np.frombuffer(png, dtype=np.uint8), cv2.IMREAD_COLOR), dtype=np.uint8)
