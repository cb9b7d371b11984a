"""The state shared by all screens: the open table, its newest snapshot, the settings; screens read it, post to it.

The modules of a table load with the first table.
"""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

import msgspec
from kivy.clock import Clock
from kivy.event import EventDispatcher
from kivy.properties import ObjectProperty, StringProperty

from ui.background import in_background
from ui.i18n.live import i18n
from ui.mailbox import Mailbox
from ui.presenters.setup import usable
from ui.presenters.status import fault_line
from ui.sound import Silence, Sound
from ui.voice import Mute, Voice
from ui.widgets.look import look

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path
    from threading import Thread

    from companion.handover.exports import ExportKind, Written
    from companion.handover.plays.preview import Preview
    from companion.history.course import GameCourse
    from companion.history.play_clock import PlayTime
    from companion.scoring.profiles import Profiles
    from companion.session.commands import Command
    from companion.session.results import KeptResult
    from companion.settings.schema import Settings
    from companion.views.kept.kept_backup import BackupPlace
    from companion.views.kept.saved_game import SavedGame
    from companion.views.table_view import TableView
    from ui.ports import Analyst, Camera, Launcher, Phones, Picture, Results, Table, Tablets, Visitor
    from ui.presenters.evening.evening import Evening
    from ui.presenters.evening.players import PlayerBook

#: The time for reading games for the evening, in seconds; the newest come first.
_READ_S: Final = 0.3
#: The interval of checking the visitor's seat, in seconds.
_LOOK_S: Final = 0.15

log = logging.getLogger(__name__)


