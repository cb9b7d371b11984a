"""A printed board as a picture seen straight from above: the expected view of a camera."""

from collections.abc import Iterable
from dataclasses import replace

from resvg_py import svg_to_bytes

from companion.board.prints.drawn import draw_board
from companion.board.profile import BoardProfile
from companion.looks.colours import INK
from companion.looks.shapes import CURRENT, Shape
from companion.looks.svg import document, elements


class _Sheet:
    """Collects the drawing as SVG."""

    def __init__(self) -> None:
        self.drawn: list[str] = []

    def shapes(self, shapes: Iterable[Shape], current: str = INK) -> None:
        inked = (replace(shape, colour=current) if shape.colour == CURRENT else shape for shape in shapes)
        self.drawn.append(elements(inked))


def flat_png(profile: BoardProfile, px_per_mm: float) -> bytes:
    """The print of a board with its disc at rest as a PNG file, at `px_per_mm`, without the marks of single games."""
    sheet, (width, height) = _Sheet(), profile.size_mm
    draw_board(sheet, profile)
    size = {"width": round(width * px_per_mm), "height": round(height * px_per_mm), "preserveAspectRatio": "none"}
    svg = document("".join(sheet.drawn), (0.0, 0.0), (width, height), size)
    return bytes(svg_to_bytes(svg_string=svg, skip_system_fonts=True))
