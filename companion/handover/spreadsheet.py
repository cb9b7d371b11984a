"""Games as a spreadsheet: a row for each, with its figures, as CSV that people open by a double click.

Law: no typed text becomes a formula.
"""

import csv
import io
from collections.abc import Callable, Iterable
from typing import Final

from companion.history.filters import ended
from companion.texts.stored_times import iso_day, moment_of
from companion.views.kept.saved_game import SavedGame
from companion.views.wording.words import Words, variant_name

#: Marks the text as UTF-8 for spreadsheets.
_MARK: Final = "\ufeff"
#: The characters that begin a formula, also in full width, or that hide one.
_FORMULA: Final = frozenset("=+-@\t\r\n|%＝＋－＠")
#: Spreadsheets take the separator of their country: with decimal commas it is a semicolon.
_COMMA_LANGUAGES: Final = ("en",)

#: The columns: the message of the heading, and the contents.
_COLUMNS: Final[tuple[tuple[str, Callable[[SavedGame, Words], str | int]], ...]] = (
    ("day", lambda game, _: iso_day(game.started_ms)),
    ("time", lambda game, _: _begun(game)),
    ("game", lambda game, words: variant_name(game.variant, words)),
    ("players", lambda game, _: " · ".join(game.names)),
    ("state", lambda game, words: words.text(f"games.state_{ended(game)}")),
    (
        "winners",
        lambda game, _: " · ".join(name for seat, name in enumerate(game.names) if seat in (game.result or ())),
    ),
    ("minutes", lambda game, _: round(game.played_ms / 60_000)),
    ("plays", lambda game, _: game.ply),
    ("captures", lambda game, _: game.figures.total.captures),
    ("bites", lambda game, _: game.figures.total.bites),
    ("walked", lambda game, _: game.figures.total.walked),
    ("quarter_turns", lambda game, _: game.figures.total.quarter_turns),
    ("refused", lambda game, _: game.figures.total.refused),
    ("questions", lambda game, _: game.figures.total.asked),
    ("corrected", lambda game, _: game.figures.corrected),
    ("undos", lambda game, _: game.undos),
    ("longest", lambda game, _: round(game.figures.total.longest_ms / 1000)),
    ("place", lambda game, _: game.entered.place if game.entered else ""),
    ("note", lambda game, _: game.entered.note if game.entered else ""),
    ("id", lambda game, _: game.game),
)


def games_csv(games: Iterable[SavedGame], words: Words) -> str:
    """A heading and a row for each game that can be read, in their order."""
    written = io.StringIO()
    separator = "," if words.language in _COMMA_LANGUAGES else ";"
    writer = csv.writer(written, delimiter=separator, lineterminator="\r\n", quoting=csv.QUOTE_NONNUMERIC)
    rows: list[list[str | int]] = [[words.text(f"sheet.{message}") for message, _ in _COLUMNS]]
    rows += [[_harmless(of(game, words)) for _, of in _COLUMNS] for game in games if game.fault is None]
    for day, *others in rows:
        # Gnumeric takes the separator from a text in quotes, unless that begins the line
        written.write(f"{day}{separator}")
        writer.writerow(others)
    return _MARK + written.getvalue()


def _harmless(value: str | int) -> str | int:
    """Text that a spreadsheet would take for a formula gets an apostrophe."""
    if isinstance(value, str) and (value[:1] in _FORMULA or value.lstrip()[:1] in _FORMULA):
        return f"'{value}"
    return value


def _begun(game: SavedGame) -> str:
    """The time of day; empty where nobody knows it, and for one that no calendar has."""
    begun = moment_of(game.started_ms)
    return "" if begun is None or (game.entered and game.entered.day_only) else begun.strftime("%H:%M")
