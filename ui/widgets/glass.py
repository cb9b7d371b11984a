"""A magnifier: a round picture beside a finger, which would cover the point below it."""

from typing import Any

from kivy.graphics import Color, Ellipse, SmoothEllipse
from kivy.uix.widget import Widget

from companion.looks.colours import PAWN_EDGE
from ui.theme import rgba
from ui.widgets.look import look

Point = tuple[float, float]

#: The distance from the finger to the middle of a glass, beyond half its width; pixels of the reference screen.
_GAP_PX = 60


def draw_glass(texture: Any, corner: Point, side: float) -> None:
    """Draws the texture in a round frame; `corner` is its lower left one.  Within a `with canvas` only."""
    x, y = corner
    # the innermost shows where the texture is empty: beyond the edge of the enlarged part
    for tone, rim in ((PAWN_EDGE, 7), ("accent", 5), (PAWN_EDGE, 1)):
        Color(*rgba(tone))
        wide = side + 2 * rim * look.scale
        SmoothEllipse(pos=(x - rim * look.scale, y - rim * look.scale), size=(wide, wide), segments=90)
    Color(1, 1, 1, 1)
    Ellipse(texture=texture, pos=(x, y), size=(side, side), segments=90)


def beside(widget: Widget, finger: Point, side: float) -> Point:
    """The lower left corner of a glass that belongs to the widget: above the finger, at the upper edge beside it."""
    away = side / 2 + _GAP_PX * look.scale
    x = min(max(widget.x, finger[0] - side / 2), widget.right - side)
    y = finger[1] + away - side / 2
    if y + side <= widget.top:
        return x, y
    left = finger[0] - away - side / 2
    return (left if left >= widget.x else finger[0] + away - side / 2), widget.top - side
