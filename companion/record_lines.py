"""Records as files on the command line: `export`, `import` and `replay` of a game's text.

Law: a broken file is one line with its name, the place and the reason (status 2); a record with an entry that the rules
do not bear out is told line by line and ends with status 1.
"""

import json
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final

from companion.app.ports import StoreError
from companion.lines import DONE, REFUSED
from companion.session.events import GameStarted
from companion.store.event_log import EventLog
from companion.store.export import export_game, game_as_text, import_game, take_text, write_whole
from companion.transcript.retrial import Judged, judge_again, judged_to_json
from companion.transcript.text import GameText, parse_game
from companion.transcript.words import RecordTextError

#: The ending of a file that keeps every row with its seal; any other is the text for people.
SEALED: Final = ".jsonl"
_LONGEST_BYTES: Final = 50_000_000

Say = Callable[[str], None]


class RecordFileError(Exception):
    """A file that is no record, or a record that cannot be used; one line with what to do."""


def export_record(record: Path, game: str, file: Path | None, say: Say) -> None:
    """Writes a game: sealed rows for FILE.jsonl, else the text; without a file to standard output.

    Raises RecordFileError.
    """
    try:
        with closing(EventLog(record)) as log:
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
        write_whole(file, text.encode())
    except StoreError as error:
        raise RecordFileError(str(error)) from error


def import_record(record: Path, file: Path, say: Say) -> None:
    """Takes a game from a file into the record.  Raises RecordFileError."""
    sealed = file.suffix == SEALED
    read = None if sealed else load_record(file)
    if read is not None and read.doubts:
        line, reason = read.doubts[0]
        raise RecordFileError(f"{file.name}: line {line}: {reason}; `replay {file.name}` judges every play")
    try:
        with closing(EventLog(record)) as log:
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


def replay_record(file: Path, *, as_json: bool, say: Say) -> int:
    """Judges every play of a record again, a line each; gives the exit status.  Raises RecordFileError."""
    read = load_record(file)
    started = read.events[0]
    assert isinstance(started, GameStarted)
    wrong = False
    for judged in judge_again(read):
        wrong |= judged.wrong
        line = judged_to_json(judged, started.position.variant) if as_json else None
        say(_in_words(judged) if line is None else json.dumps(line, ensure_ascii=False))
    return REFUSED if wrong else DONE


def load_record(file: Path) -> GameText:
    """Reads a record text.  Raises RecordFileError."""
    try:
        if file.stat().st_size > _LONGEST_BYTES:
            raise RecordFileError(f"{file.name} is no Pawtrack record: it is far too long")
        return parse_game(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise RecordFileError(f"{file.name} cannot be read ({error.strerror})") from error
    except UnicodeDecodeError as error:
        raise RecordFileError(f"{file.name} is no Pawtrack record: byte {error.start + 1} is no UTF-8") from error
    except RecordTextError as error:
        raise RecordFileError(f"{file.name}: {error}") from error


def _in_words(judged: Judged) -> str:
    seat = "      " if judged.seat is None else f"seat {judged.seat}"
    told = [f"line {judged.line:>5}  {seat}  {judged.card or '':<9} {judged.verdict:<9}", judged.play or ""]
    if judged.ruling:
        told.append(f"({judged.ruling})")
    if judged.wrong:
        told += [text for text in ((judged.text or {}).get("en"), judged.detail) if text]
    return "  ".join(part for part in told if part).rstrip()
