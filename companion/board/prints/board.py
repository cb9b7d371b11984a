"""A board to print: every spot of its profile in true size, in the colours of the family, with the markers in place."""

import math
from itertools import cycle, pairwise
from pathlib import Path
from typing import Final

from companion.board.disc import DiscStyle, Part, disc_parts, plain_field
from companion.board.files import BoardProfile, runs_clockwise
from companion.board.prints.markers import draw_marker
from companion.board.prints.paper import INK, Pen, write_pdf
from companion.board.profile import Point, Wheel
from companion.looks.colours import PRINT, PRINTED_BONES, PRINTED_SECTORS
from companion.looks.shapes import Circle, Line, Polygon, Rectangle, Shape, star
from companion.rules.variant import Variant

_PATH_WIDTH: Final = 1.2
_RIM: Final = 0.5
#: Around start fields and the field in the middle.
_STRONG_RIM: Final = 1.0


def board_sheet(profile: BoardProfile, variant: Variant, file: Path, paper: str) -> int:
    """Writes the whole board, the disc's fields at rest included; gives the number of sheets."""

    def draw(pen: Pen) -> None:
        pen.shapes((Rectangle((0.0, 0.0), profile.size_mm, 0.0, PRINT.wood),))
        track = profile.track
        pen.shapes(Line(pair, _PATH_WIDTH, PRINT.path) for pair in pairwise((*track, track[0])))
        if profile.wheel:
            _draw_disc(pen, profile, profile.wheel)
        pen.shapes(_lanes_and_kennels(profile))
        on_disc = profile.wheel.fields if profile.wheel else ()
        for field in (field for field in range(len(track)) if field not in on_disc):
            pen.shapes(_field(profile, variant, field))
        if profile.centre:
            pen.shapes(_spot(profile.centre, _radius(profile), PRINT.field, _STRONG_RIM))
        for name, centre in zip(profile.markers.ids, profile.markers.centres, strict=True):
            draw_marker(pen, profile.markers.dictionary, name, centre, profile.markers.size_mm)

    return write_pdf(file, f"board {profile.id}", profile.size_mm, draw, paper)


def disc_sheet(profile: BoardProfile, file: Path, paper: str) -> int:
    """Writes the disc alone, to cut out and pin on; gives the number of sheets.  Raises ValueError without a disc."""
    wheel = profile.wheel
    if wheel is None:
        raise ValueError(f"the board {profile.id} has no disc")
    side = 2 * wheel.radius_mm + 4

    def draw(pen: Pen) -> None:
        pen.shift(side / 2 - wheel.centre[0], side / 2 - wheel.centre[1])
        _draw_disc(pen, profile, wheel)

    return write_pdf(file, f"disc {profile.id}", (side, side), draw, paper)


def _draw_disc(pen: Pen, profile: BoardProfile, wheel: Wheel) -> None:
    """The disc with its marker."""
    radius = _radius(profile) + _RIM / 2
    style = DiscStyle(
        colours=PRINT,
        field_radius=radius,
        paw_radius=radius,
        field_rim=_RIM,
        edge_width=0.4,
        path_width=_PATH_WIDTH,
    )
    for part in disc_parts(profile, wheel, style):
        pen.shapes(part.shapes, _printed_colour(part))
    marker = profile.markers.wheel
    if marker:
        draw_marker(pen, profile.markers.dictionary, marker.id, marker.centre, marker.size_mm)


def _printed_colour(part: Part) -> str:
    return INK if part.sector is None else PRINTED_BONES[part.sector % len(PRINTED_BONES)]


def _radius(profile: BoardProfile) -> float:
    """The printed spot: as large as neighbours allow, and never larger than a pawn needs."""
    first, second = profile.track[0], profile.track[1]
    return min(0.46 * math.dist(first, second), 0.75 * profile.pawn.width_mm)


def _lanes_and_kennels(profile: BoardProfile) -> list[Shape]:
    radius, shapes = _radius(profile), list[Shape]()
    for lane, kennel, colour in zip(profile.goal, profile.kennel, cycle(PRINTED_SECTORS), strict=False):
        for spot in lane:
            shapes += _spot(spot, radius, colour)
        for spot in kennel:
            shapes += (*_spot(spot, radius, colour), Circle(spot, 0.55 * radius, PRINT.wood))
    return shapes


def _field(profile: BoardProfile, variant: Variant, field: int) -> tuple[Shape, ...]:
    spot, radius, sectors = profile.track[field], _radius(profile), len(profile.goal)
    sector, offset = divmod(field, len(profile.track) // sectors)
    fill = PRINTED_SECTORS[sector % len(PRINTED_SECTORS)] if offset == 0 else PRINT.field
    if field in variant.door_fields(sectors):
        fill = PRINT.door
    shapes = _spot(spot, radius, fill, _STRONG_RIM if offset == 0 else _RIM)
    if field in variant.special_fields(sectors, clockwise=runs_clockwise(profile)):
        return (*shapes, Polygon(star(spot, 0.7 * radius, 5), PRINT.special))
    return shapes


def _spot(spot: Point, radius: float, fill: str, rim: float = _RIM) -> tuple[Shape, ...]:
    """A filled circle; half of its rim lies outside of `radius`."""
    return plain_field(spot, radius + rim / 2, rim, PRINT.field_edge, fill)
