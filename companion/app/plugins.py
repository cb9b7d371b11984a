"""Publishers, sensors and front ends, found by their entry points: the code that opens a table names none of them.

Laws: a plugin reads only its own table of the settings, `[publishers.NAME]` or `[sensors.NAME]`, and an unknown key is
refused; one that cannot be loaded is reported by one line of health, and the game goes on without it.
"""

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path
from typing import Any, Final, Generic, Protocol, TypeVar

import msgspec

from companion.app.ports import Mark, Picture, Post, PostOn, Publisher, ReportHealth, Sensor, Video
from companion.app.throttle import Throttle
from companion.board.files import BoardProfile
from companion.rules.catalogue import Catalogue
from companion.settings.file import SettingsError
from companion.settings.schema import Settings
from companion.system.quoting import listed, one_line
from companion.views.broadcast.payloads import Evening
from companion.views.table_view import TableView
from companion.views.wording.sentences import Wording

log = logging.getLogger(__name__)

PUBLISHERS: Final = "pawtrack.publishers"
SENSORS: Final = "pawtrack.sensors"
FRONTENDS: Final = "pawtrack.frontends"

Subscribe = Callable[[Callable[[TableView], None]], None]
Table = TypeVar("Table", bound=msgspec.Struct)
Kind = TypeVar("Kind")


class NoSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table of a plugin without settings."""


class Recording(Protocol):
    """Records the inputs of the sensors."""

    def on_frame(self, frame: Any) -> None: ...

    def on_bytes(self, data: bytes) -> None: ...


class Stage(Protocol):
    """The simulated table of a demo, for its sensors."""

    @property
    def seed(self) -> int:
        """The chance by which its camera draws."""

    def scene(self) -> bytes:
        """Everything that its camera sees now, for a program that draws it elsewhere."""

    @property
    def source(self) -> Any:
        """Its camera: `open`, `read` (an image in BGR and its time in milliseconds) and `close`."""

    def connect_wheel(self, turn: Callable[[int], None]) -> None:
        """`turn` is called with clockwise quarters whenever a player turns the disc."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableContext:
    """The data and functions of the table that is being opened, for its plugins.

    `catalogue` are the existing games, `settings` the family's, `seats` the printed sectors with players,
    `profile` the printed board; a game of cards alone has none, and opens no sensor. `flat` reads the picture
    (BGR) of the empty board seen from above; None if none is kept. `folder` is the program's data folder, `wording` has
    its sentences in every language, `lan` says whether other devices may watch. `clock` gives milliseconds; `post_on`
    posts a command for one state of the table and no other; `mark` gives a signal that is set once all earlier posts
    are decided; `subscribe` calls back with every snapshot, from the table's thread. `stage` exists for a demo
    only, which is played `speed` times as fast; `recording` only if one is made, and `open_video` only if the settings
    show viewers the table, or keep clips of it, and a sensor has pictures: each call opens a source for one thread.
    `camera_apart`: a camera may have a program of its own, since this one goes on after the game.
    `evening` reads the standings of the evening; callable from any thread, it takes up to a second.
    `throttle` is how much the plugins may do on this machine; it changes during a game.
    """

    catalogue: Catalogue
    settings: Settings
    seats: tuple[int, ...]
    profile: BoardProfile | None
    flat: Callable[[], Picture | None]
    folder: Path
    wording: Wording
    lan: bool
    clock: Callable[[], int]
    post: Post
    post_on: PostOn
    mark: Mark
    report: ReportHealth
    subscribe: Subscribe
    camera_apart: bool = False
    recording: Recording | None = None
    stage: Stage | None = None
    speed: float = 1.0
    open_video: Callable[[], Video] | None = None
    evening: Callable[[], Evening | None] | None = None
    throttle: Throttle = field(default_factory=Throttle)

    @property
    def board(self) -> BoardProfile:
        """The printed board, for sensors.  Raises ValueError in a game of cards alone."""
        if self.profile is None:
            raise ValueError("this game has no board")
        return self.profile


