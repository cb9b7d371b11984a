"""All pawns, figures and pictograms in one SVG file, as symbols: a page takes it in once and uses them by name.

`pawn-COLOUR` and `pawn-COLOUR-RANK` (`unknown` for an unknown colour), `figure`, and the pictograms by their names.
"""

from typing import Final

from companion.looks.colours import PAWNS
from companion.looks.icons import ICON_SYMBOLS
from companion.looks.pieces import FIGURE, RANKS, dog, pawn
from companion.looks.svg import document, symbol

#: The pawn of unknown colour.
UNKNOWN_PAWN: Final = "unknown"


def sheet_svg() -> str:
    """The sheet; it shows nothing by itself."""
    pawns = (
        symbol("-".join(filter(None, ("pawn", colour, rank))), pawn(colour, rank))
        for colour in (*PAWNS, UNKNOWN_PAWN)
        for rank in ("", *RANKS)
    )
    return document("".join((*pawns, symbol(FIGURE, dog()), ICON_SYMBOLS)), (0.0, 0.0), (1.0, 1.0))
