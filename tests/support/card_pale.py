"""Playing cards shown on many tables, as a camera straight above takes them.

A white border on a white table has no edge but the faint shade on two sides of the card.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import card_photos
import card_scenes
import cv2
import numpy as np
from card_decks import FINE, HEIGHT, SIZE_MM, WIDTH
from card_piles import PLACE, TABLE_PX
from card_scenes import Laid, SceneCamera

from vision.cards.pile import seen_from_above
from vision.frames import Image

PAPER = (240, 243, 244)
#: Plain tables, blue, green, red.
PALE = {"white": (228, 231, 232), "grey": (205, 207, 208), "beige": (196, 212, 222), "maple": (160, 196, 218)}
#: Tables with a grain, a pattern or a dark top.
OTHERS = ("planks", "chequered", "dark", "wood", "felt", "squares")
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = ("clubs", "diamonds", "hearts", "spades")
_INKS = ((32, 30, 30), (40, 30, 190), (40, 30, 190), (32, 30, 30))
#: The places of the marks of each number, in parts of the card's inner field.
_LEFT, _RIGHT, _MIDDLE = 0.27, 0.73, 0.5
_MARKS = {
    1: [(_MIDDLE, 0.5)],
    2: [(_MIDDLE, 0.15), (_MIDDLE, 0.85)],
    3: [(_MIDDLE, 0.15), (_MIDDLE, 0.5), (_MIDDLE, 0.85)],
    4: [(x, y) for x in (_LEFT, _RIGHT) for y in (0.15, 0.85)],
    5: [*((x, y) for x in (_LEFT, _RIGHT) for y in (0.15, 0.85)), (_MIDDLE, 0.5)],
    6: [(x, y) for x in (_LEFT, _RIGHT) for y in (0.15, 0.5, 0.85)],
    7: [*((x, y) for x in (_LEFT, _RIGHT) for y in (0.15, 0.5, 0.85)), (_MIDDLE, 0.32)],
    8: [*((x, y) for x in (_LEFT, _RIGHT) for y in (0.15, 0.5, 0.85)), (_MIDDLE, 0.32), (_MIDDLE, 0.68)],
    9: [*((x, y) for x in (_LEFT, _RIGHT) for y in (0.15, 0.38, 0.62, 0.85)), (_MIDDLE, 0.5)],
    10: [*((x, y) for x in (_LEFT, _RIGHT) for y in (0.15, 0.38, 0.62, 0.85)), (_MIDDLE, 0.27), (_MIDDLE, 0.73)],
}


def playing_card(number: int) -> Image:
    """Card 0 to 51 (HEIGHT, WIDTH, 3): 13 ranks of a suit, four suits."""
    suit, rank = divmod(number, 13)
    card = np.full((HEIGHT, WIDTH, 3), PAPER, dtype=np.uint8)
    for x, y in _MARKS.get(rank + 1, ()):
        _mark(card, suit, (x * WIDTH, y * HEIGHT), (10 if rank == 0 else 5) * FINE)
    if rank >= 10:
        _court(card, number)
    half = card[: HEIGHT // 2]
    cv2.putText(half, RANKS[rank], (2 * FINE, 10 * FINE), cv2.FONT_HERSHEY_DUPLEX, 1.6, _INKS[suit], 4, cv2.LINE_AA)
    _mark(half, suit, (5.5 * FINE, 15 * FINE), 2.4 * FINE)
    card[HEIGHT - HEIGHT // 2 :] = half[::-1, ::-1] if rank not in (0, 6) else card[HEIGHT - HEIGHT // 2 :]
    return card


def _mark(card: Image, suit: int, place: tuple[float, float], size: float) -> None:
    x, y = place
    corners = {
        0: [(0, -1), (0.9, 0.3), (0.3, 0.5), (0.5, 1), (-0.5, 1), (-0.3, 0.5), (-0.9, 0.3)],
        1: [(0, -1), (0.75, 0), (0, 1), (-0.75, 0)],
        2: [(0, 1), (0.9, -0.2), (0.6, -0.9), (0, -0.4), (-0.6, -0.9), (-0.9, -0.2)],
        3: [(0, -1), (0.9, 0.4), (0.2, 0.5), (0.4, 1), (-0.4, 1), (-0.2, 0.5), (-0.9, 0.4)],
    }[suit]
    shape = np.rint(np.array(corners) * size + (x, y)).astype(np.int32)
    cv2.fillPoly(card, [shape], _INKS[suit], cv2.LINE_AA)


def _court(card: Image, number: int) -> None:
    """A framed picture of coloured shapes."""
    chance = np.random.default_rng(number)
    left, top = 10 * FINE, 12 * FINE
    field = card[top : HEIGHT - top, left : WIDTH - left]
    cv2.rectangle(field, (0, 0), (field.shape[1] - 1, field.shape[0] - 1), (120, 40, 30), 4)
    for _ in range(14):
        x, y = chance.uniform(0.15, 0.85, 2) * field.shape[1::-1]
        colour = tuple(
            int(value) for value in chance.choice([(40, 40, 200), (40, 200, 230), (150, 60, 30), (20, 20, 20)])
        )
        cv2.circle(field, (int(x), int(y)), int(chance.uniform(2, 5) * FINE), colour, -1, cv2.LINE_AA)


@dataclass(frozen=True)
class Light:
    """Shade as a part of the light: `aside` on the two sides that a lamp does not reach, `round` along all of them."""

    aside: float = 0.12
    round: float = 0.03
    turn_deg: float = 30.0
    noise: float = 1.5
    jpeg: int = 85


def table_named(name: str, chance: np.random.Generator) -> Image:
    """A table (side, side, 3): one of the PALE ones, or "planks", "chequered", "dark", "wood", "felt", "squares"."""
    if name in PALE:
        grain = chance.normal(0, 0.7, (TABLE_PX, TABLE_PX, 1))
        return np.clip(np.array(PALE[name]) + grain, 0, 255).astype(np.uint8)
    others = [*card_photos.tables(chance, TABLE_PX), *card_scenes.tables(chance, TABLE_PX)]
    return dict(zip(OTHERS, others, strict=True))[name]


def place_with(table: str, cards: Sequence[Laid], seed: int, *, tilt_deg: float = 3.0) -> Image:
    """The place of the pile from above, with these cards on a table; the last one is on top."""
    chance = np.random.default_rng(seed)
    camera = SceneCamera.placed(90.0, tilt_deg, np.random.default_rng(1))
    light = Light(turn_deg=30.0 + 50 * (seed % 7))
    picture = pale_picture(camera, table_named(table, np.random.default_rng(2)), list(cards), light, chance)
    return seen_from_above(picture, camera.shown, PLACE)


def pale_picture(
    camera: SceneCamera, table: Image, cards: list[Laid], light: Light, chance: np.random.Generator
) -> Image:
    """The camera's picture (h, w, 3) of cards on a table, the last one on top."""
    half_mm = table.shape[0] / 4
    to_mm = np.array([[0.5, 0, -half_mm], [0, 0.5, -half_mm], [0, 0, 1]])
    seen = cv2.warpPerspective(table, camera.plane(0.0) @ to_mm, camera.picture, borderMode=cv2.BORDER_REFLECT)
    image = seen.astype(np.float32)
    for card in cards:
        _lay(image, camera, card, light)
    high, wide = image.shape[:2]
    y, x = np.indices((high, wide), dtype=np.float32)
    turn = math.radians(light.turn_deg)
    image *= (1 + 0.12 * ((x / wide - 0.5) * math.cos(turn) + (y / high - 0.5) * math.sin(turn)))[..., None]
    image = cv2.GaussianBlur(image, (0, 0), 0.7)
    noisy = np.clip(image + chance.normal(0, light.noise, image.shape), 0, 255).astype(np.uint8)
    packed = cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, light.jpeg])[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), dtype=np.uint8)


