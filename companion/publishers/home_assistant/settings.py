"""The publisher's own table of the settings, `[publishers.home_assistant]`."""

from enum import StrEnum
from typing import Annotated

import msgspec


class Mode(StrEnum):
    OFF = "off"
    ON = "on"
    #: Takes the device out of Home Assistant again.
    REMOVE = "remove"


class HomeAssistantSettings(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, frozen=True):
    """`broker` is the one that Home Assistant listens to, mqtt://[user:password@]host:port; empty: the table's own
    setting, where that names one.  `prefix` is Home Assistant's discovery prefix.

    `buttons`: undo, pause and resume may be pressed by whoever may publish on that broker.
    """

    mode: Mode = Mode.OFF
    broker: Annotated[str, msgspec.Meta(max_length=200)] = ""
    prefix: Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9_-]{1,40}$")] = "homeassistant"
    buttons: bool = False
