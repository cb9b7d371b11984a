"""Decks of cards to measure recognition on, drawn by other code and type than the prints of the program.

`playing` needs the SVG of a package with card faces (Debian: gnome-cards-data), which is read where it is installed and
never copied; the other two are drawn here with the fonts of the system.
"""

import gzip
import os
import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import resvg_py
from PIL import Image, ImageDraw, ImageFont

from vision.frames import Image as Picture

#: A card in pixels: 6 to the millimetre.
FINE = 6
SIZE_MM = (59.0, 91.0)
WIDTH, HEIGHT = round(SIZE_MM[0] * FINE), round(SIZE_MM[1] * FINE)
CARD_SHEETS = (
    *(Path(folder) for folder in os.environ.get("CARD_SHEETS", "").split(":") if folder),
    Path("/usr/share/aisleriot/cards"),
    Path("/usr/share/gnome-games-common/cards"),
)
FONTS = Path("/usr/share/fonts")


@dataclass(frozen=True)
class Printed:
    """One card as it was printed: RGB turned to BGR, FINE pixels to the millimetre."""

    name: str
    picture: Picture


@dataclass(frozen=True)
class PrintedDeck:
    name: str
    faces: tuple[Printed, ...]
    back: Picture


def fonts(kind: str) -> list[Path]:
    """The outline fonts of the system whose names have `kind` in them, bold ones first."""
    found = sorted(path for path in FONTS.rglob("*.[to]tf") if kind in path.stem.lower())
    if not found:
        raise SystemExit(f"no font named {kind}: install one, such as fonts-{kind}")
    return sorted(found, key=lambda path: "bold" not in path.stem.lower())


def numbered_deck(font: str, seed: int) -> PrintedDeck:
    """Home-made: a big number and a pictogram; 6 and 9 differ by a bar, some numbers are there in two colours."""
    chance = random.Random(f"numbered {seed}")
    big, small = fonts(font)[0], fonts(font)[-1]
    made = []
    for number in [*range(1, 15), 16, 20]:
        made.append((f"{number}", f"{number}", (25, 25, 30)))
    made += [("red 5", "5", (30, 30, 190)), ("red 8", "8", (30, 30, 190)), ("start", "S", (30, 110, 30))]
    return PrintedDeck(f"numbered, {font}", tuple(_numbered(*one, big, small, chance) for one in made), _back(chance))


def _numbered(
    name: str, number: str, ink: tuple[int, int, int], big: Path, small: Path, chance: random.Random
) -> Printed:
    sheet, draw = _sheet((248, 249, 250))
    colour = ink[::-1]
    corner = ImageFont.truetype(str(small), 9 * FINE)
    draw.text((4 * FINE, 3 * FINE), number, fill=colour, font=corner)
    middle = ImageFont.truetype(str(big), (34 if len(number) == 1 else 26) * FINE)
    box = draw.textbbox((0, 0), number, font=middle)
    left, top = (WIDTH - box[2] + box[0]) / 2 - box[0], 24 * FINE - box[1]
    draw.text((left, top), number, fill=colour, font=middle)
    if number in ("6", "9"):
        draw.rectangle(
            (left, 24 * FINE + box[3] - box[1] + 12, left + box[2], 24 * FINE + box[3] - box[1] + 24), fill=colour
        )
    wide = chance.uniform(6, 10) * FINE
    middle_y = 74 * FINE
    if chance.random() < 0.5:
        draw.regular_polygon((WIDTH / 2, middle_y, wide), chance.randint(3, 7), fill=colour)
    else:
        draw.ellipse(
            (WIDTH / 2 - wide, middle_y - wide / 2, WIDTH / 2 + wide, middle_y + wide / 2), outline=colour, width=8
        )
    return Printed(name, finished(sheet))


def picture_deck(font: str, seed: int) -> PrintedDeck:
    """Artwork over the whole card, a title, small print; two cards differ only in a badge of 13 mm."""
    chance = random.Random(f"picture {seed}")
    faces = []
    for number in range(17):
        art = artwork(chance)
        faces.append(Printed(f"picture {number}", _titled(art, font, f"{number + 1}", chance)))
    art, words = artwork(chance), random.Random(seed)
    badges = [_titled(art, font, badge, random.Random(words.random())) for badge in ("+1",)]
    badges.append(_badge(badges[0], font, "+2"))
    faces += [Printed("plus 1", _badge(badges[0], font, "+1")), Printed("plus 2", badges[1])]
    return PrintedDeck(f"pictures, {font}", tuple(faces), _back(chance))


def artwork(chance: random.Random) -> Image.Image:
    sheet, draw = _sheet((255, 255, 255))
    inner = (3 * FINE, 3 * FINE, WIDTH - 3 * FINE, HEIGHT - 3 * FINE)
    sky, ground = (tuple(chance.randint(60, 240) for _ in range(3)) for _ in range(2))
    draw.rectangle(inner, fill=sky)
    level = chance.uniform(0.4, 0.75) * HEIGHT
    draw.rectangle((inner[0], level, inner[2], inner[3]), fill=ground)
    for _ in range(chance.randint(5, 11)):
        x, y = chance.uniform(8, 51) * FINE, chance.uniform(20, 75) * FINE
        size = chance.uniform(3, 14) * FINE
        fill = tuple(chance.randint(0, 255) for _ in range(3))
        match chance.randrange(3):
            case 0:
                draw.ellipse((x - size, y - size * 0.7, x + size, y + size * 0.7), fill=fill)
            case 1:
                draw.regular_polygon((x, y, size), chance.randint(3, 6), chance.randrange(360), fill=fill)
            case _:
                draw.line((x - size, y, x + size, y + chance.uniform(-1, 1) * size), fill=fill, width=round(size / 3))
    draw.rectangle((0, 0, WIDTH, 3 * FINE), fill="white")
    return sheet


