"""The board on screens, drawn from its profile: the fixed parts, and the disc that turns, in millimetres.

The profile defines the places; `GameMarks` define the meaning of some fields in a game.
"""

from dataclasses import dataclass
from typing import Final

from companion.board.disc import DiscStyle, Part, disc_parts, plain_field
from companion.board.layout import BoardLayout
from companion.board.profile import Point
from companion.looks.colours import BOARD, PAWN_EDGE
from companion.looks.marks import paw
from companion.looks.shapes import (
    CURRENT,
    Circle,
    Line,
    Polygon,
    Rectangle,
    Shape,
    angle_deg,
    arrow_head,
    moved,
    polar,
)
from companion.rules.rules import Rules
from companion.rules.variant import Variant

#: A hat from the side, in field radii: the mark of a special field.
_HAT: Final = ((-0.42, 0.42), (-0.34, -0.62), (0.34, -0.62), (0.42, 0.42), (0.8, 0.42), (0.8, 0.68), (-0.8, 0.68))


@dataclass(frozen=True, slots=True)
class GameMarks:
    """Track fields with a meaning in one game: `doors` lead into the centre, `specials` are special fields.

    The lanes leave the track `lane_offset` fields after the start fields.
    """

    doors: frozenset[int] = frozenset()
    specials: frozenset[int] = frozenset()
    lane_offset: int = 0

    @classmethod
    def of(cls, variant: Variant, sectors: int, lane_offset: int, *, clockwise: bool) -> "GameMarks":
        """The meanings of the fields in a game; a house rule may have moved the lanes.

        `clockwise`: the direction in which the board lists its track.
        """
        specials = variant.special_fields(sectors, clockwise=clockwise)
        return cls(variant.door_fields(sectors), specials, lane_offset)

    @classmethod
    def at_table(cls, rules: Rules) -> "GameMarks":
        """The meanings of the fields at one table."""
        clockwise = rules.seating.pawns == "clockwise"
        return cls.of(rules.variant, rules.sectors, rules.walk.lane_offset, clockwise=clockwise)


def board_parts(layout: BoardLayout, marks: GameMarks) -> tuple[Part, ...]:
    """Everything but the disc, the lowest part first."""
    profile = layout.profile
    sectors = range(len(profile.goal))
    on_disc = profile.wheel.fields if profile.wheel else ()
    plain = [field for field in range(len(profile.track)) if field not in {*layout.start_fields, *on_disc}]
    return (
        _ground(layout),
        _path(layout),
        *_centre(layout, marks),
        *(_lane(layout, sector, marks.lane_offset) for sector in sectors),
        *(_kennel_spot(layout, sector, slot) for sector in sectors for slot in range(len(profile.kennel[sector]))),
        *(_start(layout, sector) for sector in sectors),
        *(_field(layout, field, marks) for field in plain),
    )


def screen_disc(layout: BoardLayout) -> tuple[Part, ...]:
    """The disc at wheel 0 with its hub; nothing for a board without one."""
    wheel = layout.profile.wheel
    if wheel is None:
        return ()
    radius = layout.field_radius_mm
    style = DiscStyle(
        colours=BOARD,
        field_radius=radius,
        paw_radius=1.2 * radius,
        field_rim=0.16 * radius,
        edge_width=0.022 * wheel.radius_mm,
        path_width=0.3 * layout.pitch_mm,
        bone_edge=BOARD.field,
        paws_beside=True,
    )
    hub = 0.17 * wheel.radius_mm
    middle = (
        Circle(wheel.centre, hub, BOARD.disc_edge),
        Circle(wheel.centre, 0.92 * hub, BOARD.disc_path),
        *moved(paw(BOARD.field), wheel.centre, 0.95 * hub),
    )
    return (*disc_parts(layout.profile, wheel, style), Part("hub", middle))


def _ground(layout: BoardLayout) -> Part:
    (left, top), side = layout.corner_mm, layout.side_mm
    inset = 0.008 * side
    edge = Rectangle((left, top), (left + side, top + side), 0.04 * side, BOARD.wood_edge)
    far = (left + side - inset, top + side - inset)
    return Part("ground", (edge, Rectangle((left + inset, top + inset), far, 0.034 * side, BOARD.wood)))


