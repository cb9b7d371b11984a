"""A socket in the event loop that never blocks and never queues without bound."""

import asyncio
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from companion.web.gateway.packets import ProtocolError

if sys.platform == "linux":
    import fcntl
    import termios

READ_BYTES: Final = 16384
#: The most bytes that the system holds for a slow reader; its default grows to megabytes.
SEND_BUFFER: Final = 65536
#: Seconds that the other side has to close after the end has arrived; later data is answered with a reset.
CLOSING_S: Final = 0.5


def _ignore() -> None:
    pass


def _drop(_: bytes) -> None:
    pass


def unconfirmed_bytes(connection: socket.socket) -> int:
    """Returns the number of unconfirmed bytes, the end included; 0 if the system does not report it."""
    if sys.platform != "linux":
        return 0
    return int.from_bytes(fcntl.ioctl(connection, termios.TIOCOUTQ, bytes(4)), sys.byteorder)


class Wire:
    """`on_bytes` receives the bytes and may raise ProtocolError, which ends the wire; `on_close` is called once."""

    def __init__(self, connection: socket.socket, *, limit: int) -> None:
        """`limit`: the most bytes that may wait to be sent; more than that ends the wire."""
        connection.setblocking(False)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._socket = connection
        self.limit = limit
        self._loop = asyncio.get_running_loop()
        self._waiting = b""
        self.closed = False
        self._hung_up_s: float | None = None
        self.on_bytes: Callable[[bytes], None] = _drop
        self.on_close: Callable[[], None] = _ignore
        #: Called when all waiting bytes have been sent.
        self.on_drain: Callable[[], None] = _ignore

    def open(self) -> None:
        self._loop.add_reader(self._socket, self._readable)

    @property
    def is_behind(self) -> bool:
        """Whether bytes still wait to be sent."""
        return bool(self._waiting)

    def send(self, data: bytes) -> None:
        if self.closed:
            return
        if self._waiting:
            self._waiting += data
        else:
            sent = 0
            try:
                sent = self._socket.send(data)
            except BlockingIOError:
                pass
            except OSError:
                self.close()
                return
            if sent == len(data):
                return
            self._waiting = data[sent:]
            self._loop.add_writer(self._socket, self._writable)
        if len(self._waiting) > self.limit:
            self.close()

    def finish(self, farewell: bytes) -> None:
        """Sends `farewell` as the last data; drops later input until the other side closes too."""
        self.on_bytes, self.on_drain = _drop, self._hang_up
        self.send(farewell)
        if not self._waiting:
            self._hang_up()

    def is_finished(self, now_s: float) -> bool:
        """Returns whether the other side has got everything up to the end, and had a moment to close too."""
        if self._hung_up_s is None or unconfirmed_bytes(self._socket):
            return False
        return now_s - self._hung_up_s > CLOSING_S

    def close(self) -> None:
        if self.closed:
            return
        self.closed = True
        with suppress(OSError, ValueError):
            self._loop.remove_reader(self._socket)
            self._loop.remove_writer(self._socket)
        self._socket.close()
        on_close = self.on_close
        # without a reference back, nothing is left to the garbage collector, which would pause everything
        self.on_bytes, self.on_drain, self.on_close = _drop, _ignore, _ignore
        on_close()

    def _hang_up(self) -> None:
        self._hung_up_s = self._loop.time()
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_WR)

    def _readable(self) -> None:
        try:
            data = self._socket.recv(READ_BYTES)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self.close()
            return
        understood = False
        try:
            self.on_bytes(data)
            understood = True
        except ProtocolError:
            pass
        finally:
            # also if our own code fails on the data: its sender is not served further
            if not understood:
                self.close()

    def _writable(self) -> None:
        try:
            sent = self._socket.send(self._waiting)
        except BlockingIOError:
            return
        except OSError:
            self.close()
            return
        self._waiting = self._waiting[sent:]
        if not self._waiting:
            self._loop.remove_writer(self._socket)
            self.on_drain()
