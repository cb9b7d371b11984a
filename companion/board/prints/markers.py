"""Markers to cut out: the four of the board's corners and the one of the disc, each with its white margin."""

from pathlib import Path
from typing import Final

import cv2

from companion.board.files import BoardProfile
from companion.board.prints.paper import INK, Pen, write_pdf
from companion.looks.shapes import Line, Rectangle
from companion.texts import shipped_wording

#: The white margin round a marker, as a part of its side (docs/formats/board.md).
MARGIN_SHARE: Final = 1 / 6
_WHITE: Final = "#FFFFFF"
_CUT: Final = "#999999"
#: A hair of overlap, so that no viewer shows a light seam between two black cells.
_OVERLAP_MM: Final = 0.02
_GAP_MM: Final = 12.0


def draw_marker(pen: Pen, dictionary: str, name: int, centre: tuple[float, float], size_mm: float) -> None:
    """A marker of `size_mm` (the side of its black square) with its white margin round `centre`."""
    outer, inner = size_mm * (0.5 + MARGIN_SHARE), size_mm / 2
    x, y = centre
    pen.shapes((Rectangle((x - outer, y - outer), (x + outer, y + outer), 0.0, _WHITE),))
    codes = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, dictionary))
    cells = cv2.aruco.generateImageMarker(codes, name, codes.markerSize + 2) == 0
    step = size_mm / len(cells)
    for row, line in enumerate(cells):
        for column in (index for index, black in enumerate(line) if black):
            left, top = x - inner + column * step, y - inner + row * step
            far = (left + step + _OVERLAP_MM, top + step + _OVERLAP_MM)
            pen.shapes((Rectangle((left, top), far, 0.0, INK),))


def marker_sheet(profile: BoardProfile, file: Path, paper: str, language: str) -> int:
    """Writes the markers of a board on one sheet with cutting lines; gives the number of sheets."""
    markers = profile.markers
    words = shipped_wording()[language]["tablet"]
    named = [(name, words[f"print.marker_{place}"], markers.size_mm) for place, name in enumerate(markers.ids)]
    if markers.wheel:
        named.append((markers.wheel.id, words[f"print.marker_{len(named)}"], markers.wheel.size_mm))
    cell = max(size for _, _, size in named) * (1 + 2 * MARGIN_SHARE) + _GAP_MM
    columns = 2 if 3 * cell > 180 else 3
    rows = -(-len(named) // columns)

    def draw(pen: Pen) -> None:
        for index, (name, where, size) in enumerate(named):
            centre = ((index % columns + 0.5) * cell, (index // columns + 0.5) * cell)
            draw_marker(pen, markers.dictionary, name, centre, size)
            _cutting_line(pen, centre, size * (1 + 2 * MARGIN_SHARE))
            pen.text(f"{name}: {where}", (centre[0], centre[1] + cell / 2 - 2), size=8, colour=INK)

    return write_pdf(file, f"markers {profile.id}", (columns * cell, rows * cell), draw, paper)


def _cutting_line(pen: Pen, centre: tuple[float, float], side: float) -> None:
    x, y, half = *centre, side / 2
    corners = (x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)
    pen.shapes((Line((*corners, corners[0]), 0.2, _CUT),))
