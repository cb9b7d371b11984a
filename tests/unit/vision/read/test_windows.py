"""Windows: with any camera and pawn, it stands upright in the middle of its window and fills the same box."""

import cv2
import msgspec
import numpy as np
import pytest
from table_readers import board_of

from companion.board.files import load_board
from companion.board.profile import Pawn
from companion.simulation.camera.pinhole import Pinhole, Stand
from vision.find.markers import marker_corners_mm
from vision.find.pose import find_pose
from vision.read.silhouettes import Silhouettes, draw_silhouettes
from vision.read.windows import HEIGHT, WIDTH, draw_windows

BOARD = load_board("black_dog")
TRACK_MM = np.array(BOARD.track)
SIZE = (1280, 720)
#: The network has learnt from windows of 28 x 36 pixels, in which the pawn fills this box.
BOX = (14.0, 22.0)
PAWNS = (
    Pawn(shape="cone", foot_mm=13.0, height_mm=24.0),
    Pawn(shape="peg", foot_mm=9.0, height_mm=28.0),
    Pawn(shape="marble", diameter_mm=14.0),
)


def outlines(pawn: Pawn, stand: Stand) -> Silhouettes:
    lens = Pinhole(BOARD.size_mm, SIZE, stand)
    printed = marker_corners_mm(BOARD.markers)
    seen = {name: lens.project(np.column_stack([at, np.zeros(4)])) for name, at in printed.items()}
    pose = find_pose(seen, printed, SIZE)
    assert pose is not None
    return draw_silhouettes(pose, board_of(msgspec.structs.replace(BOARD, pawn=pawn)), TRACK_MM, (SIZE[1], SIZE[0]))


@pytest.mark.parametrize("pawn", PAWNS, ids=lambda pawn: pawn.shape)
@pytest.mark.parametrize(
    "stand",
    [
        Stand(elevation_deg=36.0),
        Stand(elevation_deg=60.0, azimuth_deg=70.0, roll_deg=30.0),
        Stand(elevation_deg=90.0),
    ],
    ids=["low", "askew", "above"],
)
def test_every_pawn_fills_the_box_in_the_middle(pawn: Pawn, stand: Stand) -> None:
    windows = outlines(pawn, stand).windows
    for shape in windows.shapes:
        left, top, width, height = cv2.boundingRect((shape > 127).astype(np.uint8))
        assert (width, height) == pytest.approx(BOX, abs=2)
        assert (left + width / 2, top + height / 2) == pytest.approx((WIDTH / 2, HEIGHT / 2), abs=1.5)


def test_heads_are_above_feet() -> None:
    """The window's rows count downwards, however the camera was turned."""
    drawn = outlines(PAWNS[0], Stand(elevation_deg=45.0, roll_deg=80.0))
    places = drawn.windows.places.reshape(-1, HEIGHT, WIDTH, 2)
    for spot, foot in enumerate(drawn.feet):
        away = np.linalg.norm(places[spot] - foot, axis=-1)
        row, _ = np.unravel_index(int(away.argmin()), away.shape)
        assert row > HEIGHT / 2


def test_a_window_shows_what_the_picture_has_there() -> None:
    drawn = outlines(PAWNS[0], Stand(elevation_deg=50.0))
    picture = np.zeros((SIZE[1] * SIZE[0], 1), dtype=np.float32)
    picture[drawn.core[20]] = 1.0
    seen = drawn.windows.views(picture.reshape(SIZE[1], SIZE[0], 1))[..., 0]
    inside = drawn.windows.shapes[20] > 127
    assert seen[20][inside].mean() > 0.6
    assert seen[20][~inside].mean() < 0.02
    assert seen[40].max() == 0.0


@pytest.mark.parametrize(
    ("lean_px", "tilted_deg"), [(0.0, 0.0), (3.0, 26.6), (-6.0, -45.0), (6.0, 45.0), (600.0, 89.4)]
)
def test_a_pawn_seen_from_above_stands_upright(lean_px: float, tilted_deg: float) -> None:
    """One that leans aside by three tenths of its width stands askew by half a right angle."""
    around = np.radians(np.arange(0, 360, 10))
    outline = np.array([100.0, 100.0]) + 10 * np.column_stack([np.cos(around), np.sin(around)])
    foot = np.array([[100.0, 100.0]])
    places = draw_windows(outline[None], foot, foot + np.array([lean_px, 0.0])).places
    across = places[HEIGHT // 2, -1] - places[HEIGHT // 2, 0]
    assert np.degrees(np.arctan2(across[1], across[0])) == pytest.approx(tilted_deg, abs=0.1)


def test_no_spots_have_no_windows() -> None:
    none = draw_windows(np.zeros((0, 16, 2)), np.zeros((0, 2)), np.zeros((0, 2)))
    assert none.shapes.shape == (0, HEIGHT, WIDTH)
