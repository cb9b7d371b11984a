"""A board to print: every spot of its profile in true size, in the colours of the family, with the markers in place."""

import math
from pathlib import Path
from typing import Final

from companion.board_files import BoardProfile
from companion.prints.markers import draw_marker
from companion.prints.paper import INK, Colour, Pen, write_pdf
from companion.rules.variant import Variant

_PAPER: Final[Colour] = (0.93, 0.88, 0.76)
_DISC: Final[Colour] = (0.84, 0.77, 0.62)
_FIELD: Final[Colour] = (0.985, 0.97, 0.93)
_DOOR: Final[Colour] = (0.75, 0.75, 0.78)
_SPECIAL: Final[Colour] = (0.95, 0.80, 0.42)
_WHITE: Final[Colour] = (1.0, 1.0, 1.0)
#: Pale enough that a pawn of the same colour stands out from its own field.
_SECTORS: Final[tuple[Colour, ...]] = (
    (0.93, 0.62, 0.58),
    (0.98, 0.87, 0.50),
    (0.62, 0.82, 0.60),
    (0.60, 0.74, 0.92),
    (0.78, 0.66, 0.84),
    (0.97, 0.78, 0.56),
)
#: Bones on the disc, strong enough for a camera, in the order of the sectors.
_BONES: Final[tuple[Colour, ...]] = ((0.78, 0.24, 0.20), (0.93, 0.72, 0.16), (0.22, 0.52, 0.27), (0.20, 0.40, 0.68))
_CORNERS: Final = ((-1, -1), (1, -1), (1, 1), (-1, 1))
_PATH: Final[Colour] = (0.62, 0.54, 0.40)
_PATH_WIDTH: Final = 1.2
_RIM: Final = 0.5


def board_sheet(profile: BoardProfile, variant: Variant, file: Path, paper: str) -> int:
    """Writes the whole board, the disc's fields at rest included; gives the number of sheets."""

    def draw(pen: Pen) -> None:
        pen.rectangle(0, 0, *profile.size_mm, fill=_PAPER)
        _path(pen, profile)
        if profile.wheel:
            _bare_disc(pen, profile.wheel.centre, profile.wheel.radius_mm)
            _path(pen, profile, only=frozenset(profile.wheel.fields))
        _lanes_and_kennels(pen, profile)
        for field in range(len(profile.track)):
            _field(pen, profile, variant, field)
        if profile.centre:
            pen.circle(profile.centre, _radius(profile), fill=_FIELD, line=INK, width=0.8)
        for name, centre in zip(profile.markers.ids, profile.markers.centres, strict=True):
            draw_marker(pen, profile.markers.dictionary, name, centre, profile.markers.size_mm)
        _disc_marker(pen, profile, (0.0, 0.0))

    return write_pdf(file, f"board {profile.id}", profile.size_mm, draw, paper)


def disc_sheet(profile: BoardProfile, variant: Variant, file: Path, paper: str) -> int:
    """Writes the disc alone, to cut out and pin on; gives the number of sheets.  Raises ValueError without a disc."""
    wheel = profile.wheel
    if wheel is None:
        raise ValueError(f"the board {profile.id} has no disc")
    side = 2 * wheel.radius_mm + 4

    def draw(pen: Pen) -> None:
        _bare_disc(pen, (side / 2, side / 2), wheel.radius_mm)
        shift = (side / 2 - wheel.centre[0], side / 2 - wheel.centre[1])
        _path(pen, profile, shift, only=frozenset(wheel.fields))
        for field in wheel.fields:
            _field(pen, profile, variant, field, shift)
        _disc_marker(pen, profile, shift)

    return write_pdf(file, f"disc {profile.id}", (side, side), draw, paper)


def _path(
    pen: Pen,
    profile: BoardProfile,
    shift: tuple[float, float] = (0.0, 0.0),
    only: frozenset[int] | None = None,
) -> None:
    """A thin line from field to field, which the fields then lie on; `only` between these."""
    spots = [(x + shift[0], y + shift[1]) for x, y in profile.track]
    for field, spot in enumerate(spots):
        following = (field + 1) % len(spots)
        if only is None or {field, following} <= only:
            pen.line(spot, spots[following], ink=_PATH, width=_PATH_WIDTH)


