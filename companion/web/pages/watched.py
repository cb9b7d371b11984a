"""The replay page's data of one game: its replay, and the data by which it draws board and cards."""

from msgspec.structs import replace

from companion.board.files import BoardProfile, board_for, is_public, load_board, own_board_ids
from companion.history.course import GameCourse
from companion.history.replay import Replay
from companion.session.state import BoardGame
from companion.web.pages.drawings import Drawings, lane_option
from companion.web.pages.page_data import Games, Watched
from companion.web.pages.tables import board_games, board_geometry, card_games


def watched_game(course: GameCourse, replay: Replay) -> Watched:
    """Returns the game on the board that it was played on; if that is unknown, on a shipped one that fits.

    Raises ProfileError if there is none.
    """
    state = course.states[-1]
    if not isinstance(state, BoardGame):
        return Watched(geometry=None, games=card_games(), drawings={}, replay=replay)
    profile = _board_of(state)
    drawings = Drawings(profile, [state.rules.variant])
    path = _drawing(state, drawings)
    known = board_games([state.rules.variant], drawings)
    # the house rules of this game are known, so it has a single drawing
    looks = {game: replace(look, drawings={}) for game, look in known.games.items()}
    return Watched(
        geometry=board_geometry(profile),
        games=Games(plain=path, games=looks),
        drawings={path: drawings.files()[path]},
        replay=replay,
    )


def _board_of(state: BoardGame) -> BoardProfile:
    """Returns the board; reads only from the folder of boards, because a record from elsewhere may name any file."""
    known = is_public(state.board) or state.board in own_board_ids()
    return load_board(state.board if known else board_for(state.rules.variant, state.position.sectors))


def _drawing(state: BoardGame, drawings: Drawings) -> str:
    """Returns the path of the drawing with the marks of this game, whose house rules may have moved the lanes."""
    variant = state.rules.variant
    offset = dict(state.position.options).get(lane_option(variant) or "", variant.walk.lane_offset)
    return drawings.by_game.get(variant.id, {}).get(str(offset), drawings.plain)
