"""Pawns, their ranks and the neutral figures as shapes about their middle, in parts of their picture's width.

Law: no other module knows how large a piece is drawn; how large a real pawn is, its board's profile knows.
"""

from typing import Final

from companion.looks.colours import FIGURE_DARK, FIGURE_LIGHT, PAWN_EDGE, PAWNS, UNKNOWN
from companion.looks.shapes import Circle, Line, Point, Polygon, Rectangle, Ring, Shape, moved, regular, star

#: The name of a neutral figure in place of a pawn's colour.
FIGURE: Final = "figure"
#: The widths of the pictures, in radii of a field of the track: a little wider than the field, so that glyph and rank
#: are read from afar.
PAWN_RADII: Final = 2.9
RANKED_RADII: Final = 3.3
FIGURE_RADII: Final = 3.3
#: Width and height of a card: the usual size in the family, for which sleeves are sold.
CARD_MM: Final = (59.0, 91.0)
#: Width and height of the place of a pile; a card lies anyhow on it.
PILE_MM: Final = (180.0, 180.0)
_MIDDLE: Final[Point] = (0.0, 0.0)
#: The place of the sign of a rank, its size, and the place of the small glyph of the colour below it.
_RANK_AT: Final[Point] = (0.0, -0.08)
_RANK_REACH: Final = 0.3
_GLYPH_BELOW: Final[Point] = (0.0, 0.27)
_GLYPH_SHARE: Final = 0.3


def pawn(colour: str, rank: str = "") -> tuple[Shape, ...]:
    """A pawn from above; an unknown colour gives a grey one with a dot, an unknown rank none at all."""
    look = PAWNS.get(colour, UNKNOWN)
    body = (
        Circle((0.0, 0.03), 0.46, "#0000005A"),
        Circle(_MIDDLE, 0.47, "#FFFFFF"),
        Circle(_MIDDLE, 0.435, PAWN_EDGE),
        Circle(_MIDDLE, 0.385, look.fill),
    )
    glyph = _glyph(look.glyph, look.on_fill)
    sign = rank_sign(rank, look.on_fill)
    if not sign:
        return (*body, *glyph)
    return (*body, *moved(sign, _RANK_AT, _RANK_REACH), *moved(glyph, _GLYPH_BELOW, _GLYPH_SHARE))


def dog() -> tuple[Shape, ...]:
    """The dog: larger than a pawn, black, with a head in white."""
    head = ((-0.16, -0.2), (-0.06, -0.29), (0.02, -0.2), (0.12, -0.19), (0.17, -0.08), (0.3, -0.02), (0.28, 0.09))
    chin = ((0.14, 0.13), (0.1, 0.12), (0.08, 0.26), (-0.2, 0.26), (-0.16, 0.02))
    ear = ((-0.27, -0.14), (-0.12, -0.26), (-0.1, 0.0), (-0.22, 0.04))
    return (
        Circle((0.0, 0.03), 0.46, "#0000006E"),
        Circle(_MIDDLE, 0.47, FIGURE_LIGHT),
        Circle(_MIDDLE, 0.43, FIGURE_DARK),
        Polygon((*head, *chin), FIGURE_LIGHT),
        Polygon(ear, FIGURE_LIGHT),
        Line(((-0.1, -0.2), (-0.1, 0.0)), 0.025, FIGURE_DARK),
        Circle((0.065, -0.08), 0.035, FIGURE_DARK),
    )


#: The signs of the ranks by their names in the games, one unit to each side: crown, horse's head, hat, jester's cap.
_SIGNS: Final[dict[str, tuple[tuple[Point, ...], ...]]] = {
    "king": (((-0.85, 0.55), (-0.95, -0.6), (-0.42, -0.02), (0.0, -0.82), (0.42, -0.02), (0.95, -0.6), (0.85, 0.55)),),
    "knight": (
        (
            *((-0.5, 0.8), (-0.34, 0.2), (-0.1, 0.02), (-0.62, 0.2), (-0.86, 0.0), (-0.42, -0.52), (0.02, -0.68)),
            *((0.16, -0.98), (0.36, -0.6), (0.72, -0.1), (0.7, 0.8)),
        ),
    ),
    "citizen": (
        ((-0.52, 0.34), (-0.44, -0.72), (0.44, -0.72), (0.52, 0.34)),
        ((-1.0, 0.3), (1.0, 0.3), (1.0, 0.62), (-1.0, 0.62)),
    ),
    "jester": (
        (
            *((-0.6, 0.66), (-0.46, 0.1), (-0.9, -0.1), (-0.24, -0.34), (0.0, -0.8), (0.24, -0.34), (0.9, -0.1)),
            *((0.46, 0.1), (0.6, 0.66)),
        ),
    ),
}
#: A bell at the end of each horn of the jester's cap.
_BELLS: Final[dict[str, tuple[Point, ...]]] = {"jester": ((-0.9, 0.06), (0.0, -0.86), (0.9, 0.06))}
RANKS: Final = tuple(_SIGNS)


def rank_sign(rank: str, colour: str) -> tuple[Shape, ...]:
    """The sign of a rank, one unit to each side; nothing for an unknown one."""
    sign = tuple(Polygon(points, colour) for points in _SIGNS.get(rank, ()))
    return (*sign, *(Circle(spot, 0.16, colour) for spot in _BELLS.get(rank, ())))


def _glyph(name: str, colour: str) -> tuple[Shape, ...]:
    bar = Rectangle((-0.24, -0.07), (0.24, 0.07), 0.02, colour)
    glyphs: dict[str, tuple[Shape, ...]] = {
        "triangle": (Polygon(regular((0.0, 0.04), 0.27, 3), colour),),
        "square": (Rectangle((-0.17, -0.17), (0.17, 0.17), 0.0, colour),),
        "diamond": (Polygon(regular(_MIDDLE, 0.27, 4), colour),),
        "pentagon": (Polygon(regular((0.0, 0.01), 0.25, 5), colour),),
        "plus": (bar, Rectangle((-0.07, -0.24), (0.07, 0.24), 0.02, colour)),
        "ring": (Ring(_MIDDLE, 0.24, 0.10, colour),),
        "star": (Polygon(star((0.0, 0.01), 0.29, 5), colour),),
        "bar": (Rectangle((-0.24, -0.07), (0.24, 0.07), 0.03, colour),),
        "dot": (Circle(_MIDDLE, 0.10, colour),),
    }
    return glyphs[name]
