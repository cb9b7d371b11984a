"""Boards and pawns invented from scratch, print, paint, finish and shadow at random: no palette and no set of pawns is
given, and the colours of the print are not those of the pawns.

Law: everything follows from the random numbers given; nothing is shared with `rendered_tables`, which measures what
these teach.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Any, Final
from unittest.mock import patch

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board.files import BoardProfile
from companion.board.profile import Pawn
from companion.simulation.camera import board_art, pawn_art, virtual_camera
from companion.simulation.camera.board_art import Bgr, Print
from companion.simulation.camera.pawn_art import PawnPainter, Sprite
from vision.frames import Image

Rng = np.random.Generator
Floats = NDArray[np.floating[Any]]

FIELDS: Final = ("dot", "dot", "ring", "hole", "plain", "double")
#: Bodies by the shape that people would enter: radii as parts of the foot's, and the heights that they hold at.
BODIES: Final = {
    "cone": (
        ((0.0, 1.0), (0.06, 1.0), (0.35, 0.62), (0.62, 0.42), (0.66, 0.62), (0.82, 0.66), (0.95, 0.45), (1.0, 0.05)),
        ((0.0, 1.0), (0.9, 0.28), (0.97, 0.2), (1.0, 0.02)),
        ((0.0, 1.0), (0.14, 0.95), (0.2, 0.5), (0.6, 0.34), (0.68, 0.55), (0.84, 0.6), (0.95, 0.4), (1.0, 0.05)),
    ),
    "peg": (
        ((0.0, 1.0), (0.94, 1.0), (1.0, 0.8)),
        ((0.0, 1.0), (0.5, 0.9), (0.6, 0.55), (0.8, 0.68), (0.95, 0.45), (1.0, 0.05)),
        ((0.0, 1.0), (0.12, 0.98), (0.2, 0.55), (0.7, 0.5), (0.76, 0.72), (0.92, 0.6), (1.0, 0.05)),
    ),
}


@dataclass(frozen=True, slots=True)
class Finish:
    """How a pawn throws back light: `through` is what shows of the board behind it, `split` the height (a part of
    its own) from which it has the `second` colour."""

    ambient: float
    diffuse: float
    shine: float
    sharpness: float
    through: float
    metallic: bool
    split: float
    second: Bgr
    shadow: float
    contact: float
    softness: float


@dataclass(frozen=True, slots=True)
class Style:
    """How a board is printed: `inks` are those of the sectors."""

    ground: Bgr
    fill: Bgr
    edge: Bgr
    inks: tuple[Bgr, ...]
    fields: str
    share: float
    rim_mm: float
    yard: float
    clouds: float
    grain: float
    ornaments: int
    inked: bool


def _colour(values: Any) -> Bgr:
    blue, green, red = (int(part) for part in np.clip(values, 4, 250))
    return blue, green, red


def _paper(rng: Rng) -> Bgr:
    kind = rng.random()
    if kind < 0.5:
        return _colour(rng.uniform(195, 248) + rng.uniform(-24, 12, 3))
    if kind < 0.65:
        return _colour(rng.uniform(12, 60) + rng.uniform(-8, 16, 3))
    if kind < 0.8:
        return _colour(np.array((0.5, 0.72, 1.0)) * rng.uniform(60, 215) + rng.uniform(-10, 10, 3))
    return _colour(rng.uniform(30, 240, 3))


def _hue(rng: Rng, pale: float, bright: float) -> Bgr:
    """A colour of a random hue: mixed with white by `pale`, as light as `bright`."""
    full = cv2.cvtColor(np.array([[[rng.integers(180), 230, 235]]], dtype=np.uint8), cv2.COLOR_HSV2BGR)[0, 0]
    return _colour((full * (1 - pale) + 250 * pale) * bright)


def invented_style(rng: Rng, seats: int) -> Style:
    """A board; every second one is pale all over."""
    ground = _paper(rng)
    pale = float(rng.choice([0.0, 0.1, 0.45, 0.6, 0.75])) + float(rng.uniform(0, 0.12))
    bright = float(rng.uniform(0.85, 1.0) if pale > 0.3 else rng.uniform(0.4, 1.0))
    edge = _colour(np.array(ground) * rng.uniform(0.25, 0.9)) if rng.random() < 0.7 else _paper(rng)
    return Style(
        ground=ground,
        fill=_paper(rng) if rng.random() < 0.6 else _colour(np.array(ground) * rng.uniform(0.85, 1.1)),
        edge=edge,
        inks=tuple(_hue(rng, pale, bright) for _ in range(seats)),
        fields=str(rng.choice(FIELDS)),
        share=float(rng.uniform(0.3, 0.47)),
        rim_mm=float(rng.uniform(0.4, 1.8)),
        yard=float(rng.choice([0.0, rng.uniform(0.15, 0.9)])),
        clouds=float(rng.uniform(1, 12)),
        grain=float(rng.choice([0.0, rng.uniform(2, 12)])),
        ornaments=int(rng.choice([0, rng.integers(20, 260)])),
        inked=bool(rng.random() < 0.75),
    )


def invented_paints(rng: Rng, style: Style) -> tuple[Bgr, ...]:
    """The colours of pawns, one for every sector and one more: of the sector's own ink, white or cream, black, any."""
    paints = []
    for ink in (*style.inks, _hue(rng, 0.1, 0.9)):
        kind = rng.random()
        if kind < 0.4:
            paints.append(_colour(np.array(ink) * rng.uniform(0.7, 1.15) + rng.uniform(-14, 14, 3)))
        elif kind < 0.7:
            paints.append(_colour(rng.uniform(205, 246) - np.array((rng.uniform(0, 60), rng.uniform(0, 14), 0))))
        elif kind < 0.8:
            paints.append(_colour(rng.uniform(16, 46) + rng.uniform(-8, 8, 3)))
        else:
            paints.append(_hue(rng, float(rng.uniform(0, 0.4)), float(rng.uniform(0.35, 1.0))))
    return tuple(paints)


