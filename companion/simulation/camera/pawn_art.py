"""Pawns as bodies of revolution: every visible point is found and lit, so that tall pawns hide others behind them."""

from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board.files import BoardProfile
from companion.looks.colours import FIGURE_COLOUR
from companion.simulation.camera.board_art import PAINT, Bgr
from companion.simulation.camera.pinhole import Pinhole

Floats = NDArray[np.floating[Any]]

#: Towards the light, in world axes (x right, y down, z up).
LIGHT: Final = np.array([-0.48, -0.36, 0.8])
_SLICES: Final = 56
_FINE: Final = 3
_AROUND: Final = np.linspace(0.0, 2 * np.pi, 24, endpoint=False)


@dataclass(frozen=True, slots=True)
class Sprite:
    """A small picture to lay over another: premultiplied colour (h, w, 3) and transmittance (h, w, 1)."""

    left: int
    top: int
    colour: Floats
    through: Floats

    def draw_on(self, image: NDArray[np.uint8]) -> None:
        """Lays the sprite over `image`, cut off at its edges."""
        height, width = self.through.shape[:2]
        x0, y0 = max(0, self.left), max(0, self.top)
        x1, y1 = min(image.shape[1], self.left + width), min(image.shape[0], self.top + height)
        if x0 >= x1 or y0 >= y1:
            return
        part = (slice(y0 - self.top, y1 - self.top), slice(x0 - self.left, x1 - self.left))
        area = image[y0:y1, x0:x1]
        area[:] = (area * self.through[part] + self.colour[part] + 0.5).astype(np.uint8)


def outline(profile: BoardProfile) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Heights and radii in mm of the profile's pawn, from the foot up."""
    pawn = profile.pawn
    foot, tall = pawn.width_mm / 2, pawn.tall_mm
    if pawn.shape == "marble":
        heights = np.linspace(0.01, tall - 0.01, _SLICES)
        return heights, np.sqrt(np.maximum(foot**2 - (heights - foot) ** 2, 0.0))
    heights = np.linspace(0.0, tall - 0.01, _SLICES)
    if pawn.shape == "peg":
        rounded = np.clip((tall - heights) / (0.3 * foot), 0.0, 1.0)
        return heights, foot * np.sqrt(1 - (1 - rounded) ** 2)
    head = 0.17 * tall
    share = np.clip(heights / (tall - 2 * head), 0.0, 1.0)
    body = foot * (0.34 + 0.66 * (1 - share) ** 1.7)
    body = np.where(heights < 0.05 * tall, foot, body)
    body = np.where(heights > tall - 1.6 * head, 0.0, body)
    ball = np.sqrt(np.maximum(head**2 - (heights - (tall - head)) ** 2, 0.0))
    return heights, np.maximum(body, ball)