def _lay(image: np.ndarray, camera: SceneCamera, card: Laid, light: Light) -> None:
    shrink = min(1.0, 2 * camera.width_px / WIDTH)
    art = cv2.resize(card.picture, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    whole = np.full(art.shape[:2], 0, dtype=np.float32)
    corner = round(3 * FINE * shrink)
    cv2.rectangle(whole, (corner, corner), (art.shape[1] - 1 - corner, art.shape[0] - 1 - corner), 1, -1)
    whole = cv2.dilate(whole, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * corner + 1, 2 * corner + 1)))
    scale = SIZE_MM[0] / art.shape[1]
    turn, lamp = math.radians(card.turn_deg), math.radians(light.turn_deg)
    cos, sin = math.cos(turn) * scale, math.sin(turn) * scale

    def plane(aside_mm: float) -> np.ndarray:
        place = np.array([[cos, -sin, 0.0], [sin, cos, 0.0], [0, 0, 1.0]])
        moved = np.array([card.x_mm - aside_mm * math.cos(lamp), card.y_mm - aside_mm * math.sin(lamp)])
        place[:2, 2] = moved - place[:2, :2] @ np.array(art.shape[1::-1]) / 2
        return np.asarray(camera.plane(card.height_mm) @ place)

    px_per_mm = camera.width_px / SIZE_MM[0]
    for aside_mm, part, soft_mm in ((1.2, light.aside, 0.5), (0.0, 2 * light.round, 0.8)):
        shade = cv2.GaussianBlur(
            cv2.warpPerspective(whole, plane(aside_mm), camera.picture), (0, 0), soft_mm * px_per_mm
        )
        image *= 1 - part * shade[..., None]
    cover = cv2.warpPerspective(whole, plane(0.0), camera.picture)[..., None]
    image[:] = image * (1 - cover) + cv2.warpPerspective(art, plane(0.0), camera.picture) * cover
