"""The camera's place at a traced table, the lamps over the table, and the camera's picture of their light.

Law: everything follows from the random numbers given.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Image, Points

Rng = np.random.Generator
Floats = NDArray[np.float64]
Light = NDArray[np.float32]

SIZES: Final = ((640, 480), (640, 360), (960, 540), (1280, 720))
#: Small pictures are quicker to trace.
SHARES: Final = (0.45, 0.15, 0.32, 0.08)


@dataclass(frozen=True, slots=True, eq=False)
class Camera:
    """A pinhole camera, aimed at the board's middle: millimetres right, up and above of it.

    `axes` has the picture's right, its down and the line of sight as rows.
    """

    eye: Floats
    axes: Floats
    wide_deg: float
    size: tuple[int, int]

    def project(self, places: Floats) -> Points:
        """Returns the pixels (n, 2) of places (n, 3); their centres are whole numbers."""
        seen = (places - self.eye) @ self.axes.T
        focal = self.size[0] / 2 / np.tan(np.radians(self.wide_deg) / 2)
        return np.asarray(focal * seen[:, :2] / seen[:, 2:] + np.array(self.size) / 2 - 0.5)


@dataclass(frozen=True, slots=True, eq=False)
class Lamp:
    """A shining rectangle `at` a place (3,), turned to `target`; `half` of its width and height, its RGB radiance."""

    at: Floats
    half: Floats
    target: Floats
    radiance: Floats


def some_camera(size_mm: tuple[float, float], rng: Rng) -> Camera:
    """From straight above to nearly level, with long lenses and wide ones, the whole board in view."""
    elevation = np.radians(rng.uniform(31, 60) if rng.random() < 0.6 else rng.uniform(60, 89))
    azimuth, roll = np.radians(rng.uniform(-25, 25) - 90), np.radians(rng.uniform(-4, 4))
    wide_deg, size = float(rng.uniform(32, 82)), SIZES[int(rng.choice(len(SIZES), p=SHARES))]
    away = np.array([np.cos(azimuth) * np.cos(elevation), np.sin(azimuth) * np.cos(elevation), np.sin(elevation)])
    right = np.array([-np.sin(azimuth), np.cos(azimuth), 0.0])
    up = np.cross(away, right)
    corners = np.array([[x, y, 0.0] for x in (-0.5, 0.5) for y in (-0.5, 0.5)]) * (*size_mm, 1)
    slope = np.tan(np.radians(wide_deg) / 2) * rng.uniform(0.7, 1.0)
    far = max(
        float(np.max(corners @ away + np.abs(corners @ axis) / (slope * part)))
        for axis, part in ((right, 1.0), (up, size[1] / size[0]))
    )
    turned = np.cos(roll) * up + np.sin(roll) * right
    aside = rng.normal(0, 6, 3) * (1, 1, 0)
    return Camera(aside + far * away, np.stack([np.cross(-away, turned), -turned, -away]), wide_deg, size)


def developed(light: NDArray[np.float32], exposure: NDArray[np.float64], grain: float, rng: Rng) -> Image:
    """The picture (height, width, 3) BGR that a camera makes of it; `exposure` is the gain of red, green and blue."""
    lit = np.maximum(light * exposure * rng.normal(1, 0.01), 0)
    height, width = lit.shape[:2]
    rows, columns = np.linspace(-1, 1, height)[:, None], np.linspace(-1, 1, width)[None, :]
    lit *= (1 - 0.15 * (rows**2 + columns**2))[..., None]
    noise = rng.normal(0, 1, lit.shape).astype(np.float32)
    lit = lit + cv2.GaussianBlur(noise, (0, 0), 0.7) * 1.7 * grain * np.sqrt(lit + 0.02)
    soft = np.where(lit > 0.75, 0.75 + 0.25 * (1 - np.exp(-(lit - 0.75) / 0.25)), lit)
    shown = (255 * np.clip(soft, 0, 1) ** (1 / 2.2)).astype(np.float32)
    sharp = shown + rng.uniform(0, 0.7) * (shown - cv2.GaussianBlur(shown, (0, 0), 1.1))
    return np.ascontiguousarray(np.clip(sharp, 0, 255).astype(np.uint8)[..., ::-1])


def some_exposure(light: NDArray[np.float32], rng: Rng) -> NDArray[np.float64]:
    """The gains (3,) of red, green and blue that automatic exposure and white balance end with; some of the lamp's
    colour stays."""
    height, width = light.shape[:2]
    middle = light[height // 5 : -height // 5, width // 5 : -width // 5].reshape(-1, 3)
    grey = np.median(middle.mean(axis=1))
    gain = min(
        0.18 * 2 ** rng.uniform(-1.3, 0.8) / max(grey, 1e-4), 0.95 / max(np.quantile(middle.max(axis=1), 0.97), 1e-4)
    )
    cast = np.maximum(np.median(middle, axis=0), 1e-4)
    balance = np.clip(cast / cast[1], 0.2, 5.0) ** -float(rng.uniform(0.1, 0.95))
    return np.asarray(gain * balance / balance[1])


def some_lamps(camera: Camera, rng: Rng) -> Iterable[Lamp]:
    """One to three lamps or windows, none of them between the camera and the table."""
    for _ in range(int(rng.choice([1, 1, 2, 3]))):
        at, half = _some_lamp(rng)
        while _in_view(camera, at, float(half.max())):
            at, half = _some_lamp(rng)
        away = float(np.linalg.norm(at))
        power = rng.uniform(0.2, 0.8) * away**2 / half.prod() / max(0.25, at[2] / away)
        yield Lamp(at, half, rng.normal(0, 60, 3), power * _lamp_colour(rng))


def _some_lamp(rng: Rng) -> tuple[Floats, Floats]:
    """Returns the middle (3,) of a lamp or window, and half its width and height: from a candle to a whole wall."""
    azimuth, elevation = rng.uniform(0, 2 * np.pi), np.radians(rng.uniform(18, 88))
    away = float(np.exp(rng.uniform(np.log(420), np.log(2600))))
    towards = np.array([np.cos(azimuth) * np.cos(elevation), np.sin(azimuth) * np.cos(elevation), np.sin(elevation)])
    return away * towards, np.asarray(np.exp(rng.uniform(np.log(0.03), np.log(0.45), 2)) * away)


def _in_view(camera: Camera, at: Floats, radius: float) -> bool:
    """Whether a lamp would stand between the camera and the table."""
    right, down, ahead = camera.axes @ (at - camera.eye)
    slope = np.tan(np.radians(camera.wide_deg) / 2)
    return bool(ahead > -radius and max(abs(right), abs(down)) < slope * max(ahead, 0) + 1.5 * radius)


def _lamp_colour(rng: Rng) -> Floats:
    """From candle to shade, now and then a coloured lamp; RGB with green 1."""
    if rng.random() < 0.12:
        return np.asarray(rng.uniform(0.5, 1.6, 3) * (1, 0, 1) + (0, 1, 0))
    warm = float(rng.uniform(-0.25, 1.0))
    return np.array([1 + 1.1 * max(warm, 0) + 0.1 * warm, 1.0, 1 - 0.85 * max(warm, 0) - 0.5 * min(warm, 0)])


def some_room(rng: Rng) -> Light:
    """A room's walls, lit unevenly, as a panorama (height, width, 3) RGB."""
    walls = rng.uniform(0.2, 1.0, (6, 10, 3)).astype(np.float32) ** 2
    walls[:3] *= 1.5
    blurred = cv2.resize(walls, (96, 48), interpolation=cv2.INTER_CUBIC)
    tint = 0.4 + 0.6 * _lamp_colour(rng)
    return np.ascontiguousarray(np.clip(blurred * tint / 1.2, 0.01, 4).astype(np.float32))
