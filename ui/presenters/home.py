"""The first screen: the games that wait to be taken up again."""

from collections.abc import Sequence
from dataclasses import dataclass

from babel.dates import format_date, format_time

from companion.views.saved_game import SavedGame
from ui.i18n import Catalogue
from ui.presenters.setup import variant_name


@dataclass(frozen=True, slots=True)
class GameRow:
    game: str
    names: str
    detail: str


def game_rows(games: Sequence[SavedGame], words: Catalogue) -> tuple[GameRow, ...]:
    """Unfinished games, in the launcher's order (newest first)."""
    return tuple(_row(game, words) for game in games if not game.finished)


def _row(game: SavedGame, words: Catalogue) -> GameRow:
    day = format_date(game.started, "long", locale=words.language)
    started = f"{day}, {format_time(game.started, 'short', locale=words.language)}"
    detail = words.text("home.row", variant=variant_name(game.variant, words), started=started, ply=game.ply)
    return GameRow(game.game, " · ".join(game.names), detail)
