"""Records that are not on a disk: one in memory, for replays of recordings, and one that says why there is none."""

from collections.abc import Iterable

from companion.app.ports import StoreError
from companion.session.events import Event


class MemoryStore:
    """Keeps each game's events in a list; rows count from 1."""

    def __init__(self) -> None:
        self._games: dict[str, list[Event]] = {}

    def append(self, game: str, epoch: int, events: Iterable[Event]) -> int:  # noqa: ARG002 - the port's signature
        rows = self._games.setdefault(game, [])
        rows.extend(events)
        return len(rows)

    def load(self, game: str) -> tuple[Event, ...]:
        return tuple(self._games.get(game, ()))


class UnusableStore:
    """Stands where the record cannot be opened: every append fails with the reason, so the table keeps saying so."""

    def __init__(self, error: StoreError) -> None:
        self._error = error

    def append(self, game: str, epoch: int, events: Iterable[Event]) -> int:  # noqa: ARG002 - the port's signature
        raise self._error

    def load(self, game: str) -> tuple[Event, ...]:  # noqa: ARG002 - the port's signature
        return ()
