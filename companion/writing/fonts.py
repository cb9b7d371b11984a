"""The font of everything that Pawtrack writes itself: on the tablet, on paper, in pictures."""

import struct
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Final
from unicodedata import category, normalize

_FOLDER: Final = Path(__file__).parent / "fonts"
#: Files of the font; both have the same letters.
REGULAR: Final = _FOLDER / "PawtrackSans-Regular.ttf"
BOLD: Final = _FOLDER / "PawtrackSans-Bold.ttf"
#: Platform and encoding of the table that lists Unicode's first 65 536 characters in segments.
_BMP: Final = (3, 1)
#: Replaces a letter that cannot be shown; a box would look like a fault of the device.
_UNKNOWN: Final = "?"
#: They set the direction of a text, and are never drawn.
_ISOLATES: Final = frozenset("\u2066\u2067\u2068\u2069")


def unknown_letters(text: str) -> str:
    """The characters of a text that the font cannot show, each once.  Raises OSError if the font is missing."""
    known = _known_letters()
    return "".join(dict.fromkeys(letter for letter in text if ord(letter) not in known and not letter.isspace()))


def legible(text: str) -> str:
    """The text without a character that the font lacks: names come from old records and other devices, too.

    Such a letter becomes the plain ones that it is made of, or a question mark; a mark that it bore is left out.
    Raises OSError if the font is missing.
    """
    if not unknown_letters(text):
        return text
    return "".join(chain.from_iterable(map(_legible_letter, text)))


def _legible_letter(letter: str) -> str:
    known = _known_letters()
    if letter.isspace() or letter in _ISOLATES or ord(letter) in known:
        return letter
    if category(letter)[0] in "MC":
        return ""
    plain = "".join(part for part in normalize("NFKD", letter) if ord(part) in known)
    return plain or _UNKNOWN


@cache
def _known_letters() -> frozenset[int]:
    try:
        return _listed(REGULAR.read_bytes())
    except (struct.error, KeyError, StopIteration) as error:
        raise OSError(f"{REGULAR.name} is damaged; please install Pawtrack anew") from error


def _listed(font: bytes) -> frozenset[int]:
    """The characters in a font's own table: https://learn.microsoft.com/typography/opentype/spec/cmap."""
    (tables,) = struct.unpack_from(">H", font, 4)
    named = {font[at : at + 4]: struct.unpack_from(">L", font, at + 8)[0] for at in range(12, 12 + 16 * tables, 16)}
    start = named[b"cmap"]
    (count,) = struct.unpack_from(">H", font, start + 2)
    listed = [struct.unpack_from(">HHL", font, at) for at in range(start + 4, start + 4 + 8 * count, 8)]
    at = next(start + offset for platform, encoding, offset in listed if (platform, encoding) == _BMP)
    (doubled,) = struct.unpack_from(">H", font, at + 6)
    ends = struct.unpack_from(f">{doubled // 2}H", font, at + 14)
    starts = struct.unpack_from(f">{doubled // 2}H", font, at + 16 + doubled)
    # the last segment only marks the end
    spans = zip(starts[:-1], ends[:-1], strict=True)
    return frozenset(chain.from_iterable(range(first, last + 1) for first, last in spans))
