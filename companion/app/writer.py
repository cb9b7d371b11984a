"""Who brings the events of a table to the record, so that the table never waits for a disk.

Laws: events are stored in their order, and none is dropped: what the disk refuses, or another program holds up, waits
in memory and is tried again by itself; whoever hands events over waits `WAIT_S` at most, and not at all while others
wait already.  What is not stored is not called stored.
"""

import logging
import threading
from collections.abc import Callable
from typing import Final

from companion.app.ports import Store, StoreError
from companion.session.events import Event
from companion.views.table_view import Health, HealthState

log = logging.getLogger(__name__)

WAIT_S: Final = 0.25
#: So long after a refusal it is tried again, or when there is more to store.
RETRY_S: Final = 1.0
PART: Final = "record"
_STORED: Final = Health(part=PART, state=HealthState.OK, code="record_ok")
_LATE: Final = Health(part=PART, state=HealthState.LOST, code="record_slow")


class Writer:
    """Stores in the caller's thread until `start`, then in one of its own until `stop`.

    `changed` is called from that thread when `health` is another than was given back last.
    """

    def __init__(self, store: Store, epoch: int, changed: Callable[[], None]) -> None:
        self._store = store
        self._epoch = epoch
        self._changed = changed
        self._news = threading.Condition()
        #: By game, in the order in which they are to be stored.
        self._waiting: list[tuple[str, list[Event]]] = []
        self._health: Health | None = None
        self._stopping = False
        self._thread: threading.Thread | None = None

    @property
    def health(self) -> Health | None:
        """Whether all that was handed over is stored; None before there was anything."""
        return self._health

    def start(self) -> None:
        self._stopping = False
        self._thread = threading.Thread(target=self._run, name="record", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Tries once more what could not be stored so far."""
        if self._thread is None:
            self._store_all()
            return
        with self._news:
            self._stopping = True
            self._news.notify_all()
        self._thread.join()
        self._thread = None

    def keep(self, game: str, events: tuple[Event, ...]) -> Health:
        """Whether these events, and all before them, are stored."""
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

    def _store_all(self) -> None:
        """Stores what waits, until it is all stored or refused."""
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
        """Why these were not stored; None where they were."""
        try:
            self._store.append(game, self._epoch, batch)
        except StoreError as error:
            log.error("%s", error)
            return Health(part=PART, state=HealthState.LOST, code=getattr(error, "code", "record_failed"))
        except Exception:
            if self._thread is None:
                raise
            log.exception("the record stumbled")
            return Health(part=PART, state=HealthState.LOST, code="record_failed")
        return None

    def _note(self, health: Health) -> None:
        before, self._health = self._health, health
        self._news.notify_all()
        if before is not None and before != health and self._thread is not None:
            self._changed()
