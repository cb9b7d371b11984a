"""Rings over the board and over photographs of one: light and dark together, so that they show on any ground.

Each is a PNG file.
"""

from typing import Final

from companion.looks.colours import PAWN_EDGE, PAWNS
from companion.looks.icons import icon_markup
from companion.looks.shapes import Circle, Line, Ring, Shape, arrow_head, polar
from companion.looks.svg import picture
from ui.art.render import render
from ui.theme import COLOURS

_MIDDLE: Final = (0.0, 0.0)
#: The radius of the middle line of the ring round the disc, in parts of its picture's side.
RIM_RADIUS: Final = 0.485


def draw_pick(side_px: int) -> bytes:
    """The ring round a tapped spot."""
    dark = COLOURS["on_card"]
    band = Ring(_MIDDLE, 0.455, 0.11, COLOURS["pick"])
    return render(picture((Ring(_MIDDLE, 0.48, 0.05, dark), band, Ring(_MIDDLE, 0.36, 0.04, dark))), side_px)


def draw_target(side_px: int) -> bytes:
    """The thinner ring round a target of the tapped figure."""
    dark = COLOURS["on_card"]
    return render(picture((Ring(_MIDDLE, 0.39, 0.13, dark), Ring(_MIDDLE, 0.375, 0.09, COLOURS["pick"]))), side_px)


def draw_rim(side_px: int) -> bytes:
    """The ring on the edge of the disc, between its fields and the next ones."""
    dark, pick = COLOURS["on_card"], COLOURS["pick"]
    bands = (Ring(_MIDDLE, RIM_RADIUS + width / 2, width, colour) for width, colour in ((0.03, dark), (0.02, pick)))
    return render(picture(tuple(bands)), side_px)


def draw_ring(look: str, colour: str, side_px: int) -> bytes:
    """`look` is `spot`, `start`, `corner` or `asked`; `colour` is a pawn's, empty for a plain field."""
    fill = PAWNS[colour].fill if colour in PAWNS else COLOURS["field"]
    match look:
        case "corner":
            shapes = _handle()
        case "asked":
            shapes = _asked(fill)
        case "start":
            shapes = (
                Ring(_MIDDLE, 0.49, 0.05, COLOURS["field"]),
                Ring(_MIDDLE, 0.45, 0.24, PAWN_EDGE),
                Ring(_MIDDLE, 0.42, 0.18, fill),
            )
        case _:
            width = 0.10 if colour else 0.07
            shapes = (Ring(_MIDDLE, 0.46, width + 0.06, PAWN_EDGE), Ring(_MIDDLE, 0.43, width, fill))
    return render(picture(shapes), side_px)


def draw_doubt(side_px: int) -> bytes:
    """A question mark on a disc: the reading there is not sure."""
    ground = (Circle(_MIDDLE, 0.5, PAWN_EDGE), Circle(_MIDDLE, 0.45, COLOURS["unclear"]))
    return render(picture(ground, icon_markup("question", COLOURS["on_unclear"], (22, 22), 56)), side_px)


def _handle() -> tuple[Shape, ...]:
    """A ring with hair lines that leave the very point free."""
    rings = (Ring(_MIDDLE, 0.48, 0.12, PAWN_EDGE), Ring(_MIDDLE, 0.46, 0.08, COLOURS["accent"]))
    lines: list[Shape] = []
    for turn in (0, 90, 180, 270):
        lines.append(Line((polar(_MIDDLE, 0.14, turn), polar(_MIDDLE, 0.40, turn)), 0.07, PAWN_EDGE))
        lines.append(Line((polar(_MIDDLE, 0.15, turn), polar(_MIDDLE, 0.39, turn)), 0.035, COLOURS["accent"]))
    return (*rings, *lines)


def _asked(fill: str) -> tuple[Shape, ...]:
    """Four arrows that point at the place."""
    arrows: list[Shape] = []
    for turn in (45, 135, 225, 315):
        arrows.append(arrow_head(polar(_MIDDLE, 0.25, turn), turn + 180, 0.22, PAWN_EDGE))
        arrows.append(arrow_head(polar(_MIDDLE, 0.275, turn), turn + 180, 0.165, COLOURS["accent"]))
    return (Ring(_MIDDLE, 0.24, 0.10, PAWN_EDGE), Ring(_MIDDLE, 0.23, 0.07, fill), *arrows)
