"""What the tablet needs of the table and of whoever opens it; the companion implements it, tests imitate it.

Law: the tablet reaches the game only through these two.  `subscribe` calls back from the table's own thread.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from companion.certification.certificate import Certificate
from companion.certification.progress import Progress
from companion.certification.table import TableUnderTest
from companion.coach.analysis import GameAnalysis
from companion.handover.exports import ExportKind
from companion.history.course import GameCourse
from companion.history.play_clock import PlayTime
from companion.model.position import Placement, Position
from companion.rules.catalogue import Catalogue
from companion.rules.rules import Rules
from companion.scoring.profiles import Profiles
from companion.session.commands import Command
from companion.settings.schema import Settings
from companion.views.deck_progress import DeckProgress
from companion.views.demo_seat import DemoSeat
from companion.views.kept.kept_backup import BackupPlace, KeptBackup
from companion.views.kept.saved_game import SavedGame, SavedGames
from companion.views.phone_invitation import PhoneInvitation
from companion.views.sight import Point, Sight
from companion.views.table_view import TableView, Texts

#: A camera picture as rows x columns x RGBA, uint8, the upper row first.
Picture = NDArray[Any]


def to_bgr(picture: Picture) -> Picture:
    """A picture as the companion's own (rows x columns x BGR)."""
    return np.ascontiguousarray(picture[..., 2::-1])


def to_rgba(image: Picture) -> Picture:
    """One of the companion's pictures as the screen takes it."""
    return np.dstack([image[..., ::-1], np.full(image.shape[:2], 255, dtype=np.uint8)])


class Visitor(Protocol):
    """The seat of a demo that a person may take; what is asked of the simulated hands is done when it is its turn."""

    def shown(self) -> DemoSeat:
        """How the seat is now; any thread may ask."""

    def take(self, seat: int) -> None:
        """From its next turn on a person plays this seat."""

    def leave(self) -> None:
        """A simulated player has the seat again."""

    def play(self, result: Placement) -> None:
        """The figures are moved as a legal play of the declared card leads to."""

    def lay(self, placement: Placement) -> None:
        """The figures are moved like this, whatever the rules say."""

    def err(self) -> None:
        """The simulated hand plays the declared card, or any of the hand, wrongly."""

    def put_back(self) -> None:
        """Everything goes back to where the game says it is."""


class Table(Protocol):
    @property
    def visitor(self) -> Visitor | None:
        """The seat that a person may take in a demo; None at every other table."""

    def post(self, command: Command) -> None:
        """Never blocks, never raises for what a person asks."""

    def subscribe(self, callback: Callable[[TableView], None]) -> None:
        """Hands over the newest snapshot at once and after every change."""

    def course(self) -> GameCourse:
        """The game that is on, row by row; asked by the tablet's own thread only."""

    def play_time(self) -> PlayTime:
        """How long the game that is on has been played up to now."""

    def picture(self) -> Picture | None:
        """The newest camera picture, small; None where there is none."""

    def photograph(self) -> Picture | None:
        """The newest camera picture, as large as the camera gives it."""

    def sight(self) -> Sight | None:
        """Where the board is in the newest picture, and what is read there; None until it has been found."""

    def set_corners(self, corners: Sequence[Point]) -> None:
        """Where the four corners of the print are in the picture, in parts of it: for a board without markers."""

    def share(self, *, lan: bool, replays: bool) -> None:
        """Whether others in the house may watch, and the finished games again; takes seconds, the game goes on."""

    def viewer_urls(self) -> Sequence[str]:
        """Every address where a spectator's browser may find the table, the likeliest first; empty where nothing is
        published."""

    def viewers_behind_s(self) -> float:
        """Seconds until delayed viewers have been shown the newest; 0 where none is behind."""

    def phone_invitations(self) -> Sequence[PhoneInvitation]:
        """What opens each seat for a phone; empty while no seat is to be had by phone."""

    def dismiss_phone(self, seat: int) -> None:
        """The phone of this seat is sent away."""


class TableTest(Protocol):
    """How well the camera sees this table: placements are asked for, read, and certified."""

    @property
    def table(self) -> TableUnderTest: ...

    @property
    def rules(self) -> Rules: ...

    @property
    def position(self) -> Position:
        """Any position of the game: who sits where."""

    @property
    def progress(self) -> Progress:
        """How far the test has come."""

    def picture(self) -> Picture | None:
        """The newest camera picture, small; None before the first."""

    def start(self) -> None:
        """Opens the camera and begins, or goes on where the test was left."""

    def stop(self) -> None:
        """Leaves the test and closes the camera."""

    def laid(self) -> None:
        """What was asked for lies there, or people have looked again."""


