"""Records on the command line: the list of games, and `export`, `import` and `replay` of a game's text.

Law: a broken file is one line with its name, the place and the reason (status 2); a record with an entry that breaks
the rules is reported line by line and ends with status 1.
"""

import json
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from datetime import date, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import msgspec

from companion.app.ports import StoreError
from companion.commands.programs.json_lines import DONE, REFUSED
from companion.history.filters import Ended, GameFilter, ended, wanted_games
from companion.rules.catalogue import Catalogue
from companion.rules.variant_files.file import build_variant
from companion.scoring.people import known_games
from companion.scoring.profiles import Profiles
from companion.session.events import GameStarted, Start
from companion.store.event_log import EventLog
from companion.store.export import export_game, export_raw, game_as_text, import_game, save_file, take_text
from companion.store.game_list import LIST_FILE, GameList
from companion.store.profile_file import ProfileFileError, load_profiles
from companion.store.record_file import ASIDE
from companion.system.files import RECORD_BYTES, read_text
from companion.texts import shipped_wording
from companion.transcript.judged import JudgedEntry, judged_to_json
from companion.transcript.order import misplaced_play
from companion.transcript.rejudge import rejudge
from companion.transcript.text import GameText, parse_game
from companion.transcript.words import RecordTextError
from companion.views.kept.saved_game import SavedGame
from companion.views.wording.messages import FALLBACK

#: The ending of a file that stores every row with its seal; any other is the text for people.
SEALED: Final = ".jsonl"

Say = Callable[[str], None]


class RecordFileError(Exception):
    """A file that is no record, or a record that cannot be used; one line with the remedy."""


def listed_games(catalogue: Catalogue, record: Path, *, check: bool) -> tuple[SavedGame, ...]:
    """Every game, the most recently played first, with everybody under the shown name.

    With `check` every row of each is read.  Raises RecordFileError.
    """
    try:
        with closing(EventLog(catalogue, record, read_only=True)) as log:
            if check:
                games = log.games()
            else:
                read_only = not os.access(record.parent, os.W_OK)
                games = GameList(log, record.with_name(LIST_FILE), read_only=read_only).read().games
    except StoreError as error:
        raise RecordFileError(str(error)) from error
    return known_games(games, players_of(record))


def players_of(record: Path) -> Profiles:
    """The players of a record; those of a file that cannot be read are people of their names alone."""
    try:
        return load_profiles(record.parent)
    except ProfileFileError:
        return Profiles()


def game_lines(games: Iterable[SavedGame]) -> Iterator[str]:
    """A line for each game."""
    for game in games:
        state = ended(game)
        summary = f"({game.reason})" if game.reason else ", ".join(game.names)
        plays = "" if state is Ended.FAULTY or game.entered else f"{game.ply:>4} plays  {_minutes(game.played_ms):>9}  "
        yield f"{game.game}  {_state(game):<9} {game.rows:>5} rows  {plays}{summary}{_result(game)}"


def game_objects(games: Iterable[SavedGame]) -> Iterator[str]:
    """The same as JSON, an object a line."""
    for game in games:
        yield json.dumps({**msgspec.to_builtins(game), "state": ended(game)}, ensure_ascii=False)


def aside_lines(folder: Path) -> Iterator[str]:
    """A line for each record that was put aside."""
    for aside in sorted(folder.glob(ASIDE)):
        yield f"{aside.name}  put aside as damaged or foreign; it lies as it was"


def wanted(games: tuple[SavedGame, ...], looked_for: GameFilter) -> tuple[SavedGame, ...]:
    """The games that the filter lets through; games are called by their English names here."""
    english = shipped_wording()[FALLBACK]["tablet"]
    titles = {game.variant: english.get(f"variant.{game.variant}", game.variant) for game in games}
    return wanted_games(games, looked_for, titles)


def day_ms(text: str) -> int:
    """The beginning of a day of the local calendar, in Unix milliseconds.  Raises RecordFileError."""
    try:
        return int(datetime.combine(date.fromisoformat(text), datetime.min.time()).timestamp() * 1000)
    except (ValueError, OverflowError, OSError) as error:
        raise RecordFileError(f"{text[:40]!r} is no day; write it as 2026-01-31") from error


def _state(game: SavedGame) -> str:
    if game.fault is not None:
        return game.fault.value
    if game.entered:
        return "struck" if game.is_struck else "result"
    return "finished" if game.finished else "open"


