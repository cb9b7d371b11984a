"""A board as it is printed, drawn in millimetres: every spot of its profile, its disc at rest, and its markers."""

import math
from collections.abc import Iterable
from itertools import cycle, pairwise
from typing import Final, Protocol

import cv2

from companion.board.disc import DiscStyle, Part, disc_parts, plain_field
from companion.board.files import runs_clockwise
from companion.board.profile import BoardProfile, Point, Wheel
from companion.looks.colours import INK, PAPER, PRINT, PRINTED_BONES, PRINTED_SECTORS
from companion.looks.shapes import Circle, Line, Polygon, Rectangle, Shape, star
from companion.rules.variant import Variant

#: The white margin round a marker, as a part of its side (docs/reference/formats/board.md).
MARGIN_SHARE: Final = 1 / 6
#: A hair of overlap, so that no viewer shows a light seam between two black cells.
_OVERLAP_MM: Final = 0.02
_PATH_WIDTH: Final = 1.2
_RIM: Final = 0.5
#: Around start fields and the field in the middle.
_STRONG_RIM: Final = 1.0


class Inks(Protocol):
    """The tool that draws shapes, on paper or in a picture."""

    def shapes(self, shapes: Iterable[Shape], current: str = INK) -> None:
        """Draws the shapes one over the other; `current` replaces CURRENT."""


def draw_board(inks: Inks, profile: BoardProfile, variant: Variant | None = None) -> None:
    """The whole board, the disc at rest included; with the fields that a game marks, if one is given."""
    inks.shapes((Rectangle((0.0, 0.0), profile.size_mm, 0.0, PRINT.wood),))
    track = profile.track
    inks.shapes(Line(pair, _PATH_WIDTH, PRINT.path) for pair in pairwise((*track, track[0])))
    if profile.wheel:
        draw_disc(inks, profile, profile.wheel)
    inks.shapes(_lanes_and_kennels(profile))
    on_disc = profile.wheel.fields if profile.wheel else ()
    for field in (field for field in range(len(track)) if field not in on_disc):
        inks.shapes(_field(profile, variant, field))
    if profile.centre:
        inks.shapes(_spot(profile.centre, _radius(profile), PRINT.field, _STRONG_RIM))
    for name, centre in zip(profile.markers.ids, profile.markers.centres, strict=True):
        draw_marker(inks, profile.markers.dictionary, name, centre, profile.markers.size_mm)


def draw_marker(inks: Inks, dictionary: str, name: int, centre: tuple[float, float], size_mm: float) -> None:
    """A marker of `size_mm` (the side of its black square) with its white margin round `centre`."""
    outer, inner = size_mm * (0.5 + MARGIN_SHARE), size_mm / 2
    x, y = centre
    inks.shapes((Rectangle((x - outer, y - outer), (x + outer, y + outer), 0.0, PAPER),))
    codes = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, dictionary))
    cells = cv2.aruco.generateImageMarker(codes, name, codes.markerSize + 2) == 0
    step = size_mm / len(cells)
    for row, line in enumerate(cells):
        for column in (index for index, black in enumerate(line) if black):
            left, top = x - inner + column * step, y - inner + row * step
            far = (left + step + _OVERLAP_MM, top + step + _OVERLAP_MM)
            inks.shapes((Rectangle((left, top), far, 0.0, INK),))


def draw_disc(inks: Inks, profile: BoardProfile, wheel: Wheel) -> None:
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
        inks.shapes(part.shapes, _printed_colour(part))
    marker = profile.markers.wheel
    if marker:
        draw_marker(inks, profile.markers.dictionary, marker.id, marker.centre, marker.size_mm)


def _printed_colour(part: Part) -> str:
    return INK if part.sector is None else PRINTED_BONES[part.sector % len(PRINTED_BONES)]


def _radius(profile: BoardProfile) -> float:
    """The printed spot: as large as neighbours allow, and never larger than a pawn needs."""
    pitch = min(math.dist(row[0], row[1]) for row in (profile.track, profile.goal[0]))
    return min(0.46 * pitch, 0.75 * profile.pawn.width_mm)


def _lanes_and_kennels(profile: BoardProfile) -> list[Shape]:
    radius, shapes = _radius(profile), list[Shape]()
    for lane, kennel, colour in zip(profile.goal, profile.kennel, cycle(PRINTED_SECTORS), strict=False):
        for spot in lane:
            shapes += _spot(spot, radius, colour)
        for spot in kennel:
            shapes += (*_spot(spot, radius, colour), Circle(spot, 0.55 * radius, PRINT.wood))
    return shapes


def _field(profile: BoardProfile, variant: Variant | None, field: int) -> tuple[Shape, ...]:
    spot, radius, sectors = profile.track[field], _radius(profile), len(profile.goal)
    sector, offset = divmod(field, len(profile.track) // sectors)
    fill = PRINTED_SECTORS[sector % len(PRINTED_SECTORS)] if offset == 0 else PRINT.field
    if variant and field in variant.door_fields(sectors):
        fill = PRINT.door
    shapes = _spot(spot, radius, fill, _STRONG_RIM if offset == 0 else _RIM)
    if variant and field in variant.special_fields(sectors, clockwise=runs_clockwise(profile)):
        return (*shapes, Polygon(star(spot, 0.7 * radius, 5), PRINT.special))
    return shapes


def _spot(spot: Point, radius: float, fill: str, rim: float = _RIM) -> tuple[Shape, ...]:
    """A filled circle; half of its rim lies outside of `radius`."""
    return plain_field(spot, radius + rim / 2, rim, PRINT.field_edge, fill)
