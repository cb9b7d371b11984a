"""A row of the record and its seal, and what may follow what.

Law: a seal binds every column of its row and the row before it.
"""

import hashlib
from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec

from companion.session.results import ResultEvent
from companion.store.codec import CodecError, RecordedEvent

#: The hash before the first row of a game.
GENESIS: Final = ""


class Row(NamedTuple):
    """One stored event; `hash` seals the row's other columns, `prev_hash` is the hash of the previous row."""

    game: str
    seq: int
    epoch: int
    ts_wall: int
    type: str
    body: str
    prev_hash: str
    hash: str


def seal(row: Row) -> str:
    """Returns the row's hash: sha256 over all its other columns, among them the hash of the previous row."""
    return hashlib.sha256(msgspec.json.encode(row[:-1])).hexdigest()


def check_seal(row: Row, number: int, prev_hash: str) -> None:
    """Checks that the row has this number, follows the row sealed `prev_hash` and fits its seal.  Raises CodecError."""
    if row.seq != number or row.prev_hash != prev_hash:
        raise CodecError(f"the chain of rows is broken before row {number}")
    if seal(row) != row.hash:
        raise CodecError(f"row {number} does not fit its seal")


def following(before: Sequence[RecordedEvent], event: RecordedEvent) -> RecordedEvent:
    """Returns the event itself.  Raises CodecError for a step of a result in a game with plays, and the reverse."""
    if before and isinstance(before[0], ResultEvent) is not isinstance(event, ResultEvent):
        raise CodecError(f"{type(event).__name__} does not follow {type(before[0]).__name__}")
    return event
