"""What the replay page is given of one game: its replay, and of board and cards what it needs to draw them."""

from typing import Any

import msgspec

from companion.board.files import BoardProfile, board_for, board_ids, load_board, own_board_ids
from companion.history.course import GameCourse
from companion.history.replay import Replay
from companion.publishers.viewer.drawings import Drawings, lane_option
from companion.publishers.viewer.tables import board_json, card_games_json, games_json
from companion.session.state import BoardGame


class Watched(msgspec.Struct, frozen=True, kw_only=True):
    """`geometry` is the board.json of the game's board, `games` a games.json with this game alone, `drawings` the SVG
    that it names; a game of cards alone has neither board nor drawing."""

    geometry: dict[str, Any] | None
    games: dict[str, Any]
    drawings: dict[str, str]
    replay: Replay


def watched_game(course: GameCourse, replay: Replay) -> Watched:
    """The game on the board that it was played on; where that is no more known, on a shipped one that fits.

    Raises ProfileError where there is none.
    """
    state = course.states[-1]
    if not isinstance(state, BoardGame):
        return Watched(geometry=None, games=card_games_json(), drawings={}, replay=replay)
    profile = _board_of(state)
    drawings = Drawings(profile, [state.rules.variant])
    path = _drawing(state, drawings)
    games = games_json([state.rules.variant], drawings)
    for game in games["games"].values():
        # the house rules of this game are known, so there is one drawing to choose from
        game["drawings"] = {}
    return Watched(
        geometry=board_json(profile),
        games=games | {"plain": path},
        drawings={path: drawings.files()[path]},
        replay=replay,
    )


def _board_of(state: BoardGame) -> BoardProfile:
    """Only what lies among the boards is read: a record from elsewhere may name any file."""
    known = state.board in (*board_ids(), *own_board_ids())
    return load_board(state.board if known else board_for(state.rules.variant, state.position.sectors))


def _drawing(state: BoardGame, drawings: Drawings) -> str:
    """The path of the drawing with the marks of this game, whose house rules may have moved the lanes."""
    variant = state.rules.variant
    offset = dict(state.position.options).get(lane_option(variant) or "", variant.walk.lane_offset)
    return drawings.by_game.get(variant.id, {}).get(str(offset), drawings.plain)
