"""The launcher of any front end: settings, saved games, tables.  A call loads the modules that only it uses."""

from __future__ import annotations

import logging
import uuid
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from companion.app.choices import Choices
from companion.app.plugins import check_tables, find_plugins
from companion.app.ports import StoreError, TableError
from companion.app.table_setup import as_begun, begin_command, check_table, with_a_game
from companion.backup.exchange import settled_at_start
from companion.board.files import ProfileError, load_board
from companion.bootstrap.other_results import OtherTables
from companion.catalogue.house_variants import read_catalogue
from companion.model.verdict import Message
from companion.rules.catalogue import Catalogue
from companion.scoring.people import known_events, known_games
from companion.scoring.profiles import Profiles
from companion.session.commands import Abandon, StartCardGame, StartGame
from companion.session.events import Event
from companion.session.events import Start as GameStart
from companion.settings.file import SettingsError, data_folder, fault_code, load_settings, save_settings
from companion.settings.game_devices import GameDevices, resumed
from companion.settings.schema import Settings, for_people, with_changes
from companion.store.folder_lock import FolderHeldError
from companion.store.profile_file import ProfileFileError, load_profiles, put_profiles_aside, save_profiles
from companion.store.record import Record
from companion.system.gc_tuning import free_memory, share_memory
from companion.system.quoting import one_line
from companion.texts import shipped_wording
from companion.views.kept.saved_game import SavedGame, SavedGames
from companion.views.table_view import HealthState, Texts
from companion.views.troubles import all_with_id
from companion.views.wording.sentences import Wording

if TYPE_CHECKING:
    from companion.bootstrap.analyst import Analyst
    from companion.bootstrap.house_results import HouseResults
    from companion.bootstrap.open_table import OpenTable
    from companion.certification.certificate import Certificate
    from companion.handover.exports import ExportKind, Written
    from companion.history.course import GameCourse
    from companion.history.play_clock import Stored
    from companion.preparation.deck_showing import DeckShowing
    from companion.preparation.table_test.background import BackgroundTest
    from companion.views.kept.kept_backup import BackupPlace, KeptBackup

log = logging.getLogger(__name__)


def new_game(catalogue: Catalogue, settings: Settings) -> StartGame | StartCardGame:
    """Returns the command that begins the game of the settings."""
    return begin_command(catalogue, settings, str(uuid.uuid4()))


