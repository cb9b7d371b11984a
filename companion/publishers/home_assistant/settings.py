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
    """The table `[publishers.home_assistant]`.

    `mode`: whether this table appears in Home Assistant.
    `broker`: the broker of Home Assistant, `mqtt://[user:password@]host:port`; empty: the table's own external broker.
    `prefix`: the discovery prefix of Home Assistant.
    `buttons`: everybody who may publish on that broker may press undo, pause and resume.
    """

    mode: Mode = Mode.OFF
    broker: Annotated[str, msgspec.Meta(max_length=200)] = ""
    prefix: Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9_-]{1,40}$")] = "homeassistant"
    buttons: bool = False
