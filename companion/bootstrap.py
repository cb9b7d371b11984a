"""The only place that builds a table: the store, and whatever sensors and publishers are found plugged into it.

`OpenTable` is a running table for the tablet and for the headless program alike; `Launcher` opens and closes it.
"""

import logging
import time
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, TypeVar

from companion.app.card_setup import card_start_command, has_board
from companion.app.choices import Choices
from companion.app.guard import Guard, GuardedPublisher, GuardedSensor
from companion.app.plugins import (
    Found,
    Plugins,
    PublisherPlugin,
    SensorPlugin,
    TableContext,
    check_tables,
    find_plugins,
    own_table,
)
from companion.app.ports import Camera, Picture, Publisher, Sensor, ServesPage, StoreError, TableError
from companion.app.table import Table
from companion.app.table_setup import as_begun, check_table, seats_of, start_command
from companion.board.files import ProfileError, load_board
from companion.board.profile import BoardProfile
from companion.catalogue.house_variants import read_catalogue
from companion.model.verdict import Message
from companion.rules.catalogue import Catalogue
from companion.sensors.board_print import keep_print, print_of
from companion.sensors.recorder import Recorder
from companion.session.card_game import CardGame
from companion.session.commands import Abandon, Command, StartCardGame, StartGame
from companion.session.events import Event
from companion.session.events import Start as GameStart
from companion.settings.file import SettingsError, data_folder, load_settings, save_settings
from companion.settings.game_devices import GameDevices, resumed
from companion.settings.schema import Settings, for_people, with_changes
from companion.simulation.card_table import SimulatedCardTable
from companion.simulation.driver import SimulatedTable
from companion.store.folder_lock import FolderHeldError
from companion.store.record import Record
from companion.system.echo import one_line
from companion.texts import shipped_wording
from companion.views.saved_game import SavedGame
from companion.views.sight import Point, Sight
from companion.views.table_view import HealthState, TableView, Texts
from companion.views.wording import Wording

Kind = TypeVar("Kind", PublisherPlugin[Any], SensorPlugin[Any])

log = logging.getLogger(__name__)


def clock_ms() -> int:
    """Milliseconds of the machine's monotonic clock; the one clock of all sensors."""
    return time.monotonic_ns() // 1_000_000


def new_game(catalogue: Catalogue, settings: Settings) -> StartGame | StartCardGame:
    """A new game as the settings want it."""
    game = str(uuid.uuid4())
    if not has_board(settings.variant):
        return card_start_command(settings, game)
    return start_command(catalogue, settings, game)


