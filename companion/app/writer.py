"""Brings the events of a table to the record, so that the table never waits for a disk.

Laws: events are stored in their order, and none is dropped: events that the disk refuses, or that another program
delays, wait in memory and are retried automatically; the caller waits at most `WAIT_S`, and not at all while other
events wait already.  Unstored events are never reported as stored.
"""

import logging
import threading
from collections.abc import Callable
from typing import Final

from companion.app.ports import Store, StoreError
from companion.session.events import Event
from companion.system.threads import RestartingThread
from companion.views.table_view import Health, HealthState

log = logging.getLogger(__name__)

WAIT_S: Final = 0.25
#: Seconds from a refusal to the next try, unless more events come before.
RETRY_S: Final = 1.0
PART: Final = "record"
_STORED: Final = Health(part=PART, state=HealthState.OK, code="record_ok")
_FAILED: Final = Health(part=PART, state=HealthState.LOST, code="record_failed")
_LATE: Final = Health(part=PART, state=HealthState.LOST, code="record_slow")


class Writer:
    """Stores in the caller's thread until `start`, then in one of its own until `stop`.

    `changed` is called from that thread when `health` differs from the last one returned.
    """

    def __init__(self, store: Store, epoch: int, changed: Callable[[], None]) -> None:
        self._store = store
        self._epoch = epoch
        self._changed = changed
        self._news = threading.Condition()
        #: By game, in the order of storing.
        self._waiting: list[tuple[str, list[Event]]] = []
        self._health: Health | None = None
        self._stopping = False
        self._thread: RestartingThread | None = None

    @property
    def health(self) -> Health | None:
        """Whether all events are stored; None before the first."""
        return self._health

    def start(self) -> None:
        self._stopping = False
        self._thread = RestartingThread(PART, self._run, self._stumble)
        self._thread.start()

    def stop(self) -> None:
        """Tries once more to store the waiting events."""
        if self._thread is None:
            self._store_all()
            return
        with self._news:
            self._stopping = True
            self._news.notify_all()
        self._thread.stop()
        self._thread = None

    def keep(self, game: str, events: tuple[Event, ...]) -> Health:
        """Returns whether these events, and all before them, are stored."""
        with self._news:
            held_up = bool(self._waiting)
            if not self._waiting or self._waiting[-1][0] != game:
                self._waiting.append((game, []))
            self._waiting[-1][1].extend(events)
            if self._thread is None:
                self._store_all()
            else:
                if not held_up:
                    self._health = None
                self._news.notify_all()
                self._news.wait_for(lambda: self._health is not None, 0 if held_up else WAIT_S)
                if self._health is None:
                    self._health = _LATE
        assert self._health is not None
        return self._health

    def _run(self) -> None:
        while True:
            with self._news:
                self._news.wait_for(lambda: self._stopping or self._waiting)
                stopping = self._stopping
            self._store_all()
            if stopping:
                return
            with self._news:
                if self._waiting and self._health != _STORED:
                    self._news.wait(RETRY_S)

    def _stumble(self, _: BaseException) -> None:
        with self._news:
            self._note(_FAILED)

    def _store_all(self) -> None:
        """Stores the waiting events, until all are stored or refused."""
        while self._waiting:
            with self._news:
                game, events = self._waiting[0]
                batch = tuple(events)
            refused = self._refusal(game, batch)
            with self._news:
                if refused is None:
                    del events[: len(batch)]
                    if not events:
                        self._waiting.remove((game, events))
                if refused is not None or not self._waiting:
                    self._note(refused or _STORED)
            if refused is not None:
                return

    def _refusal(self, game: str, batch: tuple[Event, ...]) -> Health | None:
        """Stores a batch; returns the reason for a refusal, None if it is stored."""
        try:
            self._store.append(game, self._epoch, batch)
        except StoreError as error:
            log.error("%s", error)
            return Health(part=PART, state=HealthState.LOST, code=getattr(error, "code", "record_failed"))
        # a fault of the store must not end the thread that stores: the events wait and are tried again
        except Exception:
            if self._thread is None:
                raise
            log.exception("the record stumbled")
            return _FAILED
        return None

    def _note(self, health: Health) -> None:
        before, self._health = self._health, health
        self._news.notify_all()
        if before is not None and before != health and self._thread is not None:
            self._changed()
