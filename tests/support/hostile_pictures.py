"""Pictures that no camera should give and some give all the same: any size, any content, any kind of array.

Law: everything follows from the generator, so that a picture that did harm can be made again.
"""

from functools import cache
from typing import Any

import cv2
import numpy as np
from drawn_cameras import drawn_camera
from numpy.typing import NDArray

from companion.board.files import load_board
from companion.sensors.board_spots import BoardSpots
from companion.simulation.camera.virtual_camera import Figure, Hand, Scene

BOARD = load_board("black_dog")
SPOTS = BoardSpots.of(BOARD, (0, 1, 2, 3))
COLOURS = ("red", "yellow", "green", "blue")
#: The figures on the board: four pawns in each kennel.
START = SPOTS.labels(track=(0,) * len(BOARD.track), goal=((0, 0, 0, 0),) * 4, kennel_counts=(4, 4, 4, 4), wheel=0)
Array = NDArray[Any]


@cache
def table(side: int | None = None) -> Array:
    """The table at the start, with a hand that reaches in from one side (None: without)."""
    camera = drawn_camera(BOARD, COLOURS, seed=11, size=(960, 540))
    waiting = tuple(
        Figure(colour=colour, x_mm=x, y_mm=y) for seat, colour in enumerate(COLOURS) for x, y in BOARD.kennel[seat][:4]
    )
    hand = None if side is None else Hand(x_mm=225, y_mm=225, side=side)
    return camera.render(Scene(figures=waiting, hand=hand))


def scaled(picture: Array, width: int, height: int) -> Array:
    return np.asarray(cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA))


def cut(picture: Array, width: int, height: int) -> Array:
    """The middle of the picture at the aspect of another size, and scaled to it."""
    share = min(picture.shape[1] / width, picture.shape[0] / height)
    across, down = round(width * share), round(height * share)
    left, top = (picture.shape[1] - across) // 2, (picture.shape[0] - down) // 2
    return scaled(picture[top : top + down, left : left + across], width, height)


def any_size(rng: np.random.Generator, largest: int = 600) -> tuple[int, int]:
    """Width and height of every parity, mostly those of a small picture, sometimes a single row or column."""
    if rng.random() < 0.15:
        return int(rng.integers(1, 40)), int(rng.integers(1, largest))
    width = int(rng.integers(200, largest))
    return width, max(1, int(width * rng.uniform(0.4, 1.3)))


def any_picture(rng: np.random.Generator, largest: int = 600) -> Array:
    """A picture of any kind; two in three show the table."""
    width, height = any_size(rng, largest)
    if rng.random() < 0.67:
        return _of_table(rng, width, height)
    return _STRANGE[int(rng.integers(len(_STRANGE)))](rng, width, height)


def _of_table(rng: np.random.Generator, width: int, height: int) -> Array:
    side = int(rng.integers(-1, 4))
    picture = scaled(table(None if side < 0 else side), width, height)
    what = int(rng.integers(9))
    if what == 0:  # half out of the picture
        shift = np.array([[1.0, 0.0, rng.uniform(-0.6, 0.6) * width], [0.0, 1.0, rng.uniform(-0.6, 0.6) * height]])
        return np.asarray(cv2.warpAffine(picture, shift, (width, height)))
    if what == 1:  # turned anyhow
        turn = cv2.getRotationMatrix2D((width / 2, height / 2), rng.uniform(0, 360), rng.uniform(0.4, 2.0))
        return np.asarray(cv2.warpAffine(picture, turn, (width, height)))
    if what == 2:  # something straight over an edge
        left, top = int(rng.integers(width)), int(rng.integers(height))
        picture[top : top + max(1, height // 4), left : left + max(1, width // 4)] = rng.integers(0, 256, 3)
        return picture
    if what == 3:  # mirrored, as a view of the same memory
        return picture[:, ::-1]
    if what == 4:  # every other pixel of a larger one
        return scaled(picture, 2 * width, 2 * height)[::2, ::2]
    return picture


def _noise(rng: np.random.Generator, width: int, height: int) -> Array:
    return rng.integers(0, 256, (height, width, 3), dtype=np.uint8)


def _plain(rng: np.random.Generator, width: int, height: int) -> Array:
    return np.full((height, width, 3), int(rng.choice([0, 1, 128, 254, 255])), dtype=np.uint8)


def _grey(rng: np.random.Generator, width: int, height: int) -> Array:
    return _of_table(rng, width, height)[..., 0]


def _one_channel(rng: np.random.Generator, width: int, height: int) -> Array:
    return _of_table(rng, width, height)[..., :1]


def _with_alpha(rng: np.random.Generator, width: int, height: int) -> Array:
    return np.dstack([_of_table(rng, width, height), np.full((height, width), 255, np.uint8)])


def _empty(rng: np.random.Generator, width: int, height: int) -> Array:
    return np.empty(
        [(0, 0, 3), (0, width, 3), (height, 0, 3), (0,), (height, width, 0)][int(rng.integers(5))], np.uint8
    )


def _not_a_number(rng: np.random.Generator, width: int, height: int) -> Array:
    return np.full((height, width, 3), float(rng.choice([np.nan, np.inf, 0.5])), dtype=np.float32)


def _deep(rng: np.random.Generator, width: int, height: int) -> Array:
    return _of_table(rng, width, height).astype(np.uint16) * 257


_STRANGE = (_noise, _plain, _grey, _one_channel, _with_alpha, _empty, _not_a_number, _deep)