def _bare_disc(pen: Pen, centre: tuple[float, float], radius_mm: float) -> None:
    """The disc's ground with a bone in the colour of each of four sectors, that nobody pins it on the wrong way round
    and the camera can tell its angle although the marker is covered."""
    pen.circle(centre, radius_mm, fill=_DISC, line=INK)
    for quarter, colour in enumerate(_BONES):
        _bone(pen, centre, 90.0 * (quarter - 1), 0.48 * radius_mm, colour)


def _bone(pen: Pen, centre: tuple[float, float], turn_deg: float, away: float, colour: Colour) -> None:
    """A bone across the direction `turn_deg` from a centre, `away` from it."""
    turn = math.radians(turn_deg)

    def place(out: float, aside: float) -> tuple[float, float]:
        out += away
        return (
            centre[0] + math.cos(turn) * out - math.sin(turn) * aside,
            centre[1] + math.sin(turn) * out + math.cos(turn) * aside,
        )

    half, knob = 0.18 * away, 0.075 * away
    pen.polygon([place(0.7 * knob * out, half * aside) for out, aside in _CORNERS], fill=colour)
    for out, aside in _CORNERS:
        pen.circle(place(0.8 * knob * out, half * aside), knob, fill=colour)


def _radius(profile: BoardProfile) -> float:
    """The printed spot: as large as neighbours allow, and never larger than a pawn needs."""
    first, second = profile.track[0], profile.track[1]
    return min(0.46 * math.dist(first, second), 0.75 * profile.pawn.width_mm)


def _lanes_and_kennels(pen: Pen, profile: BoardProfile) -> None:
    radius = _radius(profile)
    for sector, colour in zip(range(len(profile.goal)), _SECTORS, strict=False):
        for spot in profile.goal[sector]:
            pen.circle(spot, radius, fill=colour, line=INK, width=_RIM)
        for spot in profile.kennel[sector]:
            pen.circle(spot, radius, fill=colour, line=INK, width=_RIM)
            pen.circle(spot, 0.55 * radius, fill=_PAPER)


def _field(
    pen: Pen, profile: BoardProfile, variant: Variant, field: int, shift: tuple[float, float] = (0.0, 0.0)
) -> None:
    spot = (profile.track[field][0] + shift[0], profile.track[field][1] + shift[1])
    radius, sectors = _radius(profile), len(profile.goal)
    sector, offset = divmod(field, len(profile.track) // sectors)
    fill = _SECTORS[sector] if offset == 0 else _FIELD
    if field in variant.door_fields(sectors):
        fill = _DOOR
    pen.circle(spot, radius, fill=fill, line=INK, width=1.0 if offset == 0 else _RIM)
    if field in variant.special_fields(sectors):
        pen.polygon(_star(spot, 0.7 * radius), fill=_SPECIAL)
    if profile.wheel and field in (*profile.wheel.paws["white"], *profile.wheel.paws["black"]):
        _paw(pen, spot, radius, _WHITE if field in profile.wheel.paws["white"] else INK)


def _paw(pen: Pen, spot: tuple[float, float], radius: float, colour: Colour) -> None:
    """A dog's paw: a pad and four toes, dark or light on its own ground."""
    ground = INK if colour == _WHITE else _FIELD
    pen.circle(spot, radius, fill=ground, line=INK, width=_RIM)
    x, y = spot
    pen.circle((x, y + 0.22 * radius), 0.32 * radius, fill=colour)
    for step in (-1.5, -0.5, 0.5, 1.5):
        lift = 0.42 if abs(step) < 1 else 0.2
        pen.circle((x + 0.3 * step * radius, y - lift * radius), 0.15 * radius, fill=colour)


def _star(spot: tuple[float, float], radius: float) -> list[tuple[float, float]]:
    corners = []
    for step in range(10):
        reach = radius if step % 2 == 0 else 0.45 * radius
        turn = math.pi * step / 5 - math.pi / 2
        corners.append((spot[0] + reach * math.cos(turn), spot[1] + reach * math.sin(turn)))
    return corners


def _disc_marker(pen: Pen, profile: BoardProfile, shift: tuple[float, float]) -> None:
    marker = profile.markers.wheel
    if marker:
        centre = (marker.centre[0] + shift[0], marker.centre[1] + shift[1])
        draw_marker(pen, profile.markers.dictionary, marker.id, centre, marker.size_mm)
