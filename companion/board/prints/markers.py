"""Markers to cut out: the four of the board's corners and the one of the disc, each with its white margin."""

from pathlib import Path
from typing import Final

from companion.board.files import BoardProfile
from companion.board.prints.drawn import MARGIN_SHARE, draw_marker
from companion.board.prints.paper import Pen, write_pdf
from companion.looks.colours import CUT, INK
from companion.looks.shapes import Line
from companion.texts import shipped_wording

_GAP_MM: Final = 12.0


def marker_sheet(profile: BoardProfile, file: Path, paper: str, language: str) -> int:
    """Writes the markers of a board on one sheet with cutting lines; returns the number of sheets."""
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
    pen.shapes((Line((*corners, corners[0]), 0.2, CUT),))
