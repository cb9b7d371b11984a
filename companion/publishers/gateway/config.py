"""Configuration of the gateway: one line of JSON on its standard input, which then stays open, or a file.

When the input ends, so does the gateway: its parent program is gone.  With a file it stands alone.
"""

import sys
from typing import Final

import msgspec

from companion.publishers.tcp_ports import ListenAddress

#: Connections in all; `select`, the only choice of a socket loop on Windows, takes fewer.
CAPACITY: Final = 400 if sys.platform == "win32" else 2000
#: How long the gateway waits at its end for the broker's last messages.
LAST_MESSAGES_S: Final = 4.0
#: How long the gateway waits at its end for viewers who take the last messages slowly.
FAREWELL_S: Final = 3.0


class GatewayConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The addresses to listen on, and the port of the broker behind it on this machine.

    `password` logs the gateway itself in there as `user`; `logins` are the users that are passed on, with their
    passwords.  `trees` are those that viewers may read: public, delayed or both.  `origins` are web pages that may
    connect beside the table's own.  `capacity` is how many connections it holds.  `proxied`: all WebSockets come
    through a proxy that names the viewer's address (`proxied.py`).
    """

    mqtt: ListenAddress
    websocket: ListenAddress
    broker_port: int
    user: str
    password: str
    logins: dict[str, str]
    trees: tuple[str, ...]
    origins: tuple[str, ...] = ()
    capacity: int = CAPACITY
    proxied: bool = False
