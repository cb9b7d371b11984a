"""The less usual effects of cameras and rooms: shutters, focus, mirrors, lamps, sun, people, crumbs.

Made apart from `disturbances.py` after the reader was built; nothing is tuned on it.
"""

from random import Random

import cv2
import numpy as np
from disturbances import Disturbance, Moment, as_image

from vision.frames import Image


def rolling_shutter(pixels: float) -> Disturbance:
    """A camera that trembles while its rows are read one after the other: the picture wobbles by so many pixels."""

    def disturb(image: Image, moment: Moment) -> Image:
        height, width = image.shape[:2]
        wave = 2 * np.pi * (np.linspace(0, 1.5, height) + moment.chance.random())
        columns, rows = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
        columns += (pixels * np.sin(wave)).astype(np.float32)[:, None]
        return as_image(cv2.remap(image, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))

    return disturb


def breathing(scale: float, sigma_px: float) -> Disturbance:
    """An automatic focus that hunts: the picture grows and shrinks by up to `scale` and is soft at one end."""

    def disturb(image: Image, moment: Moment) -> Image:
        height, width = image.shape[:2]
        phase = np.sin(2 * np.pi * moment.number / 9 + moment.by_state.uniform(0, 1))
        grown = cv2.getRotationMatrix2D((width / 2, height / 2), 0, 1 + scale * phase)
        moved = cv2.warpAffine(image, grown, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        soft = sigma_px * max(0.0, phase)
        return as_image(cv2.GaussianBlur(moved, (0, 0), soft) if soft > 0.2 else moved)

    return disturb


def mirrored(*, upside_down: bool = False) -> Disturbance:
    return lambda image, _: as_image(image[::-1] if upside_down else image[:, ::-1])


def enlarged(width: int) -> Disturbance:
    def disturb(image: Image, _: Moment) -> Image:
        size = (width, round(image.shape[0] * width / image.shape[1]))
        return as_image(cv2.resize(image, size, interpolation=cv2.INTER_CUBIC))

    return disturb


def doubled(every: int, repeats: int = 1) -> Disturbance:
    """Of `every` pictures `repeats` show what the one before showed."""
    shown: list[Image] = []

    def disturb(image: Image, moment: Moment) -> Image:
        if not shown or moment.number == 0 or moment.number % every >= repeats:
            shown[:] = [image]
        return shown[0]

    return disturb


def coloured(bgr: tuple[float, float, float]) -> Disturbance:
    return lambda image, _: as_image(image * np.array(bgr))


def lamp_glare(size: float, level: float) -> Disturbance:
    """A lamp mirrored in the board at one place all evening: `size` in parts of the width, `level` at its brightest."""

    def disturb(image: Image, moment: Moment) -> Image:
        height, width = image.shape[:2]
        place = Random(f"{moment.total} glare")
        x, y = place.uniform(0.3, 0.7) * width, place.uniform(0.3, 0.7) * height
        rows, columns = np.ogrid[:height, :width]
        spot = np.exp(-(((columns - x) / (size * width)) ** 2 + ((rows - y) / (0.6 * size * width)) ** 2))
        return as_image(image + (level * spot)[:, :, None])

    return disturb


def sun_through_a_window(gain: float) -> Disturbance:
    """Two panes of low sun lie across the table, warm and with hard edges, and wander by half a pixel a picture."""

    def disturb(image: Image, moment: Moment) -> Image:
        height, width = image.shape[:2]
        lit = np.zeros((height, width), np.uint8)
        for left in (0.15, 0.5):
            x, broad, slant = left * width + moment.number / 2, 0.25 * width, 0.3 * width
            pane = np.array([[x + slant, 0], [x + slant + broad, 0], [x + broad, height], [x, height]])
            cv2.fillPoly(lit, [np.rint(pane * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
        share = (lit / 255.0)[:, :, None]
        return as_image(image * (0.9 * (1 - share) + share * gain * np.array([0.75, 0.97, 1.08])))

    return disturb


def passing_shadows(level: float) -> Disturbance:
    """People stand between lamp and table: a shadow with a hard edge, elsewhere at each state, and not quite still."""

    def disturb(image: Image, moment: Moment) -> Image:
        height, width = image.shape[:2]
        x, lean = moment.by_state.uniform(0.2, 0.65) * width, moment.by_state.uniform(-0.2, 0.2) * width
        broad = moment.by_state.uniform(0.12, 0.25) * width
        x += moment.chance.uniform(-3, 3)
        body = np.array([[x, 0], [x + broad, 0], [x + broad + lean, height], [x + lean, height]])
        shadow = np.zeros((height, width), np.uint8)
        cv2.fillPoly(shadow, [np.rint(body).astype(np.int32)], 255, cv2.LINE_AA)
        dark = 1 - (1 - level) * (cv2.GaussianBlur(shadow, (0, 0), 1.2) / 255.0)
        return as_image(image * dark[:, :, None])

    return disturb


def crumbs(count: int) -> Disturbance:
    """From a third of the game on crumbs of bread lie about."""

    def disturb(image: Image, moment: Moment) -> Image:
        if moment.number < moment.total / 3:
            return image
        height, width = image.shape[:2]
        place, crumbled = Random(f"{moment.total} crumbs {count}"), image.copy()
        for _ in range(count):
            middle = (round(place.uniform(0.2, 0.8) * width), round(place.uniform(0.2, 0.8) * height))
            axes = (
                max(1, round(place.uniform(0.001, 0.003) * width)),
                max(1, round(place.uniform(0.001, 0.002) * width)),
            )
            shade = place.uniform(0.7, 1.1)
            colour = (90 * shade, 140 * shade, 185 * shade)
            cv2.ellipse(crumbled, middle, axes, place.uniform(0, 180), 0, 360, colour, -1, cv2.LINE_AA)
        return as_image(crumbled)

    return disturb