class AppModel(EventDispatcher):
    """`view` is None while no table is open.  `fault` is one line for the screen, empty when all is well.

    `demo_seat` is the state of the seat that a visitor may take in a demo; None at every other table.
    """

    view = ObjectProperty(None, allownone=True)
    demo_seat = ObjectProperty(None, allownone=True)
    settings = ObjectProperty(None, rebind=True)
    fault = StringProperty("")

    def __init__(self, launcher: Launcher, sound: Sound | None = None, voice: Voice | None = None) -> None:
        super().__init__()
        self.launcher = launcher
        self._sound: Sound = sound or Silence()
        self._voice: Voice = voice or Mute()
        self._table: Table | None = None
        self._mailbox: Mailbox | None = None
        self._played: tuple[object, ...] = ()
        self._looking: Any = None
        self._book: PlayerBook | None = None
        self._read_settings()

    def _read_settings(self) -> None:
        """Takes over the launcher's games and settings, and everything that follows from them."""
        self.catalogue = self.launcher.catalogue
        self.settings, trouble = usable(self.catalogue, self.launcher.settings())
        i18n.use(self.settings.language)
        look.use(self.settings.theme, self.settings.text_percent)
        if trouble:
            self.fault = fault_line(i18n.words, "fault.settings", reason=trouble)

    @property
    def has_voice(self) -> bool:
        """Whether this machine can speak."""
        return self._voice.there

    @property
    def is_open(self) -> bool:
        return self._table is not None

    def change(self, **changes: object) -> None:
        """Changes settings that hold at once (language, theme, size of texts, sound, motion) and saves them."""
        self.keep(msgspec.structs.replace(self.settings, **changes))
        i18n.use(self.settings.language)
        look.use(self.settings.theme, self.settings.text_percent)

    def keep(self, settings: Settings) -> None:
        """Saves the settings; a disk error is reported, and the game goes on."""
        self.settings = settings
        try:
            self.launcher.save(settings)
        except OSError as error:
            log.error("the settings are not saved: %s", error)
            self.fault = fault_line(i18n.words, "setup.not_saved")

    def keep_profiles(self, profiles: Profiles) -> None:
        """Saves the players' profiles; a disk error is reported."""
        try:
            self.launcher.save_profiles(profiles)
        except OSError as error:
            log.error("what was said about players is not saved: %s", error)
            self.fault = fault_line(i18n.words, "players.not_saved")

    def open(self, settings: Settings) -> bool:
        """Opens a table without a game; returns False (and sets `fault`) if that fails."""
        return self._take(lambda: self.launcher.open_table(settings))

    def begin(self, settings: Settings) -> bool:
        """Opens a table and begins a game on it; returns False (and sets `fault`) if that fails."""
        from companion.app.table_setup import begin_command
        from companion.scoring.people import known_names

        opened = self.open(settings)
        if opened:
            names = known_names(settings.names, self.launcher.profiles())
            known = settings if settings.demo else msgspec.structs.replace(settings, names=names)
            self.post(begin_command(self.catalogue, known, uuid4().hex))
        return opened

    def begin_demo(self, settings: Settings) -> bool:
        """Begins a demo, in which a seat is the visitor's; returns False (and sets `fault`) if that fails."""
        from ui.presenters.play.demo_seat import VISITORS_SEAT

        begun = self.begin(settings)
        if self.visitor:
            self.visitor.take(VISITORS_SEAT)
        return begun

    def resume(self, game: str) -> bool:
        return self._take(lambda: self.launcher.resume(game))

    @property
    def visitor(self) -> Visitor | None:
        """The visitor's seat of the present demo; None if no game is played as one."""
        return self._table.visitor if self._table else None

    def look_at_visitor(self, *_: object) -> None:
        """Polls the visitor's seat: its turn begins and ends, and hands move, without any event of the game."""
        self.demo_seat = self.visitor.shown() if self.visitor else None

    def close(self) -> None:
        if self._looking:
            self._looking.cancel()
            self._looking = None
        if self._mailbox:
            self._mailbox.close()
        if self._table:
            self._table = self._mailbox = None
            self.launcher.close_table()
        self.view = self.demo_seat = None

    def start_rematch(self, names: Sequence[str] = ()) -> None:
        """Starts the next game; with `names` by seat the same people have changed places."""
        from companion.scoring.people import known_names
        from ui.presenters.evening.rematch import rematch_command

        if self.view:
            command = rematch_command(self.view, uuid4().hex)
            seated = known_names(names or command.names, self.launcher.profiles())
            self.post(command if self.view.demo else msgspec.structs.replace(command, names=seated))

    def evening(self) -> Evening | None:
        """The evening after the finished game; None if that does not count."""
        if self.view is None or self.view.demo or not self.view.result:
            return None
        return self.evening_of(self.view.game)

    def evening_of(self, game: str) -> Evening | None:
        """The evening up to a recorded game; None if that does not count."""
        from ui.presenters.evening.evening import evening

        return evening(self.book_of(self.launcher.all_games(_READ_S).games), game, i18n.words)

    def book_of(self, games: Sequence[SavedGame]) -> PlayerBook:
        """The book of all games; the same one, ratings and all, until a game or a player changes."""
        from ui.presenters.evening.players import PlayerBook

        profiles = self.launcher.profiles()
        if self._book is None or (self._book.games, self._book.profiles) != (tuple(games), profiles):
            self._book = PlayerBook(games, profiles, self._book)
        return self._book

    def result_of(self, game: str) -> KeptResult | None:
        """A result that people entered; None (and `fault`) if it cannot be read."""
        try:
            return self.launcher.results.of(game)
        except Exception as error:  # noqa: BLE001  (reported in one line; the tablet stays)
            self.fault = fault_line(i18n.words, "games.unreadable", reason=str(error))
            return None

    def preview_of(self, source: Path | bytes, named: Mapping[str, str]) -> Preview | None:
        """The plays of another program's file, or of its pasted content; None if they cannot be read."""
        try:
            return self.launcher.results.preview(source, named)
        except Exception as error:  # noqa: BLE001  (reported in one line; the tablet stays)
            log.error("the plays cannot be read: %s", error)
            return None

    def note_result(self, step: Callable[[Results], object]) -> bool:
        """Enters, corrects or strikes out a result; returns False (and sets `fault`) if nothing of it was kept."""
        try:
            step(self.launcher.results)
        except Exception as error:  # noqa: BLE001  (reported in one line; the tablet stays)
            log.error("the result is not kept: %s", error)
            self.fault = fault_line(i18n.words, "results.not_kept")
            return False
        return True

    def post(self, command: Command) -> None:
        if self._table:
            self._table.post(command)

    def course(self) -> GameCourse | None:
        """The present game, row by row; None while no table is open."""
        return self._table.course() if self._table else None

    def play_time(self) -> PlayTime:
        """The time of play of the present game."""
        from companion.history.play_clock import PlayTime

        return self._table.play_time() if self._table else PlayTime()

    def remind(self) -> None:
        """A soft sound for a turn that takes long."""
        if self.settings.sound:
            self._sound.play("late")

    def course_of(self, game: str) -> GameCourse | None:
        """A recorded game row by row; None (and `fault`) if it cannot be read."""
        try:
            return self.launcher.course(game)
        except Exception as error:  # noqa: BLE001  (reported in one line; the tablet stays)
            self.fault = fault_line(i18n.words, "games.unreadable", reason=str(error))
            return None

    def analyst(self, course: GameCourse) -> Analyst | None:
        """The analyst of a finished game; None (and `fault`) if that fails, and for a game that cannot be analysed."""
        try:
            return self.launcher.analyst(course)
        except Exception as error:  # noqa: BLE001  (reported in one line; the tablet stays)
            self.fault = fault_line(i18n.words, "games.unreadable", reason=str(error))
            return None

    def saved_game(self, game: str) -> SavedGame | None:
        """A recorded game in short; None (and `fault`) if it cannot be read."""
        try:
            return self.launcher.saved_game(game)
        except Exception as error:  # noqa: BLE001  (reported in one line; the tablet stays)
            self.fault = fault_line(i18n.words, "games.unreadable", reason=str(error))
            return None

    def export(self, game: str, kind: ExportKind, done: Callable[[Written | None, str], None]) -> Thread:
        """Exports a recorded game in a thread of its own; `done` gets the file, or None and the reason."""
        language = self.settings.language
        return in_background(
            "export",
            lambda: self.launcher.export(game, kind, language),
            lambda written: done(written, ""),
            lambda error: done(None, str(error)),
        )

    def photograph(self, done: Callable[[Picture | None], None]) -> None:
        """Takes a picture in full size in a thread of its own, since a camera may answer late; `done` gets None where
        none comes."""
        if self.camera is None:
            done(None)
        else:
            in_background("photograph", self.camera.photograph, done, lambda _: done(None))

    def take_backup(self, place: BackupPlace, done: Callable[[Path | None, str], None], *, recordings: bool) -> Thread:
        """Writes everything into one file in a thread of its own; `done` gets the file, or None and the reason."""
        from ui.presenters.evening.backups import backup_reason

        return in_background(
            "backup",
            lambda: self.launcher.take_backup(place, recordings=recordings),
            lambda path: done(path, ""),
            lambda error: done(None, backup_reason(error, i18n.words)),
        )

    def restore(self, path: Path) -> tuple[Path | None, str]:
        """Restores a backup; returns the path of the replaced data, and why nothing was changed, else empty."""
        from ui.presenters.evening.backups import backup_reason

        self.close()
        self.fault = ""
        try:
            return self.launcher.restore(path), ""
        except Exception as error:  # noqa: BLE001  (reported in one line; the tablet stays)
            return None, backup_reason(error, i18n.words)
        finally:
            self._read_settings()

    def read_games(self) -> None:
        """Takes a new game of the house into the list; no table may be open."""
        self.launcher.read_folder()
        self._read_settings()

    @property
    def camera(self) -> Camera | None:
        """The camera of the open table, if it has one."""
        return self._table.camera if self._table else None

    @property
    def phones(self) -> Phones | None:
        """The phones of the open table, if it has any."""
        return self._table.phones if self._table else None

    @property
    def tablets(self) -> Tablets | None:
        """The browsers that are tablets of the open table, if there can be any."""
        return self._table.tablets if self._table else None

    def share(self, done: Callable[[str], None], *, lan: bool, replays: bool) -> Thread | None:
        """Lets others watch, or stops that, and saves the choice; `done` is called when the page is there again.

        It gets the fault in words, empty if all is well.
        """
        self.change(lan=lan, replays=replays)
        table = self._table
        if table is None:
            return None
        return in_background(
            "share",
            lambda: table.share(lan=lan, replays=replays),
            lambda _: done(""),
            lambda _: done(fault_line(i18n.words, "fault.program")),
        )

    def camera_code(self) -> str:
        """The address by which a phone becomes the camera; empty without a table that waits for one."""
        return self._table.camera_code() if self._table else ""

    def viewers_behind_s(self) -> float:
        """Seconds until delayed viewers have been shown the newest; 0 without a table."""
        return self._table.viewers_behind_s() if self._table else 0.0

    def viewer_urls(self) -> Sequence[str]:
        return self._table.viewer_urls() if self._table else ()

    def now_ms(self) -> int:
        return time.monotonic_ns() // 1_000_000

    def _take(self, opened: Callable[[], Table]) -> bool:
        self.close()
        self.fault = ""
        try:
            self._table = opened()
        except Exception as error:  # noqa: BLE001  (reported in one line; the tablet stays)
            log.error("the table cannot be opened: %s", error)
            self.fault = fault_line(i18n.words, "fault.no_table", reason=str(error))
            return False
        self._mailbox = Mailbox(self._receive)
        self._table.subscribe(self._mailbox.put)
        self.look_at_visitor()
        if self.visitor:
            self._looking = Clock.schedule_interval(self.look_at_visitor, _LOOK_S)
        return True

    def _receive(self, view: TableView) -> None:
        from companion.session.state import Phase
        from ui.presenters.play.spoken import spoken

        words = spoken(self.view, view, i18n.words) if self.settings.voice else ""
        self.view = view
        if words:
            self._voice.say(words, i18n.language, self.settings.voice)
        played: tuple[object, ...] = (view.verdict.kind.value, view.verdict.seq) if view.verdict else ()
        if view.phase is Phase.OVER:
            played = ("won",)
        if played and played != self._played and self.settings.sound:
            self._sound.play(str(played[0]))
        self._played = played
