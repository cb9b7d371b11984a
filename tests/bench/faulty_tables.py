"""Drawn tables with a fault of known strength, to try the test of a table with; each follows from its number alone.

Eight tables in a row are one scenery of `drawn_scenery` (board, art, pawns, light, camera): first without a fault, then
with seven of different strength.  Nothing here is tuned by the results of the reader.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from drawn_scenery import Scenery, scenery
from numpy.typing import NDArray

from vision.frames import Image

Chance = np.random.Generator
#: From a picture, chance and a strength of 0 to 1 to the picture with the fault.
Fault = Callable[[Image, Chance, float], Image]
SIZE: Final = (800, 450)


def clipped(values: NDArray[np.floating]) -> Image:
    return np.ascontiguousarray(np.clip(values, 0, 255).astype(np.uint8))


def defocused(image: Image, _: Chance, strength: float) -> Image:
    return np.asarray(cv2.GaussianBlur(image, (0, 0), 0.2 + 5 * strength), dtype=np.uint8)


def smeared(image: Image, _: Chance, strength: float) -> Image:
    length = 1 + 2 * round(12 * strength)
    return np.asarray(cv2.filter2D(image, -1, np.full((1, length), 1 / length)), dtype=np.uint8)


def noisy(image: Image, chance: Chance, strength: float) -> Image:
    return clipped(image + chance.normal(0, 45 * strength, image.shape).astype(np.float32))


def underexposed(image: Image, chance: Chance, strength: float) -> Image:
    """Less light, and the sensor's noise that goes with it."""
    dark = image.astype(np.float32) * (1 - 0.92 * strength)
    return clipped(dark + chance.normal(0, 1 + 3 * strength, image.shape).astype(np.float32))


def overexposed(image: Image, _: Chance, strength: float) -> Image:
    return clipped(image.astype(np.float32) * (1 + 3 * strength))


def coarse(image: Image, _: Chance, strength: float) -> Image:
    """A worse camera: fewer pixels."""
    share = 1 - 0.85 * strength
    size = (max(64, round(image.shape[1] * share)), max(48, round(image.shape[0] * share)))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def banded(image: Image, chance: Chance, strength: float) -> Image:
    """Lamps that flicker with the mains: bands that wander from picture to picture."""
    rows = np.linspace(0, 3, image.shape[0]) + chance.random()
    return clipped(image * (1 + 0.2 * strength * np.sin(2 * np.pi * rows))[:, None, None])


def faded(image: Image, _: Chance, strength: float) -> Image:
    """Colours that run together: coloured light, a film on the lens, pawns of two shades."""
    grey = cv2.cvtColor(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR).astype(np.float32)
    return clipped((1 - strength) * image + strength * (0.45 * grey + 70))


def stained(image: Image, _: Chance, strength: float) -> Image:
    """Stains on the lens: blurred and dim patches that cover more and more of the board."""
    height, width = image.shape[:2]
    stain = np.zeros((height, width), dtype=np.float32)
    for x, y in ((0.3, 0.4), (0.68, 0.62), (0.55, 0.25)):
        cv2.circle(stain, (round(x * width), round(y * height)), round(0.02 * width + 0.16 * width * strength), 1.0, -1)
    share = cv2.GaussianBlur(stain, (0, 0), 0.01 * width)[:, :, None]
    soft = cv2.GaussianBlur(image, (0, 0), 0.012 * width).astype(np.float32) * 0.5 + 60
    return clipped(image * (1 - share) + soft * share)


def compressed(image: Image, _: Chance, strength: float) -> Image:
    _done, packed = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, round(75 - 72 * strength)])
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), dtype=np.uint8)


def glaring(image: Image, _: Chance, strength: float) -> Image:
    """A lamp mirrored on the board."""
    height, width = image.shape[:2]
    spot = np.zeros((height, width), dtype=np.float32)
    cv2.circle(spot, (round(0.52 * width), round(0.42 * height)), round((0.02 + 0.3 * strength) * width), 1.0, -1)
    return clipped(image + 260 * strength**0.5 * cv2.GaussianBlur(spot, (0, 0), 0.02 * width)[:, :, None])


FAULTS: Final[dict[str, Fault]] = {
    "out of focus": defocused,
    "noise": noisy,
    "too dark": underexposed,
    "few pixels": coarse,
    "faded colours": faded,
    "stains on the lens": stained,
    "overexposed": overexposed,
    "light bands": banded,
    "motion blur": smeared,
    "compression": compressed,
    "glare": glaring,
}
STRENGTHS: Final = (0.05, 0.1, 0.15, 0.22, 0.32, 0.45, 0.65)
NONE: Final = "none"


#: So many tables are of one scenery.
ROW: Final = 8


@dataclass(frozen=True, slots=True)
class FaultyTable:
    """`fault` is a name of `FAULTS` or `NONE`, `strength` 0 to 1."""

    number: int
    made: Scenery
    fault: str
    strength: float

    def filtered(self, image: Image, chance: Chance) -> Image:
        """The picture as the fault leaves it."""
        fault = FAULTS.get(self.fault)
        return image if fault is None else fault(image, chance, self.strength)


def faulty_table(number: int) -> FaultyTable:
    """Faults and strengths go round at different paces, so that all meet."""
    row, place = divmod(number, ROW)
    made = replace(scenery(row), size=SIZE)
    if not place:
        return FaultyTable(number, made, NONE, 0.0)
    turn = row * (ROW - 1) + place - 1
    return FaultyTable(number, made, tuple(FAULTS)[turn % len(FAULTS)], STRENGTHS[(3 * row + place) % len(STRENGTHS)])
