"""The board, drawn from its profile in our own look: one picture for what lies still, one for the disc that turns.

The profile says where things lie; what a game means by some of the fields is told by `GameMarks`.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from PIL import Image

from companion.board_files import BoardProfile
from companion.model.position import Position
from companion.rules.ruleset import ruleset_of
from ui.art.brush import Brush, Point, polar
from ui.theme import COLOURS, PAWN_EDGE, PAWNS

#: The rim drawn round the outermost spots, in parts of the field pitch.
_RIM: Final = 0.95


@dataclass(frozen=True, slots=True)
class GameMarks:
    """Track fields that mean something in one game: `doors` lead into the centre, on `specials` something happens.

    `feet` are the fields where the lanes leave the track, by sector; empty: at the start fields.
    """

    doors: frozenset[int] = frozenset()
    specials: frozenset[int] = frozenset()
    feet: tuple[int, ...] = ()

    @classmethod
    def of(cls, position: Position) -> "GameMarks":
        """What the game of a position means by the fields of its board."""
        rules = ruleset_of(position)
        turning = {
            offset for effect in rules.effects if effect.carried_offsets() for offset in effect.watched_offsets()
        }
        offsets = {offset for effect in rules.effects for offset in effect.watched_offsets()} - turning
        feet = tuple(
            (rules.variant.start_field(sector) + rules.walk.lane_offset) % rules.field_count
            for sector in range(position.sectors)
        )
        specials = rules.variant.fields_at(tuple(sorted(offsets)), position.sectors)
        return cls(doors=frozenset(rules.doors), specials=specials, feet=feet)


@dataclass(frozen=True)
class BoardShape:
    """A profile's spots in the unit square (y down), cropped to what is played on."""

    profile: BoardProfile

    @cached_property
    def pitch_mm(self) -> float:
        track = self.profile.track
        return min(math.dist(a, b) for a, b in zip(track, (*track[1:], track[0]), strict=True))

    @cached_property
    def _crop_mm(self) -> tuple[float, float, float]:
        """Left, top and side of the square that is shown."""
        spots = [*self.profile.track, *(s for lane in self.profile.goal for s in lane)]
        spots += [s for kennel in self.profile.kennel for s in kennel]
        spots += [self.profile.centre] if self.profile.centre else []
        rim = _RIM * self.pitch_mm
        left, right = min(x for x, _ in spots) - rim, max(x for x, _ in spots) + rim
        top, bottom = min(y for _, y in spots) - rim, max(y for _, y in spots) + rim
        side = max(right - left, bottom - top)
        return (left + right - side) / 2, (top + bottom - side) / 2, side

    def unit(self, spot_mm: Point) -> Point:
        left, top, side = self._crop_mm
        return (spot_mm[0] - left) / side, (spot_mm[1] - top) / side

    def length(self, mm: float) -> float:
        return mm / self._crop_mm[2]

    @property
    def field_radius(self) -> float:
        return self.length(self.pitch_mm * 0.36)


def draw_board(
    shape: BoardShape,
    colours: Sequence[str],
    size_px: int,
    kennels: int | None = None,
    marks: GameMarks = GameMarks(),
) -> Image.Image:
    """Everything but the disc; `colours` names the colour of each sector, empty where nobody sits.

    `kennels` is how many spots of each kennel are in use (None: all that are printed).
    """
    brush = Brush(size_px, fine=3)
    brush.box((0.0, 0.0), (1.0, 1.0), COLOURS["wood_edge"], 0.04)
    brush.box((0.008, 0.008), (0.992, 0.992), COLOURS["wood"], 0.034)
    _draw_path(brush, shape)
    if shape.profile.centre and marks.doors:
        _draw_centre(brush, shape.unit(shape.profile.centre), shape.field_radius)
    starts = _start_fields(shape)
    for sector in range(len(shape.profile.goal)):
        colour = colours[sector] if sector < len(colours) else ""
        foot = marks.feet[sector] if marks.feet else starts[sector]
        fill = PAWNS[colour].fill if colour in PAWNS else COLOURS["wood_edge"]
        _draw_sector(brush, shape, sector, fill, kennels, foot)
    on_disc = set(shape.profile.wheel.fields) if shape.profile.wheel else set()
    for field, spot in enumerate(shape.profile.track):
        if field in starts or field in on_disc:
            continue
        _draw_field(brush, shape.unit(spot), shape.field_radius)
        if field in marks.doors:
            _draw_door(brush, shape.unit(spot), shape.field_radius)
        if field in marks.specials:
            _draw_special(brush, shape.unit(spot), shape.field_radius)
    return brush.finish()


def draw_disc(shape: BoardShape, size_px: int) -> Image.Image | None:
    """The disc at wheel 0, filling its picture; None for a board without one."""
    wheel = shape.profile.wheel
    if wheel is None:
        return None
    span = 2 * wheel.radius_mm
    left, top = wheel.centre[0] - wheel.radius_mm, wheel.centre[1] - wheel.radius_mm

    def unit(spot: Point) -> Point:
        return (spot[0] - left) / span, (spot[1] - top) / span

    brush = Brush(size_px, fine=3)
    brush.disc((0.5, 0.5), 0.5, COLOURS["disc_edge"])
    brush.disc((0.5, 0.5), 0.485, COLOURS["disc"])
    radius = shape.pitch_mm * 0.36 / span
    paws = {field: shade for shade, fields in wheel.paws.items() for field in fields}
    for field in wheel.fields:
        spot = unit(shape.profile.track[field])
        _draw_field(brush, spot, radius)
        if field in paws:
            _draw_paw(brush, spot, radius, COLOURS[f"paw_{paws[field]}"])
    _draw_hub(brush)
    return brush.finish()


