"""A third lot of decks and pictures: other packs, other type, a warm lamp, and a camera that smooths its noise.

Three packs of the package gnome-cards-data that `card_decks` does not use (GPL-3, read where they are installed and
never copied), and three decks drawn with fonts of Debian (fonts-lato, fonts-comfortaa, fonts-vollkorn; OFL-1.1).
CARD_SHEETS and CARD_FONTS name folders of packages that are unpacked anywhere.  The pictures are those of `card_photos`
by another lamp, then smoothed, with weak colours and dark corners.
"""

import gzip
import os
import random
from dataclasses import replace
from functools import cache
from pathlib import Path

import card_photos
import cv2
import numpy as np
from card_decks import CARD_SHEETS, FINE, HEIGHT, WIDTH, Printed, PrintedDeck, cards_of_sheet, finished
from card_scenes import Laid, SceneCamera, Trouble
from PIL import Image as Pillow
from PIL import ImageDraw, ImageFont

from vision.frames import Image

FONTS = (*(Path(folder) for folder in os.environ.get("CARD_FONTS", "").split(":") if folder), Path("/usr/share/fonts"))
INKS = {"red": (196, 30, 45), "blue": (25, 70, 165), "green": (20, 125, 70), "orange": (235, 130, 20)}
WORDS = (
    *("ahead", "swap", "back", "start", "heart", "home", "split", "take"),
    *("give", "wait", "turn", "seven", "joker", "free", "block", "run"),
)
SUITS, RANKS = ("club", "diamond", "heart", "spade"), 13


def pack(name: str) -> PrintedDeck:
    """Two of five cards of a pack, so that neighbours of one suit and of two are among them."""
    sheet = next((folder / f"{name}.svgz" for folder in CARD_SHEETS if (folder / f"{name}.svgz").exists()), None)
    if sheet is None:
        raise SystemExit(f"no pack {name}: apt-get install gnome-cards-data")
    card = cards_of_sheet(gzip.decompress(sheet.read_bytes()).decode())
    faces = [
        Printed(f"{rank + 1} of {suit}s", card(row, rank))
        for row, suit in enumerate(SUITS)
        for rank in range(RANKS)
        if (row * RANKS + rank) % 5 in (0, 2)
    ]
    return PrintedDeck(name, tuple(faces), card(4, 2))


def font_of(name: str, size_mm: float) -> ImageFont.FreeTypeFont:
    path = next((found for folder in FONTS for found in sorted(folder.rglob(f"{name}.[to]tf"))), None)
    if path is None:
        raise SystemExit(f"no font {name}: apt-get install fonts-{name.partition('-')[0].lower()}")
    return ImageFont.truetype(str(path), round(size_mm * FINE))


def empty_card(colour: tuple[int, int, int]) -> tuple[Pillow.Image, ImageDraw.ImageDraw]:
    sheet = Pillow.new("RGB", (WIDTH, HEIGHT), colour)
    return sheet, ImageDraw.Draw(sheet)


