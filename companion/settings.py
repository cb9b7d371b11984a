"""What a family set up once and expects to find again: a TOML file that a person may also edit by hand."""

import os
import tomllib
from pathlib import Path

import msgspec
import platformdirs
import tomlkit

SIMULATED = "simulated"
NONE = "none"
EMBEDDED = "embedded"
LANGUAGES = ("de", "en", "fr", "it")


class SettingsError(Exception):
    """The settings file cannot be used; the message names the key and the reason in one line."""


class Settings(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, frozen=True):
    """`camera`: simulated, none, a device number, a path or a URL.  `wheel`: simulated, none, auto or a serial port.

    `names` and `colours` go by seat; `seats` are their printed sectors, clockwise, and `teams` their team numbers
    (empty = spread round the board, in the game's usual teams).  `board` is a shipped board or the path of a profile.
    `broker`: embedded, none or mqtt://[user:password@]host:port.  `delay_s` shifts what viewers see.
    """

    variant: str = "black_dog"
    board: str = "black_dog"
    names: tuple[str, ...] = ("Anna", "Ben", "Carla", "David")
    colours: tuple[str, ...] = ("red", "yellow", "green", "blue")
    seats: tuple[int, ...] = ()
    teams: tuple[int, ...] = ()
    camera: str = SIMULATED
    wheel: str = SIMULATED
    broker: str = EMBEDDED
    site: str = "home"
    table: str = "table-1"
    language: str = "en"
    sound: bool = True
    motion: bool = True
    first: int = 0
    viewer_port: int = 8787
    mqtt_port: int = 1883
    websocket_port: int = 8083
    delay_s: int = 0
    options: dict[str, str | int | bool] = {}


def data_folder() -> Path:
    """Where records and settings live: `$PAWTRACK_HOME`, else the platform's usual folder."""
    override = os.environ.get("PAWTRACK_HOME")
    return Path(override) if override else Path(platformdirs.user_data_dir("pawtrack"))


def load_settings(path: Path) -> Settings:
    """Reads the settings; a missing file gives the defaults.  Raises SettingsError."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return Settings()
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"{path.name} cannot be read ({error}); the defaults are used") from error
    try:
        return msgspec.convert(tomllib.loads(text), Settings)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise SettingsError(
            f"{path.name}: {error}; mend or delete the file, the defaults are used until then"
        ) from error


def save_settings(path: Path, settings: Settings) -> None:
    """Writes the settings whole or not at all.  Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_suffix(".new")
    draft.write_text(tomlkit.dumps(msgspec.to_builtins(settings)), encoding="utf-8")
    draft.replace(path)
