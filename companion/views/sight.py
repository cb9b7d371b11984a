"""The camera's view of the board, for a screen that draws it over the picture: the spots and their readings.

Law: places are parts of the picture's width and height, so that they fit it at any size; y goes down.
"""

from dataclasses import dataclass
from enum import StrEnum

Point = tuple[float, float]


class SpotKind(StrEnum):
    FIELD = "field"
    START = "start"
    LANE = "lane"
    KENNEL = "kennel"
    CENTRE = "centre"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenSpot:
    """A spot in the picture: its middle, half its width and height, and its owner (None: everybody's).

    `seen` is None while nothing is read, 0 for empty, 1 + seat for a pawn, more for a figure that is nobody's;
    `certainty` is that of `seen`, 0..1.
    """

    at: Point
    half: Point
    kind: SpotKind
    seat: int | None = None
    seen: int | None = None
    certainty: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Sight:
    """The board in the picture: its corners clockwise from the upper left, the disc's rim, and the spots.

    The rim is empty without a disc; spots come in the order of the board; `colours` go by seat.
    """

    outline: tuple[Point, Point, Point, Point]
    disc: tuple[Point, ...]
    spots: tuple[SeenSpot, ...]
    colours: tuple[str, ...]
