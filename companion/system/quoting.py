"""Untrusted values quoted in our own messages: short, on one line, and in letters that every terminal can show."""

from collections.abc import Iterable
from typing import Final

LONGEST: Final = 40
#: The longest sentence about a fault, including all known names.
_SENTENCE: Final = 1000


def short(value: object) -> str:
    """The value as Python writes it in ASCII, cut to `LONGEST` characters."""
    return cut(ascii(value[: LONGEST + 1] if isinstance(value, str) else value))


def cut(text: str) -> str:
    """The text, or its beginning if it is longer than `LONGEST` characters."""
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."


def one_line(text: str) -> str:
    """A whole sentence on one line, without the line breaks of libraries."""
    line = " ".join(text[: _SENTENCE + 1].split())
    return line if len(line) <= _SENTENCE else f"{line[: _SENTENCE - 3]}..."


def listed(values: Iterable[object], between: str = ", ", most: int = 40) -> str:
    """The values in order, each one cut, and no more than `most`; for lists of known names."""
    names = list(values)
    return between.join(cut(str(name)) for name in names[:most]) + (" ..." if len(names) > most else "")
