"""Paper: a drawing in millimetres on one large sheet, or tiled over small ones that are glued together.

Law: everything is drawn in true size, and every sheet carries a scale bar of 100 mm to prove it with a ruler.
Drawing coordinates are millimetres, x to the right, y down, as in board profiles.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from reportlab import rl_config
from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from companion.looks.colours import INK
from companion.looks.shapes import CURRENT, Circle, Line, Point, Polygon, Rectangle, Ring, Shape

# Pages as bytes instead of letters: a fifth smaller, and written sooner.
rl_config.useA85 = 0

#: Fits on A4 and on Letter, for an unknown printer.
EITHER: Final = "either"
#: Width and height in millimetres, upright.
PAPERS: Final = {"a4": (210.0, 297.0), "a3": (297.0, 420.0), "letter": (215.9, 279.4), EITHER: (210.0, 279.4)}
#: A single sheet as large as the drawing.
FULL: Final = "full"
#: The edge of a sheet that home printers cannot reach.
MARGIN_MM: Final = 10.0
#: Tiles overlap by this, so that they can be glued.
OVERLAP_MM: Final = 10.0
SCALE_BAR_MM: Final = 100.0
HAIR_MM: Final = 0.3
_SMALL: Final = 7

Draw = Callable[["Pen"], None]
BOLD: Final = "Helvetica-Bold"


class Pen:
    """Draws on the sheet that is open; lengths are millimetres, inks #RRGGBB."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas

    def shapes(self, shapes: Iterable[Shape], current: str = INK) -> None:
        """Draws the shapes one over the other, rectangles with square corners; `current` replaces CURRENT."""
        for shape in shapes:
            self._shape(shape, current if shape.colour == CURRENT else shape.colour)

    def shift(self, right: float, down: float) -> None:
        """Moves the origin of all later drawing, in millimetres."""
        self._canvas.translate(right * mm, down * mm)

    def _shape(self, shape: Shape, colour: str) -> None:
        match shape:
            case Polygon(points):
                self._canvas.setFillColor(HexColor(colour))
                self._canvas.drawPath(self._path(points, closed=True), stroke=0, fill=1)
            case Circle((x, y), radius):
                self._canvas.setFillColor(HexColor(colour))
                self._canvas.circle(x * mm, y * mm, radius * mm, stroke=0, fill=1)
            case Ring((x, y), radius, width):
                self._stroke_with(colour, width)
                self._canvas.circle(x * mm, y * mm, (radius - width / 2) * mm, stroke=1, fill=0)
            case Rectangle((left, top), (right, bottom)):
                # square corners: readers of PDF draw a plain rectangle sharper than any path
                self._canvas.setFillColor(HexColor(colour))
                self._canvas.rect(left * mm, top * mm, (right - left) * mm, (bottom - top) * mm, stroke=0, fill=1)
            case Line(points, width):
                self._stroke_with(colour, width)
                self._canvas.drawPath(self._path(points, closed=False), stroke=1, fill=0)

    def _path(self, points: Iterable[Point], *, closed: bool) -> PDFPathObject:
        (x, y), *others = points
        path = self._canvas.beginPath()
        path.moveTo(x * mm, y * mm)
        for x, y in others:
            path.lineTo(x * mm, y * mm)
        if closed:
            path.close()
        return path

    def _stroke_with(self, colour: str, width: float) -> None:
        self._canvas.setStrokeColor(HexColor(colour))
        self._canvas.setLineWidth(width * mm)
        self._canvas.setLineCap(1)
        self._canvas.setLineJoin(1)

    @contextmanager
    def moved(self, to: Point, quarters: int = 0) -> Iterator[None]:
        """Draws inside the block with the origin at `to`, turned clockwise by quarters."""
        self._canvas.saveState()
        self._canvas.translate(to[0] * mm, to[1] * mm)
        self._canvas.rotate(90 * quarters)
        yield
        self._canvas.restoreState()

    def picture(self, picture: ImageReader, middle: Point, side: float) -> None:
        """A square picture, its sides `side` long."""
        canvas = self._canvas
        canvas.saveState()
        canvas.translate(middle[0] * mm, middle[1] * mm)
        canvas.scale(1, -1)
        half = side * mm / 2
        canvas.drawImage(picture, -half, -half, 2 * half, 2 * half, mask="auto")
        canvas.restoreState()

    def text(
        self, words: str, spot: Point, *, size: float, colour: str, middle: bool = True, bold: bool = False
    ) -> None:
        """`size` is in points; the text stands upright although y runs down."""
        canvas = self._canvas
        canvas.saveState()
        canvas.translate(spot[0] * mm, spot[1] * mm)
        canvas.scale(1, -1)
        canvas.setFillColor(HexColor(colour))
        canvas.setFont(BOLD if bold else "Helvetica", size)
        (canvas.drawCentredString if middle else canvas.drawString)(0, 0, words)
        canvas.restoreState()


def text_width(words: str, size: float) -> float:
    """The width of bold words of `size` points, in millimetres."""
    points: float = stringWidth(words, BOLD, size)
    return points / float(mm)


