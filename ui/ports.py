"""The interfaces to the table and to its launcher; the companion implements them, tests imitate them.

Law: the tablet reaches the game only through these two.  `subscribe` calls back from the table's own thread.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    # an interface loads no types
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from companion.certification.certificate import Certificate
    from companion.certification.progress import Progress
    from companion.certification.table import TableUnderTest
    from companion.coach.analysis import GameAnalysis
    from companion.evenings.evening import KeptEvening, TableGame
    from companion.evenings.table_answer import TableAnswer
    from companion.handover.evening_pdf import EveningSheet
    from companion.handover.exports import ExportKind, Written
    from companion.handover.plays.preview import Preview
    from companion.history.course import GameCourse
    from companion.history.play_clock import PlayTime
    from companion.model.position import Placement, Position
    from companion.rules.catalogue import Catalogue
    from companion.rules.rules import Rules
    from companion.scoring.profiles import Profiles
    from companion.session.commands import Command
    from companion.session.results import KeptResult, Result
    from companion.settings.schema import Settings
    from companion.views.deck_progress import DeckProgress
    from companion.views.demo_seat import DemoSeat
    from companion.views.kept.kept_backup import BackupPlace, KeptBackup
    from companion.views.kept.saved_game import SavedGame, SavedGames
    from companion.views.phone_invitation import PhoneInvitation
    from companion.views.sight import Point, Sight
    from companion.views.table_view import TableView, Texts
    from companion.views.tablet_invitation import TabletInvitation

    # a camera picture as rows x columns x RGBA, uint8, the upper row first
    Picture = NDArray[Any]
else:
    Picture = Any


class Visitor(Protocol):
    """The seat of a demo that a person may take; requests to the simulated hands are carried out at their turn."""

    def shown(self) -> DemoSeat:
        """The present state of the seat; callable from any thread."""

    def take(self, seat: int) -> None:
        """From its next turn on a person plays this seat."""

    def leave(self) -> None:
        """A simulated player has the seat again."""

    def play(self, result: Placement) -> None:
        """Moves the figures as a legal play of the declared card leads to."""

    def lay(self, placement: Placement) -> None:
        """Moves the figures to this placement, against the rules too."""

    def err(self) -> None:
        """The simulated hand plays the declared card, or any of the hand, wrongly."""

    def put_back(self) -> None:
        """Moves everything back to its place in the game."""


class Camera(Protocol):
    """The camera of a table, for people."""

    def picture(self) -> Picture | None:
        """The newest camera picture, small; None if there is none."""

    def photograph(self) -> Picture | None:
        """The newest camera picture, as large as the camera gives it."""

    def sight(self) -> Sight | None:
        """The place and the reading of the board in the newest picture; None until it has been found."""

    def set_corners(self, corners: Sequence[Point]) -> None:
        """Sets the four corners of the print in the picture, in parts of it: for a board without markers."""


class Phones(Protocol):
    """The phones through which players name their cards."""

    def invitations(self) -> Sequence[PhoneInvitation]:
        """The invitations by which phones take seats; empty while no seat is offered to phones."""

    def dismiss(self, seat: int) -> None:
        """Disconnects the phone of this seat."""


class Tablets(Protocol):
    """The browsers that are tablets of a table."""

    def tablet_invitation(self) -> TabletInvitation | None:
        """The way to one more tablet; None while no page is served."""

    def close_tablets(self) -> None:
        """Closes the tablets in browsers."""


class Table(Protocol):
    @property
    def visitor(self) -> Visitor | None:
        """The seat that a person may take in a demo; None at every other table."""

    def post(self, command: Command) -> None:
        """Never blocks, and never raises for a refused command."""

    def subscribe(self, callback: Callable[[TableView], None]) -> None:
        """Hands over the newest snapshot at once and after every change."""

    def course(self) -> GameCourse:
        """The present game, row by row; called by the tablet's own thread only."""

    def play_time(self) -> PlayTime:
        """The time of play of the present game."""

    @property
    def camera(self) -> Camera | None:
        """The camera of this table; None without one."""

    @property
    def phones(self) -> Phones | None:
        """The phones of this table; None if it offers no seats to phones."""

    @property
    def tablets(self) -> Tablets | None:
        """The browsers that are tablets of this table; None if there can be none."""

    def camera_code(self) -> str:
        """The address by which a phone becomes the camera; empty if it is not the camera, or is there."""

    def share(self, *, lan: bool, replays: bool) -> None:
        """Whether others in the house may watch, also the finished games; takes seconds, the game goes on."""

    def viewer_urls(self) -> Sequence[str]:
        """The addresses of the table for a spectator's browser, the likeliest first; empty if nothing is published."""

    def viewers_behind_s(self) -> float:
        """Seconds until delayed viewers have been shown the newest; 0 if none is behind."""


