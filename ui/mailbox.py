"""The one bridge from the table's thread to the screen's: the newest snapshot wins, older ones are never shown."""

import threading
from collections.abc import Callable

from kivy.clock import Clock

from companion.views.table_view import TableView


class Mailbox:
    """Holds one snapshot.  `put` may be called from any thread; `deliver` is called on the screen's."""

    def __init__(self, deliver: Callable[[TableView], None]) -> None:
        self._deliver = deliver
        self._lock = threading.Lock()
        self._newest: TableView | None = None
        self._waiting = False
        self._open = True

    def put(self, view: TableView) -> None:
        with self._lock:
            self._newest = view
            if self._waiting or not self._open:
                return
            self._waiting = True
        Clock.schedule_once(self._hand_over, -1)

    def close(self) -> None:
        """Drops a snapshot that was not delivered."""
        with self._lock:
            self._open = False

    def _hand_over(self, _elapsed: float) -> None:
        with self._lock:
            view, self._waiting = self._newest, False
            deliver = self._open
        if view is not None and deliver:
            self._deliver(view)
