"""Rings that are laid over a photograph of a board: light and dark together, so that they show on any print."""

from typing import Final

from PIL import Image

from ui.art.brush import Brush, polar
from ui.theme import COLOURS, PAWN_EDGE, PAWNS

_MIDDLE: Final = (0.5, 0.5)


def draw_ring(look: str, colour: str, size_px: int) -> Image.Image:
    """`look` is spot, start, corner or asked; `colour` a pawn's, empty for a plain field."""
    brush = Brush(size_px)
    fill = PAWNS[colour].fill if colour in PAWNS else COLOURS["field"]
    if look == "corner":
        _draw_handle(brush)
    elif look == "asked":
        _draw_asked(brush, fill)
    elif look == "start":
        brush.ring(_MIDDLE, 0.49, 0.05, COLOURS["field"])
        brush.ring(_MIDDLE, 0.45, 0.24, PAWN_EDGE)
        brush.ring(_MIDDLE, 0.42, 0.18, fill)
    else:
        brush.ring(_MIDDLE, 0.46, 0.16 if colour else 0.13, PAWN_EDGE)
        brush.ring(_MIDDLE, 0.43, 0.10 if colour else 0.07, fill)
    return brush.finish()


def draw_doubt(size_px: int) -> Image.Image:
    """A question mark on a disc: what is read there is not sure."""
    brush = Brush(size_px)
    brush.disc(_MIDDLE, 0.5, PAWN_EDGE)
    brush.disc(_MIDDLE, 0.45, COLOURS["unclear"])
    ink = COLOURS["on_unclear"]
    brush.arc((0.5, 0.38), 0.13, (-190, 60), 0.09, ink)
    brush.stroke([(0.565, 0.50), (0.5, 0.54), (0.5, 0.60)], 0.09, ink)
    brush.disc((0.5, 0.74), 0.06, ink)
    return brush.finish()


def _draw_handle(brush: Brush) -> None:
    """A ring with hair lines that leave the very point free."""
    brush.ring(_MIDDLE, 0.48, 0.12, PAWN_EDGE)
    brush.ring(_MIDDLE, 0.46, 0.08, COLOURS["accent"])
    for angle in (0, 90, 180, 270):
        brush.stroke([polar(_MIDDLE, 0.14, angle), polar(_MIDDLE, 0.40, angle)], 0.07, PAWN_EDGE)
        brush.stroke([polar(_MIDDLE, 0.15, angle), polar(_MIDDLE, 0.39, angle)], 0.035, COLOURS["accent"])


def _draw_asked(brush: Brush, fill: str) -> None:
    """Four arrows that point at the place."""
    brush.ring(_MIDDLE, 0.24, 0.10, PAWN_EDGE)
    brush.ring(_MIDDLE, 0.23, 0.07, fill)
    for angle in (45, 135, 225, 315):
        brush.arrow_head(polar(_MIDDLE, 0.25, angle), angle + 180, 0.22, PAWN_EDGE)
        brush.arrow_head(polar(_MIDDLE, 0.275, angle), angle + 180, 0.165, COLOURS["accent"])