def _titled(art: Image.Image, font: str, title: str, chance: random.Random) -> Picture:
    sheet = art.copy()
    draw = ImageDraw.Draw(sheet)
    type_face = fonts(font)
    draw.rounded_rectangle((6 * FINE, 5 * FINE, 53 * FINE, 15 * FINE), 10, fill="ivory", outline="black", width=3)
    word = "".join(chance.choice("abcdefghiklmnorstuvw") for _ in range(chance.randint(4, 8))).title()
    draw.text(
        (9 * FINE, 5 * FINE), f"{word} {title}", fill="black", font=ImageFont.truetype(str(type_face[0]), 7 * FINE)
    )
    small = ImageFont.truetype(str(type_face[-1]), 3 * FINE)
    for line in range(3):
        text = " ".join("".join(chance.choice("aeilnrstu") for _ in range(5)) for _ in range(5))
        draw.text((8 * FINE, (77 + 3.4 * line) * FINE), text, fill="black", font=small)
    return finished(sheet)


def _badge(card: Picture, font: str, text: str) -> Picture:
    sheet = Image.fromarray(np.ascontiguousarray(card[..., ::-1]))
    draw = ImageDraw.Draw(sheet)
    draw.ellipse((42 * FINE, 17 * FINE, 55 * FINE, 30 * FINE), fill="gold", outline="black", width=3)
    draw.text((43.5 * FINE, 18.5 * FINE), text, fill="black", font=ImageFont.truetype(str(fonts(font)[0]), 8 * FINE))
    return finished(sheet)


def playing_deck() -> PrintedDeck:
    """Playing cards of a package; 18 faces with its closest pairs, which bear no suit in their name where a game would
    not ask for it."""
    sheet = next((path for folder in CARD_SHEETS for path in sorted(folder.glob("anglo.svg*"))), None)
    if sheet is None:
        raise SystemExit("no playing cards: apt-get install gnome-cards-data")
    content = sheet.read_bytes()
    svg = (gzip.decompress(content) if sheet.suffix == ".svgz" else content).decode()
    card = cards_of_sheet(svg)
    suits, ranks = ("club", "diamond", "heart", "spade"), ("1", *map(str, range(2, 11)), "jack", "queen", "king")
    faces = tuple(
        Printed(f"{rank} of {suit}s", card(row, column))
        for row, suit in enumerate(suits)
        for column, rank in enumerate(ranks)
        if (row + column) % 3 == 0 or (suit in ("heart", "spade") and rank in ("8", "9", "5", "6"))
    )
    return PrintedDeck("playing cards", faces, card(4, 2))


def cards_of_sheet(svg: str) -> Callable[[int, int], Picture]:
    """The card at a row and column of a sheet that has thirteen of them beside each other and five rows."""
    plain = re.sub(r"<!DOCTYPE[^>]*>", "", svg)
    png = resvg_py.svg_to_bytes(svg_string=plain, width=WIDTH * 13, background="#ffffff")
    drawn = np.asarray(cv2.imdecode(np.frombuffer(bytes(png), np.uint8), cv2.IMREAD_COLOR), dtype=np.uint8)
    wide, high = drawn.shape[1] / 13, drawn.shape[0] / 5

    def card(row: int, column: int) -> Picture:
        part = drawn[round(row * high) : round((row + 1) * high), round(column * wide) : round((column + 1) * wide)]
        return np.asarray(cv2.resize(part, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA), dtype=np.uint8)

    return card


def _sheet(colour: tuple[int, int, int]) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    sheet = Image.new("RGB", (WIDTH, HEIGHT), colour)
    return sheet, ImageDraw.Draw(sheet)


def finished(sheet: Image.Image) -> Picture:
    return np.ascontiguousarray(np.asarray(sheet, dtype=np.uint8)[..., ::-1])


def _back(chance: random.Random) -> Picture:
    sheet, draw = _sheet((250, 250, 250))
    ink = tuple(chance.randint(20, 140) for _ in range(3))
    step = chance.choice((24, 30, 40))
    draw.rectangle((18, 18, WIDTH - 18, HEIGHT - 18), fill=ink)
    for offset in range(-HEIGHT, WIDTH, step):
        draw.line((offset, 0, offset + HEIGHT, HEIGHT), fill="white", width=4)
        draw.line((offset + HEIGHT, 0, offset, HEIGHT), fill="white", width=4)
    draw.rectangle((0, 0, WIDTH - 1, HEIGHT - 1), outline="white", width=18)
    return finished(sheet)


DECKS: dict[str, Callable[[], PrintedDeck]] = {
    "numbered": cache(lambda: numbered_deck("dejavuserif", 1)),
    "numbered 2": cache(lambda: numbered_deck("dejavusanscondensed", 2)),
    "pictures": cache(lambda: picture_deck("dejavusansmono", 1)),
    "playing": cache(playing_deck),
}
