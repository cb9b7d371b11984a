"""A fourth lot of decks and pictures: packs of another package, other type, lamps of an office, a candle, and a phone.

Three packs of the package kdegames-card-data-kf5 (GPL-2+ and LGPL, read where they are installed and never copied;
CARD_PACKS names the folder of one that is unpacked anywhere), and three decks drawn with fonts of Debian (fonts-dosis,
fonts-lobster, fonts-roboto-slab; OFL-1.1 and Apache-2.0).  The pictures are those of `card_photos` by other lamps, of
which one mirrors dimly in all that lies flat, and then made pleasant as a phone does it: even in brightness, sharp and
strong in colour.
"""

import gzip
import math
import os
import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import card_photos
import cv2
import numpy as np
import resvg_py
from card_decks import FINE, HEIGHT, WIDTH, Printed, PrintedDeck, finished
from card_evening import empty_card, font_of
from card_scenes import Laid, SceneCamera, Trouble
from PIL import ImageDraw

from vision.frames import Image

PACKS = (
    *(Path(folder) for folder in os.environ.get("CARD_PACKS", "").split(":") if folder),
    Path("/usr/share/carddecks"),
)


def night_deck() -> PrintedDeck:
    """Dark blue cards with a rounded number in light ink and a ring of small stars."""
    faces = []
    for number in [*range(1, 14), 17, 18, 71]:
        sheet, draw = empty_card((24, 30, 66))
        draw.text(
            (WIDTH / 2, HEIGHT / 2), f"{number}", fill=(245, 238, 210), font=font_of("Dosis-Bold", 36), anchor="mm"
        )
        for star in range(number % 13 + 3):
            turn = math.tau * star / (number % 13 + 3) + number
            x, y = WIDTH / 2 + 23 * FINE * math.cos(turn), HEIGHT / 2 + 36 * FINE * math.sin(turn)
            draw.regular_polygon((x, y, 2.4 * FINE), 3 + number % 4, rotation=20 * star, fill=(235, 190, 70))
        faces.append(Printed(f"{number}", finished(sheet)))
    back, draw = empty_card((70, 24, 50))
    for x in range(40, WIDTH, 60):
        draw.line((x, 30, x, HEIGHT - 30), fill=(230, 200, 120), width=5)
    return PrintedDeck("night", tuple(faces), finished(back))