class TableTest(Protocol):
    """The test of the camera for this table: placements are laid, read, and certified."""

    @property
    def table(self) -> TableUnderTest: ...

    @property
    def rules(self) -> Rules: ...

    @property
    def position(self) -> Position:
        """Any position of the game, for its seats."""

    @property
    def progress(self) -> Progress:
        """The progress of the test."""

    def picture(self) -> Picture | None:
        """The newest camera picture, small; None before the first."""

    def start(self) -> None:
        """Opens the camera and begins or resumes the test."""

    def stop(self) -> None:
        """Leaves the test and closes the camera."""

    def laid(self) -> None:
        """The placement is laid, or people have checked it again."""


class DeckShowing(Protocol):
    """A deck is shown to the camera, card after card."""

    @property
    def progress(self) -> DeckProgress:
        """The progress of the showing."""

    def picture(self) -> Picture | None:
        """The newest camera picture with the place of the pile in it, small; None before the first."""

    def start(self) -> None:
        """Opens the camera and begins or resumes."""

    def stop(self) -> None:
        """Leaves the showing and closes the camera."""

    def skip(self) -> None:
        """Goes on to the next card."""

    def forget(self) -> None:
        """Begins with the first card again."""


class Analyst(Protocol):
    """The analysis of one finished game, made beside the tablet; results are stored at once."""

    @property
    def total(self) -> int:
        """The number of turns to review."""

    @property
    def running(self) -> bool: ...

    def done(self) -> int:
        """The number of turns reviewed so far."""

    def found(self) -> GameAnalysis | None:
        """The analysis of the turns reviewed so far."""

    def start(self) -> None:
        """Resumes with the turns that are not reviewed yet.  Raises OSError."""

    def stop(self) -> None: ...


class EveningFile(Protocol):
    """The evening of a house; every error is shown as one line, and the act is not kept then."""

    def load(self) -> KeptEvening:
        """The states of the evening as they were kept."""

    def keep(self, kept: KeptEvening) -> None:
        """Keeps the states."""

    def enter(self, kept: KeptEvening, game: TableGame, winner: int, now_ms: int) -> KeptEvening:
        """Keeps the winner of a game, as a result and in the evening; returns the states."""

    def take_back(self, kept: KeptEvening) -> KeptEvening:
        """Takes the last act back, with the result that it entered; returns the states."""

    def print_sheet(self, sheet: EveningSheet) -> Path:
        """Writes the evening for the printer."""


class Results(Protocol):
    """Results of games whose plays nobody recorded; every error is shown as one line, and nothing is kept then."""

    @property
    def evening(self) -> EveningFile:
        """The evening of this house."""

    def of(self, game: str) -> KeptResult:
        """A result by its id."""

    def enter(self, game: str, result: Result) -> None:
        """Keeps a new result under an id; one that is there already stays."""

    def correct(self, game: str, result: Result) -> None:
        """Replaces a result; the record keeps what stood there before."""

    def strike(self, game: str, *, struck: bool) -> None:
        """Strikes a result out, or lets it count again."""

    def take(self, results: Mapping[str, Result]) -> int:
        """Keeps many new results by their ids, all of them or none."""

    def files(self) -> Sequence[Path]:
        """The files that may hold plays of other programs, the newest first."""

    def preview(self, source: Path | bytes, named: Mapping[str, str]) -> Preview:
        """The plays of a file, or of its pasted content, beside the games here; `named` are games by names in it."""


