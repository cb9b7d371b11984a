"""The letters of a paper: those that the tablet writes with, embedded, so that it looks the same everywhere."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from reportlab.pdfbase.pdfmetrics import getFont, registerFont
from reportlab.pdfbase.ttfonts import TTFError, TTFont

from companion.writing.fonts import BOLD, REGULAR

#: Has more signs than ours, and comes with the tablet's toolkit.
_SIGNS: Final = "DejaVuSans"


@dataclass(frozen=True, slots=True)
class PaperFonts:
    """Names of fonts that reportlab knows."""

    plain: str
    bold: str


def fonts_for(texts: Iterable[str]) -> PaperFonts:
    """The first fonts that have every letter of these texts, else our own.  Raises OSError where ours are not there."""
    letters = {ord(letter) for text in texts for letter in text if letter.isprintable()}
    own = PaperFonts(_registered(REGULAR), _registered(BOLD))
    if letters <= _letters(own.plain):
        return own
    try:
        signs = _registered(_folder() / f"{_SIGNS}.ttf")
    except (OSError, TTFError):
        return own
    return PaperFonts(signs, signs) if letters <= _letters(signs) else own


@cache
def _registered(path: Path) -> str:
    registerFont(TTFont(path.stem, path))
    return path.stem


def _folder() -> Path:
    """Where the tablet's toolkit keeps its fonts; it is not loaded for that.  Raises OSError where it is missing."""
    kit = find_spec("kivy")
    if kit is None or kit.origin is None:
        raise FileNotFoundError("the tablet's fonts are not installed")
    return Path(kit.origin).parent / "data" / "fonts"


@cache
def _letters(name: str) -> frozenset[int]:
    return frozenset(getFont(name).face.charToGlyph)
