"""Where this machine is reached: a free TCP port, whether a program listens there, its address in the network."""

import socket
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final

LOOPBACK: Final = "127.0.0.1"
EVERYWHERE: Final = "0.0.0.0"
#: Connections that may wait to be accepted.
BACKLOG: Final = 1024
#: A server killed with its program may hold its port a moment longer; only then is the next port tried.
PORT_PATIENCE_S: Final = 1.0
PORTS_TRIED: Final = 50


def free_port(host: str, port: int, avoid: int | None = None, clock: Callable[[], float] = time.monotonic) -> int:
    """`port` if it can be listened on, else the next one that can.  Raises OSError when there is none."""
    with listen_from(host, port, avoid, clock) as listener:
        return int(listener.getsockname()[1])


def listen_from(
    host: str, port: int, avoid: int | None = None, clock: Callable[[], float] = time.monotonic
) -> socket.socket:
    """A socket that listens on `port`, or else on the next one that is free.  Raises OSError when there is none."""
    ends_s = clock() + PORT_PATIENCE_S
    while port != avoid and clock() < ends_s:
        with suppress(OSError):
            return socket.create_server((host, port), backlog=BACKLOG)
        time.sleep(0.05)
    for candidate in range(port + 1, min(port + PORTS_TRIED, 65536)):
        if candidate != avoid:
            with suppress(OSError):
                return socket.create_server((host, candidate), backlog=BACKLOG)
    raise OSError(f"no port from {port} on is free")


def accepts(port: int) -> bool:
    """Whether a program of this machine accepts connections on the port."""
    try:
        with socket.create_connection((LOOPBACK, port), timeout=0.5):
            return True
    except OSError:
        return False


def address_in_lan() -> str:
    """This machine's address in its network; nothing is sent to find it out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return LOOPBACK
