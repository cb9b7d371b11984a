"""An arrow on the board, light with a dark edge, so that it shows on any ground."""

import math

from kivy.graphics import Color, Line, Triangle
from kivy.utils import get_color_from_hex

from ui.theme import COLOURS

Point = tuple[float, float]


def draw_arrow(start: Point, end: Point, field_px: float) -> None:
    """Draws from `start` to `end` on the canvas in use; `field_px` is the radius of a field."""
    for colour, wide in ((COLOURS["on_card"], 0.62), (COLOURS["pick"], 0.36)):
        Color(*get_color_from_hex(colour))
        _draw(start, end, wide * field_px, 1.5 * field_px + (wide - 0.36) * field_px)


def _draw(start: Point, end: Point, wide: float, head: float) -> None:
    length = math.dist(start, end)
    along = ((end[0] - start[0]) / length, (end[1] - start[1]) / length)
    reach = min(head, length)
    neck = (end[0] - along[0] * reach, end[1] - along[1] * reach)
    across = (-along[1] * reach * 0.55, along[0] * reach * 0.55)
    Line(points=[*start, *neck], width=wide / 2 + 0.5, cap="round")
    Triangle(
        points=[*end, neck[0] + across[0], neck[1] + across[1], neck[0] - across[0], neck[1] - across[1]],
    )
