"""Icons, pawns and boards as pictures of any size, each a PNG file."""

from collections.abc import Sequence

from companion.board.board_svg import board_svg, disc_svg
from companion.board.drawing import GameMarks
from companion.board.layout import BoardLayout
from companion.looks.icons import icon_svg
from companion.looks.pieces import FIGURE, dog, pawn
from companion.looks.svg import picture
from ui.art.render import render

#: Icons are white; the screen tints them.
_WHITE = "#FFFFFF"


def draw_icon(name: str, side_px: int) -> bytes:
    """The icon in white on nothing.  Raises KeyError for an unknown name."""
    return render(icon_svg(name, _WHITE), side_px)


def draw_figure(colour: str, side_px: int, rank: str = "") -> bytes:
    """A pawn by its colour, or FIGURE: the neutral figure."""
    return render(picture(dog() if colour == FIGURE else pawn(colour, rank)), side_px)


def draw_board(
    layout: BoardLayout, marks: GameMarks, colours: Sequence[str], side_px: int, kennel_size: int | None = None
) -> bytes:
    """Everything but the disc, as `companion.board.board_svg` has it."""
    return render(board_svg(layout, marks, colours, kennel_size), side_px)


def draw_disc(layout: BoardLayout, colours: Sequence[str], side_px: int) -> bytes:
    """The disc at wheel 0, filling its picture.  Raises ValueError for a board without one."""
    return render(disc_svg(layout, colours), side_px)
