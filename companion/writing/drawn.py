"""A text as what draws letters one after the other is given it: on the tablet and on paper."""

from companion.writing.bidi import in_visual_order
from companion.writing.fonts import legible


def drawn(text: str) -> str:
    """The text from left to right, each letter one that the font has.  Raises OSError where the font is not there."""
    return legible(in_visual_order(text))
