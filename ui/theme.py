"""Every colour of the tablet, by name; knows no toolkit.  `companion.looks` is shared with the page.

Law: colour is never the only carrier.  A pawn has a shape, a verdict an icon and a word.

The .kv files have the sizes, in pixels of the reference screen (1280x800 on 10.1 inches, 5.9 px a millimetre);
`ui.widgets.look` scales them to the real window.  Texts are 20, 28 and 40 px high, and 72 px where they are read from
1.5 m; a target is 72 px wide, 12 mm for a finger without glasses; gaps are multiples of 8 px.
"""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Final

from companion.looks.colours import BOARD, INTERFACE, INTERFACE_LIGHT

REFERENCE_WIDTH_PX: Final = 1280
REFERENCE_HEIGHT_PX: Final = 800

#: The seconds that a pawn takes to slide to its new field if motion is wanted.
MOVE_S: Final = 0.18


def _palette(interface: dict[str, str]) -> dict[str, str]:
    """All colours by name; `on_...` is the colour of text on the named one."""
    ink = interface["ink"]
    return {
        **interface,
        **asdict(BOARD),
        "on_ground": ink,
        "on_surface": ink,
        "on_raised": ink,
        "on_line": ink,
        "unclear": INTERFACE["accent"],
        "on_unclear": INTERFACE["on_accent"],
        "calm": interface["surface"],
        "on_calm": ink,
        "pick": interface["accent"],
        "on_shade": INTERFACE["muted"],
    }


#: The themes that a family can choose from.
THEMES: Final[dict[str, dict[str, str]]] = {
    "dark": _palette(INTERFACE),
    "light": _palette(INTERFACE_LIGHT),
}
#: Over boards and photographs, and on paper: the same in every theme.
COLOURS: Final = THEMES["dark"]

#: The pairs of text and ground; the tests hold each to WCAG 2.2 AA (4.5 to 1).
WRITTEN_ON: Final[tuple[tuple[str, str], ...]] = (
    ("ink", "ground"),
    ("ink", "surface"),
    ("ink", "raised"),
    ("muted", "ground"),
    ("muted", "surface"),
    ("muted", "raised"),
    ("accent", "ground"),
    ("accent", "surface"),
    ("on_accent", "accent"),
    ("on_line", "line"),
    ("on_shade", "shade"),
    ("on_disabled", "disabled"),
    ("on_card", "card"),
    ("card_blue", "card"),
    ("card_red", "card"),
    ("card_black", "card"),
    ("card_green", "card"),
    ("on_legal", "legal"),
    ("on_illegal", "illegal"),
    ("on_unfinished", "unfinished"),
    ("on_unclear", "unclear"),
    ("on_calm", "calm"),
)


def rgba(colour: str, alpha: float = 1.0, palette: Mapping[str, str] = COLOURS) -> tuple[float, float, float, float]:
    """A token's name, or a hex value, as four numbers 0..1."""
    red, green, blue = _channels(palette.get(colour, colour))
    return (red / 255, green / 255, blue / 255, alpha)


def contrast(first: str, second: str, palette: Mapping[str, str] = COLOURS) -> float:
    """WCAG contrast ratio of two tokens or hex values, 1..21."""
    values = (_luminance(palette.get(colour, colour)) for colour in (first, second))
    bright, dark = sorted(values, reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def _channels(value: str) -> tuple[int, int, int]:
    return int(value[1:3], 16), int(value[3:5], 16), int(value[5:7], 16)


def _luminance(value: str) -> float:
    red, green, blue = (_linear(channel / 255) for channel in _channels(value))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(value: float) -> float:
    return float(value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4)
