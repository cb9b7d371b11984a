"""Cards and pictures of them made by another code path than `card_decks` and `card_scenes`: nothing is tuned on these.

Playing cards of the package svg-cards (LGPL-2.1, `npm pack svg-cards`; SVG_CARDS names the folder it is unpacked in)
and two decks drawn with a plotter's type.  The pictures are reckoned in linear light: bent and glossy cards, a window
that mirrors in them, a lamp at the side, the shadow of an arm, a thumb with round shading, a lens that is out of focus
by a disc, a sensor with a colour mosaic and shot noise, a tone curve, sharpening and JPEG.
"""

import math
import os
import random
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from card_decks import FINE, HEIGHT, SIZE_MM, WIDTH, Printed, PrintedDeck
from card_scenes import Laid, Numbers, SceneCamera, Trouble, project
from numpy.typing import NDArray

from vision.frames import Image

Light = NDArray[np.float32]
Colour = tuple[int, int, int]

INKS: dict[str, Colour] = {
    "blue": (170, 90, 20),
    "red": (40, 40, 200),
    "green": (60, 140, 40),
    "yellow": (20, 170, 220),
}
SKINS = ((170, 190, 232), (120, 150, 205), (80, 105, 160), (45, 65, 105), (35, 45, 70))


def packaged_deck() -> PrintedDeck:
    """Twenty playing cards of svg-cards, the closest ones among them."""
    folder = Path(os.environ.get("SVG_CARDS", "node_modules/svg-cards")) / "png" / "2x"
    if not folder.is_dir():
        raise SystemExit("no playing cards: npm pack svg-cards, unpack it and name its folder in SVG_CARDS")

    def card(name: str) -> Image:
        read = cv2.imread(str(folder / f"{name}.png"), cv2.IMREAD_UNCHANGED)
        if read is None:
            raise SystemExit(f"svg-cards has no {name}")
        part = read[..., 3:].astype(np.float32) / 255 if read.shape[2] == 4 else np.float32(1)
        whole = cv2.resize(read[..., :3] * part + 255 * (1 - part), (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)
        return np.asarray(whole, dtype=np.uint8)

    named = [
        ("club", "1 3 7 8 king"),
        ("diamond", "2 6 7 9 jack"),
        ("heart", "1 4 5 10 queen"),
        ("spade", "4 5 9 10 king"),
    ]
    faces = [Printed(f"{rank} of {suit}s", card(f"{suit}_{rank}")) for suit, ranks in named for rank in ranks.split()]
    return PrintedDeck("svg-cards", tuple(faces), card("back-navy"))


def lettered_deck() -> PrintedDeck:
    """White cards with a coloured frame, a big number of strokes, arrows and lines of text."""
    chance, faces = random.Random("lettered"), []
    for index, word in enumerate(
        ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "+-4", "1|11", "swap"]
    ):
        sheet = np.full((HEIGHT, WIDTH, 3), 244, dtype=np.uint8)
        ink = list(INKS.values())[index % 4]
        cv2.rectangle(sheet, (4 * FINE, 4 * FINE), (WIDTH - 4 * FINE, HEIGHT - 4 * FINE), ink, FINE)
        high = {1: 4.2, 2: 2.9}.get(len(word), 1.9)
        _words(sheet, word, (WIDTH // 2, 36 * FINE), high, ink, 14)
        _words(sheet, word, (11 * FINE, 11 * FINE), 0.75, ink, 4)
        _words(sheet[::-1, ::-1], word, (11 * FINE, 11 * FINE), 0.75, ink, 4)
        for _ in range(chance.randint(1, 3)):
            x, y, turn = chance.randint(14, 45), chance.randint(58, 72), chance.uniform(0, math.tau)
            ends = [
                (round((x + s * 7 * math.cos(turn)) * FINE), round((y + s * 7 * math.sin(turn)) * FINE))
                for s in (-1, 1)
            ]
            cv2.arrowedLine(sheet, ends[0], ends[1], (60, 60, 60), 8, cv2.LINE_AA, tipLength=0.4)
        faces.append(Printed(word, sheet))
    back = np.full((HEIGHT, WIDTH, 3), 244, dtype=np.uint8)
    for radius in range(30, 600, 36):
        cv2.circle(back, (WIDTH // 2, HEIGHT // 2), radius, INKS["blue"], 10, cv2.LINE_AA)
    return PrintedDeck("lettered", tuple(faces), back)


def coloured_deck() -> PrintedDeck:
    """Coloured to a thin white rim, a slanted white oval and a number in it; the same numbers in other colours."""
    faces = []
    for number in range(1, 10):
        for name in list(INKS)[number % 2 :: 2]:
            sheet = np.full((HEIGHT, WIDTH, 3), 250, dtype=np.uint8)
            rim = 3 * FINE
            sheet[rim:-rim, rim:-rim] = INKS[name]
            cv2.ellipse(
                sheet, (WIDTH // 2, HEIGHT // 2), (20 * FINE, 36 * FINE), 25, 0, 360, (250,) * 3, -1, cv2.LINE_AA
            )
            _words(sheet, f"{number}", (WIDTH // 2, HEIGHT // 2), 5.5, INKS[name], 26)
            _words(sheet, f"{number}", (9 * FINE, 11 * FINE), 1.4, (250,) * 3, 7)
            _words(sheet[::-1, ::-1], f"{number}", (9 * FINE, 11 * FINE), 1.4, (250,) * 3, 7)
            faces.append(Printed(f"{name} {number}", sheet))
    back = np.full((HEIGHT, WIDTH, 3), 30, dtype=np.uint8)
    cv2.ellipse(back, (WIDTH // 2, HEIGHT // 2), (20 * FINE, 36 * FINE), 25, 0, 360, (40, 40, 200), -1, cv2.LINE_AA)
    return PrintedDeck("coloured", tuple(faces), back)


def _words(sheet: Image, text: str, middle: tuple[int, int], size: float, ink: Colour, thick: int) -> None:
    sheet_part = np.ascontiguousarray(sheet)
    (wide, high), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_TRIPLEX, size, thick)
    place = (middle[0] - wide // 2, middle[1] + high // 2)
    cv2.putText(sheet_part, text, place, cv2.FONT_HERSHEY_TRIPLEX, size, ink, thick, cv2.LINE_AA)
    sheet[:] = sheet_part


DECKS = {"svg-cards": cache(packaged_deck), "lettered": cache(lettered_deck), "coloured": cache(coloured_deck)}


def any_trouble(chance: np.random.Generator) -> Trouble:
    """A mixture as a family's table has it; `glare` is a window's light on the cards, `shadow` that of an arm."""
    warmth = chance.uniform(-0.25, 0.25)
    level = chance.uniform(0.5, 1.1)
    return Trouble(
        lamp=(level * (1 + warmth), level, level * (1 - warmth)),
        shadow=chance.uniform(0.4, 0.8) if chance.random() < 0.35 else 1.0,
        glare=chance.uniform(0.1, 0.5) if chance.random() < 0.25 else 0.0,
        finger=chance.uniform(0.06, 0.25) if chance.random() < 0.25 else 0.0,
        blur_px=chance.uniform(0.5, 1.5),
        motion_px=int(chance.integers(2, 4)) if chance.random() < 0.1 else 0,
        noise=chance.uniform(1.0, 3.0),
        jpeg=int(chance.integers(70, 93)),
    )


def tables(chance: np.random.Generator, side: int = 1600) -> list[Image]:
    """Planks, a chequered cloth and a dark table, 2 px to the millimetre, (side, side, 3)."""
    fine = cv2.resize(
        chance.normal(0, 1, (side // 2, 24)).astype(np.float32), (side, side), interpolation=cv2.INTER_CUBIC
    )
    rows = np.arange(side)[:, None]
    planks = np.array([60, 95, 140]) + (fine * 12 - 30.0 * (rows % 240 < 4) + rows // 240 % 3 * 9)[..., None]
    y, x = np.indices((side, side)) // 40
    cloth = np.array([215, 215, 220]) - ((y % 2 + x % 2) * 45)[..., None] * np.array([1.0, 1.0, 0.25])
    cloth = cloth + chance.normal(0, 7, (side, side, 1))
    dark = np.full((side, side, 3), 45.0) + chance.normal(0, 4, (side, side, 1))
    return [np.clip(one, 0, 255).astype(np.uint8) for one in (planks, cloth, dark)]


def picture_of(
    camera: SceneCamera, table: Image, cards: list[Laid], trouble: Trouble, chance: np.random.Generator
) -> Image:
    """The camera's picture (h, w, 3) of cards on a table, the last one on top."""
    half_mm = table.shape[0] / 4
    to_mm = np.array([[0.5, 0, -half_mm], [0, 0.5, -half_mm], [0, 0, 1]])
    seen = cv2.warpPerspective(table, camera.plane(0.0) @ to_mm, camera.picture, borderMode=cv2.BORDER_REFLECT)
    light = np.asarray((seen / np.float32(255)) ** 2.2, dtype=np.float32) * np.float32(0.8)
    gloss = np.zeros(light.shape[:2], dtype=np.float32)
    for card in cards:
        _lay(light, gloss, camera, card, chance)
    light *= _lamp(light.shape[:2], trouble, chance)[..., None] * np.array(trouble.lamp, dtype=np.float32)
    if trouble.glare:
        light += (trouble.glare * gloss * _window(camera.picture[::-1], chance))[..., None]
    if cards and trouble.finger:
        _thumb(light, camera, cards[-1], trouble, chance)
    return _developed(light, trouble, chance)


def _lay(light: Light, gloss: Light, camera: SceneCamera, card: Laid, chance: np.random.Generator) -> None:
    """Draws a card that is bent along its length by up to 2 mm, and its shade on the surface below."""
    shrink = min(1.0, 2.2 * camera.width_px / WIDTH)
    art = cv2.resize(card.picture, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    high, wide = art.shape[:2]
    scale = SIZE_MM[0] / wide
    along = np.linspace(-1, 1, high, dtype=np.float32)[:, None] * np.ones((1, wide), dtype=np.float32)
    rise = np.float32(chance.uniform(-2.0, 2.0)) * (1 - along**2)
    plane = _plane_of(camera, card, scale, (wide, high), card.height_mm)
    above = _plane_of(camera, card, scale, (wide, high), card.height_mm + 1.0)
    # a higher point shows further from the camera: by so many pixels of the card for each millimetre
    middle = np.array([[[wide / 2, high / 2]]])
    move = (cv2.perspectiveTransform(cv2.perspectiveTransform(middle, above), np.linalg.inv(plane)) - middle)[0, 0]
    x, y = np.meshgrid(np.arange(wide, dtype=np.float32), np.arange(high, dtype=np.float32))
    bent = cv2.remap(
        art,
        x - rise * np.float32(move[0]),
        y - rise * np.float32(move[1]),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    shading = 1 + np.float32(chance.uniform(-0.1, 0.1)) * along
    paper = np.asarray((bent / np.float32(255)) ** 2.2, dtype=np.float32) * np.float32(0.82) * shading[..., None]
    mask = np.zeros((high, wide), dtype=np.float32)
    corner = round(3.5 / scale)
    cv2.rectangle(mask, (corner, corner), (wide - 1 - corner, high - 1 - corner), 1, -1)
    mask = cv2.dilate(mask, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * corner + 1, 2 * corner + 1)))
    cover = cv2.warpPerspective(mask, plane, camera.picture)[..., None]
    shade = cv2.GaussianBlur(np.roll(cover[..., 0], (2, 1), (0, 1)), (0, 0), 2.2)[..., None]
    light *= 1 - np.float32(0.35) * shade
    light[:] = light * (1 - cover) + cv2.warpPerspective(paper, plane, camera.picture) * cover
    gloss[:] = np.maximum(gloss, cover[..., 0])


def _plane_of(camera: SceneCamera, card: Laid, scale: float, size: tuple[int, int], height_mm: float) -> Numbers:
    turn = math.radians(card.turn_deg)
    cos, sin = math.cos(turn) * scale, math.sin(turn) * scale
    place = np.array([[cos, -sin, card.x_mm], [sin, cos, card.y_mm], [0, 0, 1.0]])
    place[:2, 2] -= place[:2, :2] @ (np.array(size) / 2)
    return np.asarray(camera.plane(height_mm) @ place, dtype=np.float64)


def _lamp(shape: tuple[int, int], trouble: Trouble, chance: np.random.Generator) -> Light:
    """A lamp at the side, and the soft shadow of an arm."""
    y, x = np.indices(shape, dtype=np.float32)
    turn = chance.uniform(0, math.tau)
    side = (x / shape[1] - 0.5) * math.cos(turn) + (y / shape[0] - 0.5) * math.sin(turn)
    lit = 1 + np.float32(0.35) * side
    if trouble.shadow < 1:
        arm = np.zeros(shape, dtype=np.float32)
        ends = chance.uniform(0.1, 0.9, (2, 2)) * np.array(shape[::-1]) + np.array([[0, -shape[0]], [0, 0]])
        start, end = (tuple(int(value) for value in one) for one in ends)
        cv2.line(arm, start, end, 1, int(chance.integers(60, 160)))
        lit *= 1 - (1 - trouble.shadow) * cv2.GaussianBlur(arm, (0, 0), chance.uniform(3, 16))
    return np.asarray(lit, dtype=np.float32)


def _window(shape: tuple[int, int], chance: np.random.Generator) -> Light:
    """Draws the mirror image of a window of two panes on glossy surfaces."""
    panes = np.zeros(shape, dtype=np.float32)
    x, y = (int(value) for value in chance.uniform(0.25, 0.75, 2) * np.array(shape[::-1]))
    wide, high = (int(value) for value in chance.uniform(20, 70, 2))
    cv2.rectangle(panes, (x - wide, y - high), (x - 4, y + high), 1, -1)
    cv2.rectangle(panes, (x + 4, y - high), (x + wide, y + high), 1, -1)
    return np.asarray(cv2.GaussianBlur(panes, (0, 0), chance.uniform(4, 14)), dtype=np.float32)


def _thumb(light: Light, camera: SceneCamera, card: Laid, trouble: Trouble, chance: np.random.Generator) -> None:
    """A thumb that comes in over an edge, round and with a nail, and covers about this part of the card."""
    half_mm = chance.uniform(9, 12)
    turn = math.radians(card.turn_deg) + chance.choice((0, 1, 2, 3)) * math.pi / 2 + chance.uniform(-0.35, 0.35)
    out = np.array([math.cos(turn), math.sin(turn)])
    across = np.array([-out[1], out[0]])
    edge = 29.5 if abs(math.sin(turn - math.radians(card.turn_deg))) < 0.7 else 45.5
    inside = trouble.finger * SIZE_MM[0] * SIZE_MM[1] / (2 * half_mm)
    tip = np.array([card.x_mm, card.y_mm]) + across * chance.uniform(-18, 18) + out * (edge - inside)
    points = project(camera.projection, np.stack([tip, tip + out * 200]), card.height_mm + 8)
    way = points[1] - points[0]
    along = way / np.linalg.norm(way)
    y, x = np.indices(light.shape[:2], dtype=np.float32)
    far = (x - points[0, 0]) * along[0] + (y - points[0, 1]) * along[1]
    aside = (y - points[0, 1]) * along[0] - (x - points[0, 0]) * along[1]
    reach = half_mm * camera.width_px / SIZE_MM[0]
    distance = np.where(far > 0, np.abs(aside), np.hypot(far, aside)) / reach
    cover = np.clip((1 - distance) * reach / 1.5, 0, 1)[..., None]
    skin = (np.array(SKINS[chance.integers(len(SKINS))]) / 255) ** 2.2
    round_ = np.sqrt(np.clip(1.15 - distance**2, 0.1, 1))[..., None]
    nail = np.exp(-(((far - 0.5 * reach) / (0.5 * reach)) ** 4) - (aside / (0.5 * reach)) ** 4)[..., None] * 0.18
    shade = cv2.GaussianBlur(np.roll(cover[..., 0], 4, 0), (0, 0), 5)[..., None]
    light *= (1 - 0.45 * shade).astype(np.float32)
    light[:] = light * (1 - cover) + (skin * round_ + nail) * np.array(trouble.lamp) * cover


def _developed(light: Light, trouble: Trouble, chance: np.random.Generator) -> Image:
    """Returns the picture that lens and sensor make of the light."""
    reach = math.ceil(trouble.blur_px) + 1
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    disc = np.clip(trouble.blur_px + 0.5 - np.hypot(x, y), 0, 1).astype(np.float32)
    seen = cv2.filter2D(light, -1, disc / disc.sum(), borderType=cv2.BORDER_REPLICATE)
    if trouble.motion_px:
        seen = cv2.blur(seen, (trouble.motion_px, 1))
    spread = np.sqrt(np.clip(seen, 0, None) * 0.0004 + 0.00002) * trouble.noise
    seen = np.clip(seen + chance.normal(0, 1, seen.shape) * spread, 0, 1)
    mosaic = np.zeros(seen.shape[:2], dtype=np.uint16)
    for (row, column), channel in (((0, 0), 2), ((0, 1), 1), ((1, 0), 1), ((1, 1), 0)):
        mosaic[row::2, column::2] = (seen[row::2, column::2, channel] * 65535).astype(np.uint16)
    linear = cv2.cvtColor(mosaic, cv2.COLOR_BayerRGGB2BGR).astype(np.float32) / 65535
    toned = np.clip(linear * 1.1, 0, 1) ** (1 / 2.2)
    toned = toned * 0.85 + 0.15 * (3 * toned**2 - 2 * toned**3)
    sharp = toned + 0.5 * (toned - cv2.GaussianBlur(toned, (0, 0), 1.0))
    picture = (np.clip(sharp, 0, 1) * 255).astype(np.uint8)
    packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, trouble.jpeg])[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), dtype=np.uint8)
