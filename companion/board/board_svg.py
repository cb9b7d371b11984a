"""The drawn board as SVG, in millimetres: for the tablet one file of the fixed parts and one of the disc, for pages all
in one file whose parts a script can find and colour.
"""

from collections.abc import Iterable, Sequence

from companion.board.disc import Part
from companion.board.drawing import GameMarks, board_parts, screen_disc
from companion.board.layout import BoardLayout
from companion.looks.colours import BOARD, PAWNS
from companion.looks.pieces import FIGURE_RADII, PAWN_RADII, RANKED_RADII
from companion.looks.shapes import Point, Shape
from companion.looks.svg import document, elements, group, number


def board_svg(layout: BoardLayout, marks: GameMarks, colours: Sequence[str], kennel_size: int | None = None) -> str:
    """Everything but the disc; `colours` names the colour of each sector, empty for sectors without a player.

    `kennel_size` is the number of spots of each kennel in use (None: all that are printed).
    """
    return _document(layout, _still(layout, marks, colours, kennel_size))


def position_svg(
    layout: BoardLayout,
    marks: GameMarks,
    colours: Sequence[str],
    kennel_size: int,
    quarters: int,
    pieces: Iterable[Shape],
    part: tuple[Point, float] | None = None,
) -> str:
    """The board in one picture: the disc turned clockwise by `quarters`, and pieces in millimetres upon it.

    `part` is the upper left corner and the side in millimetres of the part shown (None: all of it).
    """
    still, wheel = _still(layout, marks, colours, kennel_size), layout.profile.wheel
    turn = None if wheel is None else f"rotate({90 * quarters} {number(wheel.centre[0])} {number(wheel.centre[1])})"
    disc = group(_groups(screen_disc(layout), colours), {"transform": turn})
    corner, side = part or (layout.corner_mm, layout.side_mm)
    return document(still + disc + elements(pieces), corner, (side, side))


def disc_svg(layout: BoardLayout, colours: Sequence[str]) -> str:
    """The disc at wheel 0, filling its picture.  Raises ValueError for a board without one."""
    wheel = layout.profile.wheel
    if wheel is None:
        raise ValueError(f"the board {layout.profile.id} has no disc")
    corner = wheel.centre[0] - wheel.radius_mm, wheel.centre[1] - wheel.radius_mm
    return document(_groups(screen_disc(layout), colours), corner, (2 * wheel.radius_mm, 2 * wheel.radius_mm))


def page_svg(layout: BoardLayout, marks: GameMarks) -> str:
    """The whole board without players: every part a group with its kind as class and its sector and slot as data.

    The group of class "disc" turns.  The widths of pieces among the data of the file are in millimetres.
    """
    still = group(_groups(board_parts(layout, marks), ()), {"class": "still"})
    disc = group(_groups(screen_disc(layout), ()), {"class": "disc"})
    size = (layout.side_mm, layout.side_mm)
    widths = {"pawn": PAWN_RADII, "ranked": RANKED_RADII, "figure": FIGURE_RADII}
    data = {f"data-{name}": number(radii * layout.field_radius_mm) for name, radii in widths.items()}
    return document(still + disc, layout.corner_mm, size, data)


def _document(layout: BoardLayout, content: str) -> str:
    return document(content, layout.corner_mm, (layout.side_mm, layout.side_mm))


def _still(layout: BoardLayout, marks: GameMarks, colours: Sequence[str], kennel_size: int | None) -> str:
    """The fixed parts; of each kennel as many spots as are in use."""
    parts = board_parts(layout, marks)
    used = [part for part in parts if part.slot is None or kennel_size is None or part.slot < kennel_size]
    return _groups(used, colours)


def _groups(parts: Iterable[Part], colours: Sequence[str]) -> str:
    return "".join(_group(part, colours) for part in parts)


def _group(part: Part, colours: Sequence[str]) -> str:
    name = colours[part.sector] if part.sector is not None and part.sector < len(colours) else ""
    attributes = {
        "class": part.kind,
        "data-sector": part.sector,
        "data-slot": part.slot,
        "color": None if part.sector is None else PAWNS[name].fill if name in PAWNS else BOARD.wood_edge,
    }
    return group(elements(part.shapes), attributes)
