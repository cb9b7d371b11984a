"""A text for tools that draw letters one after the other: on the tablet and on paper."""

from companion.writing.bidi import in_visual_order
from companion.writing.fonts import legible


def drawn(text: str) -> str:
    """The text from left to right, only with letters of the font.  Raises OSError if the font is missing."""
    return legible(in_visual_order(text))