def _draw_path(brush: Brush, shape: BoardShape) -> None:
    """A pale band under the track, so that the way round is seen at a glance."""
    track = [shape.unit(spot) for spot in shape.profile.track]
    brush.stroke([*track, track[0]], shape.length(shape.pitch_mm) * 0.30, "#D2B27E")


def _draw_sector(brush: Brush, shape: BoardShape, sector: int, fill: str, kennels: int | None, foot: int) -> None:
    """Start field, lane and kennel of one colour; the lane hangs on the field `foot`."""
    start = shape.unit(shape.profile.track[_start_fields(shape)[sector]])
    branch = shape.unit(shape.profile.track[foot])
    lane = [shape.unit(spot) for spot in shape.profile.goal[sector]]
    radius = shape.field_radius
    brush.stroke([branch, *lane], radius * 1.1, COLOURS["field_edge"])
    brush.stroke([branch, *lane], radius * 0.9, fill)
    for spot in lane:
        brush.disc(spot, radius * 1.12, COLOURS["field_edge"])
        _draw_field(brush, spot, radius * 1.02, edge=fill, width=0.30)
    kennel = [shape.unit(spot) for spot in shape.profile.kennel[sector][:kennels]]
    for spot in kennel:
        brush.disc(spot, radius * 1.36, COLOURS["field_edge"])
        brush.disc(spot, radius * 1.28, fill)
        brush.disc(spot, radius * 0.94, COLOURS["field_edge"])
        brush.disc(spot, radius * 0.86, COLOURS["wood"])
    brush.disc(start, radius * 1.42, PAWN_EDGE)
    brush.disc(start, radius * 1.32, fill)
    brush.disc(start, radius * 0.86, COLOURS["field"])


def _draw_field(
    brush: Brush, spot: Point, radius: float, edge: str = COLOURS["field_edge"], width: float = 0.16
) -> None:
    brush.disc(spot, radius, edge)
    brush.disc(spot, radius * (1 - width), COLOURS["field"])


def _draw_paw(brush: Brush, spot: Point, radius: float, colour: str) -> None:
    """A paw beside its field, where no pawn hides it; the field's rim repeats the colour."""
    brush.disc(spot, radius * 1.2, PAWN_EDGE)
    brush.disc(spot, radius * 1.1, colour)
    brush.disc(spot, radius * 0.72, COLOURS["field"])
    angle = math.degrees(math.atan2(0.5 - spot[1], 0.5 - spot[0]))
    pad = polar(spot, radius * 2.35, angle)
    brush.disc(pad, radius * 0.52, colour)
    for turn in (-66, -22, 22, 66):
        brush.disc(polar(pad, radius * 0.86, angle + 180 + turn), radius * 0.23, colour)


def _draw_centre(brush: Brush, spot: Point, radius: float) -> None:
    """The field in the middle: large, ringed like the doors that lead to it."""
    brush.disc(spot, radius * 2.5, COLOURS["field_edge"])
    brush.disc(spot, radius * 2.36, COLOURS["door"])
    brush.disc(spot, radius * 1.7, COLOURS["field"])
    for angle in range(0, 360, 60):
        brush.arrow_head(polar(spot, radius * 1.78, angle), angle + 180, radius * 0.55, COLOURS["field"])


def _draw_door(brush: Brush, spot: Point, radius: float) -> None:
    """A door: its rim in the centre's colour, and an arrow that points to the centre."""
    brush.disc(spot, radius * 1.2, COLOURS["field_edge"])
    brush.disc(spot, radius * 1.1, COLOURS["door"])
    brush.disc(spot, radius * 0.7, COLOURS["field"])
    angle = math.degrees(math.atan2(0.5 - spot[1], 0.5 - spot[0]))
    brush.arrow_head(polar(spot, radius * 2.3, angle), angle, radius * 1.0, COLOURS["door"])


def _draw_special(brush: Brush, spot: Point, radius: float) -> None:
    """A special field: a rim of its own, and a hat beside it, where no pawn hides it."""
    brush.disc(spot, radius * 1.2, COLOURS["field_edge"])
    brush.disc(spot, radius * 1.1, COLOURS["special"])
    brush.disc(spot, radius * 0.7, COLOURS["field"])
    x, y = polar(spot, radius * 2.5, math.degrees(math.atan2(0.5 - spot[1], 0.5 - spot[0])))
    crown = [(-0.42, 0.42), (-0.34, -0.62), (0.34, -0.62), (0.42, 0.42)]
    brush.polygon([(x + dx * radius, y + dy * radius) for dx, dy in crown], COLOURS["special"])
    brush.stroke(
        [(x - 0.8 * radius, y + 0.42 * radius), (x + 0.8 * radius, y + 0.42 * radius)],
        0.26 * radius,
        COLOURS["special"],
    )


def _draw_hub(brush: Brush) -> None:
    """A bone on the hub: its long way shows how far the disc is turned, its bright end which way up it is."""
    brush.disc((0.5, 0.5), 0.15, COLOURS["disc_edge"])
    brush.disc((0.5, 0.5), 0.138, "#93A5B6")
    bone = COLOURS["field"]
    brush.stroke([(0.5, 0.425), (0.5, 0.575)], 0.040, bone)
    for x, y in ((0.476, 0.42), (0.524, 0.42), (0.476, 0.58), (0.524, 0.58)):
        brush.disc((x, y), 0.028, bone)
    brush.arrow_head((0.5, 0.372), -90, 0.045, COLOURS["accent"])


def _start_fields(shape: BoardShape) -> list[int]:
    sectors = len(shape.profile.goal)
    length = len(shape.profile.track) // sectors
    return [sector * length for sector in range(sectors)]
