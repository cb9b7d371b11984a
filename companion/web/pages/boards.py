"""The boards that tables of a club may play on, for a page that shows several tables."""

from typing import Any, Final

from companion.board.files import BoardProfile, board_ids, boards_for, is_public, load_board
from companion.rules.catalogue import Catalogue
from companion.web.pages.drawings import Drawings
from companion.web.pages.page_data import BoardFiles, Boards
from companion.web.pages.tables import board_games, board_geometry, card_games

#: The possible numbers of sectors of a board.
_SECTORS: Final = range(2, 9)


def own_boards(profile: BoardProfile | None) -> Boards:
    """Returns `/boards.json` of one table, complete from its own files; `profile` None: a game of cards alone."""
    if profile is None:
        return Boards(boards={}, usual={}, cards=BoardFiles(geometry=None, games="games.json"), others=None)
    own = BoardFiles(geometry="board.json", games="games.json")
    return Boards(boards={profile.id: own}, usual={}, cards=None, others=own)


def shipped_boards(catalogue: Catalogue) -> Boards:
    """Returns `/boards.json` for any table.

    It has the files of each shipped board by its id, the usual board for each game and number of sectors, and the games
    without a board.  A custom board is known at its own table alone.
    """
    usual: dict[str, dict[str, str]] = {}
    for variant in catalogue.variants.values():
        fitting = {str(sectors): boards_for(variant, sectors) for sectors in _SECTORS}
        first = {sectors: next(filter(is_public, found), "") for sectors, found in fitting.items()}
        usual[variant.id] = {sectors: board for sectors, board in first.items() if board}
    boards = {
        board: BoardFiles(geometry=f"boards/{board}/board.json", games=f"boards/{board}/games.json")
        for board in _public_boards(catalogue)
    }
    return Boards(boards=boards, usual=usual, cards=BoardFiles(geometry=None, games="boards/cards.json"), others=None)


def _public_boards(catalogue: Catalogue) -> tuple[str, ...]:
    """Returns the shipped boards, then those made to measure for games that fit none of them."""
    made = {
        board
        for variant in catalogue.variants.values()
        for sectors in variant.sectors
        for board in boards_for(variant, sectors)[:1]
        if is_public(board)
    }
    return (*board_ids(), *sorted(made.difference(board_ids())))


def shipped_board_files(catalogue: Catalogue) -> dict[str, Any]:
    """Returns the files that `shipped_boards` names, by path; drawings as text, all else as values for JSON."""
    variants = list(catalogue.variants.values())
    files: dict[str, Any] = {"/boards/cards.json": card_games()}
    for board in _public_boards(catalogue):
        profile = load_board(board)
        drawings = Drawings(profile, variants, f"/boards/{board}")
        files[f"/boards/{board}/board.json"] = board_geometry(profile)
        files[f"/boards/{board}/games.json"] = board_games(variants, drawings)
        files |= drawings.files()
    return files
