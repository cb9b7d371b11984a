"""The materials of boards and tables: wood, felt, stone, paper and leather as pictures, from noise alone.

Pictures are (height, width, 3) BGR, 0 to 1, as they look on a screen.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.float32]
Field = NDArray[np.float32]
Colour = tuple[int, int, int]


def bgr(name: str) -> Picture:
    """The colour #RRGGBB as blue, green and red from 0 to 1."""
    return np.array([int(name[first : first + 2], 16) / 255 for first in (5, 3, 1)], dtype=np.float32)


def clouds(side: int, rng: np.random.Generator, cell: float, octaves: int = 4, stretch: float = 1.0) -> Field:
    """Noise (side, side) from 0 to 1 whose largest clouds are `cell` pixels wide and `stretch` times as long."""
    whole, weight, total = np.zeros((side, side), dtype=np.float32), 1.0, 0.0
    for _ in range(octaves):
        across, along = max(2, round(side / cell)), max(2, round(side / cell / stretch))
        grid = rng.random((across, along)).astype(np.float32)
        whole += weight * cv2.resize(grid, (side, side), interpolation=cv2.INTER_CUBIC)
        total, weight, cell = total + weight, weight / 2, max(2.0, cell / 2)
    return np.clip(whole / total, 0, 1)


def mixed(first: Picture, second: Picture, share: Field) -> Picture:
    """Between two colours by a share (height, width) of the second."""
    return (first * (1 - share[:, :, None]) + second * share[:, :, None]).astype(np.float32)


def wood(side: int, rng: np.random.Generator, light: str, dark: str) -> Picture:
    """Planks' rings and pores along the picture."""
    warp = clouds(side, rng, side / 3, 3, 5.0)
    rings = 0.5 + 0.5 * np.sin((warp * 34 + np.linspace(0, 6, side, dtype=np.float32)[:, None]) * 2)
    pores = clouds(side, rng, 5, 2, 26.0)
    share = np.clip(0.15 + 0.5 * rings * clouds(side, rng, side / 5, 3, 4.0) + 0.9 * np.maximum(pores - 0.62, 0), 0, 1)
    return mixed(bgr(light), bgr(dark), share)


def felt(side: int, rng: np.random.Generator, light: str, dark: str) -> Picture:
    """Short fibres every way, worn in large patches."""
    fibres = clouds(side, rng, 4, 2) * 0.6 + clouds(side, rng, 3, 1, 4.0) * 0.25 + clouds(side, rng, 3, 1, 0.25) * 0.25
    return mixed(bgr(light), bgr(dark), np.clip(fibres * 0.9 + 0.35 * clouds(side, rng, side / 4), 0, 1))


def stone(side: int, rng: np.random.Generator, light: str, dark: str) -> Picture:
    """Polished stone with veins."""
    veins = sum(
        np.maximum(0, 1 - np.abs(clouds(side, rng, side / cell, 5) - 0.5) * 45) * weight
        for cell, weight in ((2, 0.8), (4, 0.45), (7, 0.3))
    )
    return mixed(bgr(light), bgr(dark), np.clip(veins * 0.6 + 0.4 * clouds(side, rng, side / 3, 5) - 0.05, 0, 1))


def paper(side: int, rng: np.random.Generator, light: str, dark: str) -> Picture:
    """Old paper: stains, rubbed places, and the two folds that it lay in, lit from one side."""
    flat = mixed(bgr(light), bgr(dark), np.clip(1.6 * clouds(side, rng, side / 2, 5) - 0.55, 0, 1))
    at = np.arange(side, dtype=np.float32)
    for axis in (0, 1):
        bend = side * (0.5 + 0.004 * (clouds(side, rng, side / 6, 2)[0] - 0.5))
        off = (at[:, None] - bend[None, :]) / (side / 450)
        shade = (
            -0.20 * np.exp(-((off / 0.7) ** 2)) + 0.06 * np.exp(-(((off - 2.5) / 2.0) ** 2)) - 0.05 * np.tanh(off / 25)
        )
        flat = np.clip(flat * (1 + (shade if axis == 0 else shade.T)[:, :, None]), 0, 1)
    worn = np.maximum(clouds(side, rng, 30, 4) - 0.66, 0) * 1.6
    return mixed(flat, np.float32([0.9, 0.93, 0.95]), np.clip(worn, 0, 0.8))


def leather(side: int, rng: np.random.Generator, light: str, dark: str) -> Picture:
    """Grained leather."""
    grain = np.abs(clouds(side, rng, 16, 2) - clouds(side, rng, 11, 2)) * 3.0
    return mixed(bgr(light), bgr(dark), np.clip(0.9 - grain + 0.4 * (clouds(side, rng, side / 3) - 0.5), 0, 1))


def sea(side: int, rng: np.random.Generator, light: str, dark: str) -> Picture:
    """A map: land in `light`, with hills, in a sea of `dark`."""
    height = clouds(side, rng, side / 3, 6)
    coast = np.clip((height - 0.47) * 60, 0, 1)
    hills = mixed(bgr(light), bgr(light) * 0.6, np.clip((height - 0.55) * 4, 0, 1))
    waves = mixed(bgr(dark), np.minimum(1, bgr(dark) * 1.35), clouds(side, rng, 14, 3, 3.0))
    return mixed(waves, hills, coast)


def washes(side: int, rng: np.random.Generator, light: str, dark: str) -> Picture:
    """Water-colour blots in many pale colours over the two given ones."""
    flat = mixed(bgr(light), bgr(dark), clouds(side, rng, side / 2, 3))
    for _ in range(7):
        hue = rng.uniform(0.62, 1.0, 3).astype(np.float32)
        edge = np.clip((clouds(side, rng, side / 2.5, 5) - rng.uniform(0.5, 0.6)) * 25, 0, 1)
        flat = mixed(flat, flat * 0.4 + hue * 0.6, 0.75 * edge)
    return flat


def plain(side: int, rng: np.random.Generator, light: str, dark: str) -> Picture:
    """A smooth print in one colour with a border in the other."""
    flat = np.tile(bgr(light), (side, side, 1)).astype(np.float32)
    rim = round(0.012 * side)
    flat[:rim], flat[-rim:], flat[:, :rim], flat[:, -rim:] = (bgr(dark),) * 4
    return np.clip(flat * (0.985 + 0.03 * clouds(side, rng, 5, 1)[:, :, None]), 0, 1)


def tiles(side: int, rng: np.random.Generator, light: str, dark: str) -> Picture:
    """A chequered cloth."""
    step = np.arange(side) // max(1, side // 14) % 2
    share = ((step[:, None] + step[None, :]) / 2).astype(np.float32)
    return mixed(bgr(light), bgr(dark), np.clip(share + 0.25 * (clouds(side, rng, 4, 2) - 0.5), 0, 1))


MATERIALS = {made.__name__: made for made in (wood, felt, stone, paper, leather, sea, washes, plain, tiles)}
