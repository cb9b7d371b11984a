"""A running table, for the tablet and for the headless program alike.

A table without a camera loads neither vision nor the simulated table.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from companion.app.card_setup import has_board
from companion.app.choices import Choices
from companion.app.plugins import Plugins, TableContext
from companion.app.ports import (
    Camera,
    InvitesPhones,
    InvitesTablets,
    Picture,
    Publisher,
    ReportHealth,
    Sensor,
    ServesPage,
    ServesPageWidely,
    ShowsLate,
    ShowsVideo,
)
from companion.app.table import Table
from companion.app.table_setup import seats_of
from companion.app.thread_health import ThreadHealth
from companion.app.throttle import Throttle
from companion.board.files import has_print, load_board
from companion.board.print_file import has_whole_print
from companion.board.profile import BoardProfile
from companion.bootstrap.evening_standings import read_standings
from companion.bootstrap.plugged import Plugged
from companion.computer_seats.thinker import Thinker
from companion.history.course import GameCourse
from companion.history.play_clock import PlayTime, Stored
from companion.rules.catalogue import Catalogue
from companion.session.card_game import CardGame
from companion.session.commands import Command, StartCardGame, StartGame
from companion.session.events import Event
from companion.session.state import NoGame
from companion.settings.file import data_folder
from companion.settings.game_devices import GameDevices
from companion.settings.load import AUTO, Load
from companion.settings.schema import PHONE, Settings, VideoScope
from companion.store.health_log import HealthLog
from companion.store.record import Record
from companion.views.table_view import TableView
from companion.views.wording.sentences import Wording

if TYPE_CHECKING:
    from companion.sensors.recorder import Recorder
    from companion.simulation.card_table import SimulatedCardTable
    from companion.simulation.driver import SimulatedTable
    from companion.simulation.visitor.seat import VisitorSeat

log = logging.getLogger(__name__)


def clock_ms() -> int:
    """Milliseconds of the machine's monotonic clock; the one clock of all sensors."""
    return time.monotonic_ns() // 1_000_000


