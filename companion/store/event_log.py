"""The event log: one SQLite file, rows only ever added, each row sealed to the one before it.

Laws: `append` returns only after the rows are on the disk (WAL, synchronous=FULL); a file that is not a record is never
written to; a row that does not fit its seal is refused, never misread.
"""

import logging
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import Final, NamedTuple, get_args

from companion.history.play_clock import Stored
from companion.history.summary import summarise, summarise_result
from companion.rules.catalogue import Catalogue
from companion.session.events import CardGameStarted, CardsDealt, Event, GameAbandoned, GameStarted, GameWon, Start
from companion.session.results import ResultEvent
from companion.store.codec import CodecError, NewerError, RecordedEvent, decode_event, encode_event
from companion.store.faults import RecordError, fault_of, fault_of_game, is_locked
from companion.store.record_file import WAIT_S, open_file, open_to_read
from companion.store.rows import GENESIS, Row, check_seal, following, seal
from companion.system.quoting import one_line
from companion.views.kept.saved_game import SavedFault, SavedGame, last_played_first

log = logging.getLogger(__name__)

#: After these events the log goes into the file, so that a copy of the file alone has the game up to there.
_COPIED_AFTER: Final = (GameStarted, CardGameStarted, CardsDealt, GameWon, GameAbandoned, *get_args(ResultEvent))
_ROW: Final = "game, seq, epoch, ts_wall, type, body, prev_hash, hash"
#: From each game to the next by the tree alone, so that not every row is read.  UNION: a damaged tree may lead back.
_CHAIN_ENDS: Final = """
WITH RECURSIVE known(game) AS (
  SELECT min(game) FROM event
  UNION
  SELECT (SELECT min(game) FROM event WHERE event.game > known.game) FROM known WHERE known.game IS NOT NULL)
SELECT event.game, event.seq, event.type, event.hash FROM known CROSS JOIN event
WHERE event.game = known.game AND event.seq = (SELECT max(seq) FROM event AS other WHERE other.game = known.game)
"""


class ChainEnd(NamedTuple):
    """The newest row of a game as it is stored, unchecked; its `hash` seals the whole game.

    `played` counts up with each game that is played on this machine; 0 for one that came from elsewhere.
    """

    game: str
    seq: int
    type: str
    hash: str
    played: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Verification:
    """`events` is the longest whole beginning of the game; `fault` names the fault of the row after it."""

    events: tuple[RecordedEvent, ...]
    fault: CodecError | None

    @property
    def played(self) -> tuple[Event, ...]:
        """The events of a game with plays; none of a result."""
        return tuple(event for event in self.events if not isinstance(event, ResultEvent))

    @property
    def entered(self) -> tuple[ResultEvent, ...]:
        """The events of a result; none of a game with plays."""
        return tuple(event for event in self.events if isinstance(event, ResultEvent))


def wall_ms() -> int:
    return time.time_ns() // 1_000_000


def tick_ms() -> int:
    """Returns milliseconds of a clock that cannot be set."""
    return time.monotonic_ns() // 1_000_000


