"""The colours of pawns and boards, as #RRGGBB.

Law: colour is never the only carrier.  Every pawn colour has a glyph of its own.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class PawnLook:
    """Fill, the glyph that distinguishes it without colour, and the colour of that glyph."""

    fill: str
    glyph: str
    on_fill: str


#: The first six were chosen by measured distance in normal and colour-blind vision (worst pair deltaE2000 19.1).
PAWNS: Final[dict[str, PawnLook]] = {
    "red": PawnLook("#C8283A", "triangle", "#FFFFFF"),
    "yellow": PawnLook("#FFD23F", "square", "#16181A"),
    "green": PawnLook("#3DBE8B", "diamond", "#10241B"),
    "blue": PawnLook("#2F6FDE", "pentagon", "#FFFFFF"),
    "black": PawnLook("#16181A", "plus", "#FAFAF7"),
    "white": PawnLook("#FAFAF7", "ring", "#16181A"),
    "purple": PawnLook("#7B3FB8", "star", "#FFFFFF"),
    "orange": PawnLook("#F08A24", "bar", "#16181A"),
}

#: The colours that a new table gives its seats, in this order: black and white last, since the neutral figure is black
#: and white pawns are hard to see on a white field.
SEAT_COLOURS: Final = ("red", "yellow", "green", "blue", "purple", "orange", "black", "white")
#: The colours of the printed sectors, for a position without a table around it.
SECTOR_COLOURS: Final = tuple(PAWNS)
#: The colour of a neutral figure, such as the dog.
FIGURE_COLOUR: Final = "black"

#: A pawn of unknown colour.
UNKNOWN: Final = PawnLook("#8A8F95", "dot", "#16181A")

#: The outline of every pawn, so that no pawn drowns in the wood.
PAWN_EDGE: Final = "#101214"
#: The neutral figure: its body, and its head.
FIGURE_DARK, FIGURE_LIGHT = "#14181C", "#FFFFFF"


@dataclass(frozen=True, slots=True)
class BoardColours:
    """The inks of a drawn board; those of the sectors are the colours of their players."""

    wood: str
    wood_edge: str
    path: str
    field: str
    field_edge: str
    disc: str
    disc_edge: str
    disc_path: str
    door: str
    special: str
    paw_light: str
    paw_dark: str


#: On screens.
BOARD: Final = BoardColours(
    wood="#E7CFA3",
    wood_edge="#B98F57",
    path="#D2B27E",
    field="#FFF9EC",
    field_edge="#7A5B33",
    disc="#A87D4B",
    disc_edge="#5F4424",
    disc_path="#8C663A",
    door="#7A4FA3",
    special="#9C3D1E",
    paw_light="#FFFFFF",
    paw_dark="#14181C",
)

#: The colours of print on paper: black and white, and the line to cut along.
INK, PAPER, CUT = "#211F1C", "#FFFFFF", "#999999"
#: Hints on paper parts, greyer than the line to cut along.
PAPER_HINT: Final = "#8C8C8C"
#: On paper: pale, because ink is expensive and a camera must see the pawns.
PRINT: Final = BoardColours(
    wood="#EDE0C2",
    wood_edge="#EDE0C2",
    path="#9E8A66",
    field="#FBF7ED",
    field_edge="#211F1C",
    disc="#D6C49E",
    disc_edge="#211F1C",
    disc_path="#9E8A66",
    door="#BFBFC7",
    special="#F2CC6B",
    paw_light="#FFFFFF",
    paw_dark="#211F1C",
)

#: The sectors of a printed board: pale enough that a pawn of the same colour stands out from its own field.
PRINTED_SECTORS: Final = ("#ED9E94", "#FADE80", "#9ED199", "#99BDEB", "#C7A8D6", "#F7C78F", "#B5AFA6", "#DDE6EA")
#: The bones on the printed disc, strong enough for a camera, in the order of the sectors.
PRINTED_BONES: Final = ("#C73D33", "#EDB829", "#388545", "#3366AD")

#: Everything around the board, on the tablet and on the page, in the dark theme.
INTERFACE: Final[dict[str, str]] = {
    "ground": "#15191E",
    "surface": "#232A32",
    "raised": "#323C47",
    "line": "#5B6875",
    "ink": "#F6F1E7",
    "muted": "#B9C1CA",
    "accent": "#F4B942",
    "on_accent": "#1C1503",
    "card": "#FBF5E6",
    "card_edge": "#D8CBB0",
    "on_card": "#1D2126",
    "card_blue": "#1F57B5",
    "card_red": "#B3202F",
    "card_black": "#1D2126",
    "card_green": "#1C6B3C",
    "legal": "#17703F",
    "on_legal": "#FFFFFF",
    "illegal": "#AE1F27",
    "on_illegal": "#FFFFFF",
    "unfinished": "#1F5A9E",
    "on_unfinished": "#FFFFFF",
    "shade": "#0B0D10",
    "disabled": "#262D35",
    "on_disabled": "#8F9AA5",
}

#: The same on the tablet in daylight.
INTERFACE_LIGHT: Final[dict[str, str]] = INTERFACE | {
    "ground": "#ECE9E2",
    "surface": "#FBFAF7",
    "raised": "#C9D0D7",
    "line": "#8E98A3",
    "ink": "#1B2026",
    "muted": "#414B55",
    "accent": "#8F4A08",
    "on_accent": "#FFFFFF",
    "card": "#FFFDF7",
    "card_edge": "#B9A77F",
    "disabled": "#DEDEDA",
    "on_disabled": "#5A636D",
}

#: Beyond INTERFACE on the pages for viewers.
PAGE: Final[dict[str, str]] = {
    "live": "#3ddc84",
    "live_halo": "#3ddc8433",
    "glow": "#28333e",
    "gold": "#6b5316",
    "gold_dim": "#55451a",
    "card_back": "#7a2430",
    "card_back_line": "#96303d",
    "cloth": "#1d4a35",
    "on_cloth": "#cfe3d7",
    "stage": "#0c0f12",
    "room_light": "#d9b98a",
    "room_wall": "#8c6a43",
    "room_floor": "#3e3126",
    "room_dark": "#1d1a18",
}

#: Reports on paper: text beside INK, hairlines, ground and marks of charts.
REPORT: Final[dict[str, str]] = {"muted": "#6B665E", "rule": "#C9C2B4", "ground": "#F1ECE1", "mark": "#B9781F"}

#: The pages of the manual, in the browser's light and dark theme.
MANUAL: Final[dict[str, str]] = {
    "ink": "#1d2126",
    "ground": "#eceae2",
    "rule": "#8886",
    "brand": "#8f4806",
    "brand_dark": "#6d3705",
    "link_dark": "#f0a35c",
}
