"""The outlines of the boards we ship: the places of track, lanes, kennels and the centre.  Geometry only, no rules.

`python -m companion.board.outlines` writes the spots of every outline into the board profile of the same name, between
the two lines that mark them; the rest (name, pawns, markers) is written by hand.

Work is done in cells, one field to the next, with the board's middle at (0, 0), x to the right and y *up*, sector 0 at
the top; profiles are in millimetres with y down (docs/reference/formats/board.md).
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

Cell = tuple[float, float]

BEGIN: Final = "# The spots up to the next such line are written by `python -m companion.board.outlines`."
END: Final = "# By hand from here on."

#: One arm of the classic star with four arms, from its start field on: along the tip, down the side, through the valley
#: and up again to the next arm (docs/reference/rules/dog.md).
_CLASSIC_ARM: Final[tuple[Cell, ...]] = (
    *((-2, 10), (-1, 10), (0, 10), (1, 10), (2, 10), (2, 9), (2, 8), (2, 7)),
    *((2, 6), (3, 5), (4, 4), (5, 3), (6, 2), (7, 2), (8, 2), (9, 2)),
)
#: The distance of the tips of six arms of four fields from the middle, and of the ends of the valleys between them.
_TIP: Final = 12.0
_VALLEY: Final = 8.0
#: The radius of the rounded corners of the small Tock board, and its fields in a sector.
_CORNER: Final = 4.0
_TOCK_SECTOR: Final = 18


@dataclass(frozen=True, slots=True)
class Outline:
    """Spots in millimetres from the upper left corner of a square board; `goal` and `kennel` go by sector."""

    size_mm: float
    track: tuple[Cell, ...]
    goal: tuple[tuple[Cell, ...], ...]
    kennel: tuple[tuple[Cell, ...], ...]
    centre: Cell | None = None


def turned(cell: Cell, turns: float) -> Cell:
    """The cell turned clockwise about the middle by a part of a full circle."""
    sine, cosine = math.sin(math.tau * turns), math.cos(math.tau * turns)
    return (cell[0] * cosine + cell[1] * sine, cell[1] * cosine - cell[0] * sine)


def mirrored(outline: Outline) -> Outline:
    """The same printed board, listed for pawns that go counter-clockwise (DOG-R31): the sectors count that way too."""

    def backwards(row: tuple[Any, ...]) -> tuple[Any, ...]:
        return (row[0], *reversed(row[1:]))

    return replace(
        outline, track=backwards(outline.track), goal=backwards(outline.goal), kennel=backwards(outline.kennel)
    )


def star_of_four() -> Outline:
    """The classic DOG outline: four arms, the lane inside the arm, sixteen fields a sector."""
    lane = tuple((0.0, 8.0 - step) for step in range(4))
    kennel = ((-9.0, 9.0), (-7.7, 9.0), (-9.0, 7.7), (-7.7, 7.7), (-9.0, 6.4))
    return laid_out(4, _CLASSIC_ARM, lane, kennel, size_mm=450.0, cell_mm=19.2)


def star_of_six() -> Outline:
    """The same with six arms: they stand closer, so the valleys run straight from one to the next."""
    arm = _arm_of_six(4)
    lane = tuple((0.0, _TIP - 2 - step) for step in range(4))
    # Beside the arm of its colour, on the side of the start field, in the gap to the arm before.
    gap = ((-0.65, 10.2), (0.65, 10.2), (-0.65, 11.5), (0.65, 11.5), (0.0, 12.8))
    kennel = tuple(turned(spot, -1 / 12) for spot in gap)
    return laid_out(6, arm, lane, kennel, size_mm=540.0, cell_mm=19.2)


def tock_of_four() -> Outline:
    """A Tock board: a rounded square with the start fields in the middle of its sides, and a centre.

    Lanes run from the start fields straight towards the centre, kennels lie inside the corners.
    """
    bend = math.tau / 4 * _CORNER
    straight = (_TOCK_SECTOR - bend) / 2
    side = straight + _CORNER
    sector = tuple(_on_side(step, straight, bend, side) for step in range(_TOCK_SECTOR))
    lane = tuple((0.0, side - 1.5 - 1.15 * step) for step in range(4))
    block = ((-0.7, 0.7), (0.7, 0.7), (-0.7, -0.7), (0.7, -0.7))
    kennel = tuple((x - side + 3.6, y + side - 3.6) for x, y in block)
    return laid_out(4, sector, lane, kennel, size_mm=450.0, cell_mm=18.0, centre=True)


def tock_of_six() -> Outline:
    """A Tock board with six arms, so that 108 fields are not too small; the start field is the middle of a tip."""
    tip = _TIP + 1
    arm = _arm_of_six(5)
    lane = tuple((0.0, tip - 1.3 - 1.05 * step) for step in range(4))
    gap = ((-0.65, 10.4), (0.65, 10.4), (-0.65, 11.7), (0.65, 11.7))
    kennel = tuple(turned(spot, -1 / 12) for spot in gap)
    return laid_out(
        6,
        (*arm[2:], *(turned(cell, 1 / 6) for cell in arm[:2])),
        lane,
        kennel,
        size_mm=540.0,
        cell_mm=18.0,
        centre=True,
    )


#: By the id of the board profile that has these spots.
OUTLINES: Final[dict[str, Callable[[], Outline]]] = {
    "star_4": star_of_four,
    "star_4_left": lambda: mirrored(star_of_four()),
    "star_6": star_of_six,
    "star_6_left": lambda: mirrored(star_of_six()),
    "toc_4": tock_of_four,
    "toc_6": tock_of_six,
}


def _arm_of_six(deep: int) -> tuple[Cell, ...]:
    """One of six arms, `deep` fields long, from the left end of its tip to the last field before the next tip."""
    tip = _VALLEY + deep
    ends = (2.0, _VALLEY), turned((-2.0, _VALLEY), 1 / 6)
    return (
        *((float(x), tip) for x in range(-2, 3)),
        *((2.0, tip - step) for step in range(1, deep)),
        *(between(*ends, step / 4) for step in range(5)),
        *(turned((-2.0, _VALLEY + step), 1 / 6) for step in range(1, deep)),
    )


def _on_side(walked: float, straight: float, bend: float, side: float) -> Cell:
    """The spot so many cells clockwise from the middle of the upper side: straight, round the corner, straight."""
    if walked <= straight:
        return (walked, side)
    if walked <= straight + bend:
        angle = (walked - straight) / _CORNER
        return (straight + _CORNER * math.sin(angle), side - _CORNER * (1 - math.cos(angle)))
    return turned((walked - 2 * straight - bend, side), 1 / 4)


def laid_out(
    sectors: int,
    sector: tuple[Cell, ...],
    lane: tuple[Cell, ...],
    kennel: tuple[Cell, ...],
    *,
    size_mm: float,
    cell_mm: float,
    centre: bool = False,
) -> Outline:
    """The spots of sector 0, repeated clockwise and laid out in millimetres."""

    def place(cell: Cell, number: int) -> Cell:
        x, y = turned(cell, number / sectors)
        return (_mm(size_mm / 2 + x * cell_mm), _mm(size_mm / 2 - y * cell_mm))

    return Outline(
        size_mm=size_mm,
        track=tuple(place(cell, number) for number in range(sectors) for cell in sector),
        goal=tuple(tuple(place(cell, number) for cell in lane) for number in range(sectors)),
        kennel=tuple(tuple(place(cell, number) for cell in kennel) for number in range(sectors)),
        centre=(size_mm / 2, size_mm / 2) if centre else None,
    )


def _mm(value: float) -> float:
    return round(value, 1)


def between(start: Cell, end: Cell, part: float) -> Cell:
    return (start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part)


def spots_text(outline: Outline) -> str:
    """The lines of a board profile with its spots."""
    lines = [f"size_mm = [{outline.size_mm}, {outline.size_mm}]", "track = ["]
    lines += [f"    {_row(outline.track[first : first + 6])}," for first in range(0, len(outline.track), 6)]
    for key, rows in (("goal", outline.goal), ("kennel", outline.kennel)):
        lines += ["]", f"{key} = [", *(f"    [{_row(row)}]," for row in rows)]
    lines.append("]")
    if outline.centre:
        lines.append(f"centre = {_row((outline.centre,))}")
    return "\n".join(lines) + "\n"


def _row(spots: tuple[Cell, ...]) -> str:
    return ", ".join(f"[{x}, {y}]" for x, y in spots)


def with_spots(profile: str, outline: Outline) -> str:
    """The text of a board profile with the spots between the two marking lines replaced."""
    head, _, rest = profile.partition(BEGIN + "\n")
    _, _, tail = rest.partition(END + "\n")
    return f"{head}{BEGIN}\n{spots_text(outline)}{END}\n{tail}"


def write_boards(folder: Path) -> None:
    """Writes the spots of every outline into its profile in `folder`."""
    for board, outline in OUTLINES.items():
        path = folder / f"{board}.toml"
        path.write_text(with_spots(path.read_text(encoding="utf-8"), outline()), encoding="utf-8")


if __name__ == "__main__":
    write_boards(Path(__file__).parent / "profiles")
