"""Exports and imports a game: as JSON Lines with every seal, or as readable text (`transcript`).

Law: a written file is whole or absent, and an import is checked as strictly as the record itself.
"""

import logging
from collections.abc import Sequence
from pathlib import Path

import msgspec

from companion.rules.catalogue import Catalogue
from companion.store.codec import CodecError, RecordedEvent, decode_event, encode_event
from companion.store.event_log import EventLog, Verification, wall_ms
from companion.store.faults import RECORD_FAILED, RecordError, fault_of
from companion.store.rows import GENESIS, Row, check_seal, following, seal
from companion.system.disk.whole_file import write_whole
from companion.system.files import RECORD_BYTES, read_bytes
from companion.transcript.text import GameText, format_game

logger = logging.getLogger(__name__)


class _Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    game: str
    seq: int
    epoch: int
    ts_wall: int
    type: str
    body: msgspec.Raw
    prev_hash: str
    hash: str


def export_game(log: EventLog, game: str, path: Path) -> int:
    """Writes the longest whole beginning of the game and returns its number of rows.

    Raises RecordError, also if the game is unknown or its first row is damaged.
    """
    whole = len(_whole(log, game).events)
    save_file(path, row_lines(log.rows(game)[:whole]))
    return whole


def export_raw(log: EventLog, game: str, path: Path) -> int:
    """Writes every row of the game unchanged, whole or not, and returns their number.  Raises RecordError.

    A body that is no JSON becomes a text.
    """
    rows = log.rows(game)
    if not rows:
        raise _unknown(game)
    save_file(path, b"".join(_raw_line(row) + b"\n" for row in rows))
    return len(rows)


def save_file(path: Path, content: bytes) -> None:
    """Leaves either the old file or the whole new one, even after a power cut.  Raises RecordError."""
    try:
        write_whole(path, content, shared=True)
    except OSError as error:
        raise fault_of(path, error) from error


def game_as_text(log: EventLog, game: str) -> str:
    """Returns the longest whole beginning of the game as a record text.  Raises RecordError, also for a result."""
    events = _whole(log, game).played
    if not events:
        raise RecordError(RECORD_FAILED, f"{game[:40]} is a result without plays; `export` writes it as FILE.jsonl")
    try:
        return format_game(events, log.rows(game)[0].ts_wall)
    except ValueError as error:
        raise RecordError(RECORD_FAILED, f"game {game[:40]} cannot be written as text ({error})") from error


def take_text(log: EventLog, record: GameText) -> None:
    """Takes a game from a text into the record.  Raises RecordError if its id is known already.

    All its rows have the date of the text, or the present time without one, and no start of this program (epoch 0).
    """
    if log.rows(record.game):
        raise RecordError(RECORD_FAILED, f"game {record.game[:40]} is in the record already")
    date = wall_ms() if record.date_ms is None else record.date_ms
    log.adopt(sealed_rows(record.game, record.events, [(0, date)] * len(record.events)))


def sealed_rows(game: str, events: Sequence[RecordedEvent], dates: Sequence[tuple[int, int]]) -> list[Row]:
    """Makes a new chain of rows from events, each with its start of the program and its time (Unix ms)."""
    rows: list[Row] = []
    for (seq, event), (epoch, date) in zip(enumerate(events, start=1), dates, strict=True):
        kind, body = encode_event(event)
        row = Row(game, seq, epoch, date, kind, body, rows[-1].hash if rows else GENESIS, "")
        rows.append(row._replace(hash=seal(row)))
    return rows


def row_lines(rows: Sequence[Row]) -> bytes:
    """Returns whole rows as the JSON Lines of an exported game."""
    return b"".join(_line(row) + b"\n" for row in rows)


def import_game(log: EventLog, path: Path) -> str:
    """Takes an exported game into the record and returns its id.  Raises RecordError, also if the game is known."""
    try:
        rows = [_row(line) for line in read_bytes(path, RECORD_BYTES).splitlines()]
        _check(log.catalogue, rows)
    except OSError as error:
        raise RecordError(RECORD_FAILED, f"{path.name} cannot be read ({error.strerror or error})") from error
    except (CodecError, msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise fault_of(path, error) from error
    game = rows[0].game
    if log.rows(game):
        raise RecordError(RECORD_FAILED, f"{path.name}: game {game[:40]} is in the record already")
    log.adopt(rows)
    return game


def _whole(log: EventLog, game: str) -> Verification:
    found = log.verify(game)
    if not found.events:
        if found.fault is None:
            raise _unknown(game)
        raw = "`export GAME FILE.jsonl --raw` writes its rows as they are"
        raise RecordError(RECORD_FAILED, f"nothing is written: {found.fault}; {raw}")
    if found.fault:
        logger.warning("only the first %d rows are written: %s", len(found.events), found.fault)
    return found


def _unknown(game: str) -> RecordError:
    what = f"there is no game {game[:40]} in the record; `python -m companion games` lists them"
    return RecordError(RECORD_FAILED, f"nothing is written: {what}")


def _raw_line(row: Row) -> bytes:
    try:
        msgspec.json.decode(row.body)
    except (msgspec.DecodeError, RecursionError):
        return msgspec.json.encode(row._asdict())
    return _line(row)


def _line(row: Row) -> bytes:
    return msgspec.json.encode(_Line(*row[:5], msgspec.Raw(row.body.encode()), row.prev_hash, row.hash))


def _row(line: bytes) -> Row:
    read = msgspec.json.decode(line, type=_Line)
    return Row(
        read.game, read.seq, read.epoch, read.ts_wall, read.type, bytes(read.body).decode(), read.prev_hash, read.hash
    )


def _check(catalogue: Catalogue, rows: Sequence[Row]) -> None:
    if not rows:
        raise CodecError("there is no row in it")
    prev_hash = GENESIS
    events: list[RecordedEvent] = []
    for number, row in enumerate(rows, start=1):
        if row.game != rows[0].game:
            raise CodecError(f"row {number} belongs to another game")
        check_seal(row, number, prev_hash)
        events.append(following(events, decode_event(catalogue, row.type, row.body)))
        prev_hash = row.hash
