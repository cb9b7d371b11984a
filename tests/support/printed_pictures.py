"""Pictures of boards as this program prints them, seen from any side, with markers papered over."""

from functools import cache

import cv2
import numpy as np

from companion.board.files import load_board
from companion.board.prints.flat import flat_png
from vision.find.lens import on_plane, plane_of
from vision.find.rectify import flat_corners
from vision.frames import Image, Points

PX_PER_MM = 3
WOOD = (194, 224, 237)


@cache
def flat_board(board: str) -> Image:
    png = np.frombuffer(flat_png(load_board(board), PX_PER_MM), dtype=np.uint8)
    return np.asarray(cv2.imdecode(png, cv2.IMREAD_COLOR), dtype=np.uint8)


def papered(board: str, hidden: tuple[int, ...]) -> Image:
    """The board with paper of its own colour over some of its markers, counted from the upper left clockwise."""
    flat, markers = flat_board(board).copy(), load_board(board).markers
    for number in hidden:
        low, high = (np.array(markers.centres[number]) + side * 0.72 * markers.size_mm for side in (-1, 1))
        cv2.rectangle(flat, *((PX_PER_MM * at).astype(int).tolist() for at in (low, high)), WOOD, -1)
    return flat


def seen_board(
    board: str, seed: int, hidden: tuple[int, ...] = (), size: tuple[int, int] = (960, 540), quality: int = 88
) -> tuple[Image, Points]:
    """A picture of (width, height) pixels with noise, light from one side and pawns, and where the corners are."""
    chance = np.random.default_rng([seed, 61])
    profile = load_board(board)
    wide, high = profile.size_mm
    lean, turn = np.radians(chance.uniform(45, 80)), np.radians(chance.uniform(-35, 35))
    focal, far = 0.8 * size[0], 2.1 * max(wide, high)

    def shown(places: Points) -> Points:
        x, y = ((places - (wide / 2, high / 2)) @ [[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]).T
        depth = far - y * np.cos(lean)
        return np.column_stack([x, y * np.sin(lean)]) / depth[:, None] * focal + (size[0] / 2, size[1] / 2)

    corners = shown(flat_corners(profile.size_mm))
    fine = np.array([[PX_PER_MM, 0.0, -0.5], [0.0, PX_PER_MM, -0.5], [0.0, 0.0, 1.0]])
    way = plane_of(flat_corners(profile.size_mm), corners) @ np.linalg.inv(fine)
    soft = cv2.GaussianBlur(papered(board, hidden), (0, 0), 1.3)
    image = np.full((size[1], size[0], 3), (60, 75, 90), dtype=np.uint8)
    cv2.warpPerspective(soft, way, size, image, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_TRANSPARENT)
    spots = np.array([profile.track[number] for number in chance.integers(0, len(profile.track), 10)])
    for x, y in on_plane(plane_of(flat_corners(profile.size_mm), corners), spots).tolist():
        colour = [float(level) for level in chance.integers(20, 220, 3)]
        cv2.ellipse(image, (round(x), round(y - 5)), (6, 9), 0, 0, 360, colour, -1, cv2.LINE_AA)
    light = 0.85 + chance.uniform(-0.15, 0.15) * np.linspace(-1, 1, size[0])[None, :, None]
    noisy = np.clip(image * light + chance.normal(0, 2.0, image.shape), 0, 255).astype(np.uint8)
    packed = cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), dtype=np.uint8), corners
