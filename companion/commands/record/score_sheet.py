"""Players, tables and evenings on the command line, from the record and the profiles of a data folder."""

import csv
import io
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from companion.commands.record.record_files import listed_games
from companion.rules.catalogue import Catalogue
from companion.scoring.games import evenings, scored_games
from companion.scoring.people import shown_names
from companion.scoring.profiles import ProfileRefusedError
from companion.scoring.ratings import FEWEST_GAMES, RatingBook
from companion.scoring.tables import PlayerRow, games_together, names_played, player_table, points_table
from companion.store.epoch import RECORD_FILE
from companion.store.folder_lock import FolderHeldError, FolderLock
from companion.store.profile_file import PROFILE_FILE, ProfileFileError, load_profiles, save_profiles
from companion.texts.stored_times import iso_day
from companion.views.kept.saved_game import SavedGame

#: The reason of each refusal, with the remedy.
_REFUSED: Final = {
    "name_missing": "a player needs a name",
    "name_long": "{name!r} is too long; a name has at most {most} letters",
    "name_taken": "{new} is another player; `pawtrack players merge` makes two names one person",
    "same_player": "{name} and {into} are one player already",
    "sat_together": "{name} and {into} sat at one table in {count} games, so they are two people",
    "own_name": "{name!r} is no other name of anybody; `pawtrack players list` shows them",
}


class ScoreSheetError(Exception):
    """A refused change; one line with the remedy."""


class ScoreSheet:
    """The games of a data folder and their players; `variant`: only games of that id.

    Raises RecordFileError and ScoreSheetError.
    """

    def __init__(self, catalogue: Catalogue, folder: Path, variant: str = "") -> None:
        self._folder = folder
        record = folder / RECORD_FILE
        games = listed_games(catalogue, record, check=False) if record.exists() else ()
        self._games: tuple[SavedGame, ...] = tuple(g for g in games if variant in ("", g.variant))
        try:
            self._profiles = load_profiles(folder)
        except ProfileFileError as error:
            raise ScoreSheetError(f"{error}; mend {PROFILE_FILE} or move it away") from error

    def player_lines(self) -> Iterator[str]:
        """A line for each player."""
        for row in self._rows():
            profile = row.profile
            beside = [f"also {', '.join(profile.others)}"] if profile.others else []
            beside += [text for text in (row.colour, profile.glyph) if text]
            yield f"{profile.name:12}  {row.games:>4} games  {'; '.join(beside)}".rstrip()

    def table_lines(self, *, as_csv: bool) -> Iterator[str]:
        """The table, best first; as CSV with a line of headings."""
        if as_csv:
            yield from _csv(["name", "games", "won", "rating", "margin"], map(_cells, self._rows()))
            return
        for row in self._rows():
            share = f"{100 * row.won / row.games:3.0f} %" if row.games else "  - %"
            yield f"{row.profile.name:12}  {row.games:>4} games  {row.won:>4} won  {share}  {_rating(row)}"

    def evening_lines(self, *, as_csv: bool) -> Iterator[str]:
        """Every evening's points, the newest evening first."""
        names = shown_names(self._games, self._profiles)
        found = reversed(evenings(scored_games(self._games, self._profiles)))
        rows: list[list[object]] = [
            [iso_day(evening[0].started_ms), row.rank, names[row.player], row.points, row.won, row.games]
            for evening in found
            for row in points_table(evening)
        ]
        if as_csv:
            yield from _csv(["evening", "rank", "name", "points", "won", "games"], rows)
            return
        for day, rank, name, points, won, played in rows:
            yield f"{day:10}  {rank:>2}. {name:12}  {points:>3} points  {won:>3} of {played} won"

    def renamed(self, name: str, new: str) -> str:
        """Raises ScoreSheetError."""
        before = self._known(name)
        try:
            self._profiles = self._profiles.renamed(before, new, names_played(self._games))
        except ProfileRefusedError as error:
            raise _refused(error) from error
        now = self._profiles.of(before).name
        return f"{before} is now {now}; all games stay theirs, and {before} goes on meaning the same person"

    def merged(self, name: str, into: str) -> str:
        """Raises ScoreSheetError."""
        gone, kept = self._known(name), self._known(into)
        try:
            together = games_together(self._games, self._profiles, gone, kept)
            self._profiles = self._profiles.merged(gone, kept, together)
        except ProfileRefusedError as error:
            raise _refused(error) from error
        return f"all games of {gone} count for {kept}; `pawtrack players split {gone!r}` undoes it"

    def split(self, name: str) -> str:
        """Raises ScoreSheetError."""
        before = self._known(name)
        try:
            self._profiles = self._profiles.split(name)
        except ProfileRefusedError as error:
            raise _refused(error) from error
        return f"{name} is a player apart from {before} again"

    def removed(self, name: str) -> str:
        """Raises ScoreSheetError."""
        known = self._known(name)
        self._profiles = self._profiles.removed(known, time.time_ns() // 1_000_000)
        return f"{known} is off the lists; the games stay in the record, and a new game brings {known} back"

    def save(self) -> None:
        """Raises ScoreSheetError, also while another program holds the folder."""
        lock = FolderLock(self._folder)
        try:
            lock.take()
            save_profiles(self._folder, self._profiles)
        except FolderHeldError as error:
            raise ScoreSheetError(f"nothing is changed: {error}") from error
        except OSError as error:
            raise ScoreSheetError(f"nothing is changed: {PROFILE_FILE} cannot be written ({error.strerror})") from error
        finally:
            lock.release()

    def _rows(self) -> tuple[PlayerRow, ...]:
        scored = scored_games(self._games, self._profiles)
        return player_table(self._games, scored, self._profiles, RatingBook(scored))

    def _known(self, name: str) -> str:
        """The present name of a known player.  Raises ScoreSheetError."""
        shown = shown_names(self._games, self._profiles).get(self._profiles.key_of(name))
        if shown is None:
            raise ScoreSheetError(f"nobody has played as {name[:40]!r}; `pawtrack players list` shows who has")
        return shown


def _refused(error: ProfileRefusedError) -> ScoreSheetError:
    return ScoreSheetError(_REFUSED[error.message].format(**error.blanks))


def _rating(row: PlayerRow) -> str:
    if row.rating is None:
        return f"rating after {max(0, FEWEST_GAMES - row.games)} more games"
    return f"{row.rating.strength:5.1f} ± {row.rating.margin:.1f}"


def _cells(row: PlayerRow) -> list[object]:
    rating = row.rating
    shown = [f"{rating.strength:.2f}", f"{rating.margin:.2f}"] if rating else ["", ""]
    return [row.profile.name, row.games, row.won, *shown]


def _csv(headings: list[str], rows: Iterable[list[object]]) -> list[str]:
    """Lines of comma-separated values; a name that a spreadsheet would take for a formula is marked as text."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(headings)
    writer.writerows([[_cell(value) for value in row] for row in rows])
    return text.getvalue().splitlines()


def _cell(value: object) -> object:
    return f"'{value}" if isinstance(value, str) and value.startswith(("=", "+", "-", "@")) else value
