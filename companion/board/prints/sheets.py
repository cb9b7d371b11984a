"""The sheets that can be printed, by name."""

from pathlib import Path
from typing import Final

from companion.board.files import load_board
from companion.board.prints.board import board_sheet, disc_sheet
from companion.board.prints.deck import deck_sheets, pile_sheet
from companion.board.prints.markers import marker_sheet
from companion.open_row.catalogue import GameFile
from companion.rules.variant import Variant

#: Sheets of the cards, which need no board.
OF_CARDS: Final = ("deck", "faces", "pile")


def write_sheet(what: str, board: str, variant: Variant, language: str, file: Path, paper: str) -> int:
    """Writes "board", "disc" or "markers" as PDF; returns the number of sheets.

    Raises ValueError, ProfileError, OSError.
    """
    profile = load_board(board)
    if what == "board":
        return board_sheet(profile, variant, file, paper)
    if what == "disc":
        return disc_sheet(profile, file, paper)
    if what == "markers":
        return marker_sheet(profile, file, paper, language)
    raise ValueError(f"{what!r} cannot be printed; use board, disc, markers, {', '.join(OF_CARDS)}")


def write_cards(what: str, name: str, game: Variant | GameFile, language: str, file: Path, paper: str) -> int:
    """Writes the whole "deck" of the game called `name`, one of each of its "faces", or the place of the "pile" as PDF;
    returns the number of sheets.  Raises ValueError, OSError.
    """
    if what == "pile":
        return pile_sheet(file, paper)
    return deck_sheets(name, game, language, file, paper, one_each=what == "faces")