def scripted_deck() -> PrintedDeck:
    """Pale cards in four tints, a number in a written type above, squares to be walked below."""
    tints = ((253, 240, 214), (226, 240, 250), (232, 246, 226), (250, 230, 236))
    faces = []
    for number in range(1, 17):
        sheet, draw = empty_card(tints[number % 4])
        draw.rectangle((14, 14, WIDTH - 14, HEIGHT - 14), outline=(90, 70, 60), width=7)
        draw.text((WIDTH / 2, 30 * FINE), f"{number}", fill=(80, 40, 30), font=font_of("lobster", 38), anchor="mm")
        for step in range(number):
            x, y = (9 + 7.2 * (step % 6)) * FINE, (56 + 8 * (step // 6)) * FINE
            draw.rectangle((x, y, x + 5 * FINE, y + 5 * FINE), outline=(80, 40, 30), width=5)
        faces.append(Printed(f"{number}", finished(sheet)))
    back, draw = empty_card((150, 160, 120))
    draw.ellipse((40, 40, WIDTH - 40, HEIGHT - 40), outline=(250, 250, 240), width=20)
    return PrintedDeck("scripted", tuple(faces), finished(back))


def slab_deck() -> PrintedDeck:
    """White cards of a home printer: a word in a heavy type, a number in two corners, a grey bar with an arrow."""
    words = [
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "swap",
        "king",
        "ace",
        "back",
        "joker",
        "start",
    ]
    faces = []
    for number, word in enumerate(words, 1):
        sheet, draw = empty_card((255, 255, 255))
        draw.text((WIDTH / 2, HEIGHT / 2), word, fill="black", font=font_of("RobotoSlab-Bold", 15), anchor="mm")
        for x, y in ((9, 10), (50, 81)):
            draw.text(
                (x * FINE, y * FINE), f"{number}", fill=(160, 20, 20), font=font_of("RobotoSlab-Bold", 12), anchor="mm"
            )
        _arrow(draw, number)
        faces.append(Printed(word, finished(sheet)))
    back, draw = empty_card((235, 235, 235))
    draw.text((WIDTH / 2, HEIGHT / 2), "dog", fill=(30, 30, 30), font=font_of("RobotoSlab-Bold", 24), anchor="mm")
    return PrintedDeck("slab", tuple(faces), finished(back))


def _arrow(draw: ImageDraw.ImageDraw, number: int) -> None:
    left, right, y = 10 * FINE, (14 + 2.2 * number) * FINE, (24 + number % 3 * 5) * FINE
    draw.line((left, y, right, y), fill=(120, 120, 120), width=2 * FINE)
    draw.polygon([(right, y - 4 * FINE), (right + 5 * FINE, y), (right, y + 4 * FINE)], fill=(120, 120, 120))


def pack(name: str) -> PrintedDeck:
    """Every second card of three suits of a pack, and its back, the last on its sheet."""
    file = next((found for folder in PACKS for found in (folder / f"svg-{name}").glob("*.svgz")), None)
    if file is None:
        raise SystemExit(f"no pack {name}: apt-get install kdegames-card-data-kf5")
    # in points the drawing contains the size of its paper, which resvg does not take
    svg = re.sub(r'\s(?:width|height)="[\d.]+pt"', "", gzip.decompress(file.read_bytes()).decode(), count=2)
    png = resvg_py.svg_to_bytes(svg_string=svg, width=14 * WIDTH)
    sheet = cv2.imdecode(np.frombuffer(bytes(png), np.uint8), cv2.IMREAD_UNCHANGED)
    boxes = cv2.connectedComponentsWithStats((sheet[..., 3] > 200).astype(np.uint8))[2][1:, :4]
    # two that touch, and other shapes than cards, are left out
    usual = np.median(boxes[boxes[:, 3] > HEIGHT / 2], axis=0)
    boxes = boxes[(np.abs(boxes[:, 2:] / usual[2:] - 1) < 0.1).all(axis=1)]
    boxes = sorted(boxes.tolist(), key=lambda box: (round(box[1] / (1.1 * box[3])), box[0]))
    cards = [_on_white(sheet[y : y + high, x : x + wide]) for x, y, wide, high in boxes]
    faces = [Printed(f"card {place}", card) for place, card in enumerate(cards[:39]) if place % 2 == 0]
    return PrintedDeck(name, tuple(faces), cards[-1])


def _on_white(card: Image) -> Image:
    part = card[..., 3:].astype(np.float32) / 255
    whole = card[..., :3] * part + 255 * (1 - part)
    return np.asarray(cv2.resize(whole, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA), dtype=np.uint8)


DECKS = {
    **{name: cache(lambda name=name: pack(name)) for name in ("dondorf", "jolly-royal", "oxygen")},
    "night": cache(night_deck),
    "scripted": cache(scripted_deck),
    "slab": cache(slab_deck),
}


def any_trouble(chance: np.random.Generator) -> Trouble:
    """That of `card_photos` by tubes, cold diodes, a candle or a cloudy sky."""
    lamps = [(0.8, 1.0, 0.85), (1.12, 1.0, 0.88), (0.3, 0.62, 1.0), (0.75, 0.72, 0.68)]
    return replace(card_photos.any_trouble(chance), lamp=lamps[chance.integers(len(lamps))])


def picture_of(
    camera: SceneCamera, table: Image, cards: list[Laid], trouble: Trouble, chance: np.random.Generator
) -> Image:
    """As `card_photos`, a tube mirrored dimly, and then as a phone keeps its pictures."""
    picture = card_photos.picture_of(camera, table, cards, trouble, chance).astype(np.float32)
    tube = np.zeros(picture.shape[:2], dtype=np.float32)
    ends = chance.uniform(-0.2, 1.2, (2, 2)) * np.array(tube.shape[::-1])
    start, end = (tuple(int(value) for value in one) for one in ends)
    cv2.line(tube, start, end, 1, int(chance.integers(10, 40)))
    dim = chance.uniform(0.0, 0.12) * 255
    seen = np.clip(picture + dim * cv2.GaussianBlur(tube, (0, 0), 9)[..., None], 0, 255).astype(np.uint8)
    parts = cv2.cvtColor(seen, cv2.COLOR_BGR2LAB)
    even = cv2.createCLAHE(chance.uniform(1.2, 2.0), (4, 4)).apply(parts[..., 0])
    parts[..., 0] = cv2.addWeighted(parts[..., 0], 0.5, even, 0.5, 0)
    colours = (parts[..., 1:].astype(np.float32) - 128) * np.float32(chance.uniform(1.0, 1.3)) + 128
    parts[..., 1:] = np.clip(cv2.GaussianBlur(colours, (0, 0), 0.9), 0, 255).astype(np.uint8)
    bright = cv2.cvtColor(parts, cv2.COLOR_LAB2BGR)
    sharp = cv2.addWeighted(bright, 1.4, cv2.GaussianBlur(bright, (0, 0), 1.3), -0.4, 0)
    packed = cv2.imencode(".jpg", sharp, [cv2.IMWRITE_JPEG_QUALITY, int(chance.integers(65, 92))])[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), dtype=np.uint8)
