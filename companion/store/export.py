"""A game as JSON Lines, for reading, comparing and carrying elsewhere: one stored row a line, seals included.

Law: a written file is whole or not there, and what comes back in is checked as strictly as the record itself.
"""

import logging
import os
from collections.abc import Sequence
from pathlib import Path

import msgspec

from companion.store.codec import CodecError, decode_event
from companion.store.event_log import GENESIS, EventLog, Row, check_seal
from companion.store.faults import RECORD_FAILED, RecordError, corrupt, fault_of

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
    """Writes the longest whole beginning of the game and returns how many rows that is.

    Raises RecordError, also where the game is unknown or not even its first row is whole.
    """
    found = log.verify(game)
    whole = len(found.events)
    if not whole:
        what = found.fault or f"there is no game {game[:40]} in the record; `python -m companion games` lists them"
        raise RecordError(RECORD_FAILED, f"{path.name} is not written: {what}")
    if found.fault:
        logger.warning("only the first %d rows are written: %s", whole, found.fault)
    lines = [_line(row) for row in log.rows(game)[:whole]]
    try:
        _write_whole(path, b"".join(line + b"\n" for line in lines))
    except OSError as error:
        raise fault_of(path, error) from error
    return whole


def import_game(log: EventLog, path: Path) -> str:
    """Takes an exported game into the record and returns its id.  Raises RecordError, also where the game is known."""
    try:
        rows = [_row(line) for line in path.read_bytes().splitlines()]
        _check(rows)
    except OSError as error:
        raise fault_of(path, error) from error
    except (CodecError, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise corrupt(path, str(error)) from error
    game = rows[0].game
    if log.rows(game):
        raise corrupt(path, f"game {game[:40]} is in the record already")
    log.adopt(rows)
    return game


def _line(row: Row) -> bytes:
    return msgspec.json.encode(_Line(*row[:5], msgspec.Raw(row.body.encode()), row.prev_hash, row.hash))


def _row(line: bytes) -> Row:
    read = msgspec.json.decode(line, type=_Line)
    return Row(
        read.game, read.seq, read.epoch, read.ts_wall, read.type, bytes(read.body).decode(), read.prev_hash, read.hash
    )


def _check(rows: Sequence[Row]) -> None:
    if not rows:
        raise CodecError("there is no row in it")
    prev_hash = GENESIS
    for number, row in enumerate(rows, start=1):
        if row.game != rows[0].game:
            raise CodecError(f"row {number} belongs to another game")
        check_seal(row, number, prev_hash)
        decode_event(row.type, row.body)
        prev_hash = row.hash


def _write_whole(path: Path, content: bytes) -> None:
    """Either the old file or the whole new one, also after a power cut."""
    draft = path.with_name(path.name + ".new")
    with draft.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
    if os.name == "posix":
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