def invented_pawn(rng: Rng) -> Pawn:
    """Pawns of all sizes: every fifth one is tall and thin, every tenth a flat chip."""
    kind = rng.random()
    if kind < 0.22:
        return Pawn(shape="marble", diameter_mm=float(rng.uniform(12, 17)))
    if kind < 0.42:
        return Pawn(shape="peg", foot_mm=float(rng.uniform(8, 11.5)), height_mm=float(rng.uniform(26, 39)))
    if kind < 0.52:
        return Pawn(shape="peg", foot_mm=float(rng.uniform(13, 16)), height_mm=float(rng.uniform(5.5, 9)))
    foot = float(rng.uniform(10, 15.5))
    shape = str(rng.choice(["cone", "cone", "peg"]))
    return Pawn(shape=shape, foot_mm=foot, height_mm=foot * float(rng.uniform(1.3, 2.4)))


def invented_finish(rng: Rng, marble: bool) -> Finish:
    """Light falls softly or hard, on dull, glossy, metal or glass pawns."""
    ambient = float(rng.uniform(0.4, 0.9))
    return Finish(
        ambient=ambient,
        diffuse=float(rng.uniform(0.1, 0.6)) + 0.5 * (0.9 - ambient),
        shine=float(rng.choice([0.0, rng.uniform(30, 240)])),
        sharpness=float(rng.uniform(6, 60)),
        through=float(rng.uniform(0.3, 0.75)) if rng.random() < (0.35 if marble else 0.04) else 0.0,
        metallic=bool(rng.random() < 0.12),
        split=float(rng.uniform(0.35, 0.75)) if rng.random() < 0.12 else 2.0,
        second=_colour(rng.uniform(30, 240, 3)),
        shadow=float(rng.uniform(0.05, 0.6)),
        contact=float(rng.uniform(0.0, 0.5)),
        softness=float(rng.uniform(1.0, 5.0)),
    )


