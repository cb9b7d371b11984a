"""A small brush over Pillow: shapes in unit coordinates, drawn too large and shrunk, so that edges are smooth.

The unit square has its origin at the upper left; angles are degrees, clockwise from the right.
"""

import math
from collections.abc import Sequence

from PIL import Image, ImageDraw

Colour = str | tuple[int, int, int] | tuple[int, int, int, int]
Point = tuple[float, float]


class Brush:
    """Draws on a `width_px` x `height_px` picture; lengths are in parts of the width."""

    def __init__(
        self, width_px: int, height_px: int | None = None, ground: Colour = (0, 0, 0, 0), fine: int = 4
    ) -> None:
        self._size = (max(1, width_px), max(1, height_px or width_px))
        self._unit = self._size[0] * fine
        self._image = Image.new("RGBA", (self._unit, self._size[1] * fine), ground)
        self._draw = ImageDraw.Draw(self._image)

    def disc(self, centre: Point, radius: float, fill: Colour) -> None:
        x, y, r = centre[0] * self._unit, centre[1] * self._unit, radius * self._unit
        self._draw.ellipse((x - r, y - r, x + r, y + r), fill=fill)

    def ring(self, centre: Point, radius: float, width: float, colour: Colour) -> None:
        x, y, r = centre[0] * self._unit, centre[1] * self._unit, radius * self._unit
        self._draw.ellipse((x - r, y - r, x + r, y + r), outline=colour, width=max(1, round(width * self._unit)))

    def polygon(self, points: Sequence[Point], fill: Colour) -> None:
        self._draw.polygon([(x * self._unit, y * self._unit) for x, y in points], fill=fill)

    def box(self, corner: Point, far: Point, fill: Colour, radius: float = 0.0) -> None:
        edges = (corner[0] * self._unit, corner[1] * self._unit, far[0] * self._unit, far[1] * self._unit)
        self._draw.rounded_rectangle(edges, radius=radius * self._unit, fill=fill)

    def frame(self, corner: Point, far: Point, width: float, colour: Colour, radius: float = 0.0) -> None:
        edges = (corner[0] * self._unit, corner[1] * self._unit, far[0] * self._unit, far[1] * self._unit)
        self._draw.rounded_rectangle(
            edges, radius=radius * self._unit, outline=colour, width=max(1, round(width * self._unit))
        )

    def stroke(self, points: Sequence[Point], width: float, colour: Colour) -> None:
        """A line with round ends and corners."""
        scaled = [(x * self._unit, y * self._unit) for x, y in points]
        self._draw.line(scaled, fill=colour, width=max(1, round(width * self._unit)), joint="curve")
        for x, y in points:
            self.disc((x, y), width / 2, colour)

    def arc(self, centre: Point, radius: float, span: tuple[float, float], width: float, colour: Colour) -> None:
        """Part of a circle, clockwise over `span` (from, to), with round ends."""
        start, end = span
        steps = max(2, round(abs(end - start) / 4))
        points = [polar(centre, radius, start + (end - start) * step / steps) for step in range(steps + 1)]
        self.stroke(points, width, colour)

    def arrow_head(self, tip: Point, angle: float, length: float, colour: Colour) -> None:
        """A full triangle whose tip points to `angle`."""
        back = polar(tip, length, angle + 180)
        half = length * 0.62
        self.polygon([tip, polar(back, half, angle + 90), polar(back, half, angle - 90)], colour)

    def finish(self) -> Image.Image:
        return self._image.resize(self._size, Image.Resampling.LANCZOS)


def polar(centre: Point, radius: float, angle: float) -> Point:
    turn = math.radians(angle)
    return (centre[0] + radius * math.cos(turn), centre[1] + radius * math.sin(turn))


def star(centre: Point, radius: float, points: int, inner: float = 0.45, start: float = -90.0) -> list[Point]:
    """A star's corners; `inner` is the share of the radius where its notches lie."""
    step = 180 / points
    return [
        polar(centre, radius * (inner if corner % 2 else 1.0), start + corner * step) for corner in range(2 * points)
    ]


def regular(centre: Point, radius: float, corners: int, start: float = -90.0) -> list[Point]:
    return [polar(centre, radius, start + corner * 360 / corners) for corner in range(corners)]
