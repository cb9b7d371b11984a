"""Movements of the whole picture in the middle of a game, pawns untouched: pushes, zooms, creeps, turns, bars, size."""

import cv2
import numpy as np
from disturbances import Disturbance, Moment, as_image

from vision.frames import Image, Points


def creeping(pixels: float) -> Disturbance:
    """A tripod that sinks: each picture is shifted by so many pixels more than the one before."""
    return lambda image, moment: _moved(image, _shift(pixels * moment.number, 0.3 * pixels * moment.number))


def pushed(pixels: float, degrees: float) -> Disturbance:
    """The camera is pushed once, in the middle of the game."""

    def disturb(image: Image, moment: Moment) -> Image:
        turn = _about_middle(image, degrees, 1.0)
        return _moved(image, _shift(pixels, -0.5 * pixels) @ turn) if _later(moment) else image

    return disturb


def zoomed(scale: float) -> Disturbance:
    """From the middle of the game on everything shows so many times as large."""
    return lambda image, moment: _moved(image, _about_middle(image, 0.0, scale)) if _later(moment) else image


def refocused(scale: float) -> Disturbance:
    """A focus that is set anew at each settled state: everything shows larger or smaller by up to `scale`."""

    def disturb(image: Image, moment: Moment) -> Image:
        return _moved(image, _about_middle(image, 0.0, 1 + scale * moment.by_state.uniform(-1, 1)))

    return disturb


def turned_midway(quarter_turns: int) -> Disturbance:
    """A telephone that is turned over in the middle of the game."""
    return lambda image, moment: as_image(np.rot90(image, quarter_turns)) if _later(moment) else image


def letterboxed(share: float) -> Disturbance:
    """From the middle of the game on the picture is smaller, with black bars all round that take this share of it."""

    def disturb(image: Image, moment: Moment) -> Image:
        if not _later(moment):
            return image
        way = _about_middle(image, 0.0, 1 - share)[:2]
        return as_image(cv2.warpAffine(image, way, (image.shape[1], image.shape[0]), flags=cv2.INTER_AREA))

    return disturb


def barred(share: float) -> Disturbance:
    """From the middle of the game on black bars lie above and below, which make the picture higher."""

    def disturb(image: Image, moment: Moment) -> Image:
        bar = round(share * image.shape[0]) if _later(moment) else 0
        return as_image(cv2.copyMakeBorder(image, bar, bar, 0, 0, cv2.BORDER_CONSTANT))

    return disturb


def resized_from_middle(width: int, height: int) -> Disturbance:
    """From the middle of the game on the camera gives another size."""

    def disturb(image: Image, moment: Moment) -> Image:
        if not _later(moment):
            return image
        return as_image(cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA))

    return disturb


def _later(moment: Moment) -> bool:
    return moment.number > moment.total / 2


def _moved(image: Image, way: Points) -> Image:
    size = (image.shape[1], image.shape[0])
    return as_image(cv2.warpAffine(image, way[:2], size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))


def _shift(right: float, down: float) -> Points:
    return np.array([[1.0, 0.0, right], [0.0, 1.0, down], [0.0, 0.0, 1.0]])


def _about_middle(image: Image, degrees: float, scale: float) -> Points:
    middle = (image.shape[1] / 2, image.shape[0] / 2)
    return np.vstack([cv2.getRotationMatrix2D(middle, degrees, scale), [0.0, 0.0, 1.0]])
