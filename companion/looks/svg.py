"""Shapes as SVG text: pure markup without styles or scripts, so that it passes any content security policy."""

from collections.abc import Iterable, Mapping
from html import escape
from typing import Final

from companion.looks.shapes import Circle, Line, Point, Polygon, Rectangle, Ring, Shape, moved

_NAMESPACE: Final = "http://www.w3.org/2000/svg"
#: Decimals of a coordinate: a thousandth of the unit of the picture.
_DECIMALS: Final = 3
#: Pictures that are given in parts of their width become so wide, so that the decimals suffice.
PICTURE_SIDE: Final = 100.0


def document(content: str, corner: Point, size: Point, attributes: Mapping[str, object] | None = None) -> str:
    """A whole SVG file that shows the part of the content from `corner` on."""
    view = " ".join(map(number, (*corner, *size)))
    return f'<svg xmlns="{_NAMESPACE}" viewBox="{view}"{_written(attributes or {})}>{content}</svg>'


def picture(shapes: Iterable[Shape], above: str = "") -> str:
    """Shapes about the origin, one unit wide, as a whole SVG file, with markup above them."""
    return document(_enlarged(shapes) + above, (0.0, 0.0), (PICTURE_SIDE, PICTURE_SIDE))


def symbol(name: str, shapes: Iterable[Shape]) -> str:
    """Shapes about the origin, one unit wide, to be used by their name any number of times."""
    side = number(PICTURE_SIDE)
    return f'<symbol id="{name}" viewBox="0 0 {side} {side}">{_enlarged(shapes)}</symbol>'


def group(content: str, attributes: Mapping[str, object]) -> str:
    """Content that belongs together; attributes that are None are left out."""
    return f"<g{_written(attributes)}>{content}</g>"


def element(name: str, attributes: Mapping[str, object]) -> str:
    """An element without content; attributes that are None are left out."""
    return f"<{name}{_written(attributes)}/>"


def elements(shapes: Iterable[Shape]) -> str:
    """The shapes one over the other."""
    return "".join(map(_shape, shapes))


def number(value: float) -> str:
    """A number as short as it can be written."""
    text = f"{value:.{_DECIMALS}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _enlarged(shapes: Iterable[Shape]) -> str:
    return elements(moved(shapes, (PICTURE_SIDE / 2, PICTURE_SIDE / 2), PICTURE_SIDE))


def _shape(shape: Shape) -> str:
    match shape:
        case Polygon(points, colour):
            return element("polygon", {"points": _points(points)} | _fill(colour))
        case Circle((x, y), radius, colour):
            return element("circle", {"cx": number(x), "cy": number(y), "r": number(radius)} | _fill(colour))
        case Ring((x, y), radius, width, colour):
            place = {"cx": number(x), "cy": number(y), "r": number(radius - width / 2)}
            return element("circle", place | _stroke(colour, width))
        case Rectangle((left, top), (right, bottom), rounding, colour):
            place = {"x": number(left), "y": number(top), "rx": number(rounding)}
            size = {"width": number(right - left), "height": number(bottom - top)}
            return element("rect", place | size | _fill(colour))
        case Line(points, width, colour):
            ends = {"stroke-linecap": "round", "stroke-linejoin": "round"}
            return element("polyline", {"points": _points(points)} | _stroke(colour, width) | ends)


def _fill(colour: str) -> dict[str, object]:
    return _paint("fill", colour)


def _stroke(colour: str, width: float) -> dict[str, object]:
    return {"fill": "none", "stroke-width": number(width)} | _paint("stroke", colour)


def _paint(kind: str, colour: str) -> dict[str, object]:
    """#RRGGBBAA is not SVG 1.1: the last two digits become an opacity of their own."""
    if colour.startswith("#") and len(colour) == len("#RRGGBBAA"):
        return {kind: colour[:7], f"{kind}-opacity": number(int(colour[7:], 16) / 255)}
    return {kind: colour}


def _points(points: Iterable[Point]) -> str:
    return " ".join(f"{number(x)},{number(y)}" for x, y in points)


def _written(attributes: Mapping[str, object]) -> str:
    return "".join(f' {name}="{escape(str(value))}"' for name, value in attributes.items() if value is not None)
