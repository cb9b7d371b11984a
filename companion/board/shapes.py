"""Boards of any shape: the outline and the profile of a board that nobody drew by hand, named by its numbers.

`made_4x19_g5_p5_e-2` has 4 sectors of 19 fields, lanes of 5 fields, kennels for 5 pawns, and lanes that begin two
fields before the start field.  The name alone makes the board, so a printed copy fits every later program.

The track is a star as in `outlines`: an arm for each sector, its lane inside, its kennel in the gap before it.
"""

import math
import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, pairwise
from typing import Final

from companion.board.outlines import Cell, Outline, between, laid_out, mirrored, spots_text, turned
from companion.rules.variant import Variant

#: The distance of two fields, as on the boards that are shipped.
_CELL_MM: Final = 19.2
#: From the outermost spot to the edge.
_RIM_MM: Final = 33.0
#: Half the width of an arm, in cells, and its tip in steps from field to field.
_HALF_ARM: Final = 2.0
_TIP_STEPS: Final = 4
#: From the field at which a lane begins to its first field.
_LANE_GAP: Final = 1.15
#: The distance of two spots of a kennel, and of its first row from the track.
_KENNEL_STEP: Final = 1.3
_KENNEL_GAP: Final = 1.5
#: A marker's side as a part of the board's, and its distance from the edge as a part of its side.
_MARKER_SHARE, _LEAST_MARKER_MM = 0.053, 24.0
_MARKER_INSET: Final = 0.85
#: The least distance of a spot's middle from a marker's black square.
_CLEAR_MM: Final = 18.0

