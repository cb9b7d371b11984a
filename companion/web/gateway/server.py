"""The gateway: accepts connections, sends viewers the broker's messages, closes clients that are no viewers."""

import asyncio
import logging
import socket
import struct
from typing import Final

from companion.programs.tcp_ports import ListenAddress, listener_at
from companion.web.gateway.admission import Admission
from companion.web.gateway.broadcast import Broadcast
from companion.web.gateway.connection import GREETING_S, VIEWER_QUEUE, Connection, GatewayContext
from companion.web.gateway.packets import ProtocolError
from companion.web.gateway.proxied import LINE_BYTES, parse_proxy_line
from companion.web.gateway.tree import Tree
from companion.web.gateway.wire import Wire
from companion.web.messages import GatewayConfig

log = logging.getLogger(__name__)

#: Connections accepted before others get their turn.
ACCEPTED_AT_ONCE: Final = 32
#: Viewers that get news before others get their turn: about a millisecond.
SERVED_AT_ONCE: Final = 32
SWEEP_S: Final = 1.0
#: Without a free file handle, connections are accepted again after this long.
FULL_PAUSE_S: Final = 0.2
#: Seconds between two checks, at the end, whether viewers have got everything.
END_LOOK_S: Final = 0.02
#: Ends a connection at once and leaves nothing behind in the system.
_AT_ONCE: Final = struct.pack("ii", 1, 0)


class Gateway:
    """`capacity` connections in all.  Lives in one event loop."""

    def __init__(self, config: GatewayConfig, capacity: int) -> None:
        self._broadcast = Broadcast(Tree(*config.trees))
        self._context = GatewayContext(config, self._broadcast)
        self._admission = Admission(capacity)
        self._connections: set[Connection] = set()
        self._listeners: list[socket.socket] = []
        self._serving = False
        self._loop = asyncio.get_running_loop()

    def open(self) -> None:
        """Opens the ports.  Raises OSError when one is taken."""
        for where, is_websocket in ((self._context.config.mqtt, False), (self._context.config.websocket, True)):
            self._listen(where, websocket=is_websocket)
        self._loop.call_later(SWEEP_S, self._sweep)

    @property
    def filters(self) -> list[str]:
        """The topic filters of the messages that the broker sends."""
        return self._broadcast.tree.filters

    def on_message(self, topic: str, payload: bytes, retained: bool) -> None:
        """Takes a message from the broker; `retained`: the broker had kept it."""
        self._broadcast.publish(topic, payload, self._loop.time(), retained=retained)
        if not self._serving:
            # messages that arrive together go out in one piece
            self._serving = True
            self._loop.call_soon(self._serve)

    async def end(self, patience_s: float) -> None:
        """Sends everybody the messages so far, and closes each connection when it has got them.

        Admits no new connections; after `patience_s` it stops waiting for viewers who have not read them.
        """
        for listener in self._listeners:
            self._loop.remove_reader(listener)
        self._broadcast.serve_all(self._loop.time())
        for connection in tuple(self._connections):
            connection.finish()
        ends_s = self._loop.time() + patience_s
        while self._connections and self._loop.time() < ends_s:
            await asyncio.sleep(END_LOOK_S)
            now_s = self._loop.time()
            for connection in tuple(self._connections):
                if connection.is_finished(now_s):
                    connection.close()

    def _listen(self, where: ListenAddress, *, websocket: bool) -> None:
        listener = listener_at(where)
        listener.setblocking(False)
        self._listeners.append(listener)
        self._loop.add_reader(listener, self._welcome, listener, websocket)

    def _welcome(self, listener: socket.socket, websocket: bool) -> None:
        for _ in range(ACCEPTED_AT_ONCE):
            try:
                connection, address = listener.accept()
            except BlockingIOError:
                return
            except OSError as error:
                # no file handle is left: the end of another connection makes room
                log.warning("a connection could not be taken: %s", error)
                self._loop.remove_reader(listener)
                self._loop.call_later(FULL_PAUSE_S, self._loop.add_reader, listener, self._welcome, listener, websocket)
                return
            if websocket and self._context.config.proxied:
                self._await_address(connection, address[0])
            else:
                self._admit(connection, address[0], websocket=websocket)

    def _await_address(self, connection: socket.socket, proxy: str) -> None:
        """Admits or refuses the viewer when the proxy has named its address."""
        connection.setblocking(False)

        def end() -> None:
            self._loop.remove_reader(connection)
            connection.close()

        patience = self._loop.call_later(GREETING_S, end)

        def read() -> None:
            patience.cancel()
            self._loop.remove_reader(connection)
            try:
                address, length = parse_proxy_line(connection.recv(LINE_BYTES, socket.MSG_PEEK))
                connection.recv(length)
            except (OSError, ProtocolError):
                connection.close()
            else:
                self._admit(connection, address or proxy, websocket=True)

        self._loop.add_reader(connection, read)

    def _admit(self, connection: socket.socket, address: str, *, websocket: bool) -> None:
        if self._admission.may_enter(address, self._loop.time()):
            self._enter(connection, address, websocket=websocket)
        else:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _AT_ONCE)
            connection.close()

    def _enter(self, socket_: socket.socket, address: str, *, websocket: bool) -> None:
        wire = Wire(socket_, limit=VIEWER_QUEUE)
        connection = Connection(self._context, wire, address, websocket=websocket, now_s=self._loop.time())

        def leave() -> None:
            self._connections.discard(connection)
            self._admission.leave(address, connection)
            connection.ended()

        wire.on_close = leave
        self._connections.add(connection)
        self._admission.enter(address, connection)
        wire.open()

    def _serve(self) -> None:
        self._serving = self._broadcast.serve(SERVED_AT_ONCE, self._loop.time())
        if self._serving:
            self._loop.call_soon(self._serve)

    def _sweep(self) -> None:
        now_s = self._loop.time()
        for connection in tuple(self._connections):
            if connection.is_over(now_s):
                connection.close()
        self._loop.call_later(SWEEP_S, self._sweep)
