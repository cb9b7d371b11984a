"""A hand with a sleeve that reaches over the board from one side and holds a figure.

Drawn at half the picture's resolution: a hand is smooth and never read, and pictures are drawn many times a second.
"""

import math
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.simulation.camera.pawn_art import Sprite

Mask = NDArray[np.uint8]
Floats = NDArray[np.floating[Any]]
Vector = NDArray[np.float64]

_SKINS: Final = ((128, 158, 206), (96, 128, 182), (70, 98, 148), (150, 178, 222))
_SLEEVES: Final = ((96, 62, 40), (52, 48, 46), (70, 70, 150), (84, 104, 76))
#: From little finger to thumb, in shares of the hand's width: knuckle (across, along), middle joint, tip, thickness.
_FINGERS: Final = (
    ((-0.36, 0.98), (-0.44, 0.56), (-0.22, 0.3), 0.17),
    ((-0.16, 0.84), (-0.24, 0.36), (-0.08, 0.12), 0.2),
    ((0.08, 0.8), (0.02, 0.28), (0.02, 0.02), 0.21),
    ((0.44, 1.1), (0.42, 0.55), (0.12, 0.08), 0.22),
)
_SHRINK: Final = 2


def paint_hand(
    size_px: tuple[int, int], tip: tuple[float, float], side: int, px_per_mm: float, who: int
) -> list[Sprite]:
    """Shadow and hand, to be drawn in this order; `tip` is the place of the fingers, `side` as in `Hand`."""
    width, height = size_px[0] // _SHRINK, size_px[1] // _SHRINK
    here = np.array(tip) / _SHRINK
    middle = (np.array([width, height]) / 2 + here) / 2
    entries = ((middle[0], -40.0), (width + 40.0, middle[1]), (middle[0], height + 40.0), (-40.0, middle[1]))
    scale = px_per_mm / _SHRINK
    skin, sleeve, bright = _shapes((width, height), here, np.array(entries[side % 4]), 68.0 * scale)
    whole = (skin | sleeve).astype(np.uint8)
    shadow = cv2.GaussianBlur(_shifted(whole, 14 * scale, 11 * scale), (0, 0), 9 * scale).astype(np.uint8)
    colours = (_SKINS[who % len(_SKINS)], _SLEEVES[who % len(_SLEEVES)])
    return [_dark(shadow), _solid(whole, sleeve, bright, colours)]


def _shapes(size: tuple[int, int], tip: Vector, entry: Vector, width: float) -> tuple[Mask, Mask, Floats]:
    """The masks of skin and sleeve, and their brightness: parts are laid one over the other, each rounded by itself."""
    back = entry - tip
    length = max(float(np.hypot(*back)), 1.0)
    along = back / length
    across = np.array([-along[1], along[0]])
    skin, sleeve = np.zeros((2, size[1], size[0]), dtype=np.uint8)
    bright = np.zeros((size[1], size[0]), dtype=np.float32)

    def place(share: tuple[float, float]) -> Vector:
        spot: Vector = tip + across * share[0] * width + along * share[1] * width
        return spot

    back_of_hand = np.zeros_like(skin)
    angle = math.degrees(math.atan2(along[1], along[0]))
    cv2.ellipse(
        back_of_hand, (_at(place((0.02, 1.25))), (int(1.15 * width), int(0.9 * width)), angle), 255, -1, cv2.LINE_AA
    )
    _taper(back_of_hand, place((0.0, 1.45)), place((0.0, 3.0)), 0.7 * width, 0.62 * width)
    _lay(skin, bright, back_of_hand, 0.12 * width)
    for knuckle, joint, end, thick in _FINGERS:
        finger = np.zeros_like(skin)
        _capsule(finger, place(knuckle), place(joint), thick * width)
        _capsule(finger, place(joint), place(end), 0.85 * thick * width)
        _lay(skin, bright, finger, 0.05 * width)
    if length > 2.2 * width:
        cloth = np.zeros_like(skin)
        _taper(cloth, place((0.0, 2.2)), entry + along * width, 0.92 * width, 1.5 * width)
        _lay(sleeve, bright, cloth, 0.14 * width)
    return skin, sleeve, bright


def _lay(mask: Mask, bright: Floats, part: Mask, roundness_px: float) -> None:
    """Adds a part to `mask`; its slope towards the rim is lit from the upper left and its rim lies in shade."""
    body = cv2.GaussianBlur(part, (0, 0), max(1.0, roundness_px)).astype(np.float32) / 255
    slope = cv2.Sobel(body, cv2.CV_32F, 1, 0) + 0.8 * cv2.Sobel(body, cv2.CV_32F, 0, 1)
    lit = 1.02 + 0.55 * np.tanh(slope * 0.45 * max(1.0, roundness_px) / 2) - 0.5 * np.clip(0.85 - body, 0, 1)
    inside = part > 127
    bright[inside] = lit[inside]
    soft = (part > 0) & (bright == 0)
    bright[soft] = lit[soft]
    cv2.bitwise_or(mask, part, dst=mask)


def _solid(
    whole: Mask, sleeve: Mask, bright: Floats, colours: tuple[tuple[int, int, int], tuple[int, int, int]]
) -> Sprite:
    left, top, width, height = cv2.boundingRect(whole)
    area = (slice(top, top + height), slice(left, left + width))
    over = (sleeve[area] > 127)[:, :, None]
    paint = np.where(over, np.array(colours[1], np.float32), np.array(colours[0], np.float32))
    cover = cv2.GaussianBlur(whole[area], (0, 0), 0.7).astype(np.float32) / 255
    lit = np.clip(paint * bright[area][:, :, None], 0, 255) * cover[:, :, None]
    return Sprite(left * _SHRINK, top * _SHRINK, _enlarged(lit), 1 - _enlarged(cover)[:, :, None])


def _dark(shadow: Mask) -> Sprite:
    left, top, width, height = cv2.boundingRect((shadow > 3).astype(np.uint8))
    area = _enlarged(shadow[top : top + height, left : left + width].astype(np.float32) / 255)
    return Sprite(left * _SHRINK, top * _SHRINK, np.zeros((*area.shape, 1), np.float32), (1 - 0.4 * area)[:, :, None])


def _enlarged(small: Floats) -> Floats:
    large = cv2.resize(small, (small.shape[1] * _SHRINK, small.shape[0] * _SHRINK), interpolation=cv2.INTER_LINEAR)
    return large.astype(np.float32)


def _shifted(mask: Mask, x: float, y: float) -> Mask:
    move = np.array([[1, 0, x], [0, 1, y]], dtype=np.float64)
    return cv2.warpAffine(mask, move, (mask.shape[1], mask.shape[0])).astype(np.uint8)


def _capsule(mask: Mask, start: Vector, end: Vector, width: float) -> None:
    cv2.line(mask, _at(start), _at(end), 255, max(2, round(width)), cv2.LINE_AA)


def _taper(mask: Mask, start: Vector, end: Vector, width: float, end_width: float) -> None:
    along = (end - start) / max(float(np.hypot(*(end - start))), 1.0)
    across = np.array([-along[1], along[0]])
    sides = ((start, width), (end, end_width), (end, -end_width), (start, -width))
    corners = np.array([spot + across * wide / 2 for spot, wide in sides])
    cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), 255, cv2.LINE_AA)


def _at(point: Vector) -> tuple[int, int]:
    return round(float(point[0])), round(float(point[1]))
