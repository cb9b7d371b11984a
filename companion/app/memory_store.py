"""A record in memory, for replays of recordings."""

from collections.abc import Iterable

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
