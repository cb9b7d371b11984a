"""A viewer's side of a connection: it subscribes and receives; its own messages are dropped.

Laws: no session is kept; a message that cannot go out at once is left out, and the newest of each topic follows as soon
as the line is free; a viewer that sends too much is closed.
"""

from collections.abc import Callable
from typing import Final

from companion.web.gateway import packets
from companion.web.gateway.admission import TokenBucket
from companion.web.gateway.packets import Packet, ProtocolError
from companion.web.gateway.tree import Tree, matches

FILTERS: Final = 32
FILTER_LENGTH: Final = 512
#: Packets of one viewer: the page sends two, and a ping every 20 s.
PACKETS: Final = 64.0
PACKETS_PER_S: Final = 4.0
#: Seconds that a viewer without a subscription may be silent.
IDLE_S: Final = 60.0
#: Seconds that a viewer may leave its messages unread.
STALL_S: Final = 30.0


class Viewer:
    """`send` takes whole packets, `write` bytes ready for the wire; `is_behind` returns whether data still waits."""

    def __init__(
        self,
        tree: Tree,
        send: Callable[[bytes], None],
        write: Callable[[bytes], None],
        is_behind: Callable[[], bool],
        *,
        websocket: bool,
        keepalive_s: int,
        now_s: float,
    ) -> None:
        self._tree = tree
        self._send = send
        self._write = write
        self._is_behind = is_behind
        self.websocket = websocket
        self._silence_s = 1.5 * keepalive_s
        self._received_s = now_s
        self._stalled_s: float | None = None
        self.missed = False
        self._filters: dict[str, None] = {}
        self._topics: dict[str, bool] = {}
        self._allowance = TokenBucket(PACKETS, PACKETS_PER_S, now_s)

    def take(self, packet: Packet, now_s: float) -> None:
        """Handles a packet.  Raises ProtocolError when the connection must end."""
        self._received_s = now_s
        if not self._allowance.spend(now_s):
            raise ProtocolError("more than a viewer has to say")
        if packet.kind == packets.SUBSCRIBE:
            self._subscribe(packet)
        elif packet.kind == packets.UNSUBSCRIBE:
            self._unsubscribe(packet)
        elif packet.kind == packets.PINGREQ:
            self._send(packets.PINGRESP)
        elif packet.kind == packets.PUBLISH:
            # dropped but acknowledged: an unanswered client would send it again and again
            self._send(packets.answer_to_publish(packet))
        elif packet.kind == packets.PUBREL:
            self._send(packets.answer_to_release(packet))
        else:
            raise ProtocolError("nothing a viewer sends, or its farewell")

    @property
    def has_subscribed(self) -> bool:
        return bool(self._filters)

    def wants(self, topic: str) -> bool:
        known = self._topics.get(topic)
        if known is None:
            known = self._topics[topic] = any(matches(each, topic) for each in self._filters)
        return known

    def try_send(self, data: bytes, now_s: float) -> bool:
        """Sends `data`, ready for the wire, now or not at all; returns whether it did."""
        if self._is_behind():
            self.missed = True
            self._stalled_s = self._stalled_s or now_s
            return False
        self._write(data)
        return True

    def catch_up(self) -> None:
        """Called when the line is free again: sends the newest message of every topic, if any was missed."""
        self._stalled_s = None
        if self.missed:
            self.missed = False
            self._send_kept(self._filters)

    def is_over(self, now_s: float) -> bool:
        """Returns whether the viewer is gone, asleep, or no viewer at all."""
        silent_s = now_s - self._received_s
        if self._stalled_s is not None and now_s - self._stalled_s > STALL_S:
            return True
        if self._silence_s and silent_s > self._silence_s:
            return True
        return not self._filters and silent_s > IDLE_S

    def _subscribe(self, packet: Packet) -> None:
        number, wanted = packets.parse_subscribe(packet)
        granted = [self._grant(each) for each in wanted]
        self._topics.clear()
        self._send(packets.suback(number, [0 if each else packets.REFUSED for each in granted]))
        self._send_kept({each: None for each, yes in zip(wanted, granted, strict=True) if yes})

    def _grant(self, wanted: str) -> bool:
        if len(wanted) > FILTER_LENGTH or not self._tree.may_read(wanted):
            return False
        if wanted not in self._filters and len(self._filters) >= FILTERS:
            return False
        self._filters[wanted] = None
        return True

    def _unsubscribe(self, packet: Packet) -> None:
        number, unwanted = packets.parse_subscribe(packet)
        for each in unwanted:
            self._filters.pop(each, None)
        self._topics.clear()
        self._send(packets.unsuback(number))

    def _send_kept(self, filters: dict[str, None]) -> None:
        kept = [packets.publish(topic, payload, retain=True) for topic, payload in self._tree.kept(filters)]
        if kept:
            self._send(b"".join(kept))