class Launcher:
    """The tablet's calls: settings, saved games, opening and closing tables; one table at a time."""

    def __init__(self, choices: Choices, wording: Wording | None = None) -> None:
        """`wording` None: the languages that come with the program."""
        self.wording = wording or shipped_wording()
        self._choices = choices
        self._folder = data_folder()
        self._settled = settled_at_start(self._folder)
        self._plugins = find_plugins()
        self._open: OpenTable | None = None
        self._analyst: Analyst | None = None
        self.tables = OtherTables(lambda: self.results)
        self.read_folder()

    def read_folder(self) -> None:
        """Reads the data folder; again after a backup was restored or a game was made, with no table open."""
        self.catalogue = read_catalogue(self._folder)
        self._record = Record(self.catalogue, self._folder)
        self._devices = GameDevices(self._folder / "devices.json")
        self._notices: list[Message] = [(self._settled.value, ())] if self._settled else []
        self._settled = None
        with suppress(FolderHeldError):
            self._record.begin()
        self._unread_profiles = False
        self._profiles = self._load_profiles()
        self._saved, fault = self._load_settings()
        self._unused = bool(fault)
        if fault:
            self._notices.append((fault_code(fault), (("detail", one_line(fault)),)))
        self._shown = self._choices.over(self.catalogue, self._saved)
        self._notices += [
            ("house_game_faulty", (("detail", one_line(fault)),)) for fault in self.catalogue.faults.values()
        ]

    def _load_settings(self) -> tuple[Settings, str]:
        """Returns the settings, or their usable part and the reason why the rest is unusable."""
        try:
            saved = for_people(load_settings(self._folder / "settings.toml"))
            if saved.language not in self.wording.codes:
                raise SettingsError(f"settings.toml: no catalogue has the language {saved.language!r}")
            check_tables(saved, self._plugins)
        except SettingsError as error:
            return Settings(), str(error)
        try:
            check_table(self.catalogue, saved)
        except (ProfileError, ValueError) as error:
            return with_a_game(self.catalogue, saved), str(error)
        return saved, ""

    def settings(self) -> Settings:
        """The settings of this run: the saved ones, overridden by the command line."""
        return self._shown

    def save(self, settings: Settings) -> None:
        """Saves people's changes; the choices of the command line are for this run only.

        Raises OSError, also while another program holds the folder; the next save then includes the change of this run.
        """
        self._saved, self._shown = for_people(with_changes(self._saved, self._shown, settings)), settings
        self._hold_to_save()
        path = self._folder / "settings.toml"
        if self._unused:
            # a file written by hand is kept beside, although it is unusable
            path.replace(path.with_name("settings.unused.toml"))
            self._unused = False
        save_settings(path, self._saved)

    def open_table(self, settings: Settings) -> OpenTable:
        return self._start(settings)

    def resume(self, game: str) -> OpenTable:
        """Opens a recorded game again.  Raises TableError when the record of the game is damaged."""
        self._hold()
        try:
            events, stored = self._record.load(game), self._record.stored(game)
        except StoreError as error:
            raise TableError(str(error)) from error
        return self._start(self._as_recorded(events), events, stored)

    def abandon(self, game: str) -> None:
        from companion.app.table import Table

        table = Table(self._record, self._record.epoch, self.wording)
        table.restore(self._record.load(game))
        table.handle(Abandon())

    def _as_recorded(self, events: tuple[Event, ...]) -> Settings:
        """Returns the settings with the recorded game's names, colours, board and devices, which the sensors use."""
        begun = next(event for event in events if isinstance(event, GameStart))
        return as_begun(resumed(self.settings(), self._devices.of(begun.game), demo=begun.demo), begun)

    def close_table(self) -> None:
        if self._open:
            self._open.close()
            self._open = None
            free_memory()

    def table_test(self, settings: Settings, *, keep: bool = False, check: bool = False) -> BackgroundTest:
        """Returns a test of the table of these settings.  Raises TableError.

        `keep` keeps its placements in the folder `recordings`; `check` is only the check before a game.
        """
        from companion.bootstrap.table_test import background_test, unused_folder
        from companion.preparation.table_test.files import CertificateError

        folder = unused_folder(self._folder / "recordings", settings.board) if keep else None
        try:
            return background_test(self.catalogue, settings, keep=folder, check=check)
        except (ProfileError, CertificateError, OSError, ValueError) as error:
            raise TableError(one_line(str(error))) from error

    def deck_showing(self, settings: Settings) -> DeckShowing:
        """Returns the enrolment of the game's deck with the camera.  Raises TableError."""
        from companion.bootstrap.deck_showing import deck_showing
        from companion.sensors.cards.deck_files import DeckError

        try:
            return deck_showing(self.catalogue, settings)
        except (ProfileError, DeckError, OSError, ValueError) as error:
            raise TableError(one_line(str(error))) from error

    def certificate(self, board: str) -> Certificate | None:
        """Returns the certificate of a board's last test; None if it is missing or unreadable."""
        from companion.preparation.table_test.files import CertificateError, load_certificate

        try:
            return load_certificate(board)
        except (CertificateError, ProfileError) as error:
            log.warning("%s", error)
            return None

    def saved_games(self) -> Sequence[SavedGame]:
        return known_games(self._record.games(), self._profiles)

    def all_games(self, seconds: float | None = None) -> SavedGames:
        """Returns every game, finished ones too; reads no more after `seconds`, so that a screen can go on."""
        found = self._record.all_games(seconds)
        return SavedGames(games=known_games(found.games, self._profiles), unread=found.unread)

    def profiles(self) -> Profiles:
        """The profiles of the players."""
        return self._profiles

    def save_profiles(self, profiles: Profiles) -> None:
        """Saves the profiles, for this run in any case; an unreadable file is put aside first.

        Raises OSError, also while another program holds the folder.
        """
        self._profiles = profiles
        self._hold_to_save()
        if self._unread_profiles:
            put_profiles_aside(self._folder)
            self._unread_profiles = False
        save_profiles(self._folder, profiles)

    def course(self, game: str) -> GameCourse:
        """Returns a recorded game row by row.  Raises TableError when the record of the game is damaged."""
        from companion.history.course import course_of

        self._hold()
        try:
            return course_of(known_events(self._record.load(game), self._profiles))
        except (StoreError, ValueError) as error:
            raise TableError(str(error)) from error

    def analyst(self, course: GameCourse) -> Analyst | None:
        """Returns the analyst of a recorded game; None for an unsupported game, and while a game is on."""
        from companion.bootstrap.analyst import Analyst, can_be_analysed

        if self._open is not None and not self._open.is_over():
            return None
        if self._analyst is not None and self._analyst.game == course.game:
            return self._analyst
        if not can_be_analysed(course):
            return None
        self._stop_analyst()
        self._analyst = Analyst(self._folder, course, self._record.seal_of(course.game))
        return self._analyst

    def saved_game(self, game: str) -> SavedGame:
        """Returns a recorded game in short.  Raises TableError when the record of the game is damaged."""
        self._hold()
        try:
            found = self._record.saved_game(game)
        except StoreError as error:
            raise TableError(str(error)) from error
        if found.fault is not None:
            raise TableError(found.reason)
        return known_games([found], self._profiles)[0]

    def export(self, game: str, kind: ExportKind, language: str) -> Written:
        """Writes a recorded game into the folder `exports`.  Raises TableError and OSError."""
        from companion.bootstrap.exporting import House, write_export
        from companion.handover.exports import ExportKind

        saved = self.saved_game(game)
        games = self.all_games().games if kind is ExportKind.SHEET else ()
        house = House(self._record, self._folder, self._profiles, self.wording)
        return write_export(house, saved, kind, language, games)

    @property
    def results(self) -> HouseResults:
        """The results of games whose plays nobody recorded."""
        from companion.bootstrap.house_results import HouseResults

        return HouseResults(self._record, self._hold, self._folder, self.catalogue, self._profiles, self.wording)

    def print_markers(self, settings: Settings) -> Path:
        """Writes the markers of the board as PDF into the folder `exports`.  Raises ProfileError, OSError."""
        from companion.bootstrap.exporting import write_markers

        return write_markers(self._folder, load_board(settings.board), settings.language)

    def backup_places(self) -> Sequence[BackupPlace]:
        from companion.backup.places import places

        return places(self._folder)

    def backups(self) -> Sequence[KeptBackup]:
        from companion.backup.places import kept_backups

        return kept_backups(self.backup_places())

    def take_backup(self, place: BackupPlace, *, recordings: bool) -> Path:
        """Writes everything into one file there, even while a game is on.  Raises BackupError."""
        from companion.backup.places import new_backup
        from companion.backup.take import take_backup

        take_backup(self._folder, path := new_backup(place), log.info, recordings=recordings)
        return path

    def restore(self, path: Path) -> Path | None:
        """Replaces the data folder by a backup, with no table open; returns the old folder.  Raises BackupError."""
        from companion.backup.restore import restore_backup

        self.close()
        try:
            return restore_backup(path, self._folder, log.info)
        finally:
            self.read_folder()
            self.tables.listen(self._shown.other_tables)

    def cameras(self) -> Mapping[str, str]:
        return self._devices_of("camera")

    def ports(self) -> Mapping[str, str]:
        return self._devices_of("wheel")

    def deck_is_shown(self, game: str) -> bool:
        from companion.sensors.cards.deck_files import deck_is_shown

        return deck_is_shown(game)

    def not_saving(self) -> Texts | None:
        """Why the game is not being saved; None if it is."""
        try:
            self._record.begin()
        except FolderHeldError as error:
            return self._fault(error.message)
        health = self._record.health
        return None if health.state is HealthState.OK else self._fault((health.code, health.params))

    def notices(self) -> Sequence[Texts]:
        try:
            self._record.begin()
        except FolderHeldError as error:
            return tuple(self._fault(notice) for notice in (error.message, *self._notices))
        return tuple(self._fault(notice) for notice in (*self._record.notices, *self._notices))

    def _fault(self, message: Message) -> Texts:
        """Returns a message in every language, with the id of its fault."""
        return all_with_id(self.wording.say(*message), message[0])

    def close(self) -> None:
        self.tables.stop()
        self._stop_analyst()
        self.close_table()
        self._record.close()

    def _devices_of(self, sensor: str) -> Mapping[str, str]:
        plugin = self._plugins.sensors.plugins.get(sensor)
        return plugin.devices() if plugin else {}

    def _stop_analyst(self) -> None:
        """Stops the analyst, so that the table has the machine for itself."""
        if self._analyst is not None:
            self._analyst.stop()
            self._analyst = None

    def _hold(self) -> int:
        """Holds the folder, so that no second table writes there; returns the present start.  Raises TableError."""
        try:
            self._record.begin()
        except FolderHeldError as error:
            raise TableError(self.wording.say(*error.message)[self.settings().language]) from error
        return self._record.epoch

    def _load_profiles(self) -> Profiles:
        """Returns the kept profiles; an unreadable file is reported, and stays as it is until profiles are saved."""
        try:
            return load_profiles(self._folder)
        except ProfileFileError as error:
            self._unread_profiles = True
            self._notices.append(("players_corrupt", (("detail", one_line(str(error))),)))
            return Profiles()

    def _hold_to_save(self) -> None:
        """Holds the folder to save.  Raises OSError while another program holds it."""
        try:
            self._record.begin()
        except FolderHeldError as error:
            raise OSError(self.wording.say(*error.message)[self.settings().language]) from error

    def _start(self, settings: Settings, events: tuple[Event, ...] = (), stored: Sequence[Stored] = ()) -> OpenTable:
        from companion.bootstrap.open_table import OpenTable

        self._stop_analyst()
        self.close_table()
        self._hold()
        share_memory()
        try:
            table = OpenTable(
                self.catalogue,
                settings,
                self._choices,
                self._record,
                devices=self._devices,
                plugins=self._plugins,
                wording=self.wording,
            )
            if events:
                table.restore(events, stored)
            table.open()
        except (ProfileError, OSError, ValueError) as error:
            raise TableError(str(error)) from error
        self._open = table
        return table