class OpenTable:
    """A table with everything plugged in that its settings name.  `close` stops it; nothing recorded is lost."""

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
        self._plugins = plugins
        self._wording = wording
        on_board = has_board(settings.variant)
        self._profile = load_board(settings.board) if on_board else None
        self._flat = print_of(settings.board) if on_board else None
        self.table = Table(record, record.epoch, wording)
        self.simulation: SimulatedTable | SimulatedCardTable | None = None
        self.sensors: dict[str, Sensor] = {}
        self.publishers: dict[str, Publisher] = {}
        self._plugged: list[Sensor] = []
        self._hosts: list[GuardedPublisher] = []

    def open(self) -> None:
        """Starts the record, the sensors and the publishers.  Raises OSError when a recording folder cannot be used."""
        recorder = None
        if self._choices.record and self._profile is None:
            raise ValueError("--record: a game without a board has no pictures to record")
        if self._choices.record:
            recorder = Recorder(self._choices.record, self._settings.board)
            recorder.prepare()
            self.table.witness(recorder.on_command)
        self.table.report(self._record.health)
        if self._settings.demo:
            self.simulation = self._simulated(self._profile) if self._profile else self._simulated_cards()
        context = self._context(recorder)
        self._plug_sensors(context)
        self._plug_publishers(context)
        self.table.start()
        for sensor in self._plugged:
            sensor.start(self.table.post, self.table.report)

    def close(self) -> None:
        """Stops sensors first, so that what they said is still decided, stored and published."""
        for sensor in reversed(self._plugged):
            sensor.stop()
        self._keep_print()
        self.table.stop()
        for host in self._hosts:
            host.stop()

    def restore(self, events: tuple[Event, ...]) -> None:
        """Takes up a recorded game; only before `open`."""
        self.table.restore(events)

    def post(self, command: Command) -> None:
        if isinstance(command, StartGame | StartCardGame) and not command.demo:
            self._devices.keep(command.game, self._settings)
        self.table.post(command)

    def subscribe(self, callback: Callable[[TableView], None]) -> None:
        self.table.subscribe(callback)

    def picture(self) -> Picture | None:
        return self._camera.picture() if self._camera else None

    def photograph(self) -> Picture | None:
        return self._camera.photograph() if self._camera else None

    def set_corners(self, corners: Sequence[Point]) -> None:
        if self._camera:
            self._camera.set_corners(corners)

    def sight(self) -> Sight | None:
        return self._camera.sight() if self._camera else None

    def viewer_url(self) -> str | None:
        """Where spectators look; None while nothing could be heard there."""
        pages = (publisher for publisher in self.publishers.values() if isinstance(publisher, ServesPage))
        return next((url for page in pages if (url := page.viewer_url())), None)

    @property
    def _camera(self) -> Camera | None:
        return next((sensor for sensor in self.sensors.values() if isinstance(sensor, Camera)), None)

    def _keep_print(self) -> None:
        """A board that was shown by its corners is found by itself the next time."""
        flat = self._camera.empty_print if self._camera else None
        if flat is None:
            return
        try:
            keep_print(self._settings.board, flat)
        except OSError as error:
            log.warning("the print of the board is not kept for the next time: %s", error.strerror or error)

    def _simulated_cards(self) -> SimulatedCardTable:
        """The players of a demo of a game of cards alone."""
        return SimulatedCardTable(
            lambda: self.table.state.position if isinstance(self.table.state, CardGame) else None,
            self._choices.seed,
            speed=self._choices.speed,
            plies=self._choices.plies or None,
        )

    def _simulated(self, profile: BoardProfile) -> SimulatedTable:
        """The table of a demo, with players of its own."""
        return SimulatedTable(
            profile,
            variant=self._catalogue.variant(self._settings.variant),
            colours=self._settings.colours,
            seats=self._settings.seats,
            teams=self._settings.teams,
            seed=self._choices.seed,
            options=tuple(sorted(self._settings.options.items())),
            speed=self._choices.speed,
            plies=self._choices.plies or None,
        )

    def _context(self, recorder: Recorder | None) -> TableContext:
        return TableContext(
            catalogue=self._catalogue,
            settings=self._settings,
            seats=seats_of(self._catalogue, self._settings) if self._profile else (),
            profile=self._profile,
            flat=self._flat,
            folder=data_folder(),
            wording=self._wording,
            lan=self._choices.lan,
            clock=clock_ms,
            post=self.table.post,
            report=self.table.report,
            subscribe=self.table.subscribe,
            recording=recorder,
            stage=self.simulation if isinstance(self.simulation, SimulatedTable) else None,
            speed=self._choices.speed,
        )

    def _plug_sensors(self, context: TableContext) -> None:
        if self._profile:
            self._plug_sensors_of_board(context)
        if self.simulation:
            self._plugged.append(self.simulation)
            self.table.subscribe(self.simulation.on_view)

    def _plug_sensors_of_board(self, context: TableContext) -> None:
        for name, guard, plugin, own in self._guarded("sensors", self._plugins.sensors, self._settings.sensors):
            sensor = guard.call(plugin.build, own, guard.context(context))
            if sensor:
                self.sensors[name] = sensor
                self._plugged.append(GuardedSensor(guard, sensor))

    def _plug_publishers(self, context: TableContext) -> None:
        found, tables = self._plugins.publishers, self._settings.publishers
        for name, guard, plugin, own in self._guarded("publishers", found, tables):
            publisher = guard.call(plugin.build, own, guard.context(context))
            if publisher:
                self.publishers[name] = publisher
                host = GuardedPublisher(guard, publisher)
                self._hosts.append(host)
                host.start(self.table.report)
                self.table.attach(host)

    def _guarded(
        self, group: str, found: Found[Kind], tables: Mapping[str, Mapping[str, Any]]
    ) -> Iterator[tuple[str, Guard, Kind, Any]]:
        """Every plugin of a group with its guard and its own settings; those that cannot be used say so."""
        for name, fault in found.faults.items():
            Guard(name, self.table.report).fail(fault)
        for name, plugin in found.plugins.items():
            guard = Guard(name, self.table.report)
            own = guard.call(own_table, f"{group}.{name}", plugin.settings, tables.get(name, {}))
            if own is not None:
                yield name, guard, plugin, own


def held_by(error: FolderHeldError) -> Message:
    """Who holds the folder and what to do, for people."""
    holder = error.holder
    return "folder_held", (("since", holder.since or "?"), ("pid", holder.pid or "?"))


