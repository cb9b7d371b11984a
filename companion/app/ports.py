"""The sockets into which sensors, publishers and the store plug."""

from collections.abc import Callable, Iterable, Sequence
from threading import Event as Signal
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from companion.session.commands import Command
from companion.session.events import Event
from companion.views.broadcast.video_picture import VideoPicture, VideoView
from companion.views.phone_invitation import PhoneInvitation
from companion.views.sight import Point, Sight
from companion.views.table_view import Health, TableView
from companion.views.tablet_invitation import TabletInvitation

if TYPE_CHECKING:
    # rows x columns x channels; a table without a camera is played without numpy
    import numpy as np
    from numpy.typing import NDArray

    Picture = NDArray[np.uint8]
else:
    Picture = Any

Post = Callable[[Command], None]


class PostOn(Protocol):
    """Commands are carried out, in order, only if the table is then as in the view: same game, same newest row."""

    def __call__(self, view: TableView, *commands: Command) -> None: ...


#: A signal that is set once the table has decided, stored and shown all earlier posts.
Mark = Callable[[], Signal]
ReportHealth = Callable[[Health], None]


class Sensor(Protocol):
    """Watches something and posts commands.  The constructor only stores; `start` works, `stop` undoes."""

    def start(self, post: Post, report: ReportHealth) -> None: ...

    def stop(self) -> None: ...


class Pacing(Protocol):
    """The limit of a camera's pictures on a slow machine."""

    @property
    def pace_ms(self) -> int:
        """The least time between two pictures; 0: every picture."""

    @property
    def shows_more(self) -> bool:
        """Whether viewers may get the pictures."""

    def read(self, took_s: float) -> None:
        """Takes the time in which a board that has just come to rest was read; its observation is posted next."""


@runtime_checkable
class Camera(Sensor, Protocol):
    """A sensor with pictures for people."""

    def picture(self) -> Picture | None:
        """The newest picture, RGBA, small; None before the first."""

    def photograph(self) -> Picture | None:
        """The newest picture, RGBA, in full size; None before the first."""

    def sight(self) -> Sight | None:
        """The place of the board in the newest picture, and the reading there; None until it has been found."""

    def set_corners(self, corners: Sequence[Point]) -> None:
        """Sets the four corners of the board, in parts of the picture, upper left of the board first."""


#: The newest picture, made on request; None before the first.  For one thread at a time.
Video = Callable[[VideoView], VideoPicture | None]


@runtime_checkable
class ShowsVideo(Sensor, Protocol):
    """A sensor with pictures for viewers."""

    def video(self, *, room: bool) -> Video:
        """Opens a source of pictures for one thread; with `room` it shows the surroundings of the board, too."""


class Publisher(Protocol):
    """Shows accepted state outside the table.

    `publish` never blocks and never raises: each publisher has its own bounded queue.
    """

    def start(self, report: ReportHealth) -> None: ...

    def publish(self, view: TableView, events: tuple[Event, ...]) -> None: ...

    def stop(self) -> None: ...


@runtime_checkable
class ServesPage(Publisher, Protocol):
    """A publisher with a page of its own for spectators."""

    def viewer_url(self) -> str | None:
        """The address of the table for a spectator's browser; None while nothing is shown there."""


@runtime_checkable
class ServesPageWidely(ServesPage, Protocol):
    """The same for a machine that is reached by several addresses."""

    def viewer_urls(self) -> Sequence[str]:
        """The addresses of the table for a spectator's browser, the likeliest first; empty while nothing is shown."""


@runtime_checkable
class ShowsLate(Publisher, Protocol):
    """A publisher whose viewers may be behind the table (`delay_s`)."""

    def behind_s(self) -> float:
        """Seconds until viewers have seen the newest state; 0 if they are not behind."""


@runtime_checkable
class InvitesTablets(Publisher, Protocol):
    """A publisher through which browsers are tablets."""

    def tablet_invitation(self) -> TabletInvitation | None:
        """The way to one more tablet; None while no page is served."""

    def close_tablets(self) -> None:
        """Closes the tablets in browsers."""


@runtime_checkable
class InvitesPhones(Publisher, Protocol):
    """A publisher through which players name their cards by phone."""

    def invitations(self) -> Sequence[PhoneInvitation]:
        """The invitations in the order of seats; empty while no seat is available."""

    def dismiss(self, seat: int) -> None:
        """Disconnects the phone of this seat."""


class Store(Protocol):
    """The durable record.  `append` returns only when the events are on disk, or raises StoreError."""

    def append(self, game: str, epoch: int, events: Iterable[Event]) -> int: ...

    def load(self, game: str) -> tuple[Event, ...]: ...


class StoreError(Exception):
    """The record could not be written or read; the message names the remedy in one line."""


class TableError(Exception):
    """A table cannot be opened; the message gives the reason in one line."""
