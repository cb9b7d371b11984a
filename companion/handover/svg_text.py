"""Text in drawings that are made here and not by a browser: it is measured first, so that nothing leaves its room."""

from html import escape
from typing import Final

from reportlab.pdfbase.pdfmetrics import stringWidth
from resvg_py import svg_to_bytes

from companion.handover.paper_fonts import paper_fonts
from companion.looks.colours import INTERFACE
from companion.writing.drawn import drawn
from companion.writing.fonts import BOLD, REGULAR, legible

_LEAST_PX: Final = 16


def rendered(svg: str) -> bytes:
    """The drawing as PNG, its texts in our own letters."""
    files = [str(REGULAR), str(BOLD)]
    return bytes(svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=files, font_family="Pawtrack Sans"))


def text_line(
    text: str, spot: tuple[float, float], room: float, size_px: float, ink: str, *, bold: bool = False
) -> str:
    """One line from a point on its ground line on, shrunk to fit its room, and cut in the end."""
    size = size_px
    while size > _LEAST_PX and _width(text, size, bold=bold) > room:
        size -= 1
    while len(text) > 1 and _width(text, size, bold=bold) > room:
        text = f"{text.rstrip('…')[:-1]}…"
    seen = "".join(letter if letter.isprintable() or letter in "\u2068\u2069" else " " for letter in legible(text))
    weight = "bold" if bold else "normal"
    return (
        f'<text x="{spot[0]:.1f}" y="{spot[1]:.1f}" font-size="{size:.0f}" font-weight="{weight}" '
        f'fill="{INTERFACE[ink]}" font-family="Pawtrack Sans">{escape(seen)}</text>'
    )


def wrapped(text: str, room: float, size_px: float) -> list[str]:
    """The text in lines that have room; a word that has none stands alone."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if not lines[-1] or _width(longer, size_px) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _width(text: str, size_px: float, *, bold: bool = False) -> float:
    seen = drawn(text)
    fonts = paper_fonts()
    return float(stringWidth(seen, fonts.bold if bold else fonts.plain, size_px))
