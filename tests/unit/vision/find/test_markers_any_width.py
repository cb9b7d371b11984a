"""A board is found by its markers in pictures of every width, as long as they show large enough to be read."""

from functools import cache

import cv2
import numpy as np
import pytest
from table_readers import board_of

from companion.board.files import load_board
from companion.simulation.camera.pinhole import Stand
from companion.simulation.camera.virtual_camera import Scene, VirtualCamera
from vision.find.locator import BoardLocator
from vision.frames import Image

BOARD = load_board("black_dog")
SIZE = (1920, 1080)
CORNERS_MM = np.array([[0.0, 0.0], [450.0, 0.0], [450.0, 450.0], [0.0, 450.0]])
#: How high the camera stands, and how large the board shows: in the second case half as large as people would have it.
VIEWS = ((36.0, 1.0), (42.0, 0.6), (52.0, 0.6), (66.0, 0.6))


@cache
def view(elevation_deg: float, share: float) -> tuple[Image, np.ndarray]:
    """A table as a poor camera shows it, and where the corners of the board are in it."""
    camera = VirtualCamera(BOARD, ("red",) * 4, seed=5, size=SIZE, stand=Stand(elevation_deg=elevation_deg))
    sharp = camera.render(Scene())
    small = cv2.resize(sharp, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
    left, top = (SIZE[0] - small.shape[1]) // 2, (SIZE[1] - small.shape[0]) // 2
    right, bottom = SIZE[0] - small.shape[1] - left, SIZE[1] - small.shape[0] - top
    corners = np.array([camera.project(*corner) for corner in CORNERS_MM])
    shown = cv2.copyMakeBorder(small, top, bottom, left, right, cv2.BORDER_REPLICATE)
    return np.asarray(shown, dtype=np.uint8), corners * share + (left, top)


def as_wide(image: Image, width: int) -> Image:
    """The picture at another width, soft and compressed as a webcam's."""
    how = cv2.INTER_AREA if width <= SIZE[0] else cv2.INTER_CUBIC
    resized = cv2.resize(image, (width, round(width * SIZE[1] / SIZE[0])), interpolation=how)
    soft = cv2.GaussianBlur(resized, (0, 0), 0.7 if width < 1300 else 1.0)
    packed = cv2.imencode(".jpg", soft, [cv2.IMWRITE_JPEG_QUALITY, 70])[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), dtype=np.uint8)


def assert_found(elevation_deg: float, share: float, width: int) -> None:
    image, corners = view(elevation_deg, share)
    picture = as_wide(image, width)
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    _, _, pose = BoardLocator.of(board_of(BOARD)).look(picture, grey)
    assert pose is not None, width
    strays = np.linalg.norm(pose.pixels(CORNERS_MM) - corners * width / SIZE[0], axis=1)
    assert strays.max() < 0.004 * width, width


@pytest.mark.sampled(48)
@pytest.mark.parametrize("width", [899, 901, 943, 1031, 1281, 1601, 1920, 2103])
@pytest.mark.parametrize(("elevation_deg", "share"), VIEWS)
def test_a_board_is_found_at_every_width(elevation_deg: float, share: float, width: int) -> None:
    assert_found(elevation_deg, share, width)


@pytest.mark.long
@pytest.mark.thinned(9)
@pytest.mark.parametrize("width", [*range(897, 2000, 23), *range(2001, 4100, 97)])
@pytest.mark.parametrize(("elevation_deg", "share"), VIEWS)
def test_a_board_is_found_at_very_many_widths(elevation_deg: float, share: float, width: int) -> None:
    assert_found(elevation_deg, share, width)


@pytest.mark.long
@pytest.mark.thinned(4)
@pytest.mark.parametrize("width", range(561, 900, 13))
def test_a_board_that_fills_the_picture_is_found_in_small_pictures_too(width: int) -> None:
    assert_found(36.0, 1.0, width)
