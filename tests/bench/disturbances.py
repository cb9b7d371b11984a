"""The effects of a worse camera, another light or a weak line on pictures."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

import cv2
import numpy as np

from vision.frames import Image


@dataclass(frozen=True, slots=True)
class Moment:
    """Which picture it is: its number among `total`, the number of the settled state that it belongs to, and chance,
    the same for all pictures of a state in `by_state`."""

    number: int
    total: int
    chance: Random
    by_state: Random


#: None: the picture is lost.
Disturbance = Callable[[Image, Moment], Image | None]


def compressed(quality: int) -> Disturbance:
    def disturb(image: Image, _: Moment) -> Image:
        _done, packed = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
        return as_image(cv2.imdecode(packed, cv2.IMREAD_COLOR))

    return disturb


def exposed(share: float, *, by_state: bool = False) -> Disturbance:
    """Exposure other by up to `share` at each picture, or at each settled state."""

    def disturb(image: Image, moment: Moment) -> Image:
        chance = moment.by_state if by_state else moment.chance
        return as_image(image * (1 + share * chance.uniform(-1, 1)))

    return disturb


def shaken(pixels: float) -> Disturbance:
    def disturb(image: Image, moment: Moment) -> Image:
        angle = moment.chance.uniform(0, 2 * np.pi)
        move = np.array([[1, 0, pixels * np.cos(angle)], [0, 1, pixels * np.sin(angle)]])
        size = (image.shape[1], image.shape[0])
        return as_image(cv2.warpAffine(image, move, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))

    return disturb


def banded(share: float) -> Disturbance:
    """Lamps that flicker with the mains: bright and dark bands that wander from picture to picture."""

    def disturb(image: Image, moment: Moment) -> Image:
        rows = np.linspace(0, 3, image.shape[0]) + moment.chance.random()
        return as_image(image * (1 + share * np.sin(2 * np.pi * rows))[:, None, None])

    return disturb


def smeared(pixels: int) -> Disturbance:
    kernel = np.full((1, pixels), 1 / pixels)
    return lambda image, _: as_image(cv2.filter2D(image, -1, kernel))


def tinted(share: float) -> Disturbance:
    """White balance that drifts from cold to warm in the course of the recording."""

    def disturb(image: Image, moment: Moment) -> Image:
        warmth = share * (2 * moment.number / max(1, moment.total - 1) - 1)
        return as_image(image * np.array([1 - warmth, 1.0, 1 + warmth]))

    return disturb


def noisy(sigma: float) -> Disturbance:
    def disturb(image: Image, moment: Moment) -> Image:
        noise = np.random.default_rng(moment.chance.getrandbits(32)).normal(0, sigma, image.shape)
        return as_image(image + noise)

    return disturb


def barrelled(k1: float) -> Disturbance:
    def disturb(image: Image, _: Moment) -> Image:
        height, width = image.shape[:2]
        lens = np.array([[width, 0, width / 2], [0, width, height / 2], [0, 0, 1]], dtype=np.float64)
        return as_image(cv2.undistort(image, lens, np.array([-k1, 0, 0, 0])))

    return disturb


def turned(quarter_turns: int) -> Disturbance:
    return lambda image, _: as_image(np.rot90(image, quarter_turns))


def sized(width: int, height: int) -> Disturbance:
    return lambda image, _: as_image(cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA))


def resized_midway(width: int, height: int) -> Disturbance:
    """The camera changes its picture size in the middle of the game, and back again towards the end."""
    change = sized(width, height)

    def disturb(image: Image, moment: Moment) -> Image | None:
        midst = moment.total * 0.4 < moment.number < moment.total * 0.8
        return change(image, moment) if midst else image

    return disturb


def lost(share: float) -> Disturbance:
    return lambda image, moment: None if moment.number > 2 and moment.chance.random() < share else image


def lost_in_bursts(longest: int, every: int) -> Disturbance:
    """Once in `every` pictures a row of them is lost; the first ones always come."""

    def disturb(image: Image, moment: Moment) -> Image | None:
        turn = (moment.number - 3) // every
        chance = Random(f"{turn} {longest} {every} {moment.total}")
        begin, length = 3 + turn * every + chance.randrange(every), chance.randint(3, longest)
        return None if moment.number > 2 and begin <= moment.number < begin + length else image

    return disturb


def both(first: Disturbance, second: Disturbance) -> Disturbance:
    def disturb(image: Image, moment: Moment) -> Image | None:
        changed = first(image, moment)
        return None if changed is None else second(changed, moment)

    return disturb


def as_image(values: object) -> Image:
    """Whole numbers from 0 to 255 in one piece of memory."""
    return np.ascontiguousarray(np.clip(np.asarray(values), 0, 255).astype(np.uint8))
