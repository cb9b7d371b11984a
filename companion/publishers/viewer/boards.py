"""The boards that tables of a club may play on, for a page that shows more tables than one."""

from typing import Any, Final

from companion.board.files import BoardProfile, board_ids, boards_for, load_board
from companion.publishers.viewer.drawings import Drawings
from companion.publishers.viewer.tables import board_json, card_games_json, games_json
from companion.rules.catalogue import Catalogue

#: Boards have so many sectors.
_SECTORS: Final = range(2, 9)


def own_board_json(profile: BoardProfile | None) -> dict[str, Any]:
    """`/boards.json` of one table, whose own files say everything; `profile` None: a game of cards alone."""
    if profile is None:
        return {"v": 1, "boards": {}, "usual": {}, "cards": {"geometry": None, "games": "games.json"}, "else": None}
    own = {"geometry": "board.json", "games": "games.json"}
    return {"v": 1, "boards": {profile.id: own}, "usual": {}, "cards": None, "else": own}


def shipped_boards_json(catalogue: Catalogue) -> dict[str, Any]:
    """`/boards.json` for any table: the files of each shipped board by its id, which board is usual for a game and so
    many sectors, and the games without a board.  What a board of somebody's own looks like is known at its table alone.
    """
    shipped = board_ids()
    usual: dict[str, dict[str, str]] = {}
    for variant in catalogue.variants.values():
        fitting = {str(sectors): boards_for(variant, sectors) for sectors in _SECTORS}
        first = {sectors: next((each for each in found if each in shipped), "") for sectors, found in fitting.items()}
        usual[variant.id] = {sectors: board for sectors, board in first.items() if board}
    boards = {
        board: {"geometry": f"boards/{board}/board.json", "games": f"boards/{board}/games.json"} for board in shipped
    }
    return {
        "v": 1,
        "boards": boards,
        "usual": usual,
        "cards": {"geometry": None, "games": "boards/cards.json"},
        "else": None,
    }


def shipped_boards(catalogue: Catalogue) -> dict[str, Any]:
    """The files that `shipped_boards_json` names, by path; drawings as text, all else as values for JSON."""
    variants = list(catalogue.variants.values())
    files: dict[str, Any] = {"/boards/cards.json": card_games_json()}
    for board in board_ids():
        profile = load_board(board)
        drawings = Drawings(profile, variants, f"/boards/{board}")
        files[f"/boards/{board}/board.json"] = board_json(profile)
        files[f"/boards/{board}/games.json"] = games_json(variants, drawings)
        files |= drawings.files()
    return files