def _both_ways(sheet: Pillow.Image) -> Pillow.Image:
    """The upper half, and the same below turned by half, as playing cards are printed."""
    upper = sheet.crop((0, 0, WIDTH, HEIGHT // 2))
    sheet.paste(upper.rotate(180), (0, HEIGHT - HEIGHT // 2))
    return sheet


def halved_deck() -> PrintedDeck:
    """Cream cards that read the same both ways: a number in heavy type and as many dots, in four inks."""
    faces = []
    for number in [*range(1, 14), 15, 20, 25]:
        ink = list(INKS.values())[number % 4]
        sheet, draw = empty_card((250, 246, 232))
        draw.text((5 * FINE, 3 * FINE), f"{number}", fill=ink, font=font_of("Lato-Black", 22))
        for dot in range(number):
            x, y = (6 + 5.2 * (dot % 10)) * FINE, (31 + 5 * (dot // 10)) * FINE
            draw.ellipse((x - 11, y - 11, x + 11, y + 11), fill=ink)
        faces.append(Printed(f"{number}", finished(_both_ways(sheet))))
    back, draw = empty_card((60, 70, 90))
    for step in range(0, HEIGHT, 40):
        draw.line((0, step, WIDTH, step), fill=(200, 200, 210), width=6)
    return PrintedDeck("halved", tuple(faces), finished(back))


def banded_deck() -> PrintedDeck:
    """A coloured card with a number in round type on a white disc; the same numbers in two colours."""
    faces = []
    for number in range(10):
        for name in list(INKS)[number % 2 :: 2]:
            sheet, draw = empty_card((255, 255, 255))
            draw.rounded_rectangle((18, 18, WIDTH - 18, HEIGHT - 18), 40, fill=INKS[name])
            draw.ellipse((7 * FINE, 23 * FINE, WIDTH - 7 * FINE, HEIGHT - 23 * FINE), fill="white")
            draw.text(
                (WIDTH / 2, HEIGHT / 2), f"{number}", fill=INKS[name], font=font_of("Comfortaa-Bold", 34), anchor="mm"
            )
            for x, y in ((9, 11), (WIDTH / FINE - 9, HEIGHT / FINE - 11)):
                draw.text(
                    (x * FINE, y * FINE), f"{number}", fill="white", font=font_of("Comfortaa-Bold", 12), anchor="mm"
                )
            faces.append(Printed(f"{name} {number}", finished(sheet)))
    back, draw = empty_card((20, 20, 20))
    draw.ellipse((60, 120, WIDTH - 60, HEIGHT - 120), fill=(200, 30, 30))
    return PrintedDeck("banded", tuple(faces), finished(back))


def lettered_deck() -> PrintedDeck:
    """White cards: a number in type with feet, a word below it, a line of dots for the way."""
    chance = random.Random("evening")
    faces = []
    for number, word in enumerate(WORDS, 1):
        sheet, draw = empty_card((252, 252, 252))
        draw.text((WIDTH / 2, 33 * FINE), f"{number}", fill="black", font=font_of("Vollkorn-Bold", 40), anchor="mm")
        draw.text((WIDTH / 2, 62 * FINE), word, fill=(120, 20, 20), font=font_of("Vollkorn-Bold", 13), anchor="mm")
        x = 12.0
        while x < 48:
            y = 76 + chance.uniform(-3, 3)
            draw.ellipse(((x - 1.6) * FINE, (y - 1.6) * FINE, (x + 1.6) * FINE, (y + 1.6) * FINE), fill=(60, 60, 140))
            x += chance.uniform(4, 9)
        draw.text((4 * FINE, 2 * FINE), f"{number}", fill="black", font=font_of("Vollkorn-Bold", 10))
        faces.append(Printed(f"{number}", finished(sheet)))
    back, draw = empty_card((110, 30, 60))
    draw.rectangle((50, 50, WIDTH - 50, HEIGHT - 50), outline="white", width=12)
    return PrintedDeck("words", tuple(faces), finished(back))


DECKS = {
    **{name: cache(lambda name=name: pack(name)) for name in ("paris", "ornamental", "tango_nuevo")},
    "halved": cache(halved_deck),
    "banded": cache(banded_deck),
    "words": cache(lettered_deck),
}


def any_trouble(chance: np.random.Generator) -> Trouble:
    """That of `card_photos` by lamps of the evening or a grey window."""
    lamps = [(0.42, 0.7, 1.0), (0.6, 0.8, 1.05), (1.05, 0.95, 0.85), (0.3, 0.42, 0.55)]
    return replace(card_photos.any_trouble(chance), lamp=lamps[chance.integers(len(lamps))])


def picture_of(
    camera: SceneCamera, table: Image, cards: list[Laid], trouble: Trouble, chance: np.random.Generator
) -> Image:
    """As `card_photos`, by a camera that smooths its noise, shows colours weakly and is darker in the corners."""
    picture = card_photos.picture_of(camera, table, cards, trouble, chance)
    smooth = cv2.bilateralFilter(picture, 5, 14, 2)
    parts = cv2.cvtColor(smooth, cv2.COLOR_BGR2YCrCb).astype(np.float32)
    parts[..., 1:] = cv2.GaussianBlur(parts[..., 1:], (0, 0), 1.2)
    parts[..., 1:] = 128 + (parts[..., 1:] - 128) * np.float32(chance.uniform(0.75, 1.0))
    y, x = np.indices(picture.shape[:2], dtype=np.float32)
    far = np.hypot(x / picture.shape[1] - 0.5, y / picture.shape[0] - 0.5)
    parts[..., 0] *= 1 - 0.35 * far**2
    seen = cv2.cvtColor(np.clip(parts, 0, 255).astype(np.uint8), cv2.COLOR_YCrCb2BGR)
    packed = cv2.imencode(".jpg", seen, [cv2.IMWRITE_JPEG_QUALITY, int(chance.integers(60, 90))])[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), dtype=np.uint8)
