"""A table and a launcher that sense, store and publish nothing: they show what they get and keep what is posted."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from drawn_png import opened
from PIL import Image

from companion.app.card_setup import has_board
from companion.app.ports import TableError
from companion.backup.contents import BackupError
from companion.backup.places import backup_name
from companion.board.drawing import GameMarks
from companion.board.files import load_board
from companion.board.layout import BoardLayout
from companion.bootstrap.table_test import game_table
from companion.catalogue.shipped import SHIPPED
from companion.certification.certificate import Certificate
from companion.certification.placements import start_placement
from companion.certification.progress import Progress
from companion.certification.table import TableUnderTest
from companion.coach.analysis import GameAnalysis, analysis_of
from companion.handover.exports import ExportKind, Written, export_name
from companion.history.course import GameCourse
from companion.history.play_clock import PlayTime
from companion.model.position import Placement, Position
from companion.rules.catalogue import Catalogue
from companion.rules.rules import Rules
from companion.scoring.people import known_games
from companion.scoring.profiles import Profiles
from companion.session.commands import Command
from companion.session.results import ResultEvent
from companion.settings.schema import Settings
from companion.views.deck_progress import DeckProgress
from companion.views.demo_seat import DemoSeat
from companion.views.kept.kept_backup import BackupFault, BackupPlace, KeptBackup
from companion.views.kept.saved_game import SavedGame, SavedGames
from companion.views.phone_invitation import PhoneInvitation
from companion.views.sight import Point, Sight
from companion.views.table_view import TableView, Texts
from companion.views.tablet_invitation import TabletInvitation
from gallery.fake_phones import FakePhones, FakeTablets
from gallery.fake_results import FakeResults, FakeTables
from gallery.history_views import (
    analysed_course,
    card_course,
    finished_game,
    game_reviews,
    played_course,
    tapped_course,
)
from gallery.views import COLOURS, sample_view, saved_games
from ui.art.pictures import draw_board, draw_disc
from ui.ports import Picture


def _slant() -> tuple[float, ...]:
    """Eight numbers that map the picture's corners of the board back to the drawn square."""
    seen = ((150, 40), (490, 40), (585, 370), (55, 370))
    drawn = ((0, 0), (480, 0), (480, 480), (0, 480))
    rows, right = [], []
    for (x, y), (u, v) in zip(seen, drawn, strict=True):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        right += [u, v]
    return tuple(float(value) for value in np.linalg.solve(np.array(rows, float), np.array(right, float)))