class DeckShowing(Protocol):
    """A deck is shown to the camera, card after card."""

    @property
    def progress(self) -> DeckProgress:
        """How far it has come."""

    def picture(self) -> Picture | None:
        """The newest camera picture with the place of the pile in it, small; None before the first."""

    def start(self) -> None:
        """Opens the camera and begins, or goes on where it was left."""

    def stop(self) -> None:
        """Leaves it and closes the camera."""

    def skip(self) -> None:
        """Goes on to the next card."""

    def forget(self) -> None:
        """Begins with the first card again."""


class Analyst(Protocol):
    """The analysis of one game that is over, made beside the tablet; what is found is kept at once."""

    @property
    def total(self) -> int:
        """The turns that there are to review."""

    @property
    def running(self) -> bool: ...

    def done(self) -> int:
        """The turns that are reviewed so far."""

    def found(self) -> GameAnalysis | None:
        """The analysis of the turns that are reviewed so far."""

    def start(self) -> None:
        """Goes on with what is not reviewed yet.  Raises OSError."""

    def stop(self) -> None: ...


class Launcher(Protocol):
    """Opens and closes tables; one is open at a time."""

    @property
    def catalogue(self) -> Catalogue:
        """The games there are."""

    def settings(self) -> Settings: ...

    def save(self, settings: Settings) -> None:
        """Raises OSError where the disk refuses; its text says why."""

    def open_table(self, settings: Settings) -> Table:
        """Starts the sensors and publishers of these settings; no game is on yet.

        Whatever it raises is shown as one line, and no table is open then.
        """

    def close_table(self) -> None: ...

    def table_test(self, settings: Settings, *, keep: bool = False, check: bool = False) -> TableTest:
        """A test of the table of these settings, not started yet; no table may be open while it runs.

        `keep` keeps the placements as a recording; `check` only looks whether it is still the table that was tested.
        Whatever it raises is shown as one line.
        """

    def deck_showing(self, settings: Settings) -> DeckShowing:
        """The deck of the game shown to the camera, not started yet; no table may be open while it goes on.

        Whatever it raises is shown as one line.
        """

    def certificate(self, board: str) -> Certificate | None:
        """What the last test of a board found; None where there was none, or where it cannot be read."""

    def saved_games(self) -> Sequence[SavedGame]:
        """Newest first, abandoned ones left out; those that cannot be taken up bear a fault."""

    def all_games(self, seconds: float | None = None) -> SavedGames:
        """Every game, finished ones too; after `seconds` no more are read, and `unread` says how many are to come."""

    def course(self, game: str) -> GameCourse:
        """A recorded game row by row; may raise like `open_table`."""

    def analyst(self, course: GameCourse) -> Analyst | None:
        """Who analyses a recorded game; None for one that cannot be, or not while a game is on."""

    def profiles(self) -> Profiles:
        """What was said about the people who play."""

    def save_profiles(self, profiles: Profiles) -> None:
        """They hold for this run in any case.  Raises OSError where the disk refuses; its text says why."""

    def saved_game(self, game: str) -> SavedGame:
        """A recorded game in short, whether it is over or not; may raise like `open_table`."""

    def export(self, game: str, kind: ExportKind, language: str) -> Path:
        """Writes a recorded game for others; gives the file.  May raise like `open_table`."""

    def print_markers(self, settings: Settings) -> Path:
        """Writes the markers of the board for the printer; whatever it raises is shown as one line."""

    def backup_places(self) -> Sequence[BackupPlace]:
        """Where backups can be written: this machine's own folder first, then the drives that are plugged in."""

    def backups(self) -> Sequence[KeptBackup]:
        """The backups in these places, the newest first."""

    def take_backup(self, place: BackupPlace, *, recordings: bool) -> Path:
        """Writes everything into one file there, `recordings` with their pictures; gives the file.

        Whatever it raises is shown as one line.
        """

    def restore(self, path: Path) -> Path | None:
        """Puts a backup in place of what is here and reads it; where that lies now, None if there was nothing.

        No table may be open.  Whatever it raises is shown as one line, and nothing was changed then.
        """

    def resume(self, game: str) -> Table:
        """Opens the table with a recorded game on it; may raise like `open_table`."""

    def abandon(self, game: str) -> None:
        """Takes the game off the list; nothing recorded is deleted."""

    def cameras(self) -> Mapping[str, str]:
        """Values for `Settings.camera` that were found on this machine -> what the maker calls it, or ""."""

    def ports(self) -> Mapping[str, str]:
        """Values for `Settings.wheel` that were found on this machine -> what the maker calls it, or ""."""

    def deck_is_shown(self, game: str) -> bool:
        """Whether the camera was shown the cards of a game, so that it can propose them."""

    def not_saving(self) -> Texts | None:
        """Why nothing is being saved, and what to do; None where it is."""

    def notices(self) -> Sequence[Texts]:
        """What went wrong before a table was open, such as a settings file that cannot be read."""