class EventLog:
    """The record at `path`, made if it is missing; threads take turns.  Raises RecordError.

    With `read_only` nothing is made or changed, so that it can be read beside a running game.
    """

    def __init__(
        self,
        catalogue: Catalogue,
        path: Path,
        clock: Callable[[], int] = wall_ms,
        *,
        read_only: bool = False,
        wait_s: float = WAIT_S,
        tick: Callable[[], int] | None = None,
    ) -> None:
        self.catalogue = catalogue
        self._path = path
        self._connect = partial(open_to_read if read_only else open_file, wait_s=wait_s)
        self._clock = clock
        self._tick = tick
        self._lock = threading.Lock()
        self._connection: sqlite3.Connection | None = None
        # per game: the last row known to be on disk, kept over a failed write
        self._confirmed: dict[str, int] = {}
        with self._open():
            pass

    def append(self, game: str, epoch: int, events: Iterable[RecordedEvent]) -> int:
        """Stores the events in one transaction and returns the row of the last one.  Raises RecordError.

        After a failed write the file is opened and checked anew; rows of the failed attempt that did reach the disk
        are recognised and not written twice.
        """
        happened = tuple(events)
        batch = [encode_event(event) for event in happened]
        with self._open() as connection, _transaction(connection):
            last = _last_row(connection, game)
            seq, prev_hash = (last.seq, last.hash) if last else (0, GENESIS)
            self._confirmed.setdefault(game, seq)
            arrived = self._arrived(connection, game, batch)
            for kind, body in batch[arrived:]:
                row = Row(game, seq + 1, epoch, self._clock(), kind, body, prev_hash, "")
                row = row._replace(hash=seal(row))
                connection.execute("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
                if self._tick is not None:
                    connection.execute("INSERT OR REPLACE INTO tick VALUES (?, ?, ?)", (game, row.seq, self._tick()))
                seq, prev_hash = row.seq, row.hash
            _note_activity(connection, game)
        self._confirmed[game] = seq
        if any(isinstance(event, _COPIED_AFTER) for event in happened):
            self._copy_log()
        return seq

    def _copy_log(self) -> None:
        """Moves the content of SQLite's log into the file itself: somebody may copy the file alone."""
        with suppress(RecordError), self._open() as connection:
            connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()

    def load(self, game: str) -> tuple[Event, ...]:
        """Returns all events of the game; () if it is unknown, or a result.  Raises RecordError if a row is damaged."""
        return self._whole(game).played

    def load_result(self, game: str) -> tuple[ResultEvent, ...]:
        """Returns all events of a result; () if there is none of this id.  Raises RecordError if a row is damaged."""
        return self._whole(game).entered

    def _whole(self, game: str) -> Verification:
        found = self.verify(game)
        if found.fault:
            raise fault_of_game(self._path, game, found.fault) from found.fault
        return found

    def verify(self, game: str) -> Verification:
        """Returns the longest whole beginning of the game and the fault after it.  Raises RecordError."""
        with self._open() as connection:
            found = self._verified(game, _rows_by_tree(connection, game))
            if found.fault is not None:
                found = self._verified(game, _rows(connection, game))
            if found.fault is None:
                self._confirmed.setdefault(game, len(found.events))
        return found

    def _verified(self, game: str, rows: Iterator[Row]) -> Verification:
        events: list[RecordedEvent] = []
        prev_hash = GENESIS
        for number, row in enumerate(rows, start=1):
            try:
                check_seal(row, number, prev_hash)
                events.append(following(events, decode_event(self.catalogue, row.type, row.body)))
            except CodecError as error:
                fault = f"game {game[:40]}, row {number}: {error}; the rows before it are whole"
                return Verification(events=tuple(events), fault=type(error)(fault))
            prev_hash = row.hash
        return Verification(events=tuple(events), fault=None)

    def adopt(self, rows: Iterable[Row]) -> None:
        """Stores rows that are already checked unchanged, seals and times included.  Raises RecordError."""
        with self._open() as connection, _transaction(connection):
            connection.executemany("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)

    def rows(self, game: str) -> tuple[Row, ...]:
        """Returns the stored rows unchanged and unchecked; for export."""
        with self._open() as connection:
            return tuple(_rows(connection, game))

    def stored(self, game: str) -> tuple[Stored, ...]:
        """Returns the time of each row of the game, unchecked.  Raises RecordError."""
        rows = self.rows(game)
        with self._open() as connection:
            ticks = _ticks(connection, game)
        return tuple(Stored(row.epoch, row.ts_wall, ticks.get(row.seq)) for row in rows)

    def chain_ends(self) -> tuple[ChainEnd, ...]:
        """Returns the newest row of each game, the last played game first.  Raises RecordError.

        It is fast, because nothing is checked.  Imported games that were not played here come last.
        """
        with self._open() as connection:
            played = _activity(connection)
            ends = [ChainEnd(*row) for row in connection.execute(_CHAIN_ENDS)]
        counted = (end._replace(played=played.get(end.game, 0)) for end in ends)
        return tuple(sorted(counted, key=lambda end: end.played, reverse=True))

    def seal_of(self, game: str) -> str:
        """Returns the hash of the newest row, which seals the whole game; empty if the game is unknown.

        Raises RecordError if that row is damaged.
        """
        with self._open() as connection:
            last = _last_row(connection, game)
        return last.hash if last else ""

    def saved_game(self, game: str) -> SavedGame:
        """Returns one game in short; every row of it is checked.  Raises RecordError."""
        with self._open() as connection:
            return _saved_game(connection, self.catalogue, game, _rows_by_tree(connection, game))

    def games(self) -> tuple[SavedGame, ...]:
        """Returns every game in the order of `last_played_first`; damaged and newer ones have a `fault`.

        Raises RecordError.
        """
        with self._open() as connection:
            # in the order of the tree, one pass: if that order is damaged a chain breaks, and nothing is misread
            every_row = map(Row._make, connection.execute(f"SELECT {_ROW} FROM event ORDER BY game, seq"))
            found = [
                _saved_game(connection, self.catalogue, game, rows)
                for game, rows in groupby(every_row, attrgetter("game"))
            ]
            played = _activity(connection)
        return last_played_first((played.get(each.game, 0), each) for each in found)

    def note_start(self, epoch: int) -> None:
        """Records the `epoch`-th start of the program.  Raises RecordError."""
        with self._open() as connection, _transaction(connection):
            connection.execute("INSERT OR IGNORE INTO start VALUES (?, ?)", (epoch, self._clock()))

    def close(self) -> None:
        with self._lock:
            if self._connection:
                self._connection.close()
                self._connection = None

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        """Yields the connection, opened if there is none.  A fault closes it, so that the next use checks the file."""
        with self._lock:
            try:
                if self._connection is None:
                    self._connection = self._connect(self._path)
                yield self._connection
            except (sqlite3.Error, OSError, UnicodeError, CodecError) as error:
                # a file that another program holds is not damaged
                if self._connection and not is_locked(error):
                    self._connection.close()
                    self._connection = None
                raise fault_of(self._path, error) from error

    def _arrived(self, connection: sqlite3.Connection, game: str, batch: list[tuple[str, str]]) -> int:
        """Returns how many events of `batch` are on disk already: a write that fails at its end may have succeeded."""
        confirmed = self._confirmed[game]
        query = "SELECT type, body FROM event WHERE game = ? AND seq > ? ORDER BY seq"
        beyond = connection.execute(query, (game, confirmed)).fetchall()
        return len(beyond) if beyond == batch[: len(beyond)] else 0


@contextmanager
def _transaction(connection: sqlite3.Connection) -> Iterator[None]:
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _rows(connection: sqlite3.Connection, game: str) -> Iterator[Row]:
    # the plus signs keep SQLite from trusting the order of a tree that may be damaged
    query = f"SELECT {_ROW} FROM event WHERE +game = ? ORDER BY +seq"
    for row in connection.execute(query, (game,)):
        yield Row(*row)


def _rows_by_tree(connection: sqlite3.Connection, game: str) -> Iterator[Row]:
    """Yields the rows of a game without reading those of the others; if the tree is damaged, a chain breaks."""
    query = f"SELECT {_ROW} FROM event WHERE game = ? ORDER BY seq"
    for row in connection.execute(query, (game,)):
        yield Row(*row)


def _last_row(connection: sqlite3.Connection, game: str) -> Row | None:
    query = f"SELECT {_ROW} FROM event WHERE game = ? ORDER BY seq DESC LIMIT 1"
    row = connection.execute(query, (game,)).fetchone()
    if row is None:
        return None
    last = Row(*row)
    check_seal(last, last.seq, last.prev_hash)
    return last


def _note_activity(connection: sqlite3.Connection, game: str) -> None:
    last = connection.execute("SELECT game FROM activity ORDER BY id DESC LIMIT 1").fetchone()
    if last is None or last[0] != game:
        connection.execute("INSERT INTO activity(game) VALUES (?)", (game,))


def _activity(connection: sqlite3.Connection) -> dict[str, int]:
    """Returns the count at which each game was last played; empty for a read-only record of an older program."""
    try:
        return dict(connection.execute("SELECT game, max(id) FROM activity GROUP BY game").fetchall())
    except sqlite3.OperationalError:
        return {}


def _ticks(connection: sqlite3.Connection, game: str) -> dict[int, int]:
    """Returns the clock that cannot be set, by row; empty for a read-only record of an older program."""
    try:
        return dict(connection.execute("SELECT seq, ms FROM tick WHERE game = ?", (game,)).fetchall())
    except sqlite3.OperationalError:
        return {}


def _saved_game(connection: sqlite3.Connection, catalogue: Catalogue, game: str, rows: Iterator[Row]) -> SavedGame:
    """Reads all of `rows`; those after the first damaged or newer one are not counted."""
    events: list[RecordedEvent] = []
    stored: list[Stored] = []
    prev_hash, ticks = GENESIS, _ticks(connection, game)
    try:
        for number, row in enumerate(rows, start=1):
            check_seal(row, number, prev_hash)
            events.append(following(events, decode_event(catalogue, row.type, row.body)))
            stored.append(Stored(row.epoch, row.ts_wall, ticks.get(row.seq)))
            prev_hash = row.hash
        return _summarised(events, stored)
    except CodecError as error:
        log.warning("game %s cannot be loaded: %s; its export saves the rows before", game[:40], error)
        fault = SavedFault.NEWER if isinstance(error, NewerError) else SavedFault.DAMAGED
        return _faulty(game, events, stored, fault, one_line(str(error)))


def _summarised(events: list[RecordedEvent], stored: list[Stored]) -> SavedGame:
    """Returns the game or result in short.  Raises CodecError for whole events that make none."""
    entered = [event for event in events if isinstance(event, ResultEvent)]
    try:
        if entered:
            return summarise_result(entered)
        return summarise([event for event in events if not isinstance(event, ResultEvent)], stored)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise CodecError(str(error)) from error


def _faulty(game: str, events: list[RecordedEvent], stored: list[Stored], fault: SavedFault, reason: str) -> SavedGame:
    """Returns the readable part of a game that is not whole."""
    begun = events[0] if events and isinstance(events[0], Start) else None
    return SavedGame(
        game=game,
        variant=begun.variant if begun else "",
        names=begun.names if begun else (),
        colours=begun.colours if begun else (),
        started_ms=stored[0].ms if stored else 0,
        changed_ms=stored[-1].ms if stored else 0,
        rows=len(events),
        demo=begun is not None and begun.demo,
        fault=fault,
        reason=reason,
    )
