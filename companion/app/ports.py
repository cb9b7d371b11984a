"""The sockets into which sensors, publishers and the store plug."""

from collections.abc import Callable, Iterable, Sequence
from threading import Event as Signal
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from companion.session.commands import Command
from companion.session.events import Event
from companion.views.phone_invitation import PhoneInvitation
from companion.views.sight import Point, Sight
from companion.views.table_view import Health, TableView
from companion.views.video import VideoPicture, VideoView

#: Rows x columns x channels.
Picture = NDArray[np.uint8]
Post = Callable[[Command], None]
#: Carried out only if the table, when its turn comes, still stands as the view shows it: same game, same newest row.
PostOn = Callable[[TableView, Command], None]
#: A signal that is set once the table has decided, stored and shown everything that was posted before.
Mark = Callable[[], Signal]
ReportHealth = Callable[[Health], None]


class Sensor(Protocol):
    """Watches something and posts commands.  The constructor only stores; `start` works, `stop` undoes."""

    def start(self, post: Post, report: ReportHealth) -> None: ...

    def stop(self) -> None: ...


@runtime_checkable
class Camera(Sensor, Protocol):
    """A sensor that has pictures to show to people."""

    def picture(self) -> Picture | None:
        """The newest picture, RGBA, small; None before the first."""

    def photograph(self) -> Picture | None:
        """The newest picture, RGBA, as large as there is one; None before the first."""

    def sight(self) -> Sight | None:
        """Where the board is in the newest picture, and what is read there; None until it has been found."""

    def set_corners(self, corners: Sequence[Point]) -> None:
        """Where the four corners of the board are, in parts of the picture, upper left of the board first."""

    @property
    def empty_print(self) -> Picture | None:
        """The board laid flat (BGR) as a person showed it before a game was on; None where nobody did."""


#: The newest picture, made when it is asked for; None before there is anything.  For one thread at a time.
Video = Callable[[VideoView], VideoPicture | None]


@runtime_checkable
class ShowsVideo(Sensor, Protocol):
    """A sensor that has pictures for viewers."""

    def video(self, *, room: bool) -> Video:
        """With `room` what lies beside the board is shown, too.  Each call gives pictures for one more thread."""


class Publisher(Protocol):
    """Shows accepted state to somebody.

    `publish` never blocks and never raises: each publisher has its own bounded queue.
    """

    def start(self, report: ReportHealth) -> None: ...

    def publish(self, view: TableView, events: tuple[Event, ...]) -> None: ...

    def stop(self) -> None: ...


@runtime_checkable
class ServesPage(Publisher, Protocol):
    """A publisher with a page of its own for spectators."""

    def viewer_url(self) -> str | None:
        """Where a spectator's browser finds the table; None while nothing is to be seen there."""


@runtime_checkable
class ServesPageWidely(ServesPage, Protocol):
    """The same for a machine that is reached by several addresses."""

    def viewer_urls(self) -> Sequence[str]:
        """Where a spectator's browser may find the table, the likeliest first; empty while nothing is to be seen."""


@runtime_checkable
class ShowsLate(Publisher, Protocol):
    """A publisher whose viewers may be behind the table (`delay_s`)."""

    def behind_s(self) -> float:
        """Seconds until they have been shown the newest; 0 where they are not behind."""


@runtime_checkable
class InvitesPhones(Publisher, Protocol):
    """A publisher through which players name their cards by phone."""

    def invitations(self) -> Sequence[PhoneInvitation]:
        """What opens each seat, by seat; empty while no seat is to be had."""

    def dismiss(self, seat: int) -> None:
        """The phone of this seat is sent away."""


class Store(Protocol):
    """The durable record.  `append` returns only when the events are on disk, or raises StoreError."""

    def append(self, game: str, epoch: int, events: Iterable[Event]) -> int: ...

    def load(self, game: str) -> tuple[Event, ...]: ...


class StoreError(Exception):
    """The record could not be written or read; the message says what to do in one line."""


class TableError(Exception):
    """A table cannot be opened; the message says why in one line."""