class OtherTables(Protocol):
    """The other Pawtracks of the house, whose results count here."""

    def listen(self, addresses: Sequence[str]) -> None:
        """Listens at these addresses from now on, and at no others."""

    def answers(self) -> Mapping[str, TableAnswer]:
        """By address, whether a Pawtrack answers there."""


class Launcher(Protocol):
    """Opens and closes tables; one is open at a time."""

    @property
    def tables(self) -> OtherTables:
        """The other tables that are heard."""

    @property
    def catalogue(self) -> Catalogue:
        """The available games."""

    def read_folder(self) -> None:
        """Reads the data folder again, with no table open: a game was added."""

    def settings(self) -> Settings: ...

    def save(self, settings: Settings) -> None:
        """Raises OSError with the reason if the disk refuses."""

    def open_table(self, settings: Settings) -> Table:
        """Starts the sensors and publishers of these settings; no game is on yet.

        Any error is shown as one line, and no table is open then.
        """

    def close_table(self) -> None: ...

    def table_test(self, settings: Settings, *, keep: bool = False, check: bool = False) -> TableTest:
        """A test of the table of these settings, not started yet; no table may be open while it runs.

        `keep` stores the placements as a recording; `check` only checks whether the table is still the tested one.
        Any error is shown as one line.
        """

    def deck_showing(self, settings: Settings) -> DeckShowing:
        """The deck of the game shown to the camera, not started yet; no table may be open while it goes on.

        Any error is shown as one line.
        """

    def certificate(self, board: str) -> Certificate | None:
        """The result of the last test of a board; None if there was none, or if it cannot be read."""

    def saved_games(self) -> Sequence[SavedGame]:
        """Newest first, without abandoned ones; those that cannot be resumed carry a fault."""

    def all_games(self, seconds: float | None = None) -> SavedGames:
        """Every game, finished ones too; stops reading after `seconds`, and `unread` is the number of those left."""

    def course(self, game: str) -> GameCourse:
        """A recorded game row by row; may raise like `open_table`."""

    def analyst(self, course: GameCourse) -> Analyst | None:
        """The analyst of a recorded game; None for one that cannot be analysed, or while a game is on."""

    @property
    def results(self) -> Results:
        """The results that people entered."""

    def profiles(self) -> Profiles:
        """The profiles of the players."""

    def save_profiles(self, profiles: Profiles) -> None:
        """The profiles hold for this run in any case.  Raises OSError with the reason if the disk refuses."""

    def saved_game(self, game: str) -> SavedGame:
        """A recorded game in short, whether it is over or not; may raise like `open_table`."""

    def export(self, game: str, kind: ExportKind, language: str) -> Written:
        """Exports a recorded game.  May raise like `open_table`."""

    def print_markers(self, settings: Settings) -> Path:
        """Writes the markers of the board for the printer; any error is shown as one line."""

    def backup_places(self) -> Sequence[BackupPlace]:
        """The places for backups: this machine's own folder first, then the drives that are plugged in."""

    def backups(self) -> Sequence[KeptBackup]:
        """The backups in these places, the newest first."""

    def take_backup(self, place: BackupPlace, *, recordings: bool) -> Path:
        """Writes everything into one file there, `recordings` with their pictures; returns the file.

        Any error is shown as one line.
        """

    def restore(self, path: Path) -> Path | None:
        """Replaces the present data by a backup and reads it; returns the path of the replaced data, or None.

        No table may be open.  Any error is shown as one line, and nothing was changed then.
        """

    def resume(self, game: str) -> Table:
        """Opens the table with a recorded game on it; may raise like `open_table`."""

    def abandon(self, game: str) -> None:
        """Takes the game off the list; nothing recorded is deleted."""

    def cameras(self) -> Mapping[str, str]:
        """Values for `Settings.camera` that were found on this machine -> the maker's name, or ""."""

    def ports(self) -> Mapping[str, str]:
        """Values for `Settings.wheel` that were found on this machine -> the maker's name, or ""."""

    def deck_is_shown(self, game: str) -> bool:
        """Whether the camera was shown the cards of a game, so that it can propose them."""

    def not_saving(self) -> Texts | None:
        """Why nothing is being saved, and the remedy; None while all is saved."""

    def notices(self) -> Sequence[Texts]:
        """The problems before a table was open, such as a settings file that cannot be read."""