class InventedPainter(PawnPainter):
    """Paints pawns of another body and finish than the simulated table's own."""

    finish: Finish
    body: tuple[tuple[float, float], ...] | None

    def __init__(self, profile: BoardProfile, pinhole: Any) -> None:
        super().__init__(profile, pinhole)
        self._foot = profile.pawn.width_mm / 2
        if self.body is not None:
            tall = profile.pawn.tall_mm
            at, wide = zip(*self.body, strict=True)
            self._radii = self._foot * np.interp(self._heights / tall, at, wide)
            slope = np.gradient(self._radii, self._heights)
            self._lean = (1 / np.sqrt(1 + slope**2), -slope / np.sqrt(1 + slope**2))

    def _paint(self, paint: Bgr, x_mm: float, y_mm: float, lift_mm: float, gain: float) -> Sprite:
        sprite = super()._paint(paint, x_mm, y_mm, lift_mm, gain)
        if not self.finish.through:
            return sprite
        # glass: the board shows in the middle, the rim is dense
        cover = 1 - sprite.through
        inner = cv2.GaussianBlur(cover[..., 0].astype(np.float32), (0, 0), 2.0) ** 2
        dense = 1 - self.finish.through * inner[..., None]
        return Sprite(sprite.left, sprite.top, sprite.colour * dense, 1 - cover * dense)

    def _light(self, layer: NDArray[np.uint8], fine: NDArray[np.float64], paint: Bgr) -> Floats:
        finish, normal = self.finish, self._normals(layer, fine)
        light = pawn_art.LIGHT / np.linalg.norm(pawn_art.LIGHT)
        facing, forward = normal @ light, self._pinhole_axes()[2]
        half = light - forward
        shine = np.clip(normal @ (half / np.linalg.norm(half)), 0, 1) ** finish.sharpness
        bright = finish.ambient + finish.diffuse * np.clip(facing, 0, 1)
        if finish.metallic:
            mirrored = normal * (2 * (normal @ -forward))[..., None] + forward
            bright = 0.3 + 0.75 * np.clip(0.5 + 0.9 * mirrored[..., 2], 0, 1) ** 2
        else:
            # near its foot a pawn gets less of the sky
            bright = bright * (0.86 + 0.14 * np.clip(0.5 + 0.5 * normal[..., 2], 0, 1))
        height = np.maximum(layer.astype(np.float64) - 1, 0) / len(self._radii)
        base = np.where((height > finish.split)[..., None], np.array(finish.second), np.array(paint))
        return np.asarray(base * bright[..., None] + finish.shine * shine[..., None], dtype=np.float32)

    def _normals(self, layer: NDArray[np.uint8], fine: NDArray[np.float64]) -> NDArray[np.float64]:
        """Returns the direction of the surface at every pixel, (h, w, 3)."""
        which = np.maximum(layer.astype(np.int64) - 1, 0)
        centres, spread = fine.mean(axis=1), np.maximum(np.ptp(fine, axis=1) / 2, 0.3)
        rows, columns = np.indices(layer.shape)
        across = np.clip((columns - centres[which, 0]) / spread[which, 0], -1, 1)
        along = np.clip((rows - centres[which, 1]) / spread[which, 1], -1, 1)
        length = np.maximum(np.hypot(across, along), 1e-3)
        right, down, _ = self._pinhole_axes()
        outward = (across / length)[..., None] * right + (along / length)[..., None] * down
        flat, up = self._lean[0][which], self._lean[1][which]
        return np.asarray(flat[..., None] * outward + up[..., None] * np.array([0.0, 0.0, 1.0]))

    def _shade(self, x_mm: float, y_mm: float, lift_mm: float) -> Sprite:
        sprite, finish = super()._shade(x_mm, y_mm, lift_mm), self.finish
        depth = (1 - sprite.through[..., 0]).astype(np.float32) / 0.42
        soft = cv2.GaussianBlur(depth, (0, 0), finish.softness) * finish.shadow
        around = 1.15 * self._foot * np.column_stack([np.cos(_TURN), np.sin(_TURN), 0 * _TURN])
        circle = self._pinhole.project(around + np.array([x_mm, y_mm, 0.0]))
        touched = np.zeros(depth.shape, dtype=np.float32)
        corners = np.round((circle - (sprite.left, sprite.top)) * 16).astype(np.int32)
        cv2.fillConvexPoly(touched, corners, finish.contact, cv2.LINE_AA, 4)
        dark = 1 - (1 - soft) * (1 - cv2.GaussianBlur(touched, (0, 0), 1.3))
        return Sprite(sprite.left, sprite.top, sprite.colour, (1 - dark)[..., None])


