"""Pictures of a pile of cards beside a board, as a camera over the table would take them.

A pinhole camera, three kinds of table, cards of some thickness under the top one; then light, shadow, glare, a finger,
blur, noise and JPEG.  Shares no code with the recognition of cards.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from card_decks import FINE, HEIGHT, SIZE_MM, WIDTH, PrintedDeck
from numpy.typing import NDArray

from vision.frames import Image, Points

#: The part of a picture that shows the place, as if the camera's were cut out: 1280 px wide at the focal length below.
PICTURE = (440, 440)
FOCAL_PX = 1000.0
#: The middle of the place of the pile is the origin of the table, whose z grows towards the camera.
PLACE_MM = 180.0

Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class SceneCamera:
    """A camera at `distance_mm`, `tilt_deg` off straight down.

    `shown` is the plane of the table as the program assumes it, 1 % off.
    """

    projection: Numbers
    shown: Callable[[Points], Points]
    width_px: float
    picture: tuple[int, int] = PICTURE

    @classmethod
    def placed(
        cls,
        width_px: float,
        tilt_deg: float,
        chance: np.random.Generator,
        picture: tuple[int, int] = PICTURE,
    ) -> "SceneCamera":
        distance = FOCAL_PX * SIZE_MM[0] / width_px
        tilt, turn = math.radians(tilt_deg), chance.uniform(0, math.tau)
        around = np.array([[math.cos(turn), -math.sin(turn), 0], [math.sin(turn), math.cos(turn), 0], [0, 0, 1.0]])
        down = np.array(
            [[1, 0, 0], [0, math.cos(tilt), -math.sin(tilt)], [0, math.sin(tilt), math.cos(tilt)]]
        ) @ np.diag([1.0, 1.0, -1.0])
        rotation = down @ around
        centre = np.array(picture) / 2 + chance.uniform(-10, 10, 2)
        inner = np.array([[FOCAL_PX, 0, centre[0]], [0, FOCAL_PX, centre[1]], [0, 0, 1.0]])
        projection = inner @ np.column_stack([rotation, [0, 0, distance]])
        wrong = np.eye(2) + chance.uniform(-0.007, 0.007, (2, 2))
        offset = chance.uniform(-2, 2, 2)

        def shown(places: Points) -> Points:
            moved = (places - PLACE_MM / 2) @ wrong.T + offset
            return project(projection, moved, 0.0)

        return cls(projection, shown, width_px, picture)

    def plane(self, height_mm: float) -> Numbers:
        """The homography from millimetres of the plane at this height to pixels."""
        columns = self.projection
        return np.column_stack([columns[:, 0], columns[:, 1], columns[:, 2] * height_mm + columns[:, 3]])


def project(projection: Numbers, places: Points, height_mm: float) -> Points:
    solid = np.column_stack([places, np.full(len(places), height_mm), np.ones(len(places))])
    seen = solid @ projection.T
    return np.asarray(seen[:, :2] / seen[:, 2:], dtype=np.float64)


@dataclass(frozen=True)
class Laid:
    """A card on the table: its picture, middle, turn and height."""

    picture: Image
    x_mm: float
    y_mm: float
    turn_deg: float
    height_mm: float


@dataclass(frozen=True)
class Trouble:
    """The disturbances of one picture; the defaults are a quiet one."""

    lamp: tuple[float, float, float] = (1.0, 1.0, 1.0)
    shadow: float = 1.0
    glare: float = 0.0
    finger: float = 0.0
    blur_px: float = 0.6
    motion_px: int = 0
    noise: float = 3.0
    jpeg: int = 90

    @classmethod
    def any(cls, chance: np.random.Generator) -> "Trouble":
        """A mixture: each thing is there or not."""
        lamps = [(1.0, 1.0, 1.0), (0.72, 0.92, 1.12), (1.12, 1.0, 0.8), (0.5, 0.5, 0.5)]
        return cls(
            lamp=lamps[chance.integers(len(lamps))],
            shadow=chance.uniform(0.5, 0.8) if chance.random() < 0.4 else 1.0,
            glare=chance.uniform(60, 160) if chance.random() < 0.25 else 0.0,
            finger=chance.uniform(0.08, 0.3) if chance.random() < 0.25 else 0.0,
            blur_px=chance.uniform(0.6, 1.6),
            motion_px=int(chance.integers(2, 5)) if chance.random() < 0.15 else 0,
            noise=3.0 if chance.random() < 0.6 else 7.0,
            jpeg=85 if chance.random() < 0.6 else 70,
        )


def picture_of(
    camera: SceneCamera, table: Image, cards: list[Laid], trouble: Trouble, chance: np.random.Generator
) -> Image:
    """The camera's picture (h, w, 3) of cards on a table, the last one on top."""
    image = _table_seen(camera, table)
    for card in cards:
        _lay(image, camera, card)
    if cards and trouble.finger:
        _finger(image, camera, cards[-1], trouble.finger, chance)
    return _taken(image, camera, trouble, chance)