def _minutes(played_ms: int) -> str:
    return f"{played_ms // 3_600_000}:{played_ms // 60_000 % 60:02} h"


def _result(game: SavedGame) -> str:
    if not game.result:
        return "  (abandoned)" if game.finished else ""
    return f"  (won by {' and '.join(game.names[seat] for seat in game.result if seat < len(game.names))})"


def export_record(catalogue: Catalogue, record: Path, game: str, file: Path | None, say: Say) -> None:
    """Writes a game: sealed rows for FILE.jsonl, else the text; without a file to standard output.

    Raises RecordFileError.
    """
    try:
        with closing(EventLog(catalogue, record, read_only=True)) as log:
            if file is not None and file.suffix == SEALED:
                export_game(log, game, file)
                return
            text = game_as_text(log, game)
    except StoreError as error:
        raise RecordFileError(str(error)) from error
    if file is None:
        say(text.removesuffix("\n"))
        return
    try:
        save_file(file, text.encode())
    except StoreError as error:
        raise RecordFileError(str(error)) from error


def export_rows(catalogue: Catalogue, record: Path, game: str, file: Path) -> None:
    """Writes the rows of a game as they are stored, damaged ones too.  Raises RecordFileError."""
    try:
        with closing(EventLog(catalogue, record, read_only=True)) as log:
            export_raw(log, game, file)
    except StoreError as error:
        raise RecordFileError(str(error)) from error


def import_record(catalogue: Catalogue, record: Path, file: Path, say: Say) -> None:
    """Takes a game from a file into the record.  Raises RecordFileError."""
    sealed = file.suffix == SEALED
    read = None if sealed else load_record(catalogue, file)
    wrong = None if read is None else next(iter(read.illegal_plays), misplaced_play(read))
    if wrong is not None:
        line, reason = wrong
        raise RecordFileError(f"{file.name}: line {line}: {reason}; `replay {file.name}` judges every play")
    try:
        with closing(EventLog(catalogue, record)) as log:
            if read is None:
                game = import_game(log, file)
            else:
                take_text(log, read)
                game = read.game
    except StoreError as error:
        raise RecordFileError(str(error)) from error
    comments = len(read.comments) if read else 0
    left_out = f" ({comments} comments stay in the file only)" if comments else ""
    say(f"game {game} is in the record{left_out}")


def replay_record(catalogue: Catalogue, file: Path, *, as_json: bool, say: Say) -> int:
    """Judges every play of a record again, a line each; returns the exit status.  Raises RecordFileError."""
    read = load_record(catalogue, file)
    started = read.events[0]
    assert isinstance(started, Start)
    variant = None
    if isinstance(started, GameStarted):
        variant = build_variant(started.variant, started.rules.tables)
    wrong = False
    for judged in rejudge(read, shipped_wording()):
        wrong |= judged.wrong
        line = judged_to_json(variant, judged) if as_json else None
        say(_in_words(judged) if line is None else json.dumps(line, ensure_ascii=False))
    return REFUSED if wrong else DONE


def load_record(catalogue: Catalogue, file: Path) -> GameText:
    """Reads a game from its text or from its sealed rows.  Raises RecordFileError."""
    try:
        text = _text_of_rows(catalogue, file) if file.suffix == SEALED else read_text(file, RECORD_BYTES)
        return parse_game(catalogue, text)
    except StoreError as error:
        raise RecordFileError(f"{file.name}: {error}") from error
    except OSError as error:
        raise RecordFileError(f"{file.name} cannot be read ({error.strerror})") from error
    except RecordTextError as error:
        raise RecordFileError(f"{file.name}: {error}") from error


def _text_of_rows(catalogue: Catalogue, file: Path) -> str:
    """The text of sealed rows, which are checked on their way through a record of their own.  Raises StoreError."""
    with TemporaryDirectory() as folder, closing(EventLog(catalogue, Path(folder) / "record.sqlite")) as log:
        return game_as_text(log, import_game(log, file))


def _in_words(judged: JudgedEntry) -> str:
    seat = "      " if judged.seat is None else f"seat {judged.seat}"
    parts = [f"line {judged.line:>5}  {seat}  {judged.card or '':<9} {judged.verdict:<9}", judged.play or ""]
    if judged.ruling:
        parts.append(f"({judged.ruling})")
    if judged.wrong:
        parts += [text for text in ((judged.text or {}).get("en"), judged.detail) if text]
    return "  ".join(part for part in parts if part).rstrip()
