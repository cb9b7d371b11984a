"""The sheet of pawns, figures and pictograms: sound SVG that any page may take in."""

import re
from xml.etree import ElementTree

import pytest

from companion.looks.colours import PAWNS, UNKNOWN
from companion.looks.icons import ICONS, icon_svg
from companion.looks.pieces import RANKS, pawn
from companion.looks.shapes import Circle, Line, Polygon, Rectangle, Ring, moved
from companion.looks.sheet import sheet_svg
from companion.looks.svg import elements, picture

SHEET = ElementTree.fromstring(sheet_svg())


def names_of(root: ElementTree.Element) -> list[str]:
    return [name for element in root.iter() if (name := element.get("id"))]


def used_by(markup: str) -> set[str]:
    return {*re.findall(r'href="#([^"]+)"', markup), *re.findall(r"url\(#([^)]+)\)", markup)}


def test_every_name_is_there_once_and_every_use_finds_its_own() -> None:
    names = names_of(SHEET)
    assert len(set(names)) == len(names)
    assert used_by(sheet_svg()) <= set(names)
    assert {"figure", "pawn-unknown", "pawn-red", *(f"pawn-blue-{rank}" for rank in RANKS), *ICONS} <= set(names)


def test_a_strict_page_may_show_it() -> None:
    """No styles and no scripts, which its policy would refuse."""
    assert {element.tag.rpartition("}")[2] for element in SHEET.iter()} <= {
        *("svg", "symbol", "defs", "g", "use", "mask", "path", "polygon", "polyline", "circle", "rect")
    }
    assert not any(name == "style" or name.startswith("on") for element in SHEET.iter() for name in element.attrib)


@pytest.mark.parametrize("name", ICONS)
def test_a_pictogram_has_no_colour_of_its_own(name: str) -> None:
    """Black and white stand in masks alone, for the kept and the cut parts."""
    markup = icon_svg(name, "#123456")
    bare = re.sub(r"<mask.*?</mask>", "", markup)
    inks = set(re.findall(r'(?:fill|stroke|color)="([^"]+)"', bare))
    assert inks <= {"currentColor", "none", "#123456"}
    assert used_by(markup) <= set(names_of(ElementTree.fromstring(markup)))


def test_a_colour_that_nobody_knows_gives_a_grey_pawn() -> None:
    assert pawn("mauve") == pawn("unknown")
    assert UNKNOWN.fill in picture(pawn("mauve"))
    assert UNKNOWN.fill not in picture(pawn(next(iter(PAWNS))))


def test_every_shape_is_written_as_its_kind() -> None:
    shapes = (
        Polygon(((0.0, 0.0), (1.0, 0.0), (0.5, 1.23456)), "#112233"),
        Circle((1.0, 2.0), 3.0, "#11223380"),
        Ring((1.0, 2.0), 3.0, 1.0, "#112233"),
        Rectangle((1.0, 2.0), (4.0, 6.0), 0.5, "currentColor"),
        Line(((0.0, -0.0), (1.0, 1.0)), 0.25, "#112233"),
    )
    written = ElementTree.fromstring(f"<svg>{elements(shapes)}</svg>")
    polygon, circle, ring, rectangle, line = written
    assert (polygon.tag, polygon.get("points")) == ("polygon", "0,0 1,0 0.5,1.235")
    assert (circle.get("fill"), circle.get("fill-opacity")) == ("#112233", "0.502")
    assert (ring.get("r"), ring.get("stroke-width"), ring.get("fill")) == ("2.5", "1", "none")
    assert (rectangle.get("width"), rectangle.get("height"), rectangle.get("fill")) == ("3", "4", "currentColor")
    assert (line.get("points"), line.get("stroke-linecap")) == ("0,0 1,1", "round")


def test_shapes_are_turned_clockwise_enlarged_and_then_carried() -> None:
    (line,) = moved((Line(((0.0, 1.0), (1.0, 0.0)), 0.1, "#112233"),), (10.0, 20.0), 2.0, 90.0)
    assert isinstance(line, Line)
    assert line.points[0] == pytest.approx((8.0, 20.0))
    assert line.points[1] == pytest.approx((10.0, 22.0))
    assert line.width == pytest.approx(0.2)
