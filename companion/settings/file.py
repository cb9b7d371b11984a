"""The settings as a TOML file that a person may also edit by hand, and its folder."""

import os
from pathlib import Path
from typing import Final

import msgspec
import platformdirs

from companion.settings.schema import Settings
from companion.system.disk.whole_file import write_whole
from companion.system.files import read_text
from companion.system.toml import TomlError, load_toml

#: Tables that are only written if they are not empty.
_PLUGGED: Final = ("director", "public_broker", "publishers", "sensors")


class SettingsError(Exception):
    """The settings file cannot be used; the message names the key and the reason in one line."""


def fault_code(message: str) -> str:
    """The fault id of a SettingsError: an unknown key may belong to a later version."""
    return "settings_newer" if "unknown field" in message else "settings_corrupt"


def data_folder() -> Path:
    """The folder of records and settings: `$PAWTRACK_HOME`, else the platform's usual folder."""
    override = os.environ.get("PAWTRACK_HOME")
    return Path(override) if override else Path(platformdirs.user_data_dir("pawtrack"))


def load_settings(path: Path) -> Settings:
    """Reads the settings; a missing file gives the defaults.  Raises SettingsError, which names no cure."""
    try:
        return msgspec.convert(load_toml(path), Settings)
    except FileNotFoundError:
        return Settings()
    except OSError as error:
        raise SettingsError(f"{path.name}: {error.strerror}") from error
    except (TomlError, msgspec.ValidationError) as error:
        raise SettingsError(f"{path.name}: {error}") from error


def save_settings(path: Path, settings: Settings) -> None:
    """Writes the settings whole or not at all, into the present file: comments and order stay.  Raises OSError."""
    # every program reads settings, few write them: the import takes a tenth of the start
    from companion.system.disk.toml_document import document_with

    path.parent.mkdir(parents=True, exist_ok=True)
    values = {key: value for key, value in msgspec.to_builtins(settings).items() if value or key not in _PLUGGED}
    write_whole(path, document_with(_present_text(path), values).encode())


def _present_text(path: Path) -> str:
    """Returns the text of the file; empty if it is missing or no TOML that Pawtrack reads."""
    try:
        load_toml(path)
        return read_text(path)
    except (OSError, TomlError):
        return ""