def pile(deck: PrintedDeck, top: Image | None, count: int, chance: np.random.Generator) -> list[Laid]:
    """Returns `count` cards of the deck thrown on a heap, and the card `top` on it, if there is one."""
    x, y = chance.uniform(-14, 14, 2)
    turn, height, laid = chance.uniform(0, 360), 0.0, []
    below = [face.picture for face in deck.faces]
    for _ in range(count):
        picture = below[chance.integers(len(below))]
        spread, turned = chance.normal(0, 4, 2), turn + chance.choice((0, 180)) + chance.normal(0, 6)
        height += chance.uniform(0.3, 2.0)
        laid.append(Laid(picture, x + spread[0], y + spread[1], turned, height))
    if top is not None:
        spread = chance.normal(0, 4, 2)
        laid.append(Laid(top, x + spread[0], y + spread[1], turn + chance.normal(0, 6), height + 0.3))
    return laid


def tables(chance: np.random.Generator, side: int = 1600) -> list[Image]:
    """Wood, felt and cloth with squares, 2 px to the millimetre, (side, side, 3)."""
    grain = chance.normal(0, 1, (side, 40)).astype(np.float32)
    wood = cv2.GaussianBlur(cv2.resize(grain, (side, side), interpolation=cv2.INTER_CUBIC), (0, 0), 1.2)
    felt = chance.normal(0, 9, (side, side)).astype(np.float32)
    squares = np.indices((side, side)).sum(axis=0) // 60 % 2 * 26.0
    made = [
        np.array([70, 110, 160]) + wood[..., None] * 16,
        np.array([60, 105, 50]) + felt[..., None],
        np.array([150, 150, 165]) + squares[..., None] + felt[..., None] * 0.5,
    ]
    return [np.clip(one, 0, 255).astype(np.uint8) for one in made]


def _table_seen(camera: SceneCamera, table: Image) -> Image:
    half_mm = table.shape[0] / 4
    to_mm = np.array([[0.5, 0, -half_mm], [0, 0.5, -half_mm], [0, 0, 1]])
    return np.asarray(
        cv2.warpPerspective(table, camera.plane(0.0) @ to_mm, camera.picture, borderMode=cv2.BORDER_REFLECT),
        dtype=np.uint8,
    )


def _corner_mask() -> Image:
    mask = np.zeros((HEIGHT, WIDTH), dtype=np.uint8)
    round_px = 3 * FINE
    cv2.rectangle(mask, (round_px, 0), (WIDTH - round_px - 1, HEIGHT - 1), 255, -1)
    cv2.rectangle(mask, (0, round_px), (WIDTH - 1, HEIGHT - round_px - 1), 255, -1)
    for x in (round_px, WIDTH - round_px - 1):
        for y in (round_px, HEIGHT - round_px - 1):
            cv2.circle(mask, (x, y), round_px, 255, -1)
    return mask


_MASK = _corner_mask()


