"""The first screen: the games that can be resumed."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.texts.times import moment
from companion.views.kept.saved_game import SavedFault, SavedGame
from companion.views.wording.words import variant_name
from companion.writing.bidi import isolated
from ui.i18n import Words


@dataclass(frozen=True, slots=True)
class GameRow:
    """`playable` is false for a game that cannot be resumed; `detail` gives the reason."""

    game: str
    names: str
    detail: str
    playable: bool = True


def game_rows(games: Sequence[SavedGame], words: Words) -> tuple[GameRow, ...]:
    """Unfinished games, in the launcher's order (newest first)."""
    return tuple(_row(game, words) for game in games if not game.finished)


def _row(game: SavedGame, words: Words) -> GameRow:
    if game.fault is not None:
        return _faulty_row(game, game.fault, words)
    started = moment(game.started_ms, words)
    detail = words.text("home.row", variant=variant_name(game.variant, words), started=started, ply=game.ply)
    shown = words.text("home.row_demo", row=detail) if game.demo else detail
    return GameRow(game.game, " · ".join(map(isolated, game.names)), shown)


def _faulty_row(game: SavedGame, fault: SavedFault, words: Words) -> GameRow:
    """The readable part of the game, and why it cannot be resumed."""
    known = [variant_name(game.variant, words)] if game.variant else []
    known += [moment(game.started_ms, words)] if game.started_ms else []
    why = words.text(f"home.{fault}", rows=game.rows)
    return GameRow(
        game.game,
        " · ".join(map(isolated, game.names)) or words.text("home.unreadable"),
        " · ".join([*known, why]),
        playable=False,
    )
