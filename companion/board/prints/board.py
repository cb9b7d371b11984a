"""A board to print: every spot of its profile in true size, in the colours of the family, with the markers in place."""

from pathlib import Path

from companion.board.files import BoardProfile
from companion.board.prints.drawn import draw_board, draw_disc
from companion.board.prints.paper import Pen, write_pdf
from companion.rules.variant import Variant


def board_sheet(profile: BoardProfile, variant: Variant, file: Path, paper: str) -> int:
    """Writes the whole board, the disc's fields at rest included; returns the number of sheets."""

    def draw(pen: Pen) -> None:
        draw_board(pen, profile, variant)

    return write_pdf(file, f"board {profile.id}", profile.size_mm, draw, paper)


def disc_sheet(profile: BoardProfile, file: Path, paper: str) -> int:
    """Writes the disc alone, to cut out and pin on; returns the number of sheets.  Raises ValueError without a disc."""
    wheel = profile.wheel
    if wheel is None:
        raise ValueError(f"the board {profile.id} has no disc")
    side = 2 * wheel.radius_mm + 4

    def draw(pen: Pen) -> None:
        pen.shift(side / 2 - wheel.centre[0], side / 2 - wheel.centre[1])
        draw_disc(pen, profile, wheel)

    return write_pdf(file, f"disc {profile.id}", (side, side), draw, paper)
