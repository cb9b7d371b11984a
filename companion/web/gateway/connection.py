"""One connection through the gateway, from its first byte: a viewer's, or an operator's, passed on to the broker.

Laws: a client without a user name is a viewer, whatever else it claims; a wrong password is answered late, and an
address whose logins failed waits for these answers before it may guess again.
"""

import asyncio
import hmac
import socket
from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from companion.web.gateway import packets
from companion.web.gateway.broadcast import Broadcast
from companion.web.gateway.packets import Connect, Packet, PacketReader, ProtocolError
from companion.web.gateway.viewer import Viewer
from companion.web.gateway.wire import Wire
from companion.web.messages import GatewayConfig
from companion.web.origins import origin_allowed
from companion.web.websocket import GOING_AWAY, WebSocketError, WebSocketReader, frame_of

#: The longest packet of a viewer, and of any client before its login, in bytes.
PACKET_LIMIT: Final = 16_384
#: The longest queue for a viewer, and for an operator or the broker, in bytes.
VIEWER_QUEUE: Final = 131_072
OPERATOR_QUEUE: Final = 2_097_152
#: Seconds within which the first packet must come.
GREETING_S: Final = 10.0
#: Seconds before a wrong password is answered, and the number of such answers that an address may wait for.
LOGIN_FAILURE_PAUSE_S: Final = 2.0
MAX_PENDING_FAILURES: Final = 4


@dataclass(slots=True)
class FailedLogins:
    """Wrong passwords that are not answered yet, by address."""

    waiting: Counter[str] = field(default_factory=Counter)

    def forget(self, address: str) -> None:
        self.waiting[address] -= 1
        if self.waiting[address] <= 0:
            del self.waiting[address]


@dataclass(frozen=True, slots=True)
class GatewayContext:
    """The state that all connections share."""

    config: GatewayConfig
    broadcast: Broadcast
    failed_logins: FailedLogins = field(default_factory=FailedLogins)


class Connection:
    """`close` ends it at any time; `wire.on_close` belongs to the maker of the wire."""

    def __init__(self, context: GatewayContext, wire: Wire, address: str, *, websocket: bool, now_s: float) -> None:
        self._context = context
        self._wire = wire
        self._address = address
        self._since_s = now_s
        self._loop = asyncio.get_running_loop()
        self._reader = PacketReader(PACKET_LIMIT)
        allowed = partial(origin_allowed, allowed=context.config.origins)
        self._frames = WebSocketReader(allowed, wire.send) if websocket else None
        self._refused = False
        self._finishing = False
        self._behind: Wire | None = None
        self.viewer: Viewer | None = None
        wire.on_bytes = self._take_bytes
        wire.on_drain = self._drained

    def close(self) -> None:
        self._wire.close()

    def finish(self) -> None:
        """Ends the connection when all has been sent, missed messages too; a new viewer gets its answer first."""
        self._finishing = True
        if self.viewer is None:
            self._wire.finish(b"")
        elif self.viewer.has_subscribed and not self._wire.is_behind:
            self._wire.finish(GOING_AWAY if self._frames else b"")

    def is_finished(self, now_s: float) -> bool:
        """Returns whether everything that `finish` sent has arrived."""
        return self._wire.is_finished(now_s)

    def ended(self) -> None:
        """Must be called when the wire has closed."""
        if self.viewer:
            self._context.broadcast.leave(self._address, self.viewer)
            self.viewer = None
        if self._behind:
            self._behind.close()

    def is_over(self, now_s: float) -> bool:
        if self.viewer:
            return self.viewer.is_over(now_s)
        return self._behind is None and now_s - self._since_s > GREETING_S

    def _drained(self) -> None:
        if self.viewer:
            if self.viewer.missed:
                self._context.broadcast.enter(self._address, self.viewer)
            self.viewer.catch_up()
        if self._finishing:
            self.finish()

    def _take_bytes(self, data: bytes) -> None:
        try:
            for chunk in self._frames.feed(data) if self._frames else (data,):
                self._take_chunk(chunk)
        except WebSocketError as error:
            raise ProtocolError(str(error)) from error

    def _take_chunk(self, chunk: bytes) -> None:
        if self._behind:
            self._behind.send(chunk)
            return
        for packet in self._reader.feed(chunk):
            if self._wire.closed:
                return
            if self._refused:
                raise ProtocolError("no patience")
            if self.viewer:
                now_s = self._loop.time()
                if packet.kind == packets.SUBSCRIBE:
                    self._context.broadcast.flush(self._address, self.viewer, now_s)
                self.viewer.take(packet, now_s)
                if self._finishing:
                    self.finish()
                    return
            elif self._on_connect(packet):
                return

    def _on_connect(self, packet: Packet) -> bool:
        """Handles CONNECT, the first packet.  Returns True if all other packets are for the broker."""
        connect = packets.parse_connect(packet)
        if connect.level != packets.LEVEL:
            self._refuse(packets.BAD_PROTOCOL)
        if not connect.client_id and not connect.clean:
            self._refuse(packets.BAD_CLIENT_ID)
        if connect.user is not None:
            return self._log_in(connect, packet)
        self.viewer = Viewer(
            self._context.broadcast.tree,
            self._send,
            self._wire.send,
            lambda: self._wire.is_behind,
            websocket=self._frames is not None,
            keepalive_s=connect.keepalive_s,
            now_s=self._loop.time(),
        )
        self._context.broadcast.enter(self._address, self.viewer)
        self._send(packets.connack(packets.ACCEPTED))
        return False

    def _log_in(self, connect: Connect, packet: Packet) -> bool:
        waiting = self._context.failed_logins.waiting
        if waiting[self._address] >= MAX_PENDING_FAILURES:
            raise ProtocolError("too many guesses")
        secret = self._context.config.logins.get(connect.user or "", "")
        if not secret or not hmac.compare_digest(secret.encode(), connect.password or b""):
            waiting[self._address] += 1
            self._refused = True
            self._loop.call_later(LOGIN_FAILURE_PAUSE_S, self._answer_failed_login)
            return False
        self._behind = self._open_broker()
        self._behind.send(packets.without_session(packet) + self._reader.rest())
        return True

    def _open_broker(self) -> Wire:
        """Connects to the broker.  Raises ProtocolError if it is away; the operator connects again."""
        try:
            behind = socket.create_connection(("127.0.0.1", self._context.config.broker_port), timeout=1.0)
        except OSError as error:
            raise ProtocolError("the broker is away") from error
        wire = Wire(behind, limit=OPERATOR_QUEUE)
        wire.on_bytes = self._send
        wire.on_close = self.close
        self._wire.limit = OPERATOR_QUEUE
        wire.open()
        return wire

    def _answer_failed_login(self) -> None:
        self._context.failed_logins.forget(self._address)
        self._send(packets.connack(packets.NOT_AUTHORISED))
        self.close()

    def _refuse(self, code: int) -> None:
        self._send(packets.connack(code))
        raise ProtocolError("refused")

    def _send(self, data: bytes) -> None:
        if data:
            self._wire.send(frame_of(data) if self._frames else data)