class PawnPainter:
    """Draws one kind of pawn for one camera; finished pawns and shadows are cached, as most stand still."""

    def __init__(self, profile: BoardProfile, pinhole: Pinhole) -> None:
        self._pinhole = pinhole
        self._heights, self._radii = outline(profile)
        slope = np.gradient(self._radii, self._heights)
        self._lean = (1 / np.sqrt(1 + slope**2), -slope / np.sqrt(1 + slope**2))
        self._pawns: dict[tuple[str, float, float, float, float], Sprite] = {}
        self._shadows: dict[tuple[float, float, float], Sprite] = {}

    def pawn(self, colour: str, x_mm: float, y_mm: float, lift_mm: float, gain: float) -> Sprite:
        """The pawn standing at a place of the board (or held `lift_mm` over it) under light of strength `gain`."""
        key = (colour, x_mm, y_mm, lift_mm, gain)
        if key not in self._pawns:
            _forget_some(self._pawns)
            self._pawns[key] = self._paint(PAINT.get(colour, PAINT[FIGURE_COLOUR]), x_mm, y_mm, lift_mm, gain)
        return self._pawns[key]

    def shadow(self, x_mm: float, y_mm: float, lift_mm: float) -> Sprite:
        """The shadow it throws on the board."""
        key = (x_mm, y_mm, lift_mm)
        if key not in self._shadows:
            _forget_some(self._shadows)
            self._shadows[key] = self._shade(x_mm, y_mm, lift_mm)
        return self._shadows[key]

    def _paint(self, paint: Bgr, x_mm: float, y_mm: float, lift_mm: float, gain: float) -> Sprite:
        rings = self._rings(x_mm, y_mm, lift_mm)
        left, top, width, height = _bounds(rings.reshape(-1, 2), 2)
        fine = (rings - (left, top)) * _FINE + (_FINE - 1) / 2
        layer = np.zeros((height * _FINE, width * _FINE), dtype=np.uint8)
        for number, ring in enumerate(fine):
            if self._radii[number] > 0.05:
                cv2.fillConvexPoly(layer, np.round(ring * 16).astype(np.int32), number + 1, cv2.LINE_8, 4)
        covered = (layer > 0).astype(np.float32)
        lit = np.minimum(self._light(layer, fine, paint) * gain, 255) * covered[:, :, None]
        small: Floats = cv2.resize(lit, (width, height), interpolation=cv2.INTER_AREA).astype(np.float32)
        cover: Floats = cv2.resize(covered, (width, height), interpolation=cv2.INTER_AREA).astype(np.float32)
        return Sprite(left, top, small, (1 - cover)[:, :, None])

    def _light(self, layer: NDArray[np.uint8], fine: NDArray[np.float64], paint: Bgr) -> Floats:
        """Diffuse light, a highlight and a dark side, from the direction the surface faces at every point."""
        which = np.maximum(layer.astype(np.int64) - 1, 0)
        centres = fine.mean(axis=1)
        spread = np.maximum(np.ptp(fine, axis=1) / 2, 0.3)
        rows, columns = np.indices(layer.shape)
        across = np.clip((columns - centres[which, 0]) / spread[which, 0], -1, 1)
        along = np.clip((rows - centres[which, 1]) / spread[which, 1], -1, 1)
        length = np.maximum(np.hypot(across, along), 1e-3)
        flat, up = self._lean[0][which], self._lean[1][which]
        right, down, forward = self._pinhole_axes()
        outward = (across / length)[:, :, None] * right + (along / length)[:, :, None] * down
        normal = flat[:, :, None] * outward + up[:, :, None] * np.array([0.0, 0.0, 1.0])
        light = LIGHT / np.linalg.norm(LIGHT)
        diffuse = np.clip(normal @ light, 0, 1)
        half = light - forward
        shine = np.clip(normal @ (half / np.linalg.norm(half)), 0, 1) ** 28
        bright = 0.55 + 0.72 * diffuse
        lit: Floats = (np.array(paint) * bright[:, :, None] + 150 * shine[:, :, None]).astype(np.float32)
        return lit

    def _pinhole_axes(self) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
        """The picture's right and down laid flat on the table, and the line of sight."""
        right, down, forward = self._pinhole.axes
        level = [np.array([axis[0], axis[1], 0.0]) for axis in (right, down)]
        return level[0] / np.linalg.norm(level[0]), level[1] / max(np.linalg.norm(level[1]), 1e-6), forward

    def _shade(self, x_mm: float, y_mm: float, lift_mm: float) -> Sprite:
        drift = -LIGHT[:2] / LIGHT[2]
        circles = self._circles(x_mm, y_mm, lift_mm)
        flat = circles[:, :, :2] + circles[:, :, 2:] * drift
        grounded = np.concatenate([flat, np.zeros((*flat.shape[:2], 1))], axis=2)
        rings = self._pinhole.project(grounded.reshape(-1, 3)).reshape(_SLICES, -1, 2)
        left, top, width, height = _bounds(rings.reshape(-1, 2), 6)
        layer = np.zeros((height, width), dtype=np.uint8)
        for ring in rings - (left, top):
            cv2.fillConvexPoly(layer, np.round(ring * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
        soft = cv2.GaussianBlur(layer, (0, 0), 1.6 + 0.05 * lift_mm).astype(np.float32) / 255
        through = (1 - 0.42 * soft)[:, :, None]
        return Sprite(left, top, np.zeros((height, width, 3), dtype=np.float32), through)

    def _rings(self, x_mm: float, y_mm: float, lift_mm: float) -> NDArray[np.float64]:
        return self._pinhole.project(self._circles(x_mm, y_mm, lift_mm).reshape(-1, 3)).reshape(_SLICES, -1, 2)

    def _circles(self, x_mm: float, y_mm: float, lift_mm: float) -> NDArray[np.float64]:
        """World points (slice, around, 3) of the outline's circles."""
        circles = np.empty((_SLICES, len(_AROUND), 3))
        circles[:, :, 0] = x_mm + self._radii[:, None] * np.cos(_AROUND)
        circles[:, :, 1] = y_mm + self._radii[:, None] * np.sin(_AROUND)
        circles[:, :, 2] = (self._heights + lift_mm)[:, None]
        return circles


def _forget_some(
    kept: dict[tuple[str, float, float, float, float], Sprite] | dict[tuple[float, float, float], Sprite],
) -> None:
    """Bounds the cache: a long game puts pawns at ever new places."""
    if len(kept) >= 400:
        kept.clear()


def _bounds(points: NDArray[np.float64], margin: int) -> tuple[int, int, int, int]:
    low = np.floor(points.min(axis=0)).astype(int) - margin
    high = np.ceil(points.max(axis=0)).astype(int) + margin + 1
    return int(low[0]), int(low[1]), int(high[0] - low[0]), int(high[1] - low[1])
