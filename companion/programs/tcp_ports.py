"""The TCP ports of this machine: free ones, and the programs that listen on them."""

import os
import socket
import time
from collections.abc import Callable, Collection
from contextlib import suppress
from typing import Final

import msgspec

LOOPBACK: Final = "127.0.0.1"
EVERYWHERE: Final = "0.0.0.0"
#: Connections that may wait to be accepted.
BACKLOG: Final = 1024
#: A server killed with its program may hold its port a moment longer; only after this time the next port is tried.
PORT_PATIENCE_S: Final = 1.0
PORTS_TRIED: Final = 50


class ListenAddress(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An address to listen on; `handle` is the file number of an inherited socket that already listens there."""

    host: str
    port: int
    handle: int | None = None

    @property
    def handles(self) -> tuple[int, ...]:
        """The file numbers that a child has to inherit."""
        return () if self.handle is None else (self.handle,)


def hand_over(listener: socket.socket) -> ListenAddress:
    """Returns the address on which a child listens for us.

    The child inherits the socket, so that no other program takes the port before it is there, or while it restarts.
    Not on Windows: there the socket is closed and the child opens its own.
    """
    host, port = listener.getsockname()
    if os.name == "posix":
        return ListenAddress(host, port, listener.fileno())
    listener.close()
    return ListenAddress(host, port)


def listener_at(where: ListenAddress) -> socket.socket:
    """Returns the child's end of `hand_over`.  Raises OSError if the port is taken."""
    if where.handle is None:
        return socket.create_server((where.host, where.port), backlog=BACKLOG)
    return socket.socket(fileno=where.handle)


def free_port(host: str, port: int, avoid: Collection[int] = (), clock: Callable[[], float] = time.monotonic) -> int:
    """Like `listen_from`, but closes the socket and returns the port."""
    with listen_from(host, port, avoid, clock) as listener:
        return int(listener.getsockname()[1])


def listen_from(
    host: str, port: int, avoid: Collection[int] = (), clock: Callable[[], float] = time.monotonic
) -> socket.socket:
    """Returns a socket that listens on `port`, or else on the next free one, but never on a port of `avoid`.

    Those are reserved by the settings.  Raises OSError when there is none.
    """
    ends_s = clock() + PORT_PATIENCE_S
    while port not in avoid and clock() < ends_s:
        with suppress(OSError):
            return socket.create_server((host, port), backlog=BACKLOG)
        time.sleep(0.05)
    for candidate in range(port + 1, min(port + PORTS_TRIED, 65536)):
        if candidate not in avoid:
            with suppress(OSError):
                return socket.create_server((host, candidate), backlog=BACKLOG)
    raise OSError(f"no port from {port} on is free")


def listen_anywhere(host: str, avoid: Collection[int]) -> socket.socket:
    """Returns a socket on a port of the system's choice that is none of `avoid`.  Raises OSError."""
    refused: list[socket.socket] = []
    try:
        while (listener := socket.create_server((host, 0), backlog=BACKLOG)).getsockname()[1] in avoid:
            # held, so that the system picks another one
            refused.append(listener)
    finally:
        for each in refused:
            each.close()
    return listener


def accepts(port: int) -> bool:
    """Returns whether a program of this machine accepts connections on the port."""
    try:
        with socket.create_connection((LOOPBACK, port), timeout=0.5):
            return True
    except OSError:
        return False
