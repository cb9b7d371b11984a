"""The only place that builds real adapters: plugs sensors, publishers and the store into a table.

`OpenTable` is a running table for the tablet and for the headless program alike; `Launcher` opens and closes it.
"""

import logging
import os
import sys
import time
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import msgspec

from companion.app.memory_store import UnusableStore
from companion.app.ports import Publisher, Sensor, Store, StoreError, TableError
from companion.app.table import Table
from companion.board_files import ProfileError, keep_print, load_board, print_of
from companion.model.position import Switch
from companion.publishers.broker import EmbeddedBroker
from companion.publishers.mqtt import MqttPublisher
from companion.publishers.viewer.server import ViewerServer
from companion.rules.catalogue import load_variant, variant_ids
from companion.sensors.camera import CameraSensor, Casting, Picture
from companion.sensors.recorder import Recorder
from companion.sensors.wheel import WheelSensor
from companion.session.commands import Abandon, Command, StartGame
from companion.session.events import Event, GameStarted
from companion.session.evolve import replay
from companion.settings import (
    EMBEDDED,
    NONE,
    SIMULATED,
    Settings,
    SettingsError,
    data_folder,
    load_settings,
    save_settings,
)
from companion.simulation.driver import SimulatedTable
from companion.simulation.virtual_source import VirtualSource
from companion.store.event_log import EventLog, GameSummary, put_aside
from companion.store.faults import RECORD_CORRUPT, RecordError
from companion.table_setup import start_command, with_game
from companion.views.saved_game import SavedGame
from companion.views.sight import Sight
from companion.views.table_view import Health, HealthState, TableView, Texts
from companion.views.wording import say
from firmware_bridge.discovery import candidates
from firmware_bridge.emulator import wheel_without_hands
from firmware_bridge.simulator import SimulatedWheel
from vision.frames import Frame
from vision.sources import FrameSource, open_source

log = logging.getLogger(__name__)


def clock_ms() -> int:
    """Milliseconds of the machine's monotonic clock; the one clock of all sensors."""
    return time.monotonic_ns() // 1_000_000


def new_game(settings: Settings) -> StartGame:
    """A new game as the settings want it."""
    return start_command(settings, str(uuid.uuid4()))


