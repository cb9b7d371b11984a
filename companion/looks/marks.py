"""Marks about the origin: the paw and the bone of the disc, and the program's own sign."""

from companion.looks.colours import INTERFACE
from companion.looks.shapes import Circle, Polygon, Rectangle, Shape, moved


def paw(colour: str) -> tuple[Shape, ...]:
    """A dog's paw with its toes up, in the circle of radius 1 about the origin."""
    toes = ((-0.49, -0.13, 0.15), (-0.19, -0.43, 0.16), (0.19, -0.43, 0.16), (0.49, -0.13, 0.15))
    pad = Circle((0.0, 0.2), 0.3, colour), Circle((-0.19, 0.34), 0.19, colour), Circle((0.19, 0.34), 0.19, colour)
    return (*pad, *(Circle((x, y), radius, colour) for x, y, radius in toes))


def bone(colour: str, more: float = 0.0) -> tuple[Shape, ...]:
    """A bone along the x axis, its knobs one unit from the origin; `more` makes it that much thicker all round."""
    half, knob = 0.29 + more, 0.4 + more
    bar = Polygon(((-1.0, -half), (1.0, -half), (1.0, half), (-1.0, half)), colour)
    return (bar, *(Circle((x, y), knob, colour) for x in (-1.0, 1.0) for y in (-0.33, 0.33)))


def touch_icon() -> tuple[Shape, ...]:
    """The sign without round corners, which a home screen cuts itself."""
    return (Rectangle((-0.5, -0.5), (0.5, 0.5), 0.0, INTERFACE["accent"]), *emblem())


def emblem() -> tuple[Shape, ...]:
    """The program's sign, one unit wide: a paw on a tile."""
    tile = Rectangle((-0.5, -0.5), (0.5, 0.5), 0.25, INTERFACE["accent"])
    return (tile, *moved(paw(INTERFACE["on_accent"]), (0.0, 0.03), 0.58))
