"""The simulated table at one moment, as plain values: drawn by a camera here or in another program."""

from dataclasses import dataclass
from typing import Final

import msgspec

#: Milliseconds of simulated time from one picture to the next.
PICTURE_EVERY_MS: Final = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A pawn or the dog: `colour` by name, its foot in board millimetres, `lift_mm` when a hand holds it."""

    colour: str
    x_mm: float
    y_mm: float
    lift_mm: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """Fingertips over a place; it reaches in from `side` 0 top, 1 right, 2 bottom, 3 left; `who` picks the arm."""

    x_mm: float
    y_mm: float
    side: int
    who: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Thing:
    """Something round and flat that does not belong there, such as a coin or a beer mat, in board millimetres."""

    x_mm: float
    y_mm: float
    radius_mm: float
    bgr: tuple[float, float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """Everything in view at one moment; `disc_deg` is the disc's angle, clockwise, from its place at wheel = 0.

    Disturbances: `things` lie on the board; the board was `pushed_mm` to the right and down, with everything on it; the
    camera was `knocked_deg` (pan to the right, tilt down, roll); `light` is the part of the lamp that still burns.
    """

    figures: tuple[Figure, ...] = ()
    disc_deg: float = 0.0
    hand: Hand | None = None
    things: tuple[Thing, ...] = ()
    pushed_mm: tuple[float, float] = (0.0, 0.0)
    knocked_deg: tuple[float, float, float] = (0.0, 0.0, 0.0)
    light: float = 1.0


def scene_of(sent: bytes) -> Scene:
    """Returns the scene that another program sent as JSON.  Raises msgspec.DecodeError."""
    return msgspec.json.decode(sent, type=Scene)