def has_display() -> bool:
    """Whether a window can be opened: any desktop, or SDL told how to do without one."""
    if sys.platform in ("win32", "darwin"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """What the command line says on top of the settings; None leaves the setting as it is."""

    variant: str | None = None
    players: int | None = None
    options: tuple[tuple[str, Switch], ...] = ()
    board: str | None = None
    camera: str | None = None
    wheel: str | None = None
    broker: str | None = None
    lan: bool = False
    record: Path | None = None
    seed: int = 1
    speed: float = 1.0
    plies: int = 0

    @property
    def name_a_table(self) -> bool:
        """Whether a certain game was asked for, so that an open one is not simply gone on with."""
        return bool(self.variant or self.players or self.options or self.board)

    def over(self, settings: Settings) -> Settings:
        """Raises ValueError with one line where these choices make no table."""
        if self.name_a_table:
            variant = self.variant or settings.variant
            settings = with_game(settings, variant, self.players, dict(self.options), self.board)
        told = {"camera": self.camera, "wheel": self.wheel, "broker": self.broker}
        return msgspec.structs.replace(settings, **{key: value for key, value in told.items() if value is not None})


class Record:
    """The record on disk; where the disk cannot be used at all, the table goes on under a visible alarm.

    A damaged or foreign file is put aside untouched, and a new record is begun beside it.
    """

    def __init__(self, folder: Path) -> None:
        self.trouble: Health | None = None
        self.store: Store
        self.epoch = 1
        path = folder / "record.sqlite"
        try:
            self._begin(path)
        except RecordError as error:
            self.trouble = Health(part="record", state=HealthState.LOST, code=error.code)
            log.error("%s", error)
            self.store = UnusableStore(error)
            if error.code == RECORD_CORRUPT:
                put_aside(path)
                self._begin(path)

    def _begin(self, path: Path) -> None:
        opened = EventLog(path)
        self.epoch = opened.next_epoch()
        self.store = opened

    def games(self) -> Sequence[SavedGame]:
        """Games that are not over, the newest first."""
        if not isinstance(self.store, EventLog):
            return ()
        known = variant_ids()
        # The file of a house variant may be gone; its games wait in the record until it is back.
        open_games = [game for game in self.store.games() if not game.finished and game.variant in known]
        return [self._saved(summary) for summary in open_games]

    def close(self) -> None:
        if isinstance(self.store, EventLog):
            self.store.close()

    def _saved(self, summary: GameSummary) -> SavedGame:
        return SavedGame(
            game=summary.game,
            names=summary.names,
            variant=summary.variant,
            started=datetime.fromtimestamp(summary.started_ms / 1000),
            ply=replay(self.store.load(summary.game)).ply,
            finished=summary.finished,
        )


class _Frames:
    """The virtual camera's pictures as the eyes want them: the simulation does not know `vision`."""

    def __init__(self, source: VirtualSource) -> None:
        self._source = source

    def open(self) -> None:
        self._source.open()

    def read(self) -> Frame | None:
        picture = self._source.read()
        return None if picture is None else Frame(picture.image, picture.t_ms)

    def close(self) -> None:
        self._source.close()


class OpenTable:
    """A table with everything plugged in that its settings name.  `close` stops it; nothing recorded is lost."""

    def __init__(self, settings: Settings, choices: Choices, record: Record) -> None:
        self._settings = settings
        self._choices = choices
        self._record = record
        self._profile = load_board(settings.board)
        self._flat = print_of(settings.board)
        self.table = Table(record.store, record.epoch)
        self.simulation: SimulatedTable | None = None
        self._simulated_wheel: SimulatedWheel | None = None
        self._camera: CameraSensor | None = None
        self._sensors: list[Sensor] = []
        self._publishers: list[Publisher] = []
        self._broker: EmbeddedBroker | None = None
        self._viewer: ViewerServer | None = None
        self._recorder: Recorder | None = None

    def open(self) -> None:
        """Starts the record, the sensors and the publishers.  Raises OSError when a recording folder cannot be used."""
        if self._choices.record:
            self._recorder = Recorder(self._choices.record, self._settings.board)
            self._recorder.prepare()
            self.table.witness(self._recorder.on_command)
        if self._record.trouble:
            self.table.report(self._record.trouble)
        self._plug_sensors()
        self._plug_publishers()
        self.table.start()
        for sensor in self._sensors:
            sensor.start(self.table.post, self.table.report)

    def close(self) -> None:
        """Stops sensors first, so that what they said is still decided, stored and published."""
        for sensor in reversed(self._sensors):
            sensor.stop()
        if self._simulated_wheel:
            self._simulated_wheel.stop()
        self._keep_print()
        self.table.stop()
        for publisher in self._publishers:
            publisher.stop()
        if self._viewer:
            self._viewer.stop()
        if self._broker:
            self._broker.stop()

    def restore(self, events: tuple[Event, ...]) -> None:
        """Takes up a recorded game; only before `open`."""
        self.table.restore(events)

    def post(self, command: Command) -> None:
        self.table.post(command)

    def subscribe(self, callback: Callable[[TableView], None]) -> None:
        self.table.subscribe(callback)

    def picture(self) -> Picture | None:
        return self._camera.picture() if self._camera else None

    def photograph(self) -> Picture | None:
        return self._camera.photograph() if self._camera else None

    def lies_at(self, corners: Sequence[tuple[float, float]]) -> None:
        if self._camera:
            self._camera.lies_at(corners)

    def sight(self) -> Sight | None:
        return self._camera.sight() if self._camera else None

    def viewer_url(self) -> str | None:
        return self._viewer.url if self._viewer else None

    def _keep_print(self) -> None:
        """A board that was shown by its corners is found by itself the next time."""
        flat = self._camera.empty_print if self._camera else None
        if flat is None:
            return
        try:
            keep_print(self._settings.board, flat)
        except OSError as error:
            log.warning("the print of the board is not kept for the next time: %s", error.strerror or error)

    def _plug_sensors(self) -> None:
        settings = self._settings
        wheel_port = settings.wheel
        if settings.camera == SIMULATED:
            wheel_port = self._plug_simulation()
        elif settings.camera == NONE:
            self.table.report(Health(part="camera", state=HealthState.OFF, code="camera_off"))
        else:
            self._plug_camera(open_source(settings.camera), settings.camera)
        if wheel_port in (NONE, SIMULATED):
            self.table.report(Health(part="wheel", state=HealthState.OFF, code="wheel_off"))
        else:
            on_bytes = self._recorder.on_bytes if self._recorder else None
            self._sensors.append(WheelSensor(wheel_port, clock=clock_ms, on_bytes=on_bytes))

    def _plug_simulation(self) -> str:
        """The simulated table: its camera, its wheel on a pseudo-terminal, its players.  Returns the wheel's port."""
        turns = bool(load_variant(self._settings.variant).wheel_offsets)
        wheel = wheel_without_hands(speed=self._choices.speed) if turns and self._settings.wheel == SIMULATED else None
        if wheel:
            wheel.start()
            self._simulated_wheel = wheel
        self.simulation = SimulatedTable(
            self._profile,
            variant=self._settings.variant,
            colours=self._settings.colours,
            seats=self._settings.seats,
            teams=self._settings.teams,
            seed=self._choices.seed,
            options=tuple(sorted(self._settings.options.items())),
            turn_wheel=wheel.begin_turn if wheel else None,
            speed=self._choices.speed,
            plies=self._choices.plies or None,
        )
        self._plug_camera(_Frames(self.simulation.source), SIMULATED)
        self._sensors.append(self.simulation)
        self.table.subscribe(self.simulation.on_view)
        return wheel.port if wheel else self._settings.wheel

    def _plug_camera(self, source: FrameSource, name: str) -> None:
        on_frame = self._recorder.on_frame if self._recorder else None
        seats = start_command(self._settings, "").seats
        idle = Casting(sectors=seats, colours=self._settings.colours, dog=False)
        self._camera = CameraSensor(source, name, self._profile, on_frame, idle, self._flat)
        self._sensors.append(self._camera)
        self.table.subscribe(self._camera.on_view)

    def _plug_publishers(self) -> None:
        settings = self._settings
        if settings.broker == NONE:
            self.table.report(Health(part="mqtt", state=HealthState.OFF, code="mqtt_off"))
            return
        url = settings.broker
        if url == EMBEDDED:
            self._broker = EmbeddedBroker(settings, data_folder(), lan=self._choices.lan)
            self._broker.start(self.table.report)
            url = self._broker.table_url
        # Orders are taken only where the broker is ours: on another one anybody might give them.
        mqtt = MqttPublisher(url, settings, self.table.post if self._broker else None)
        mqtt.start(self.table.report)
        self._publishers.append(mqtt)
        self.table.attach(mqtt)
        if self._broker:
            self._viewer = ViewerServer(self._broker, self._profile, settings, lan=self._choices.lan)
            self._viewer.start()


class Launcher:
    """What the tablet calls: settings, saved games, opening and closing tables; one table at a time."""

    def __init__(self, choices: Choices) -> None:
        self._choices = choices
        self._folder = data_folder()
        self._record = Record(self._folder)
        self._open: OpenTable | None = None
        self._notices: list[Texts] = []
        try:
            self._settings = load_settings(self._folder / "settings.toml")
        except SettingsError as error:
            self._settings = Settings()
            self._notices.append(say("settings_corrupt", (("detail", str(error)),)))

    def settings(self) -> Settings:
        return self._choices.over(self._settings)

    def save(self, settings: Settings) -> None:
        save_settings(self._folder / "settings.toml", settings)
        self._settings = settings

    def open_table(self, settings: Settings) -> OpenTable:
        return self._start(settings, ())

    def resume(self, game: str) -> OpenTable:
        """Raises TableError when the record of the game is damaged."""
        try:
            events = self._record.store.load(game)
        except StoreError as error:
            raise TableError(str(error)) from error
        return self._start(self._as_recorded(events), events)

    def abandon(self, game: str) -> None:
        table = Table(self._record.store, self._record.epoch)
        table.restore(self._record.store.load(game))
        table.handle(Abandon())

    def _as_recorded(self, events: tuple[Event, ...]) -> Settings:
        """The settings with the game's own names, colours and board: the sensors must look at what was begun."""
        begun = next(event for event in events if isinstance(event, GameStarted))
        return msgspec.structs.replace(
            self.settings(),
            names=begun.names,
            colours=begun.colours,
            board=begun.board,
            variant=begun.position.variant,
            options=dict(begun.position.options),
            seats=begun.position.seats,
            teams=begun.position.teams,
        )

    def close_table(self) -> None:
        if self._open:
            self._open.close()
            self._open = None

    def saved_games(self) -> Sequence[SavedGame]:
        return self._record.games()

    def cameras(self) -> Sequence[str]:
        return sorted(path.name.removeprefix("video") for path in Path("/dev").glob("video*"))

    def ports(self) -> Sequence[str]:
        return [found.device for found in candidates()]

    def notices(self) -> Sequence[Texts]:
        return tuple(self._notices)

    def close(self) -> None:
        self.close_table()
        self._record.close()

    def viewer_url(self, settings: Settings) -> str | None:
        """Where spectators will find a table opened with these settings; None without a broker of our own."""
        return f"http://127.0.0.1:{settings.viewer_port}/" if settings.broker == EMBEDDED else None

    def _start(self, settings: Settings, events: tuple[Event, ...]) -> OpenTable:
        self.close_table()
        try:
            table = OpenTable(settings, self._choices, self._record)
            if events:
                table.restore(events)
            table.open()
        except (ProfileError, OSError, ValueError) as error:
            raise TableError(str(error)) from error
        self._open = table
        return table