def _lay(image: Image, camera: SceneCamera, card: Laid) -> None:
    # first shrunk to about twice what will be seen, so that fine print does not flicker
    shrink = min(1.0, 2 * camera.width_px / WIDTH)
    art = cv2.resize(card.picture, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    mask = cv2.resize(_MASK, (art.shape[1], art.shape[0]), interpolation=cv2.INTER_AREA)
    move = _card_plane(camera, card, art.shape[1], card.height_mm)
    drop = _card_plane(camera, card, art.shape[1], max(0.0, card.height_mm - 1.5))
    shade = cv2.GaussianBlur(cv2.warpPerspective(mask, drop, camera.picture), (0, 0), 1.5).astype(np.float32) / 255
    image[:] = (image * (1 - 0.28 * shade[..., None])).astype(np.uint8)
    seen = cv2.warpPerspective(art, move, camera.picture, flags=cv2.INTER_LINEAR)
    cover = cv2.warpPerspective(mask, move, camera.picture).astype(np.float32)[..., None] / 255
    image[:] = (image * (1 - cover) + seen * cover).astype(np.uint8)


def _card_plane(camera: SceneCamera, card: Laid, width_px: int, height_mm: float) -> Numbers:
    scale = SIZE_MM[0] / width_px
    turn = math.radians(card.turn_deg)
    cos, sin = math.cos(turn) * scale, math.sin(turn) * scale
    middle = np.array([SIZE_MM[0], SIZE_MM[1]]) / 2 / scale
    place = np.array([[cos, -sin, 0.0], [sin, cos, 0.0], [0, 0, 1.0]])
    place[:2, 2] = np.array([card.x_mm, card.y_mm]) - place[:2, :2] @ middle
    return camera.plane(height_mm) @ place


def _finger(image: Image, camera: SceneCamera, card: Laid, part: float, chance: np.random.Generator) -> None:
    """A finger over about this part of the card, from one of its edges."""
    turn = math.radians(card.turn_deg + chance.choice((0, 90, 180, 270)))
    out = np.array([math.cos(turn), math.sin(turn)])
    middle = np.array([card.x_mm, card.y_mm]) + chance.uniform(-12, 12, 2)
    radius = chance.uniform(8, 12)
    inside = part * SIZE_MM[0] * SIZE_MM[1] / (2 * radius)
    tip = middle + out * (38 - inside)
    ends = project(camera.projection, np.stack([tip, tip + out * 160]), card.height_mm + 8)
    wide = round(2 * radius * camera.width_px / SIZE_MM[0])
    skin = [(150, 180, 225), (95, 130, 185), (50, 75, 115)][chance.integers(3)]
    mask = np.zeros(image.shape[:2], dtype=np.uint8)
    start, end = (tuple(int(value) for value in np.rint(point)) for point in ends)
    cv2.line(mask, start, end, 255, wide)
    soft = cv2.GaussianBlur(mask, (0, 0), 1.5).astype(np.float32)[..., None] / 255
    image[:] = (image * (1 - soft) + np.array(skin) * soft).astype(np.uint8)


def _taken(image: Image, camera: SceneCamera, trouble: Trouble, chance: np.random.Generator) -> Image:
    light = np.ones(image.shape[:2], dtype=np.float32)
    middle = project(camera.projection, np.zeros((1, 2)), 0.0)[0] + chance.uniform(-40, 40, 2)
    y, x = np.indices(light.shape, dtype=np.float32)
    if trouble.shadow < 1:
        turn = chance.uniform(0, math.tau)
        side = (x - middle[0]) * math.cos(turn) + (y - middle[1]) * math.sin(turn)
        light = 1 - (1 - trouble.shadow) / (1 + np.exp(-side / chance.uniform(1.5, 8)))
    seen = image.astype(np.float32) * light[..., None] * np.array(trouble.lamp, dtype=np.float32)
    if trouble.glare:
        wide = chance.uniform(15, 45)
        spot = np.exp(-((x - middle[0]) ** 2 + (y - middle[1]) ** 2) / (2 * wide**2))
        seen += trouble.glare * spot[..., None]
    seen = cv2.GaussianBlur(seen, (0, 0), trouble.blur_px)
    if trouble.motion_px:
        along = np.zeros((trouble.motion_px,) * 2, dtype=np.float32)
        if chance.random() < 0.5:
            np.fill_diagonal(along, 1 / trouble.motion_px)
        else:
            along[trouble.motion_px // 2] = 1 / trouble.motion_px
        seen = cv2.filter2D(seen, -1, along)
    seen = np.clip(seen + chance.normal(0, trouble.noise, seen.shape), 0, 255).astype(np.uint8)
    packed = cv2.imencode(".jpg", seen, [cv2.IMWRITE_JPEG_QUALITY, trouble.jpeg])[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), dtype=np.uint8)
