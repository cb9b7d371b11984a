"""Pawns and the dog as they lie on the drawn board: a disc with a dark edge and a glyph of its own for every colour."""

from collections.abc import Callable
from typing import Final

from PIL import Image

from ui.art.brush import Brush, regular, star
from ui.theme import PAWN_EDGE, PAWNS, PawnLook

_CENTRE: Final = (0.5, 0.5)
_UNKNOWN: Final = PawnLook("#8A8F95", "dot", "#16181A")


def draw_pawn(colour: str, size_px: int) -> Image.Image:
    """A pawn from above; an unknown colour gives a grey one with a dot."""
    look = PAWNS.get(colour, _UNKNOWN)
    brush = Brush(size_px)
    brush.disc((0.5, 0.53), 0.46, (0, 0, 0, 90))
    brush.disc(_CENTRE, 0.47, "#FFFFFF")
    brush.disc(_CENTRE, 0.435, PAWN_EDGE)
    brush.disc(_CENTRE, 0.385, look.fill)
    _GLYPHS[look.glyph](brush, look.on_fill)
    return brush.finish()


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
