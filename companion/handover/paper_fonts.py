"""The letters of a paper: those that the tablet writes with, embedded, so that it looks the same everywhere."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from reportlab.pdfbase.pdfmetrics import registerFont
from reportlab.pdfbase.ttfonts import TTFError, TTFont

#: The files by their names in a paper, the handsome ones first; the last has the most letters.
_FILES: Final = (("Roboto-Regular", "Roboto-Bold"), ("DejaVuSans", "DejaVuSans"))


@dataclass(frozen=True, slots=True)
class PaperFonts:
    """Names of fonts that reportlab knows."""

    plain: str
    bold: str


def fonts_for(texts: Iterable[str]) -> PaperFonts:
    """The first fonts that have every letter of these texts, else those that have the most.

    Where the tablet's fonts are not installed it is Helvetica, which has the letters of Western Europe.
    """
    letters = {ord(letter) for text in texts for letter in text if letter.isprintable()}
    known = [fonts for pair in _FILES if (fonts := _registered(*pair))]
    for fonts in known:
        if letters <= _letters(fonts.plain):
            return fonts
    return known[-1] if known else PaperFonts("Helvetica", "Helvetica-Bold")


@cache
def _registered(plain: str, bold: str) -> PaperFonts | None:
    try:
        for name in (plain, bold):
            registerFont(TTFont(name, _folder() / f"{name}.ttf"))
    except (OSError, TTFError):
        return None
    return PaperFonts(plain, bold)


def _folder() -> Path:
    """Where the tablet's toolkit keeps its fonts; it is not loaded for that.  Raises OSError where it is missing."""
    kit = find_spec("kivy")
    if kit is None or kit.origin is None:
        raise FileNotFoundError("the tablet's fonts are not installed")
    return Path(kit.origin).parent / "data" / "fonts"


@cache
def _letters(name: str) -> frozenset[int]:
    from reportlab.pdfbase.pdfmetrics import getFont

    return frozenset(getFont(name).face.charToGlyph)