_SHORTEST: Final = 8
_NAME: Final = re.compile(
    r"made_(?P<sectors>[2-8])x(?P<length>[89]|[12]\d|3[0-2])_g(?P<goals>[3-6])_p(?P<pawns>[3-6])"
    r"(?:_e(?P<entrance>-?[1-9]\d?))?(?P<centre>_centre)?(?P<left>_left)?"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardShape:
    """The numbers of a board; `entrance` is from the start field to where the lane begins, `clockwise` its track."""

    sectors: int
    length: int
    goals: int
    pawns: int
    entrance: int = 0
    centre: bool = False
    clockwise: bool = True

    @property
    def name(self) -> str:
        entrance = f"_e{self.entrance}" if self.entrance else ""
        ends = ("_centre" if self.centre else "") + ("" if self.clockwise else "_left")
        return f"made_{self.sectors}x{self.length}_g{self.goals}_p{self.pawns}{entrance}{ends}"


def shape_named(name: str) -> BoardShape | None:
    """Returns the shape of a board's name; None for a board that was drawn by hand."""
    found = _NAME.fullmatch(name)
    if found is None:
        return None
    return BoardShape(
        sectors=int(found["sectors"]),
        length=int(found["length"]),
        goals=int(found["goals"]),
        pawns=int(found["pawns"]),
        entrance=int(found["entrance"] or 0),
        centre=found["centre"] is not None,
        clockwise=found["left"] is None,
    )


def shape_for(variant: Variant, sectors: int, *, clockwise: bool = True) -> BoardShape | None:
    """Returns the shape on which the game is played; None for a game with a disc, or with sectors too short to draw."""
    if variant.wheel_offsets or variant.sector_length < _SHORTEST:
        return None
    return BoardShape(
        sectors=sectors,
        length=variant.sector_length,
        goals=variant.goal_fields,
        pawns=max(variant.pawns[count] for count in variant.boards[sectors]),
        entrance=variant.walk.lane_offset,
        centre=variant.centre is not None,
        clockwise=clockwise,
    )


@lru_cache(maxsize=32)
def made_text(shape: BoardShape) -> str:
    """Returns the TOML text of the profile."""
    outline = outline_of(shape)
    side = outline.size_mm
    marker = _marker_mm(side)
    near, far = _mm(_MARKER_INSET * marker), _mm(side - _MARKER_INSET * marker)
    pawn = '{ shape = "marble", diameter_mm = 16.0 }' if shape.centre else _CONE
    return "\n".join(
        (
            f'id = "{shape.name}"',
            'family = "made"',
            spots_text(outline).rstrip(),
            f"pawn = {pawn}",
            "[markers]",
            'dictionary = "DICT_4X4_50"',
            f"size_mm = {marker}",
            "ids = [0, 1, 2, 3]",
            f"centres = [[{near}, {near}], [{far}, {near}], [{far}, {far}], [{near}, {far}]]",
            "",
        )
    )


_CONE: Final = '{ shape = "cone", foot_mm = 14.0, height_mm = 25.0 }'


def outline_of(shape: BoardShape) -> Outline:
    """Returns the places of all spots, on a square as small as the spots and the corner markers allow."""
    star = _star_of(shape)
    ring = [turned(cell, number / shape.sectors) for number in range(shape.sectors) for cell in star.arm]
    # the track is listed clockwise from the start field on; the lane begins in the middle of the tip
    start = (_TIP_STEPS // 2 - (shape.entrance if shape.clockwise else -shape.entrance)) % len(ring)
    sector = tuple((*ring, *ring)[start : start + shape.length])
    lane = tuple((0.0, star.tip - _LANE_GAP - step) for step in range(shape.goals))
    kennel = tuple(turned(spot, -0.5 / shape.sectors) for spot in _kennel(shape, star))
    kennels = [turned(spot, number / shape.sectors) for number in range(shape.sectors) for spot in kennel]
    size_mm = _side_mm([*ring, *kennels])
    outline = laid_out(shape.sectors, sector, lane, kennel, size_mm=size_mm, cell_mm=_CELL_MM, centre=shape.centre)
    return outline if shape.clockwise else mirrored(outline)


@dataclass(frozen=True, slots=True)
class _Star:
    """One arm from the left end of its tip to the last field before the next tip, and its measures in cells.

    `turn` is half the angle from arm to arm, `tip` and `valley` the distances of the tip and of the ground between two
    arms from the middle, `half` is half the width of an arm.
    """

    arm: tuple[Cell, ...]
    turn: float
    tip: float
    valley: float
    half: float


def _star_of(shape: BoardShape) -> _Star:
    """Returns the star; its fields lie further apart where the lanes need more room in the middle."""
    turn = math.pi / shape.sectors
    across = min(4 if shape.length % 2 == 0 else 3, shape.length - _TIP_STEPS)
    deep = (shape.length - _TIP_STEPS - across) // 2
    low = (across / 2 + _HALF_ARM * math.cos(turn)) / math.sin(turn)
    innermost = max(0.55 / math.sin(turn), 1.3 if shape.centre else 0.0)
    scale = max(1.0, (innermost + _LANE_GAP + shape.goals - 1) / (low + deep))
    half, tip, low = scale * _HALF_ARM, scale * (low + deep), scale * low
    corners = [(-half, tip), (half, tip), (half, low), turned((-half, low), 1 / shape.sectors)]
    corners.append(turned((-half, tip), 1 / shape.sectors))
    arm = tuple(
        between(begin, end, step / steps)
        for (begin, end), steps in zip(pairwise(corners), (_TIP_STEPS, deep, across, deep), strict=True)
        for step in range(steps)
    )
    return _Star(arm, turn, tip, low * math.cos(turn) + half * math.sin(turn), half)


def _kennel(shape: BoardShape, star: _Star) -> list[Cell]:
    """Returns the kennel in a gap that points upwards: rows of two from the inside out, an odd one in the middle."""
    wide_enough = (star.half + _KENNEL_GAP + _KENNEL_STEP / 2) / math.sin(star.turn)
    inner = max(star.valley + _KENNEL_GAP, wide_enough)
    places = [((index % 2 - 0.5) * _KENNEL_STEP, inner + index // 2 * _KENNEL_STEP) for index in range(shape.pawns)]
    return [*places[:-1], (0.0, places[-1][1])] if shape.pawns % 2 else places


def _side_mm(cells: list[Cell]) -> float:
    """Returns the side of the smallest square, in whole centimetres, with room for a marker in each corner."""
    reach = max(abs(value) for value in chain.from_iterable(cells)) * _CELL_MM
    side = math.ceil((reach + _RIM_MM) / 5) * 10.0
    while any(_near_marker(cell, side) for cell in cells):
        side += 10.0
    return side


def _near_marker(cell: Cell, side: float) -> bool:
    """Returns whether a spot is too near to the marker of its corner; the board's middle is (0, 0)."""
    marker = _marker_mm(side)
    edge = side / 2 - _MARKER_INSET * marker - marker / 2 - _CLEAR_MM
    return min(abs(cell[0]), abs(cell[1])) * _CELL_MM > edge


def _marker_mm(side: float) -> float:
    return max(_LEAST_MARKER_MM, round(_MARKER_SHARE * side))


def _mm(value: float) -> float:
    return round(value, 1)
