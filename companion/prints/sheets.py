"""The sheets that can be asked for by name."""

from pathlib import Path

from companion.board_files import load_board
from companion.prints.board import board_sheet, disc_sheet
from companion.prints.markers import marker_sheet
from companion.rules.catalogue import load_variant


def write_sheet(what: str, board: str, variant_id: str, file: Path, paper: str) -> int:
    """Writes "board", "disc" or "markers" as PDF; gives the number of sheets.

    Raises ValueError, ProfileError, OSError.
    """
    profile, variant = load_board(board), load_variant(variant_id)
    if what == "board":
        return board_sheet(profile, variant, file, paper)
    if what == "disc":
        return disc_sheet(profile, variant, file, paper)
    if what == "markers":
        return marker_sheet(profile, file, paper)
    raise ValueError(f"{what!r} cannot be printed; use board, disc or markers")
