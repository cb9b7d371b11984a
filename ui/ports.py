"""What the tablet needs of the table and of whoever opens it; the companion implements it, tests stage it.

Law: the tablet reaches the game only through these two.  `subscribe` calls back from the table's own thread.
"""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from numpy.typing import NDArray

from companion.session.commands import Command
from companion.settings import Settings
from companion.views.saved_game import SavedGame
from companion.views.table_view import TableView, Texts

#: A camera picture as rows x columns x RGBA, uint8, the upper row first.
Picture = NDArray[Any]


class Table(Protocol):
    def post(self, command: Command) -> None:
        """Never blocks, never raises for what a person asks."""

    def subscribe(self, callback: Callable[[TableView], None]) -> None:
        """Hands over the newest snapshot at once and after every change."""

    def picture(self) -> Picture | None:
        """The newest camera picture, small; None where there is none."""

    def viewer_url(self) -> str | None:
        """Where a spectator's browser finds the table; None where nothing is published."""


class Launcher(Protocol):
    """Opens and closes tables; one is open at a time."""

    def settings(self) -> Settings: ...

    def save(self, settings: Settings) -> None:
        """Raises OSError where the disk refuses; its text says why."""

    def open_table(self, settings: Settings) -> Table:
        """Starts the sensors and publishers of these settings; no game is on yet.

        Whatever it raises is shown as one line, and no table is open then.
        """

    def close_table(self) -> None: ...

    def saved_games(self) -> Sequence[SavedGame]:
        """Newest first, abandoned ones left out."""

    def resume(self, game: str) -> Table:
        """Opens the table with a recorded game on it; may raise like `open_table`."""

    def abandon(self, game: str) -> None:
        """Takes the game off the list; nothing recorded is deleted."""

    def cameras(self) -> Sequence[str]:
        """Values for `Settings.camera` that were found on this machine."""

    def ports(self) -> Sequence[str]:
        """Values for `Settings.wheel` that were found on this machine."""

    def notices(self) -> Sequence[Texts]:
        """What went wrong before a table was open, such as a settings file that cannot be read."""