_TURN: Final = np.linspace(0, 2 * np.pi, 32, endpoint=False)


@dataclass(frozen=True, slots=True)
class Look:
    """A board, the colours of its pawns (the seats' first, then one more), their body and finish, and the light."""

    style: Style
    paints: tuple[Bgr, ...]
    finish: Finish
    body: tuple[tuple[float, float], ...] | None
    light: tuple[float, float, float]


def invented(rng: Rng, profile: BoardProfile) -> Look:
    """The look of a table with such a board and such pawns."""
    style = invented_style(rng, len(profile.goal))
    paints = invented_paints(rng, style)
    bodies = BODIES.get(profile.pawn.shape)
    body = None if bodies is None or rng.random() < 0.3 else bodies[int(rng.integers(len(bodies)))]
    finish = invented_finish(rng, profile.pawn.shape == "marble")
    return Look(style, paints, finish, body, (float(rng.uniform(-0.8, 0.8)), float(rng.uniform(-0.8, 0.8)), 0.8))


@contextmanager
def drawn_so(look: Look, names: tuple[str, ...]) -> Iterator[None]:
    """Cameras made herein draw this board, and pawns of these colours under these names."""
    painter = type("Painter", (InventedPainter,), {"finish": look.finish, "body": look.body})
    prints = {"draw_board": partial(_draw_top, look.style), "draw_disc": partial(_draw_disc, look.style)}
    with (
        patch.dict(board_art.PAINT, dict(zip(names, look.paints, strict=False))),
        patch.multiple(pawn_art, LIGHT=np.array(look.light)),
        patch.multiple(virtual_camera, PawnPainter=painter, **prints),
    ):
        yield


def photographed(image: Image, rng: Rng) -> Image:
    """As a lens out of focus and a camera that saves space leave it."""
    seen = cv2.GaussianBlur(image, (0, 0), float(rng.uniform(0.3, 1.3))) if rng.random() < 0.7 else image
    if rng.random() < 0.6:
        written = cv2.imencode(".jpg", seen, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(60, 96))])[1]
        seen = cv2.imdecode(written, cv2.IMREAD_COLOR)
    return np.asarray(seen, dtype=np.uint8)