class OpenTable:
    """A table with all the plugins that its settings name.  `close` stops it; nothing recorded is lost."""

    def __init__(
        self,
        catalogue: Catalogue,
        settings: Settings,
        choices: Choices,
        record: Record,
        *,
        devices: GameDevices,
        plugins: Plugins,
        wording: Wording,
    ) -> None:
        self._catalogue = catalogue
        self._settings = settings
        self._devices = devices
        self._choices = choices
        self._record = record
        self._wording = wording
        on_board = has_board(settings.variant)
        self._profile = load_board(settings.board) if on_board else None
        if on_board and has_print(settings.board) and not has_whole_print(settings.board):
            _print_of(settings.board)
        self.table = Table(record, record.epoch, wording, tick=clock_ms)
        self._recorder: Recorder | None = None
        self.simulation: SimulatedTable | SimulatedCardTable | None = None
        self._stage: SimulatedTable | None = None
        self._plugged = Plugged(plugins, settings, self.table)
        self._thread_health = ThreadHealth(self.table.report)
        self._throttle = _throttle(settings, self.table.report, watched=on_board and bool(settings.cameras))
        self._thinker = Thinker(lambda: self.table.state, self.table.post_on, self.table.report)

    @property
    def sensors(self) -> Mapping[str, Sensor]:
        """The sensors of this table by the name of their plugin."""
        return self._plugged.sensors

    @property
    def publishers(self) -> Mapping[str, Publisher]:
        """The publishers of this table by the name of their plugin."""
        return self._plugged.publishers

    def share(self, *, lan: bool, replays: bool) -> None:
        """Sets who may watch: the publishers restart while the game goes on.  It takes seconds."""
        self._settings = msgspec.structs.replace(self._settings, lan=lan, replays=replays)
        self._plugged.stop_publishers()
        self._plugged.start_publishers(self._with_video(self._context(self._recorder)))
        self.table.show_again()

    def open(self) -> None:
        """Starts the record, the sensors and the publishers.  Raises OSError when a recording folder cannot be used."""
        recorder = self._recorder
        if self._choices.record and self._profile is None:
            raise ValueError("--record: a game without a board has no pictures to record")
        if self._choices.record:
            from companion.sensors.recorder import Recorder

            recorder = self._recorder = Recorder(self._choices.record, self._settings.board)
            recorder.prepare()
            self.table.witness(recorder.on_command)
        self._thread_health.begin()
        self.table.report(self._record.health)
        self._throttle.show()
        self.table.witness(self._throttle.on_command)
        if self._settings.demo:
            self._stage = self._simulated(self._profile) if self._profile else None
            self.simulation = self._stage or self._simulated_cards()
        self.table.subscribe(HealthLog(data_folder()).on_view)
        context = self._context(recorder)
        if self._profile:
            self._plugged.build_sensors(context)
        if self.simulation:
            self.table.subscribe(self.simulation.on_view)
        self.table.subscribe(self._thinker.on_view)
        self._plugged.start_publishers(self._with_video(context))
        self.table.start()
        self._plugged.start_sensors()
        if self.simulation:
            self.simulation.start(self.table.post, self.table.report)

    def close(self) -> None:
        """Stops sensors first, so that their last inputs are still decided, stored and published."""
        if self.simulation:
            self.simulation.stop()
        self._thinker.stop()
        self._plugged.stop_sensors()
        self._thread_health.end()
        self.table.stop()
        self._plugged.stop_publishers()

    def restore(self, events: tuple[Event, ...], stored: Sequence[Stored]) -> None:
        """Continues a recorded game whose events were `stored` at these times; only before `open`."""
        self.table.restore(events, stored)

    def is_over(self) -> bool:
        """Whether no game is on that could still be played."""
        state = self.table.state
        return isinstance(state, NoGame) or state.result is not None

    def play_time(self) -> PlayTime:
        """The play time of the running game so far."""
        return self.table.play_time()

    def post(self, command: Command) -> None:
        """Posts a person's command; a new game keeps the devices that it is begun with."""
        if isinstance(command, StartGame | StartCardGame) and not command.demo:
            self._devices.keep(command.game, self._settings)
        self.table.post(command)

    def course(self) -> GameCourse:
        """The running game so far, row by row."""
        return self.table.course()

    def subscribe(self, callback: Callable[[TableView], None]) -> None:
        self.table.subscribe(callback)

    @property
    def visitor(self) -> VisitorSeat | None:
        """The seat that a person may take in a demo; None at every other table."""
        return self.simulation.visitor if self.simulation else None

    def viewer_url(self) -> str | None:
        """The address for spectators; None while nothing is published there."""
        pages = (publisher for publisher in self.publishers.values() if isinstance(publisher, ServesPage))
        return next((url for page in pages if (url := page.viewer_url())), None)

    def viewer_urls(self) -> Sequence[str]:
        """Every address for spectators, the likeliest first."""
        for publisher in self.publishers.values():
            if isinstance(publisher, ServesPageWidely) and (urls := publisher.viewer_urls()):
                return urls
        url = self.viewer_url()
        return (url,) if url else ()

    def viewers_behind_s(self) -> float:
        """Seconds until delayed viewers have seen the newest state; a table that closes earlier loses the rest."""
        late = [each for each in self.publishers.values() if isinstance(each, ShowsLate)]
        return max((each.behind_s() for each in late), default=0.0)

    def camera_code(self) -> str:
        """The address by which a phone becomes the camera; empty if it is not the camera, or is there."""
        if PHONE not in self._settings.cameras:
            return ""
        from companion.sensors.phone.table import phone_code

        return phone_code()

    @property
    def phones(self) -> InvitesPhones | None:
        """The publisher through which players name their cards by phone, if there is one."""
        return next((publisher for publisher in self.publishers.values() if isinstance(publisher, InvitesPhones)), None)

    @property
    def tablets(self) -> InvitesTablets | None:
        """The publisher through which browsers are tablets, if there is one."""
        return next(
            (publisher for publisher in self.publishers.values() if isinstance(publisher, InvitesTablets)), None
        )

    @property
    def camera(self) -> Camera | None:
        """The sensor with pictures for people, if there is one."""
        return next((sensor for sensor in self.sensors.values() if isinstance(sensor, Camera)), None)

    def _with_video(self, context: TableContext) -> TableContext:
        """Returns the context with pictures of the table, if the settings want any and there is a camera."""
        scope = self._settings.video
        camera = next((sensor for sensor in self.sensors.values() if isinstance(sensor, ShowsVideo)), None)
        if camera is None or (scope is VideoScope.OFF and not self._settings.clips):
            return context
        return replace(context, open_video=partial(camera.video, room=scope is VideoScope.ROOM))

    def _simulated_cards(self) -> SimulatedCardTable:
        """Returns the players of a demo of a game of cards alone."""
        from companion.simulation.card_table import SimulatedCardTable

        return SimulatedCardTable(
            lambda: self.table.state if isinstance(self.table.state, CardGame) else None,
            self._choices.seed,
            speed=self._choices.speed,
            plies=self._choices.plies or None,
        )

    def _simulated(self, profile: BoardProfile) -> SimulatedTable:
        """Returns the table of a demo, with its own players."""
        from companion.simulation.driver import SimulatedTable

        return SimulatedTable(
            profile,
            variant=self._catalogue.variant(self._settings.variant),
            colours=self._settings.colours,
            seats=seats_of(self._catalogue, self._settings),
            teams=self._settings.teams,
            seed=self._choices.seed,
            options=tuple(sorted(self._settings.options.items())),
            level=self._settings.level,
            speed=self._choices.speed,
            plies=self._choices.plies or None,
        )

    def _context(self, recorder: Recorder | None) -> TableContext:
        return TableContext(
            catalogue=self._catalogue,
            settings=self._settings,
            seats=seats_of(self._catalogue, self._settings) if self._profile else (),
            profile=self._profile,
            flat=partial(_print_of, self._settings.board),
            folder=data_folder(),
            wording=self._wording,
            lan=self._settings.lan,
            clock=clock_ms,
            post=self.table.post,
            post_on=self.table.post_on,
            mark=self.table.mark,
            report=self.table.report,
            subscribe=self.table.subscribe,
            camera_apart=self._choices.camera_apart,
            recording=recorder,
            stage=self._stage,
            speed=self._choices.speed,
            evening=None if self._settings.demo else lambda: read_standings(self._record, data_folder()),
            throttle=self._throttle,
        )


def _throttle(settings: Settings, report: ReportHealth, *, watched: bool) -> Throttle:
    """Returns the load of a game on this machine, `watched` by a camera; a demo draws its pictures, as no real game."""
    if settings.demo or not watched:
        return Throttle(Load.FULL if settings.load == AUTO else settings.load)
    # only a table with a camera needs them, and a tapped game starts sooner
    from companion.preparation.speed import free_mb
    from companion.settings.kept_load import KeptLoad, machine

    kept = KeptLoad(data_folder(), machine())
    return Throttle(settings.load, kept.read(), free_mb(), kept.keep, report)


def _print_of(board: str) -> Picture | None:
    """Returns the print of a board; None if there is none.  Raises ProfileError for a damaged one."""
    if not has_print(board):
        return None
    from companion.sensors.board_print import print_of

    return print_of(board)
