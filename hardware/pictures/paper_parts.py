"""The cardboard variant as a template in true size, to be glued on cardboard and cut out: `cardboard.pdf`."""

from itertools import pairwise
from pathlib import Path
from typing import Final

from workshop import measures

from companion.board.prints.paper import INK, Pen, write_pdf
from companion.looks.colours import PAPER_HINT
from companion.looks.shapes import Line, Ring

Spot = tuple[float, float]
LAYER_MM: Final = 2.0
FRAMES: Final = 5
WALL_MM: Final = 6.0
RING_WIDER_MM: Final = 4.0
LID_HOLE_WIDER_MM: Final = 6.0
_CUT_MM: Final = 0.3
_HINT_MM: Final = 0.2
#: Two rows of three parts, and the round parts below them; all of it fits on one A4 sheet.
_SIZE: Final = (188.0, 266.0)
_SMALL: Final = 7.0


def write_template(file: Path) -> int:
    """Writes the template; gives the number of sheets."""
    return write_pdf(file, "wheel sensor without a printer: cut along black lines", _SIZE, _draw, "a4")


def _draw(pen: Pen) -> None:
    m = measures()
    width, height = m["room_x_y"] - m["room_x_x"] + 2 * WALL_MM, m["room_y_y"] - m["room_y_x"] + 2 * WALL_MM
    corners = [(column * (width + 4), 3 + row * (height + 9)) for row in (0, 1, 2) for column in (0, 1, 2)][:7]
    _lid(pen, m, corners[0], (width, height))
    _floor(pen, m, corners[1], (width, height))
    for number, corner in enumerate(corners[2:], start=1):
        _frame(pen, m, corner, (width, height), number)
    _round_parts(pen, m, (corners[6][0] + width + 8, corners[6][1] + 24))


def _chip(m: dict[str, float], corner: Spot) -> Spot:
    """Where the middle of the wheel is on a part, seen from above with y down."""
    return corner[0] + WALL_MM - m["room_x_x"], corner[1] + WALL_MM + m["room_y_y"]


def _line(pen: Pen, start: Spot, end: Spot, colour: str) -> None:
    pen.shapes([Line((start, end), _CUT_MM, colour)])


def _circle(pen: Pen, centre: Spot, radius: float, colour: str = INK, width: float = _CUT_MM) -> None:
    """A line of this width, half of it on each side of the circle."""
    pen.shapes([Ring(centre, radius + width / 2, width, colour)])


def _outline(pen: Pen, corner: Spot, size: Spot, colour: str = INK) -> None:
    (x, y), (w, h) = corner, size
    path = [(x, y), (x + w, y), (x + w, y + h), (x, y + h), (x, y)]
    for start, end in pairwise(path):
        _line(pen, start, end, colour)


def _name(pen: Pen, words: str, corner: Spot, height: float) -> None:
    pen.text(words, (corner[0], corner[1] + height + 3), size=_SMALL, colour=INK, middle=False)


def _cross(pen: Pen, spot: Spot) -> None:
    x, y = spot
    _line(pen, (x - 3, y), (x + 3, y), PAPER_HINT)
    _line(pen, (x, y - 3), (x, y + 3), PAPER_HINT)


def _lid(pen: Pen, m: dict[str, float], corner: Spot, size: Spot) -> None:
    _outline(pen, corner, size)
    _circle(pen, _chip(m, corner), (m["ring_d"] + LID_HOLE_WIDER_MM) / 2)
    _circle(pen, _chip(m, corner), m["hole_d"] / 2, PAPER_HINT, _HINT_MM)
    _cross(pen, _chip(m, corner))
    _name(pen, "lid; grey: hole of the board", corner, size[1])


def _floor(pen: Pen, m: dict[str, float], corner: Spot, size: Spot) -> None:
    _outline(pen, corner, size)
    x, y = _chip(m, corner)
    _outline(pen, (x - m["sensor_x"] / 2, y - m["sensor_y"] / 2), (m["sensor_x"], m["sensor_y"]), PAPER_HINT)
    for side in (-1, 1):
        _outline(pen, (x + side * 9 - 2.5, y - 11.5), (5, 23), PAPER_HINT)
    left = x + m["nano_at_x"] - m["nano_x"] / 2
    _outline(pen, (left, y - m["nano_at_y"] - m["nano_y"] / 2), (m["nano_x"], m["nano_y"]), PAPER_HINT)
    pen.text("sensor", (x, y + 8), size=_SMALL, colour=PAPER_HINT)
    pen.text("Nano, socket to the right", (left + 22, y - m["nano_at_y"]), size=_SMALL, colour=PAPER_HINT)
    _cross(pen, (x, y))
    _name(pen, "floor; grey: what lies on it", corner, size[1])


def _frame(pen: Pen, m: dict[str, float], corner: Spot, size: Spot, number: int) -> None:
    inner = (corner[0] + WALL_MM, corner[1] + WALL_MM)
    _outline(pen, corner, size)
    _outline(pen, inner, (size[0] - 2 * WALL_MM, size[1] - 2 * WALL_MM))
    middle = _chip(m, corner)[1] - m["nano_at_y"]
    for edge in (-1, 1):
        y = middle + edge * m["usb_x"] / 2
        _line(pen, (corner[0] + size[0] - WALL_MM, y), (corner[0] + size[0], y), INK)
    _name(pen, f"frame {number} of {FRAMES}; notch for the plug", corner, size[1])


def _round_parts(pen: Pen, m: dict[str, float], spot: Spot) -> None:
    x, y = spot[0] + m["cap_d"] / 2 - 4, spot[1]
    _circle(pen, (x, y), m["cap_d"] / 2)
    _circle(pen, (x, y), m["stem_d"] / 2, PAPER_HINT, _HINT_MM)
    _cross(pen, (x, y))
    pen.text("cap; grey: stem", (x, y + 19), size=_SMALL, colour=INK)
    ring = (x + m["cap_d"] / 2 + 18, y - 6)
    _circle(pen, ring, (m["ring_d"] + RING_WIDER_MM) / 2)
    _circle(pen, ring, m["stem_d"] / 2)
    pen.text("ring", (ring[0], ring[1] + 12), size=_SMALL, colour=INK)
    for strip in range(4):
        _outline(pen, (ring[0] - 14 + 8 * strip, ring[1] + 18), (5, 23))
    pen.text("4 strips below the sensor", (ring[0], ring[1] + 46), size=_SMALL, colour=INK)
    pen.text("stem: paper, 6.3 mm wide, rolled", (x, y + 34), size=_SMALL, colour=INK)
    pen.text("round the magnet to 15.4 mm", (x, y + 38), size=_SMALL, colour=INK)
