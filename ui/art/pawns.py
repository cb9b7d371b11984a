"""Pawns and the dog as they lie on the drawn board: a disc with a dark edge and a glyph of its own for every colour.

A pawn with a rank shows the sign of its rank, and the glyph of its colour small below it.
"""

from collections.abc import Callable
from typing import Final

from PIL import Image

from ui.art.brush import Brush, Point, regular, star
from ui.theme import PAWN_EDGE, PAWNS, PawnLook

_CENTRE: Final = (0.5, 0.5)
_UNKNOWN: Final = PawnLook("#8A8F95", "dot", "#16181A")


def draw_pawn(colour: str, size_px: int, rank: str = "") -> Image.Image:
    """A pawn from above; an unknown colour gives a grey one with a dot, an unknown rank none at all."""
    look = PAWNS.get(colour, _UNKNOWN)
    brush = Brush(size_px)
    brush.disc((0.5, 0.53), 0.46, (0, 0, 0, 90))
    brush.disc(_CENTRE, 0.47, "#FFFFFF")
    brush.disc(_CENTRE, 0.435, PAWN_EDGE)
    brush.disc(_CENTRE, 0.385, look.fill)
    if rank not in RANKS:
        _GLYPHS[look.glyph](brush, look.on_fill)
        return brush.finish()
    RANKS[rank](brush, (0.5, 0.42), 0.3, look.on_fill)
    picture, below = brush.finish(), Brush(max(4, round(size_px * 0.3)))
    _GLYPHS[look.glyph](below, look.on_fill)
    glyph = below.finish()
    picture.alpha_composite(glyph, (round(size_px / 2 - glyph.width / 2), round(size_px * 0.62)))
    return picture


def draw_dog(size_px: int) -> Image.Image:
    """The dog: larger than a pawn, black, with a head in white."""
    brush = Brush(size_px)
    brush.disc((0.5, 0.53), 0.46, (0, 0, 0, 110))
    brush.disc(_CENTRE, 0.47, "#FFFFFF")
    brush.disc(_CENTRE, 0.43, "#14181C")
    head = [(0.34, 0.30), (0.44, 0.21), (0.52, 0.30), (0.62, 0.31), (0.67, 0.42), (0.80, 0.48), (0.78, 0.59)]
    brush.polygon([*head, (0.64, 0.63), (0.60, 0.62), (0.58, 0.76), (0.30, 0.76), (0.34, 0.52)], "#FFFFFF")
    brush.polygon([(0.23, 0.36), (0.38, 0.24), (0.40, 0.50), (0.28, 0.54)], "#FFFFFF")
    brush.stroke([(0.40, 0.30), (0.40, 0.50)], 0.025, "#14181C")
    brush.disc((0.565, 0.42), 0.035, "#14181C")
    return brush.finish()


def draw_pick(size_px: int, colour: str) -> Image.Image:
    """The ring round what has been tapped."""
    brush = Brush(size_px)
    brush.ring(_CENTRE, 0.48, 0.05, "#16181A")
    brush.ring(_CENTRE, 0.455, 0.11, colour)
    brush.ring(_CENTRE, 0.36, 0.04, "#16181A")
    return brush.finish()


def _bar(brush: Brush, colour: str) -> None:
    brush.box((0.26, 0.43), (0.74, 0.57), colour, 0.03)


def _plus(brush: Brush, colour: str) -> None:
    brush.box((0.26, 0.43), (0.74, 0.57), colour, 0.02)
    brush.box((0.43, 0.26), (0.57, 0.74), colour, 0.02)


def draw_king(brush: Brush, middle: Point, reach: float, colour: str) -> None:
    """A crown."""
    points = [(-0.85, 0.55), (-0.95, -0.6), (-0.42, -0.02), (0.0, -0.82), (0.42, -0.02), (0.95, -0.6), (0.85, 0.55)]
    brush.polygon(_round(middle, reach, points), colour)


def draw_knight(brush: Brush, middle: Point, reach: float, colour: str) -> None:
    """A horse's head, looking left."""
    head = [(-0.5, 0.8), (-0.34, 0.2), (-0.1, 0.02), (-0.62, 0.2), (-0.86, 0.0), (-0.42, -0.52), (0.02, -0.68)]
    brush.polygon(_round(middle, reach, [*head, (0.16, -0.98), (0.36, -0.6), (0.72, -0.1), (0.7, 0.8)]), colour)


def draw_citizen(brush: Brush, middle: Point, reach: float, colour: str) -> None:
    """A hat with a brim."""
    brush.polygon(_round(middle, reach, [(-0.52, 0.34), (-0.44, -0.72), (0.44, -0.72), (0.52, 0.34)]), colour)
    brush.polygon(_round(middle, reach, [(-1.0, 0.3), (1.0, 0.3), (1.0, 0.62), (-1.0, 0.62)]), colour)


def draw_jester(brush: Brush, middle: Point, reach: float, colour: str) -> None:
    """A cap with three horns and a bell at the end of each."""
    cap = [(-0.6, 0.66), (-0.46, 0.1), (-0.9, -0.1), (-0.24, -0.34), (0.0, -0.8), (0.24, -0.34), (0.9, -0.1)]
    brush.polygon(_round(middle, reach, [*cap, (0.46, 0.1), (0.6, 0.66)]), colour)
    for spot in _round(middle, reach, [(-0.9, 0.06), (0.0, -0.86), (0.9, 0.06)]):
        brush.disc(spot, 0.16 * reach, colour)


def _round(middle: Point, reach: float, shape: list[Point]) -> list[Point]:
    """A shape drawn about (0, 0), moved to its place."""
    return [(middle[0] + reach * x, middle[1] + reach * y) for x, y in shape]


#: The signs of the ranks, by what the games call them.
RANKS: Final[dict[str, Callable[[Brush, Point, float, str], None]]] = {
    "king": draw_king,
    "knight": draw_knight,
    "citizen": draw_citizen,
    "jester": draw_jester,
}

_GLYPHS: Final[dict[str, Callable[[Brush, str], None]]] = {
    "triangle": lambda brush, colour: brush.polygon(regular((0.5, 0.54), 0.27, 3), colour),
    "square": lambda brush, colour: brush.box((0.33, 0.33), (0.67, 0.67), colour),
    "diamond": lambda brush, colour: brush.polygon(regular(_CENTRE, 0.27, 4), colour),
    "pentagon": lambda brush, colour: brush.polygon(regular((0.5, 0.51), 0.25, 5), colour),
    "plus": _plus,
    "ring": lambda brush, colour: brush.ring(_CENTRE, 0.24, 0.10, colour),
    "star": lambda brush, colour: brush.polygon(star((0.5, 0.51), 0.29, 5), colour),
    "bar": _bar,
    "dot": lambda brush, colour: brush.disc(_CENTRE, 0.10, colour),
}
