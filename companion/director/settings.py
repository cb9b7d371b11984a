"""The director's own table of the settings, `[director]`: the address of OBS, and the plan of the stream."""

import os
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec

from companion.session.state import Phase
from companion.system.files import read_bytes

#: The state of the table outside the phases of a game.
IDLE: Final = "idle"
PAUSED: Final = "paused"
AWAY: Final = "away"
PHASES: Final = (IDLE, *Phase, PAUSED, AWAY)
PASSWORD_VARIABLE: Final = "PAWTRACK_OBS_PASSWORD"
_MOST_BYTES: Final = 4096

_Name = Annotated[str, msgspec.Meta(max_length=200)]


class Moment(StrEnum):
    """An event of the table that a stream shows."""

    CAPTURE = "capture"
    #: A play that the referee judged illegal.
    WRONG = "wrong"
    WIN = "win"


class DirectorSettingsError(Exception):
    """An unusable table; one line with the key and the reason."""


class DirectorSettings(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, frozen=True):
    """The table `[director]`.

    `host`: the address of OBS' WebSocket server.
    `port`: its port.
    `password`: its password; the variable PAWTRACK_OBS_PASSWORD comes first.
    `password_file`: a file with the password, for settings without `password`.
    `scenes`: the OBS scene for each phase; a phase without a scene changes nothing (docs/how-to/streaming.md).
    `sources`: the OBS source that appears at each moment: capture, wrong, win.
    `seconds`: how long such a source stays visible.
    `replays`: the moments at which OBS saves its replay buffer.
    """

    host: Annotated[str, msgspec.Meta(min_length=1, max_length=200)] = "127.0.0.1"
    port: Annotated[int, msgspec.Meta(ge=1, le=65535)] = 4455
    password: _Name = ""
    password_file: _Name = ""
    scenes: dict[str, _Name] = {}
    sources: dict[Moment, _Name] = {}
    seconds: Annotated[float, msgspec.Meta(ge=0.5, le=600)] = 6
    replays: tuple[Moment, ...] = tuple(Moment)


def read_director_settings(table: dict[str, Any]) -> DirectorSettings:
    """Returns the table of the settings, checked.  Raises DirectorSettingsError."""
    try:
        settings = msgspec.convert(table, DirectorSettings)
    except msgspec.ValidationError as error:
        raise DirectorSettingsError(f"[director]: {error}") from error
    unknown = [phase for phase in settings.scenes if phase not in PHASES]
    if unknown:
        raise DirectorSettingsError(f"[director.scenes]: {unknown[0]!r} is no phase; there are {', '.join(PHASES)}")
    return settings


def password_of(settings: DirectorSettings, folder: Path) -> str:
    """Returns the password: the environment's, else that of the settings, else that of the file, or none.

    A relative file starts from `folder`.  Raises DirectorSettingsError.
    """
    given = os.environ.get(PASSWORD_VARIABLE) or settings.password
    if given or not settings.password_file:
        return given
    try:
        return read_bytes(folder / settings.password_file, _MOST_BYTES).decode().strip()
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "it is no short text"
        raise DirectorSettingsError(f"password_file {settings.password_file!r} cannot be read ({why})") from error
