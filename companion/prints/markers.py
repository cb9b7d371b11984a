"""Markers to cut out: the four of the board's corners and the one of the disc, each with its white margin."""

from pathlib import Path
from typing import Final

from companion.board_files import BoardProfile
from companion.prints.paper import INK, Pen, write_pdf
from vision.markers import marker_cells

#: The white margin round a marker, as a part of its side (contract section 5).
MARGIN_SHARE: Final = 1 / 6
_WHITE: Final = (1.0, 1.0, 1.0)
_CUT: Final = (0.6, 0.6, 0.6)
_GAP_MM: Final = 12.0
_WHERE: Final = ("upper left", "upper right", "lower right", "lower left")


def draw_marker(pen: Pen, dictionary: str, name: int, centre: tuple[float, float], size_mm: float) -> None:
    """A marker of `size_mm` (the side of its black square) with its white margin round `centre`."""
    margin = size_mm * MARGIN_SHARE
    side = size_mm + 2 * margin
    pen.rectangle(centre[0] - side / 2, centre[1] - side / 2, side, side, fill=_WHITE)
    cells = marker_cells(dictionary, name)
    step = size_mm / len(cells)
    left, top = centre[0] - size_mm / 2, centre[1] - size_mm / 2
    for row, line in enumerate(cells):
        for column in (index for index, black in enumerate(line) if black):
            # A hair of overlap, so that no viewer shows a light seam between two black cells.
            pen.rectangle(left + column * step, top + row * step, step + 0.02, step + 0.02, fill=INK)


def marker_sheet(profile: BoardProfile, file: Path, paper: str) -> int:
    """Writes the markers of a board on one sheet with cutting lines; gives the number of sheets."""
    markers = profile.markers
    named = [(name, where, markers.size_mm) for name, where in zip(markers.ids, _WHERE, strict=True)]
    if markers.wheel:
        named.append((markers.wheel.id, "middle of the disc", markers.wheel.size_mm))
    cell = max(size for _, _, size in named) * (1 + 2 * MARGIN_SHARE) + _GAP_MM
    columns = 2 if 3 * cell > 180 else 3
    rows = -(-len(named) // columns)

    def draw(pen: Pen) -> None:
        for index, (name, where, size) in enumerate(named):
            centre = ((index % columns + 0.5) * cell, (index // columns + 0.5) * cell)
            draw_marker(pen, markers.dictionary, name, centre, size)
            _cutting_line(pen, centre, size * (1 + 2 * MARGIN_SHARE))
            pen.text(f"{name}: {where}", (centre[0], centre[1] + cell / 2 - 2), size=8, ink=INK)

    return write_pdf(file, f"markers {profile.id}", (columns * cell, rows * cell), draw, paper)


def _cutting_line(pen: Pen, centre: tuple[float, float], side: float) -> None:
    x, y, half = *centre, side / 2
    corners = [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]
    for start, end in zip(corners, (*corners[1:], corners[0]), strict=True):
        pen.line(start, end, ink=_CUT, width=0.2)