@dataclass(frozen=True, slots=True, kw_only=True)
class PublisherPlugin(Generic[Table]):
    """The target of an entry point of `pawtrack.publishers`.

    `settings` is the schema of its table: every key has a default, unknown ones are forbidden.  `build` makes the
    publisher of one table, or None if the settings turn it off.
    """

    settings: type[Table]
    build: Callable[[Table, TableContext], Publisher | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class SensorPlugin(Generic[Table]):
    """The target of an entry point of `pawtrack.sensors`.

    `devices` maps the devices found on this machine: the value for a setting -> the maker's name, "" if unknown.
    """

    settings: type[Table]
    build: Callable[[Table, TableContext], Sensor | None]
    devices: Callable[[], Mapping[str, str]] = dict


@dataclass(frozen=True, slots=True)
class Found(Generic[Kind]):
    """The plugins of one group by name, and a line for each unusable one with the reason."""

    plugins: Mapping[str, Kind] = field(default_factory=dict)
    faults: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plugins:
    """Everything that can plug into a table."""

    publishers: Found[PublisherPlugin[Any]]
    sensors: Found[SensorPlugin[Any]]


def find_plugins() -> Plugins:
    """Finds the plugins that are installed beside the running program."""
    return Plugins(
        publishers=_found(PUBLISHERS, lambda plugin: _fault(plugin, PublisherPlugin)),
        sensors=_found(SENSORS, lambda plugin: _fault(plugin, SensorPlugin)),
    )


def find_frontends() -> Found[Callable[..., None]]:
    """Finds the screens that can show a table.

    Each is called with a launcher, the wish to end and, by name, `wording`.
    """
    return _found(FRONTENDS, lambda frontend: "" if callable(frontend) else "it cannot be called")


def find_browser_tablet() -> Callable[..., Any] | None:
    """Finds what makes tablets for browsers: `in_browser` of the first front end that has it, None if none has.

    It is called with the wording, the code of a language, the clock of the sensors and, by name, `on_board`.
    """
    made = (getattr(frontend, "in_browser", None) for frontend in find_frontends().plugins.values())
    return next((make for make in made if callable(make)), None)


def check_tables(settings: Settings, plugins: Plugins) -> None:
    """Checks the plugins' tables.

    Raises SettingsError with one line if a table belongs to no plugin, or does not fit its plugin's schema.
    """
    for group, tables, found in (
        ("publishers", settings.publishers, plugins.publishers),
        ("sensors", settings.sensors, plugins.sensors),
    ):
        for name, table in tables.items():
            if name in found.plugins:
                own_table(f"{group}.{name}", found.plugins[name].settings, table)
            elif name not in found.faults:
                raise SettingsError(
                    f"settings.toml: {group}.{name}: nothing of this name is installed; "
                    f"known: {listed(sorted(found.plugins))}"
                )


def own_table(where: str, schema: type[Table], table: Mapping[str, Any]) -> Table:
    """Returns the table of a plugin, read by its own schema.  Raises SettingsError."""
    try:
        return msgspec.convert(table, schema)
    except msgspec.ValidationError as error:
        raise SettingsError(f"settings.toml: {where}: {error}") from error


def _found(group: str, fault_of: Callable[[Any], str]) -> Found[Any]:
    plugins: dict[str, Any] = {}
    faults: dict[str, str] = {}
    for entry in sorted(metadata.entry_points(group=group), key=lambda entry: entry.name):
        if entry.name in plugins:
            log.warning("%s: there are two called %s; %s is left out", group, entry.name, entry.value)
            continue
        plugin, fault = _loaded(entry, fault_of)
        if fault:
            faults[entry.name] = fault
            log.warning("%s: %s cannot be used: %s", group, entry.name, fault)
        else:
            plugins[entry.name] = plugin
    return Found(plugins, faults)


def _loaded(entry: metadata.EntryPoint, fault_of: Callable[[Any], str]) -> tuple[Any, str]:
    """Returns the target of the entry point, and the reason if it is unusable."""
    try:
        plugin = entry.load()
        return plugin, fault_of(plugin)
    # Even a fault of a stranger's module while it is loaded does not stop the program.
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt):
            raise
        return None, one_line(f"{type(error).__name__}: {error}")


def _fault(plugin: Any, kind: type[PublisherPlugin[Any]] | type[SensorPlugin[Any]]) -> str:
    """Returns why the plugin is unusable, empty if it is usable.  A table that took unknown keys would hide a typo."""
    if not isinstance(plugin, kind):
        return f"it is no {kind.__name__}"
    if not plugin.settings.__struct_config__.forbid_unknown_fields:
        return "its settings must forbid unknown keys"
    plugin.settings()
    return ""
