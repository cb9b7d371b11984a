"""Shapes as plain values, in the unit of their picture, y down.

A shape's `colour` is #RRGGBB, #RRGGBBAA or CURRENT.  Drawing code needs these five shapes alone: `companion.looks.svg`
writes them as SVG, `companion.board.prints.paper` onto paper.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

Point = tuple[float, float]

#: The colour that the user of the picture chooses, as in CSS.
CURRENT: Final = "currentColor"


@dataclass(frozen=True, slots=True)
class Polygon:
    points: tuple[Point, ...]
    colour: str


@dataclass(frozen=True, slots=True)
class Circle:
    centre: Point
    radius: float
    colour: str


@dataclass(frozen=True, slots=True)
class Ring:
    """`width` goes inward from `radius`."""

    centre: Point
    radius: float
    width: float
    colour: str


@dataclass(frozen=True, slots=True)
class Rectangle:
    """From the upper left to the lower right corner; `rounding` is the radius of its corners."""

    corner: Point
    far: Point
    rounding: float
    colour: str


@dataclass(frozen=True, slots=True)
class Line:
    """With round ends and corners."""

    points: tuple[Point, ...]
    width: float
    colour: str


Shape = Polygon | Circle | Ring | Rectangle | Line


def moved(shapes: Iterable[Shape], to: Point, scale: float = 1.0, turn_deg: float = 0.0) -> tuple[Shape, ...]:
    """Shapes made `scale` as large and turned clockwise about the origin, and then carried; rectangles do not turn."""
    cosine, sine = scale * math.cos(math.radians(turn_deg)), scale * math.sin(math.radians(turn_deg))

    def place(point: Point) -> Point:
        return (to[0] + cosine * point[0] - sine * point[1], to[1] + sine * point[0] + cosine * point[1])

    def one(shape: Shape) -> Shape:
        match shape:
            case Polygon(points, colour):
                return Polygon(tuple(map(place, points)), colour)
            case Circle(centre, radius, colour):
                return Circle(place(centre), scale * radius, colour)
            case Ring(centre, radius, width, colour):
                return Ring(place(centre), scale * radius, scale * width, colour)
            case Rectangle(corner, far, rounding, colour):
                return Rectangle(place(corner), place(far), scale * rounding, colour)
            case Line(points, width, colour):
                return Line(tuple(map(place, points)), scale * width, colour)

    return tuple(map(one, shapes))


def arrow_head(tip: Point, angle_deg: float, length: float, colour: str) -> Polygon:
    """A full triangle whose tip points to `angle_deg` (clockwise from the right)."""
    back = polar(tip, length, angle_deg + 180)
    half = 0.62 * length
    return Polygon((tip, polar(back, half, angle_deg + 90), polar(back, half, angle_deg - 90)), colour)


def regular(centre: Point, radius: float, corners: int) -> tuple[Point, ...]:
    """The corners of a regular polygon, the first at the top."""
    return tuple(polar(centre, radius, corner * 360 / corners - 90) for corner in range(corners))


def star(centre: Point, radius: float, points: int) -> tuple[Point, ...]:
    """The corners of a star, the first point at the top."""
    notch = 0.45 * radius
    return tuple(
        polar(centre, notch if corner % 2 else radius, corner * 180 / points - 90) for corner in range(2 * points)
    )


def polar(centre: Point, radius: float, angle_deg: float) -> Point:
    """The point `radius` away from the centre; angles go clockwise from the right."""
    angle = math.radians(angle_deg)
    return (centre[0] + radius * math.cos(angle), centre[1] + radius * math.sin(angle))


def angle_deg(start: Point, end: Point) -> float:
    """The direction from one point to another, clockwise from the right."""
    return math.degrees(math.atan2(end[1] - start[1], end[0] - start[0]))
