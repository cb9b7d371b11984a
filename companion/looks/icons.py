"""The pictograms: `icons.svg`, one symbol each, and the signs of the ranks from the pawns that bear them."""

import re
from importlib import resources
from typing import Final

from companion.looks.pieces import RANKS, rank_sign
from companion.looks.shapes import CURRENT, Point
from companion.looks.svg import PICTURE_SIDE, document, element, elements, group, number

_SHEET: Final = (resources.files("companion.looks") / "icons.svg").read_text(encoding="utf-8")
_SYMBOL: Final = re.compile(r'<symbol id="(\w+)".*?</symbol>', re.DOTALL)
#: Every pictogram by its name, as the markup of its symbol.
_SYMBOLS: Final = {found[1]: re.sub(r">\s+<", "><", found[0]) for found in _SYMBOL.finditer(_SHEET)}
#: The names of the pictograms.
ICONS: Final = tuple(_SYMBOLS)
#: The shared part of pictograms and pawns: the sign of each rank, one unit to each side.
_SIGNS: Final = "".join(group(elements(rank_sign(rank, CURRENT)), {"id": f"sign-{rank}"}) for rank in RANKS)
#: The markup of all of them, to be taken into a file once.
ICON_SYMBOLS: Final = f"<defs>{_SIGNS}</defs>{''.join(_SYMBOLS.values())}"


def icon_svg(name: str, colour: str) -> str:
    """One pictogram as a whole SVG file.  Raises KeyError for an unknown name."""
    return document(icon_markup(name, colour, (0.0, 0.0), PICTURE_SIDE), (0.0, 0.0), (PICTURE_SIDE, PICTURE_SIDE))


def icon_markup(name: str, colour: str, corner: Point, side: float) -> str:
    """One pictogram as a part of a file.  Raises KeyError for an unknown name."""
    place = {"href": f"#{name}", "x": number(corner[0]), "y": number(corner[1])}
    size = {"width": number(side), "height": number(side), "color": colour}
    return f"<defs>{_SIGNS}{_SYMBOLS[name]}</defs>{element('use', place | size)}"