def _draw_top(style: Style, profile: BoardProfile, _colours: object, rng: Rng) -> Image:
    sheet = Print(profile.size_mm, style.ground)
    _texture(sheet.image, style, rng)
    _ornaments(sheet, profile.size_mm, style, rng)
    radius = style.share * min(float(np.hypot(*np.subtract(a, b))) for a, b in pairwise(profile.track))
    for sector, spots in enumerate(profile.kennel):
        middle = np.mean(spots, axis=0)
        reach = max(float(np.hypot(*(np.array(spot) - middle))) for spot in spots) + 1.3 * radius
        if style.yard:
            yard = board_art._mix(style.ground, style.inks[sector], style.yard)
            sheet.disc((float(middle[0]), float(middle[1])), reach, yard)
    if rng.random() < 0.6:
        for near, far in pairwise((*profile.track, profile.track[0])):
            sheet.line(near, far, style.edge, float(rng.choice([0.6, 1.2])))
    per_sector = len(profile.track) // len(profile.goal)
    for number, spot in enumerate(profile.track):
        own = number % per_sector == 0
        _field(sheet, style, spot, radius * (1.08 if own else 1.0), style.inks[number // per_sector] if own else None)
    for sector in range(len(profile.goal)):
        for spot in (*profile.goal[sector], *profile.kennel[sector]):
            _field(sheet, style, spot, radius, style.inks[sector] if style.inked else None)
    if profile.centre:
        _field(sheet, style, profile.centre, radius * 1.2, None)
    for number, centre in zip(profile.markers.ids, profile.markers.centres, strict=True):
        sheet.marker(profile.markers.dictionary, number, centre, profile.markers.size_mm)
    return sheet.image


def _draw_disc(style: Style, profile: BoardProfile, rng: Rng) -> Any:
    wheel = profile.wheel
    assert wheel is not None
    reach = wheel.radius_mm + 1.0
    origin = (wheel.centre[0] - reach, wheel.centre[1] - reach)
    sheet = Print((2 * reach, 2 * reach), _colour(np.array(style.ground) * rng.uniform(0.75, 1.1)), origin)
    _texture(sheet.image, style, rng)
    sheet.ring(wheel.centre, wheel.radius_mm - 0.6, style.edge, 1.2)
    radius = style.share * min(float(np.hypot(*np.subtract(a, b))) for a, b in pairwise(profile.track))
    for number in wheel.fields:
        _field(sheet, style, profile.track[number], radius, None)
    for quarter, ink in enumerate(style.inks[:4]):
        turn = np.radians(90 * quarter)
        at = (wheel.centre[0] + 62 * float(np.cos(turn)), wheel.centre[1] + 62 * float(np.sin(turn)))
        sheet.bone(at, 20.0, 90 * quarter + 90, ink)
    if profile.markers.wheel:
        marker = profile.markers.wheel
        sheet.marker(profile.markers.dictionary, marker.id, marker.centre, marker.size_mm)
    return sheet.image, origin


def _field(sheet: Print, style: Style, spot: tuple[float, float], radius: float, ink: Bgr | None) -> None:
    fill = ink or style.fill
    if style.fields == "ring":
        sheet.ring(spot, radius - style.rim_mm / 2, fill if ink else style.edge, style.rim_mm)
    elif style.fields == "hole":
        sheet.disc((spot[0] + 0.5, spot[1] + 0.6), radius, _colour(np.array(style.ground) * 1.15))
        sheet.disc(spot, radius, _colour(np.array(fill) * 0.6))
        sheet.disc((spot[0] - 0.3, spot[1] - 0.4), radius - 1.0, _colour(np.array(fill) * 0.8))
    else:
        if style.fields != "plain":
            sheet.disc(spot, radius, style.edge)
        sheet.disc(spot, radius - (0.0 if style.fields == "plain" else style.rim_mm), fill)
        if style.fields == "double":
            sheet.disc(spot, 0.55 * radius, style.fill)


def _texture(image: Image, style: Style, rng: Rng) -> None:
    """Clouds of colour and, on some, the grain of wood or cloth."""
    height, width = image.shape[:2]
    clouds = cv2.resize(rng.normal(0, style.clouds, (18, 18, 3)).astype(np.float32), (width, height))
    if style.grain:
        rows, columns = (height, width // 40) if rng.random() < 0.6 else (height // 3, width // 3)
        fine = rng.normal(0, style.grain, (rows, columns)).astype(np.float32)
        clouds += cv2.resize(fine, (width, height))[..., None]
    image[:] = np.clip(image + clouds, 0, 255).astype(np.uint8)


def _ornaments(sheet: Print, size_mm: tuple[float, float], style: Style, rng: Rng) -> None:
    """Flowers, paws, bars and spots, also under the fields."""
    for _ in range(style.ornaments):
        at = (float(rng.uniform(0, size_mm[0])), float(rng.uniform(0, size_mm[1])))
        ink = style.inks[int(rng.integers(len(style.inks)))] if rng.random() < 0.6 else style.edge
        colour = board_art._mix(style.ground, ink, float(rng.uniform(0.15, 0.8)))
        kind, size = rng.random(), float(rng.uniform(2, 9))
        if kind < 0.35:
            sheet.paw(at, 2 * size, colour, float(rng.uniform(0, 360)))
        elif kind < 0.7:
            sheet.disc(at, size, colour)
        elif kind < 0.85:
            sheet.ring(at, size, colour, float(rng.uniform(0.4, 2)))
        else:
            away = rng.normal(0, 25, 2)
            sheet.line(at, (at[0] + float(away[0]), at[1] + float(away[1])), colour, float(rng.uniform(0.5, 4)))
