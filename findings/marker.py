"""Draws ArUco markers whose corners are known to a hundredth of a pixel, for the findings about their reader."""

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

CODES = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
#: The marker is drawn this large with a quiet zone of two cells, then scaled down.
CELL, CELLS, QUIET = 40, 6, 2
#: The picture is drawn this many times as large first.
FINER = 6
Picture = NDArray[np.uint8]
Points = NDArray[np.float64]


def draw(
    side_px: float,
    turn: float = 0.2,
    middle: tuple[float, float] = (100.0, 100.0),
    size: tuple[int, int] = (200, 200),
    cover: float = 0.0,
) -> tuple[Picture, Points]:
    """Returns a picture (h, w) with marker 7 on white, and its corners (4, 2) in pixels.

    `turn` in radians; `cover`: the share of the marker under a white strip along its left side.
    """
    side, rim = CELL * CELLS, CELL * QUIET
    marker = cv2.aruco.generateImageMarker(CODES, 7, side)
    marker = cv2.copyMakeBorder(marker, rim, rim, rim, rim, cv2.BORDER_CONSTANT, value=255)
    marker[:, : rim + round(cover * side)] = 255
    scale = side_px * FINER / side
    turned = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) * scale

    def place(points: Points) -> Points:
        """Returns places in the large picture of places in the marker, both from the corner of the first pixel."""
        return np.asarray((points - marker.shape[0] / 2) @ turned.T + np.array(middle) * FINER, dtype=np.float64)

    whole = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], dtype=np.float64)
    sheet = whole * marker.shape[0]
    to_picture = cv2.getPerspectiveTransform(np.float32(sheet - 0.5), np.float32(place(sheet) - 0.5))
    large = cv2.warpPerspective(marker, to_picture, (size[0] * FINER, size[1] * FINER), borderValue=(255,))
    picture = cv2.resize(large, size, interpolation=cv2.INTER_AREA)
    return np.asarray(picture, dtype=np.uint8), place(whole * side + rim) / FINER - 0.5


def soften(picture: Picture, blur: float, chance: np.random.Generator | None = None) -> Picture:
    """Returns the picture as a camera delivers it: blurred, of less contrast, with noise."""
    soft = cv2.GaussianBlur(picture, (0, 0), blur).astype(np.float64) * 0.7 + 30
    if chance is not None:
        soft += chance.normal(0, 2, picture.shape)
    return np.clip(soft, 0, 255).astype(np.uint8)


def detector(refinement: int = cv2.aruco.CORNER_REFINE_NONE) -> cv2.aruco.ArucoDetector:
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = refinement
    return cv2.aruco.ArucoDetector(CODES, parameters)


def error_px(found: object, truth: Points) -> float:
    """Returns the distance of the worst corner."""
    return float(np.linalg.norm(np.asarray(found).reshape(4, 2) - truth, axis=1).max())


def middling(refinement: Callable[[Picture], object], side_px: float, pictures: int = 15) -> float:
    """Returns the median over turned and shifted markers of the worst corner's error, in pixels."""
    chance, errors = np.random.default_rng(1), []
    for _ in range(pictures):
        middle = (100 + chance.uniform(), 100 + chance.uniform())
        picture, truth = draw(side_px, chance.uniform(0, 2 * np.pi), middle)
        found = refinement(soften(picture, 0.7, chance))
        errors.append(error_px(found, truth))
    return float(np.median(errors))
