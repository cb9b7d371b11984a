"""The sheets that can be asked for by name."""

from pathlib import Path

from companion.board.files import load_board
from companion.board.prints.board import board_sheet, disc_sheet
from companion.board.prints.markers import marker_sheet
from companion.rules.variant import Variant


def write_sheet(what: str, board: str, variant: Variant, file: Path, paper: str) -> int:
    """Writes "board", "disc" or "markers" as PDF; gives the number of sheets.

    Raises ValueError, ProfileError, OSError.
    """
    profile = load_board(board)
    if what == "board":
        return board_sheet(profile, variant, file, paper)
    if what == "disc":
        return disc_sheet(profile, file, paper)
    if what == "markers":
        return marker_sheet(profile, file, paper)
    raise ValueError(f"{what!r} cannot be printed; use board, disc or markers")
