"""The sockets into which sensors, publishers and the store plug."""

from collections.abc import Callable, Iterable
from typing import Protocol

from companion.session.commands import Command
from companion.session.events import Event
from companion.views.table_view import Health, TableView

Post = Callable[[Command], None]
ReportHealth = Callable[[Health], None]


class Sensor(Protocol):
    """Watches something and posts commands.  The constructor only stores; `start` works, `stop` undoes."""

    def start(self, post: Post, report: ReportHealth) -> None: ...

    def stop(self) -> None: ...


class Publisher(Protocol):
    """Shows accepted state to somebody.

    `publish` never blocks and never raises: each publisher has its own bounded queue.
    """

    def start(self, report: ReportHealth) -> None: ...

    def publish(self, view: TableView, events: tuple[Event, ...]) -> None: ...

    def stop(self) -> None: ...


class Store(Protocol):
    """The durable record.  `append` returns only when the events are on disk, or raises StoreError."""

    def append(self, game: str, epoch: int, events: Iterable[Event]) -> int: ...

    def load(self, game: str) -> tuple[Event, ...]: ...


class StoreError(Exception):
    """The record could not be written or read; the message says what to do in one line."""


class TableError(Exception):
    """A table cannot be opened; the message says why in one line."""
