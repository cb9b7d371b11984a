"""The games to choose from, each with a line about it and its board."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from companion.app.card_setup import has_board
from companion.board.files import boards_for
from companion.looks.colours import PAWNS
from companion.open_row.catalogue import game_ids, load_game
from companion.rules.catalogue import Catalogue
from companion.rules.rules import seating_of
from companion.views.wording.words import variant_name
from ui.i18n import Words
from ui.presenters.setup import SetupForm


@dataclass(frozen=True, slots=True)
class GameTile:
    """A game to choose: its name, a line about it, its numbers of players.

    `board` is drawn beside it, its sectors in `colours`; empty for a game without a board.
    """

    variant: str
    title: str
    line: str
    players: str
    chosen: bool
    board: str = ""
    colours: tuple[str, ...] = ()


def game_tiles(form: SetupForm, words: Words) -> tuple[GameTile, ...]:
    """All games there are, those of a user's own folder too; those without a board come last."""
    counts = {variant: form.games.variant(variant).seat_counts for variant in form.games.ids}
    counts |= {variant: load_game(variant).seat_counts for variant in game_ids()}
    return tuple(_game_tile(form, variant, seats, words) for variant, seats in counts.items())


def _game_tile(form: SetupForm, variant: str, counts: Sequence[int], words: Words) -> GameTile:
    message = f"game.{variant}"
    line = words.text(message)
    span = str(counts[0]) if len(counts) == 1 else f"{counts[0]}–{counts[-1]}"
    board, sectors = _usual_board(form.games, variant) if has_board(variant) else ("", 0)
    return GameTile(
        variant=variant,
        title=variant_name(variant, words),
        line="" if line == message else line,
        players=words.text("game.players", counts=span),
        chosen=variant == form.settings.variant,
        board=board,
        colours=tuple(PAWNS)[:sectors],
    )


@lru_cache(maxsize=64)
def _usual_board(games: Catalogue, variant: str) -> tuple[str, int]:
    """The board of a game with its usual number of players, and its sectors; an empty name if there is none."""
    rules = games.variant(variant)
    sectors = next(sectors for sectors, counts in rules.boards.items() if rules.usual_seats in counts)
    boards = boards_for(rules, sectors, clockwise=seating_of(rules, {}).pawns == "clockwise")
    return (boards[0] if boards else ""), sectors