def _path(layout: BoardLayout) -> Part:
    """A pale band under the track, so that the way round is seen at a glance."""
    track = layout.profile.track
    return Part("path", (Line((*track, track[0]), 0.3 * layout.pitch_mm, BOARD.path),))


def _centre(layout: BoardLayout, marks: GameMarks) -> tuple[Part, ...]:
    """The field in the middle, if the game has one: large, ringed like the doors that lead to it."""
    spot, radius = layout.profile.centre, layout.field_radius_mm
    if spot is None or not marks.doors:
        return ()
    rings = (
        Circle(spot, 2.5 * radius, BOARD.field_edge),
        Circle(spot, 2.36 * radius, BOARD.door),
        Circle(spot, 1.7 * radius, BOARD.field),
    )
    arrows = (
        arrow_head(polar(spot, 1.78 * radius, turn), turn + 180, 0.55 * radius, BOARD.field)
        for turn in range(0, 360, 60)
    )
    return (Part("centre", (*rings, *arrows)),)


def _lane(layout: BoardLayout, sector: int, lane_offset: int) -> Part:
    """The lane of a sector, which hangs on a field of the track."""
    profile, radius = layout.profile, layout.field_radius_mm
    lane = profile.goal[sector]
    branch = profile.track[(layout.start_fields[sector] + lane_offset) % len(profile.track)]
    shapes: list[Shape] = [
        Line((branch, *lane), 1.1 * radius, BOARD.field_edge),
        Line((branch, *lane), 0.9 * radius, CURRENT),
    ]
    for spot in lane:
        shapes += _rings(spot, radius, (1.12, BOARD.field_edge), (1.02, CURRENT), (0.71, BOARD.field))
    return Part("lane", tuple(shapes), sector)


def _kennel_spot(layout: BoardLayout, sector: int, slot: int) -> Part:
    spot, radius = layout.profile.kennel[sector][slot], layout.field_radius_mm
    inside = (0.94, BOARD.field_edge), (0.86, BOARD.wood)
    return Part("kennel", _rings(spot, radius, (1.36, BOARD.field_edge), (1.28, CURRENT), *inside), sector, slot)


def _start(layout: BoardLayout, sector: int) -> Part:
    spot = layout.profile.track[layout.start_fields[sector]]
    rings = _rings(spot, layout.field_radius_mm, (1.42, PAWN_EDGE), (1.32, CURRENT), (0.86, BOARD.field))
    return Part("start", rings, sector)


def _field(layout: BoardLayout, field: int, marks: GameMarks) -> Part:
    """A field of the track with its marks beside it, towards the middle, where no pawn hides them."""
    spot, radius = layout.profile.track[field], layout.field_radius_mm
    (left, top), half = layout.corner_mm, layout.side_mm / 2
    inwards = angle_deg(spot, (left + half, top + half))
    if field in marks.doors:
        arrow = arrow_head(polar(spot, 2.3 * radius, inwards), inwards, radius, BOARD.door)
        return Part("door", (*_marked(spot, radius, BOARD.door), arrow))
    if field in marks.specials:
        hat = moved((Polygon(_HAT, BOARD.special),), polar(spot, 2.5 * radius, inwards), radius)
        return Part("special", (*_marked(spot, radius, BOARD.special), *hat))
    return Part("field", plain_field(spot, radius, 0.16 * radius, BOARD.field_edge, BOARD.field))


def _marked(spot: Point, radius: float, colour: str) -> tuple[Shape, ...]:
    return _rings(spot, radius, (1.2, BOARD.field_edge), (1.1, colour), (0.7, BOARD.field))


def _rings(spot: Point, radius: float, *rings: tuple[float, str]) -> tuple[Shape, ...]:
    """Circles one on the other, each as a part of the field's radius and its colour."""
    return tuple(Circle(spot, share * radius, colour) for share, colour in rings)
