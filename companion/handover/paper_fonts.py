"""The letters of a paper: those that the tablet writes with, embedded, so that it looks the same everywhere."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from reportlab.pdfbase.pdfmetrics import registerFont
from reportlab.pdfbase.ttfonts import TTFont

from companion.writing.fonts import BOLD, REGULAR


@dataclass(frozen=True, slots=True)
class PaperFonts:
    """Names of fonts that reportlab knows."""

    plain: str
    bold: str


def paper_fonts() -> PaperFonts:
    """Our own fonts; missing letters are never written (`companion/writing/drawn.py`).  Raises OSError without them."""
    return PaperFonts(_registered(REGULAR), _registered(BOLD))


@cache
def _registered(path: Path) -> str:
    registerFont(TTFont(path.stem, path))
    return path.stem