@cache
def board_picture() -> Picture:
    """The drawn board as a camera across the table would see it."""
    layout = BoardLayout(load_board(Settings().board))
    board = opened(draw_board(layout, GameMarks(), COLOURS, 480))
    disc = opened(draw_disc(layout, COLOURS, round(480 * layout.length(260))))
    board.alpha_composite(disc, ((480 - disc.width) // 2, (480 - disc.height) // 2))
    # coefficients of the perspective that lays the square board on the table, seen from a seat
    slanted = board.transform((640, 400), Image.Transform.PERSPECTIVE, _slant(), Image.Resampling.BICUBIC)
    table = Image.new("RGBA", (640, 400), "#4A3B30")
    table.alpha_composite(slanted)
    return np.asarray(table)


class FakeVisitor:
    """A seat in a demo that keeps the requests to the hands."""

    def __init__(self, seat: DemoSeat) -> None:
        self.seat = seat
        self.asked: list[object] = []

    def shown(self) -> DemoSeat:
        return self.seat

    def take(self, seat: int) -> None:
        self.seat = DemoSeat(seat=seat)

    def leave(self) -> None:
        self.seat = DemoSeat()

    def play(self, result: Placement) -> None:
        self.asked.append(("play", result))

    def lay(self, placement: Placement) -> None:
        self.asked.append(("lay", placement))

    def err(self) -> None:
        self.asked.append("err")

    def put_back(self) -> None:
        self.asked.append("put_back")


class FakeTable:
    """A table that shows what it is given and keeps what is posted to it."""

    def __init__(self, view: TableView) -> None:
        self.view = view
        self.posted: list[Command] = []
        self.photo: Picture | None = None
        self.seen: Sight | None = None
        self.corners: tuple[Point, ...] = ()
        #: Whether it was played in shadow mode.
        self.tapped = False
        self.invitations: tuple[PhoneInvitation, ...] = ()
        self.tablet: TabletInvitation | None = None
        self.shared: tuple[bool, bool] | None = None
        self.visitor: FakeVisitor | None = None
        self.behind_s = 0.0
        self.camera_code: Callable[[], str] = str
        self.time = PlayTime(2_280_000, 42_000, running=True)
        self._listeners: list[Callable[[TableView], None]] = []

    def post(self, command: Command) -> None:
        self.posted.append(command)

    def subscribe(self, callback: Callable[[TableView], None]) -> None:
        self._listeners.append(callback)
        callback(self.view)

    def course(self) -> GameCourse:
        if self.tapped:
            return tapped_course()
        return played_course() if self.view.card_table is None else card_course()

    def play_time(self) -> PlayTime:
        return self.time

    def picture(self) -> Picture | None:
        return board_picture() if self.photo is None else self.photo

    def photograph(self) -> Picture | None:
        return self.photo

    def sight(self) -> Sight | None:
        return self.seen

    def set_corners(self, corners: Sequence[Point]) -> None:
        self.corners = tuple(corners)

    def share(self, *, lan: bool, replays: bool) -> None:
        self.shared = (lan, replays)

    def viewer_urls(self) -> Sequence[str]:
        return ("http://192.168.1.20:8787/",)

    def viewers_behind_s(self) -> float:
        return self.behind_s

    @property
    def camera(self) -> "FakeTable":
        return self

    @property
    def phones(self) -> FakePhones:
        return FakePhones(self)

    @property
    def tablets(self) -> FakeTablets:
        return FakeTablets(self)

    def show(self, view: TableView) -> None:
        self.view = view
        for listener in self._listeners:
            listener(view)


class FakeTableTest:
    """Stands where a test puts it."""

    def __init__(self, table: TableUnderTest, rules: Rules, position: Position) -> None:
        self.table, self.rules, self.position = table, rules, position
        self.progress = Progress(asked=start_placement(table))
        self.running = False
        self.laid_count = 0

    def picture(self) -> Picture | None:
        return board_picture() if self.running else None

    def start(self) -> None:
        self.running = True

    def stop(self) -> None:
        self.running = False

    def laid(self) -> None:
        self.laid_count += 1


class FakeDeckShowing:
    """A deck shown to nobody, which remembers its calls."""

    def __init__(self, progress: DeckProgress, photo: Any) -> None:
        self.progress = progress
        self.photo = photo
        self.asked: list[str] = []

    def picture(self) -> Any:
        return self.photo

    def start(self) -> None:
        self.asked.append("start")

    def stop(self) -> None:
        self.asked.append("stop")

    def skip(self) -> None:
        self.asked.append("skip")

    def forget(self) -> None:
        self.asked.append("forget")


class FakeAnalyst:
    """An analysis that is as far as it is put."""

    def __init__(self, done: int | None = None) -> None:
        self.total = len(game_reviews())
        self.reviewed = self.total if done is None else done
        self.running = False

    def done(self) -> int:
        return self.reviewed

    def found(self) -> GameAnalysis | None:
        return analysis_of(analysed_course(), game_reviews()[: self.reviewed])

    def start(self) -> None:
        self.running = True

    def stop(self) -> None:
        self.running = False


class FakeLauncher:
    """Opens fake tables; remembers what was saved, opened, abandoned."""

    def __init__(self, settings: Settings | None = None, games: Sequence[SavedGame] | None = None) -> None:
        self._settings = settings or Settings(motion=False, sound=False)
        self.games = list(saved_games() if games is None else games)
        self.lines: list[Texts] = []
        self.trouble: Texts | None = None
        self.catalogue: Catalogue = SHIPPED
        self.table: FakeTable | None = None
        self.opened: Settings | None = None
        self.test: FakeTableTest | None = None
        self.showing: FakeDeckShowing | None = None
        self.known: Certificate | None = None
        self.keeps = self.checks = self.deck_shown = False
        self.closed = 0
        self.unread = 0
        self.people = Profiles()
        self.result_rows: dict[str, list[ResultEvent]] = {}
        self.play_files: dict[Path, bytes] = {}
        self.coach: FakeAnalyst | None = None
        self.refuses = False
        self.tables = FakeTables()
        self.places = (BackupPlace(folder=Path.home() / ".local/share/pawtrack-backups"),)
        self.kept: tuple[KeptBackup, ...] = ()
        self.taken: list[tuple[BackupPlace, bool]] = []
        self.restored: list[Path] = []

    def settings(self) -> Settings:
        return self._settings

    def save(self, settings: Settings) -> None:
        self._settings = settings

    def open_table(self, settings: Settings) -> FakeTable:
        self.opened = settings
        self.table = FakeTable(sample_view(phase=None, variant="", position=None, cards=(), seats=(), game=""))
        return self.table

    def close_table(self) -> None:
        self.table = None
        self.closed += 1

    def table_test(self, settings: Settings, *, keep: bool = False, check: bool = False) -> FakeTableTest:
        game = game_table(SHIPPED, settings)
        self.keeps, self.checks = keep, check
        self.test = FakeTableTest(game.table, game.rules, game.position)
        return self.test

    def deck_showing(self, settings: Settings) -> FakeDeckShowing:
        if self.showing is None:
            raise TableError("cards are shown to a real camera")
        return self.showing

    def certificate(self, board: str) -> Certificate | None:
        return self.known

    def saved_games(self) -> Sequence[SavedGame]:
        return list(self.games)

    def all_games(self, seconds: float | None = None) -> SavedGames:
        return SavedGames(games=known_games(self.games, self.people), unread=self.unread)

    def course(self, game: str) -> GameCourse:
        saved = next(saved for saved in self.games if saved.game == game)
        return played_course() if has_board(saved.variant) else card_course()

    def analyst(self, course: GameCourse) -> FakeAnalyst | None:
        return self.coach

    @property
    def results(self) -> FakeResults:
        return FakeResults(self)

    def profiles(self) -> Profiles:
        return self.people

    def save_profiles(self, profiles: Profiles) -> None:
        self.people = profiles

    def saved_game(self, game: str) -> SavedGame:
        return next((saved for saved in self.games if saved.game == game), None) or finished_game()

    def export(self, game: str, kind: ExportKind, language: str) -> Written:
        if self.refuses:
            raise OSError("No space left on device")
        name = export_name(kind, self.saved_game(game))
        note = "share.few_chapters" if kind is ExportKind.CHAPTERS else ""
        return Written(Path.home() / ".local/share/pawtrack/exports" / name, note)

    def print_markers(self, settings: Settings) -> Path:
        if self.refuses:
            raise OSError("No space left on device")
        return Path.home() / ".local/share/pawtrack/exports" / f"markers-{settings.board}.pdf"

    def backup_places(self) -> Sequence[BackupPlace]:
        return self.places

    def backups(self) -> Sequence[KeptBackup]:
        return self.kept

    def take_backup(self, place: BackupPlace, *, recordings: bool) -> Path:
        self.taken.append((place, recordings))
        if self.refuses:
            raise OSError("No space left on device")
        return place.folder / backup_name(datetime(2026, 11, 21, 20, 15))

    def read_folder(self) -> None:
        """Nothing is new there."""

    def restore(self, path: Path) -> Path | None:
        self.restored.append(path)
        if self.refuses:
            raise BackupError("newer", BackupFault.NEWER)
        return Path.home() / ".local/share/pawtrack-before-restore-1"

    def resume(self, game: str) -> FakeTable:
        self.table = FakeTable(sample_view(game=game, paused=True))
        return self.table

    def abandon(self, game: str) -> None:
        self.games = [saved for saved in self.games if saved.game != game]

    def cameras(self) -> Mapping[str, str]:
        return {"0": "", "/dev/v4l/by-id/usb-046d_C920-video-index0": "HD Pro Webcam C920"}

    def ports(self) -> Mapping[str, str]:
        return {"/dev/ttyACM0": ""}

    def deck_is_shown(self, game: str) -> bool:
        return self.deck_shown

    def not_saving(self) -> Texts | None:
        return self.trouble

    def notices(self) -> Sequence[Texts]:
        return list(self.lines)
