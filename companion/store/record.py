"""The record of a data folder for a table: held by one program, and reopened after trouble.

Laws: only the program that holds the folder writes to its record; if the disk refuses, the game goes on, `health`
reports it, and each `append` tries again; an unusable record is put aside or left as it is, never overwritten.
"""

import logging
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final, get_args

from companion.history.play_clock import Stored
from companion.model.verdict import Message
from companion.rules.catalogue import Catalogue
from companion.session.events import Event, GameAbandoned, GameWon
from companion.session.results import ResultEvent
from companion.store.codec import RecordedEvent
from companion.store.epoch import RECORD_FILE, keep_epoch, last_epoch
from companion.store.event_log import EventLog, tick_ms
from companion.store.faults import RECORD_CORRUPT, RECORD_FAILED, RecordError, fault_of
from companion.store.folder_lock import FolderHeldError, FolderLock
from companion.store.game_list import LIST_FILE, GameList
from companion.store.record_file import put_aside
from companion.store.rows import Row
from companion.views.kept.saved_game import SavedGame, SavedGames
from companion.views.table_view import Health, HealthState

log = logging.getLogger(__name__)

#: After this time a play counts as not recorded, and is retried.
_WAIT_S: Final = 0.2
#: A game whose newest row is one of these is over; a result always is.
_FINISHED: Final = tuple(kind.__name__ for kind in (GameWon, GameAbandoned, *get_args(ResultEvent)))


class Record:
    """The record in `folder`.  `begin` may be called repeatedly; `epoch` counts the starts of the program."""

    def __init__(self, catalogue: Catalogue, folder: Path) -> None:
        self._catalogue = catalogue
        self._folder = folder
        self._lock = FolderLock(folder)
        self._log: EventLog | None = None
        self._games: GameList | None = None
        self._refused: RecordError | None = None
        self._aside: Path | None = None
        self._counted = False
        self.epoch = 0

    @property
    def health(self) -> Health:
        """Whether the game is being saved."""
        if self._refused:
            return Health(part="record", state=HealthState.LOST, code=self._refused.code)
        return Health(part="record", state=HealthState.OK, code="record_ok")

    @property
    def notices(self) -> tuple[Message, ...]:
        """The messages that people should see before they play."""
        return (("record_put_aside", (("file", self._aside.name),)),) if self._aside else ()

    def begin(self) -> None:
        """Takes the folder and opens the record, unless that is done.  Raises FolderHeldError, and nothing else."""
        if self._log:
            return
        try:
            self._open()
        except RecordError as error:
            if error.code == RECORD_CORRUPT and self._put_aside(error):
                self.begin()
            else:
                log.error("%s", error)

    def append(self, game: str, epoch: int, events: Iterable[RecordedEvent]) -> int:
        """Like `EventLog.append`; opens the record if that failed before."""
        try:
            row = self._opened().append(game, epoch, events)
        except FolderHeldError as error:
            raise RecordError(RECORD_FAILED, str(error)) from error
        except RecordError as error:
            self._refused = error
            raise
        self._refused = None
        return row

    def adopt(self, rows: Iterable[Row]) -> None:
        """Like `EventLog.adopt`."""
        self._opened().adopt(rows)

    def load(self, game: str) -> tuple[Event, ...]:
        """Like `EventLog.load`."""
        return self._opened().load(game)

    def load_result(self, game: str) -> tuple[ResultEvent, ...]:
        """Like `EventLog.load_result`."""
        return self._opened().load_result(game)

    def saved_game(self, game: str) -> SavedGame:
        """Like `EventLog.saved_game`."""
        return self._opened().saved_game(game)

    def seal_of(self, game: str) -> str:
        """Like `EventLog.seal_of`."""
        return self._opened().seal_of(game)

    def stored(self, game: str) -> tuple[Stored, ...]:
        """Like `EventLog.stored`."""
        return self._opened().stored(game)

    def games(self) -> Sequence[SavedGame]:
        """Returns the unfinished games, the last played one first; those that cannot be continued have a fault."""
        if self._games is None:
            return ()
        try:
            return self._games.open_games(_FINISHED)
        except RecordError as error:
            log.error("%s", error)
            return ()

    def all_games(self, seconds: float | None = None) -> SavedGames:
        """Returns every game, finished ones too, like `GameList.read`."""
        if self._games is None:
            return SavedGames()
        try:
            return self._games.read(seconds=seconds)
        except RecordError as error:
            log.error("%s", error)
            return SavedGames()

    def close(self) -> None:
        if self._log:
            self._log.close()
            self._log = self._games = None
        self._lock.release()

    def _opened(self) -> EventLog:
        return self._log or self._open()

    def _open(self) -> EventLog:
        """Opens the record.  Raises RecordError and FolderHeldError."""
        try:
            self._lock.take()
            self._count_start()
            self._log = self._begun_log()
        except (OSError, RecordError) as error:
            self._refused = error if isinstance(error, RecordError) else fault_of(self._folder, error)
            # a start of which nothing could be written is counted again by the next
            self.epoch = self.epoch or last_epoch(self._folder) + 1
            raise self._refused from error
        self._refused = None
        self._games = GameList(self._log, self._folder / LIST_FILE)
        return self._log

    def _count_start(self) -> None:
        """Counts this start of the program.  Raises OSError."""
        if not self._counted:
            self.epoch = self.epoch or last_epoch(self._folder) + 1
            keep_epoch(self._folder, self.epoch)
            self._counted = True

    def _begun_log(self) -> EventLog:
        """Returns the open log.  Raises RecordError."""
        opened = EventLog(self._catalogue, self._folder / RECORD_FILE, wait_s=_WAIT_S, tick=tick_ms)
        try:
            opened.note_start(self.epoch)
        except RecordError:
            opened.close()
            raise
        return opened

    def _put_aside(self, error: RecordError) -> bool:
        """Puts a damaged record aside, if that is possible; returns whether it did."""
        try:
            self._aside = put_aside(self._folder / RECORD_FILE)
        except OSError as refusal:
            log.warning("the damaged record cannot be put aside (%s)", refusal.strerror or refusal)
            return False
        log.warning("%s; it lies unchanged as %s", error, self._aside.name)
        return True
