"""The disc that turns, drawn once for paper and screens: its fields with paws, and a bone for each sector.

The bones are in the colours of the sectors, so that nobody pins the printed disc on the wrong way round, the camera can
tell its angle although the marker is covered, and on screens its turning is visible.
"""

from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from companion.board.profile import BoardProfile, Point, Wheel
from companion.looks.colours import BoardColours
from companion.looks.marks import bone, paw
from companion.looks.shapes import CURRENT, Circle, Line, Shape, angle_deg, moved, polar

_QUARTERS: Final = 4
#: The distance of the bones from the middle of the disc, in parts of its radius, and half the length of one.
_BONES_AT: Final = 0.48
_BONE_REACH: Final = 0.0864


@dataclass(frozen=True, slots=True)
class DiscStyle:
    """Lengths in millimetres.  `bone_edge` is the colour around the bones; `paws_beside` repeats each paw beside its
    field, where no pawn hides it.  Paper needs neither.
    """

    colours: BoardColours
    field_radius: float
    paw_radius: float
    field_rim: float
    edge_width: float
    path_width: float
    bone_edge: str = ""
    paws_beside: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """Shapes that belong together and their meaning; those in CURRENT take the colour of the `sector`.

    `slot` counts the spots of a kennel.
    """

    kind: str
    shapes: tuple[Shape, ...]
    sector: int | None = None
    slot: int | None = None


def disc_parts(profile: BoardProfile, wheel: Wheel, style: DiscStyle) -> tuple[Part, ...]:
    """The disc at wheel 0, in millimetres of the board, the lowest part first."""
    colours = style.colours
    ground = (
        Circle(wheel.centre, wheel.radius_mm, colours.disc_edge),
        Circle(wheel.centre, wheel.radius_mm - style.edge_width, colours.disc),
        *_path(profile, wheel, style),
    )
    bones = tuple(_bone_part(profile, wheel, style, quarter) for quarter in range(_QUARTERS))
    shades = {field: shade for shade, fields in wheel.paws.items() for field in fields}
    fields: list[Shape] = []
    for field in wheel.fields:
        spot = profile.track[field]
        if field in shades:
            fields += _paw_field(spot, wheel.centre, style, light=shades[field] == "white")
        else:
            fields += plain_field(spot, style.field_radius, style.field_rim, colours.disc_edge, colours.field)
    return (Part("ground", ground), *bones, Part("fields", tuple(fields)))


def plain_field(spot: Point, radius: float, rim: float, edge: str, inside: str) -> tuple[Shape, ...]:
    """A field with a rim."""
    return Circle(spot, radius, edge), Circle(spot, radius - rim, inside)


def _bone_part(profile: BoardProfile, wheel: Wheel, style: DiscStyle, quarter: int) -> Part:
    """The bone of a quarter, across the way out of the disc."""
    turn = 360.0 / _QUARTERS * (quarter - 1)
    at, reach = polar(wheel.centre, _BONES_AT * wheel.radius_mm, turn), _BONE_REACH * wheel.radius_mm
    edge = bone(style.bone_edge, 0.14) if style.bone_edge else ()
    sector = quarter * len(profile.goal) // _QUARTERS
    return Part("bone", moved((*edge, *bone(CURRENT)), at, reach, turn + 90), sector)


def _path(profile: BoardProfile, wheel: Wheel, style: DiscStyle) -> tuple[Shape, ...]:
    """The part of the way round that runs over the disc."""
    track = profile.track
    return tuple(
        Line((track[first], track[second]), style.path_width, style.colours.disc_path)
        for first, second in pairwise((*range(len(track)), 0))
        if {first, second} <= set(wheel.fields)
    )


def _paw_field(spot: Point, centre: Point, style: DiscStyle, *, light: bool) -> tuple[Shape, ...]:
    """A field with a paw on it, light on dark or dark on light."""
    colours, radius = style.colours, style.paw_radius
    colour, ground = (colours.paw_light, colours.paw_dark) if light else (colours.paw_dark, colours.field)
    field = plain_field(spot, radius, style.field_rim, colours.disc_edge, ground)
    shapes = (*field, *moved(paw(colour), spot, radius - style.field_rim))
    if not style.paws_beside:
        return shapes
    inwards = angle_deg(spot, centre)
    return (*shapes, *moved(paw(colour), polar(spot, 2.1 * radius, inwards), 1.15 * radius, inwards - 90))
