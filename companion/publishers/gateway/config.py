"""Configuration of the gateway: one line of JSON on its standard input, which then stays open.

When the line ends, so does the gateway: the program that started it is gone.
"""

from typing import Final

import msgspec

#: How long the end waits for the broker's last messages.
LAST_MESSAGES_S: Final = 4.0
#: How long the end waits for viewers who take the last messages slowly.
FAREWELL_S: Final = 3.0


class ListenAddress(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where to listen; `handle` is the file number of a socket that listens there already, where one is handed over."""

    host: str
    port: int
    handle: int | None = None


class GatewayConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where it listens, and the port of the broker behind it on this machine.

    `password` lets the gateway itself in there as `user`; `logins` are the users that are passed on, with their
    passwords.  `origins` are web pages that may connect beside the table's own.
    """

    mqtt: ListenAddress
    websocket: ListenAddress
    broker_port: int
    user: str
    password: str
    logins: dict[str, str]
    tree: str
    origins: tuple[str, ...] = ()