class Launcher:
    """What the tablet calls: settings, saved games, opening and closing tables; one table at a time."""

    def __init__(self, choices: Choices, wording: Wording | None = None) -> None:
        """`wording` None: the languages that come with the program."""
        self.wording = wording or shipped_wording()
        self._choices = choices
        self._folder = data_folder()
        self.catalogue = read_catalogue(self._folder)
        self._record = Record(self.catalogue, self._folder)
        self._devices = GameDevices(self._folder / "devices.json")
        self._plugins = find_plugins()
        self._open: OpenTable | None = None
        self._notices: list[Message] = []
        with suppress(FolderHeldError):
            self._record.begin()
        self._unused = False
        try:
            self._saved = for_people(load_settings(self._folder / "settings.toml"))
            if self._saved.language not in self.wording.codes:
                raise SettingsError(f"settings.toml: no catalogue has the language {self._saved.language!r}")
            check_tables(self._saved, self._plugins)
            check_table(self.catalogue, self._saved)
        except (SettingsError, ProfileError, ValueError) as error:
            self._saved, self._unused = Settings(), True
            self._notices.append(("settings_corrupt", (("detail", one_line(str(error))),)))
        self._shown = choices.over(self.catalogue, self._saved)
        self._notices += [
            ("house_game_faulty", (("detail", one_line(fault)),)) for fault in self.catalogue.faults.values()
        ]

    def settings(self) -> Settings:
        """Those of this run: the saved ones under what the command line says."""
        return self._shown

    def save(self, settings: Settings) -> None:
        """Keeps what people changed; what only the command line says is for this run.

        Raises OSError, also while another program holds the folder; it holds for this run then, and goes with the next.
        """
        self._saved, self._shown = for_people(with_changes(self._saved, self._shown, settings)), settings
        try:
            self._record.begin()
        except FolderHeldError as error:
            raise OSError(self.wording.say(*held_by(error))[settings.language]) from error
        path = self._folder / "settings.toml"
        if self._unused:
            # what somebody wrote by hand is kept beside, although it could not be used
            path.replace(path.with_name("settings.unused.toml"))
            self._unused = False
        save_settings(path, self._saved)

    def open_table(self, settings: Settings) -> OpenTable:
        return self._start(settings, ())

    def resume(self, game: str) -> OpenTable:
        """Raises TableError when the record of the game is damaged."""
        self._hold()
        try:
            events = self._record.load(game)
        except StoreError as error:
            raise TableError(str(error)) from error
        return self._start(self._as_recorded(events), events)

    def abandon(self, game: str) -> None:
        table = Table(self._record, self._record.epoch, self.wording)
        table.restore(self._record.load(game))
        table.handle(Abandon())

    def _as_recorded(self, events: tuple[Event, ...]) -> Settings:
        """The settings with the game's own names, colours, board and devices: the sensors look at what was begun."""
        begun = next(event for event in events if isinstance(event, GameStart))
        return as_begun(resumed(self.settings(), self._devices.of(begun.game), demo=begun.demo), begun)

    def close_table(self) -> None:
        if self._open:
            self._open.close()
            self._open = None

    def saved_games(self) -> Sequence[SavedGame]:
        return self._record.games()

    def cameras(self) -> Mapping[str, str]:
        return self._devices_of("camera")

    def ports(self) -> Mapping[str, str]:
        return self._devices_of("wheel")

    def not_saving(self) -> Texts | None:
        """Why nothing that is played is being saved; None where it is."""
        try:
            self._record.begin()
        except FolderHeldError as error:
            return self.wording.say(*held_by(error))
        health = self._record.health
        return None if health.state is HealthState.OK else self.wording.say(health.code, health.params)

    def notices(self) -> Sequence[Texts]:
        try:
            self._record.begin()
        except FolderHeldError as error:
            return tuple(self.wording.say(*notice) for notice in (held_by(error), *self._notices))
        return tuple(self.wording.say(*notice) for notice in (*self._record.notices, *self._notices))

    def close(self) -> None:
        self.close_table()
        self._record.close()

    def _devices_of(self, sensor: str) -> Mapping[str, str]:
        plugin = self._plugins.sensors.plugins.get(sensor)
        return plugin.devices() if plugin else {}

    def _hold(self) -> None:
        """Two tables in one folder would write into each other's games.  Raises TableError."""
        try:
            self._record.begin()
        except FolderHeldError as error:
            raise TableError(self.wording.say(*held_by(error))[self.settings().language]) from error

    def _start(self, settings: Settings, events: tuple[Event, ...]) -> OpenTable:
        self.close_table()
        self._hold()
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
                table.restore(events)
            table.open()
        except (ProfileError, OSError, ValueError) as error:
            raise TableError(str(error)) from error
        self._open = table
        return table