def write_pages(file: Path, title: str, size_mm: tuple[float, float], pages: Sequence[Draw], paper: str) -> int:
    """Writes drawings of `size_mm`, a sheet for each; returns the number of sheets.  Raises ValueError for an unknown
    paper, or one that a drawing does not fit on, OSError.
    """
    if paper not in PAPERS:
        raise ValueError(f"paper {paper!r} is unknown; use {', '.join(PAPERS)}")
    width, height = _usable(PAPERS[paper])
    if size_mm[0] > width or size_mm[1] > height:
        raise ValueError(f"{title} is too large for {paper}; use a larger paper")
    canvas = Canvas(str(file), invariant=1)
    canvas.setTitle(title)
    for number, draw in enumerate(pages, start=1):
        named = title if len(pages) == 1 else f"{title}   sheet {number} of {len(pages)}"
        _sheet(canvas, draw, (0.0, 0.0), PAPERS[paper], named, whole=True)
    canvas.save()
    return len(pages)


def write_pdf(file: Path, title: str, size_mm: tuple[float, float], draw: Draw, paper: str) -> int:
    """Writes a drawing of `size_mm`; returns the number of sheets.  Raises ValueError for an unknown paper, OSError."""
    if paper != FULL and paper not in PAPERS:
        raise ValueError(f"paper {paper!r} is unknown; use {', '.join((*PAPERS, FULL))}")
    canvas = Canvas(str(file), invariant=1)
    canvas.setTitle(title)
    tiles = [(0.0, 0.0)] if paper == FULL else list(_tiles(size_mm, PAPERS[paper]))
    sheet = (size_mm[0] + 2 * MARGIN_MM, size_mm[1] + 3 * MARGIN_MM) if paper == FULL else PAPERS[paper]
    for number, corner in enumerate(tiles, start=1):
        named = title if len(tiles) == 1 else f"{title}   {_named(number, size_mm, paper)}"
        _sheet(canvas, draw, corner, sheet, named, whole=len(tiles) == 1)
    canvas.save()
    return len(tiles)


def _named(number: int, size_mm: tuple[float, float], paper: str) -> str:
    """The label of a sheet: its number and how it joins the others."""
    across, down = tile_counts(size_mm, paper)
    row, column = divmod(number - 1, across)
    place = f"row {row + 1}, column {column + 1}"
    return f"sheet {number} of {across * down}: {place}; cut at the marks, overlap by {OVERLAP_MM:.0f} mm"


def tile_counts(size_mm: tuple[float, float], paper: str) -> tuple[int, int]:
    """The number of sheets across and down that a drawing takes."""
    width, height = _usable(PAPERS[paper])
    across = math.ceil((size_mm[0] - OVERLAP_MM) / (width - OVERLAP_MM))
    down = math.ceil((size_mm[1] - OVERLAP_MM) / (height - OVERLAP_MM))
    return max(across, 1), max(down, 1)


def _usable(sheet: tuple[float, float]) -> tuple[float, float]:
    """The part of a sheet that shows the drawing; below it is room for the scale bar."""
    return sheet[0] - 2 * MARGIN_MM, sheet[1] - 3 * MARGIN_MM


def _tiles(size_mm: tuple[float, float], sheet: tuple[float, float]) -> list[tuple[float, float]]:
    """The upper left corner of each sheet's part, in millimetres of the drawing, row by row."""
    width, height = _usable(sheet)
    paper = next(name for name, size in PAPERS.items() if size == sheet)
    across, down = tile_counts(size_mm, paper)
    return [
        (column * (width - OVERLAP_MM), row * (height - OVERLAP_MM)) for row in range(down) for column in range(across)
    ]


def _sheet(
    canvas: Canvas, draw: Draw, corner: tuple[float, float], sheet: tuple[float, float], title: str, *, whole: bool
) -> None:
    canvas.setPageSize((sheet[0] * mm, sheet[1] * mm))
    # From here on y runs down from the upper edge of the sheet.
    canvas.translate(0, sheet[1] * mm)
    canvas.scale(1, -1)
    width, height = _usable(sheet)
    canvas.saveState()
    clip = canvas.beginPath()
    clip.rect(MARGIN_MM * mm, MARGIN_MM * mm, width * mm, height * mm)
    canvas.clipPath(clip, stroke=0, fill=0)
    canvas.translate((MARGIN_MM - corner[0]) * mm, (MARGIN_MM - corner[1]) * mm)
    draw(Pen(canvas))
    canvas.restoreState()
    pen = Pen(canvas)
    if not whole:
        _cutting_marks(pen, width, height)
    _scale_bar(pen, MARGIN_MM, sheet[1] - 1.1 * MARGIN_MM, title)
    canvas.showPage()


def _cutting_marks(pen: Pen, width: float, height: float) -> None:
    """Short lines at the corners of the drawn part, at which tiles are cut and laid over each other."""
    for x in (MARGIN_MM, MARGIN_MM + width):
        for y in (MARGIN_MM, MARGIN_MM + height):
            outwards_x = -1 if x == MARGIN_MM else 1
            outwards_y = -1 if y == MARGIN_MM else 1
            across = (x + 2 * outwards_x, y), (x + 6 * outwards_x, y)
            down = (x, y + 2 * outwards_y), (x, y + 6 * outwards_y)
            pen.shapes(Line(ends, HAIR_MM, INK) for ends in (across, down))


def _scale_bar(pen: Pen, left: float, y: float, title: str) -> None:
    pen.shapes((Rectangle((left, y - 0.25), (left + SCALE_BAR_MM, y + 0.25), 0.0, INK),))
    for step in range(0, 101, 10):
        top = y - (2.5 if step % 50 == 0 else 1.5)
        pen.shapes((Line(((left + step, top), (left + step, y)), HAIR_MM, INK),))
    pen.text(f"100 mm = 3 15/16 in   {title}", (left, y + 4), size=_SMALL, colour=INK, middle=False)
