"""MQTT 3.1.1 as bytes: parses the packets of clients and composes the answers; no sockets here.

Section numbers are those of the OASIS standard "MQTT Version 3.1.1".
"""

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

CONNECT: Final = 1
PUBLISH: Final = 3
PUBREL: Final = 6
SUBSCRIBE: Final = 8
UNSUBSCRIBE: Final = 10
PINGREQ: Final = 12

ACCEPTED: Final = 0
BAD_PROTOCOL: Final = 1
BAD_CLIENT_ID: Final = 2
NOT_AUTHORISED: Final = 5
#: The code of a filter that is not granted (3.9.3).
REFUSED: Final = 0x80

PINGRESP: Final = b"\xd0\x00"
LEVEL: Final = 4
_LONGEST_LENGTH: Final = 4
_CLEAN: Final = 0x02


class ProtocolError(ValueError):
    """The bytes are not MQTT 3.1.1, or the packet is larger than any that a viewer needs."""


@dataclass(frozen=True, slots=True)
class Packet:
    """`flags` are the low four bits of the first byte."""

    kind: int
    flags: int
    body: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Connect:
    level: int
    flags: int
    keepalive_s: int
    client_id: str
    user: str | None
    password: bytes | None

    @property
    def clean(self) -> bool:
        return bool(self.flags & _CLEAN)


class PacketReader:
    """Joins packets from pieces of any size."""

    def __init__(self, limit: int) -> None:
        """`limit`: the longest body that is accepted, in bytes."""
        self._limit = limit
        self._buffer = bytearray()

    def feed(self, data: bytes) -> Iterator[Packet]:
        """Yields the packets that are complete.  Raises ProtocolError."""
        self._buffer += data
        while (head := self._head()) is not None:
            start, length = head
            if len(self._buffer) < start + length:
                return
            first, body = self._buffer[0], bytes(self._buffer[start : start + length])
            del self._buffer[: start + length]
            yield Packet(first >> 4, first & 0x0F, body)

    def rest(self) -> bytes:
        """The bytes after the packets that were taken."""
        return bytes(self._buffer)

    def _head(self) -> tuple[int, int] | None:
        """Returns the start of the body and its length; None while the length is incomplete (2.2.3)."""
        length = 0
        for index, byte in enumerate(self._buffer[1 : 1 + _LONGEST_LENGTH]):
            length |= (byte & 0x7F) << (7 * index)
            if not byte & 0x80:
                if length > self._limit:
                    raise ProtocolError("packet too large")
                return index + 2, length
        if len(self._buffer) > _LONGEST_LENGTH:
            raise ProtocolError("bad length")
        return None


class _Fields:
    """Reads the fields of a body one after the other."""

    def __init__(self, body: bytes) -> None:
        self._body = body
        self._at = 0

    @property
    def more(self) -> bool:
        return self._at < len(self._body)

    def take(self, count: int) -> bytes:
        taken = self._body[self._at : self._at + count]
        if len(taken) < count:
            raise ProtocolError("packet too short")
        self._at += count
        return taken

    def number(self) -> int:
        return int.from_bytes(self.take(2), "big")

    def binary(self) -> bytes:
        return self.take(self.number())

    def text(self) -> str:
        """Reads a string in the form of 1.5.3."""
        try:
            text = self.binary().decode("utf-8")
        except UnicodeDecodeError as error:
            raise ProtocolError("not UTF-8") from error
        if "\0" in text:
            raise ProtocolError("a zero in a string")
        return text


def parse_connect(packet: Packet) -> Connect:
    """Parses 3.1.  The last will is read and dropped: a viewer has none.  Raises ProtocolError."""
    fields = _Fields(packet.body)
    if packet.kind != CONNECT or packet.flags or fields.text() not in ("MQTT", "MQIsdp"):
        raise ProtocolError("no MQTT connection")
    level, flags = fields.take(2)
    keepalive_s, client_id = fields.number(), fields.text()
    if flags & 0x01 or (flags & 0x18) == 0x18:
        raise ProtocolError("reserved flags")
    if flags & 0x04:
        fields.text()
        fields.binary()
    user = fields.text() if flags & 0x80 else None
    password = fields.binary() if flags & 0x40 else None
    if fields.more:
        raise ProtocolError("more than a connection")
    return Connect(level=level, flags=flags, keepalive_s=keepalive_s, client_id=client_id, user=user, password=password)


def parse_subscribe(packet: Packet) -> tuple[int, list[str]]:
    """Parses 3.8 and 3.10 into the packet's number and the filters.  Raises ProtocolError."""
    fields = _Fields(packet.body)
    if packet.flags != 2:
        raise ProtocolError("reserved flags")
    number, filters = fields.number(), list[str]()
    while fields.more:
        filters.append(fields.text())
        if packet.kind == SUBSCRIBE and fields.take(1)[0] > 2:
            raise ProtocolError("no such quality of service")
    if not filters or not number:
        raise ProtocolError("nothing asked for")
    return number, filters


def answer_to_publish(packet: Packet) -> bytes:
    """Returns a positive acknowledgement, which 3.3.5 demands even for a dropped message.  Raises ProtocolError."""
    quality = packet.flags >> 1 & 3
    if quality == 3:
        raise ProtocolError("no such quality of service")
    fields = _Fields(packet.body)
    fields.text()
    return b"" if quality == 0 else struct.pack("!BBH", 0x40 if quality == 1 else 0x50, 2, fields.number())


def answer_to_release(packet: Packet) -> bytes:
    """Answers 3.7.  Raises ProtocolError."""
    return struct.pack("!BBH", 0x70, 2, _Fields(packet.body).number())


def connack(code: int) -> bytes:
    """3.2; a session is never present."""
    return bytes((0x20, 2, 0, code))


def suback(number: int, codes: list[int]) -> bytes:
    return _packet(0x90, number.to_bytes(2, "big") + bytes(codes))


def unsuback(number: int) -> bytes:
    return _packet(0xB0, number.to_bytes(2, "big"))


def publish(topic: str, payload: bytes, *, retain: bool) -> bytes:
    """3.3 with quality of service 0."""
    name = topic.encode()
    return _packet(0x31 if retain else 0x30, len(name).to_bytes(2, "big") + name + payload)


def without_session(packet: Packet) -> bytes:
    """Returns the same CONNECT with a clean session: nothing is kept for it when it ends (3.1.2.4)."""
    at = 2 + int.from_bytes(packet.body[:2], "big") + 1
    return _packet(packet.kind << 4, packet.body[:at] + bytes([packet.body[at] | _CLEAN]) + packet.body[at + 1 :])


def _packet(first: int, body: bytes) -> bytes:
    length, head = len(body), bytearray([first])
    while True:
        length, digit = length >> 7, length & 0x7F
        head.append(digit | 0x80 if length else digit)
        if not length:
            return bytes(head) + body
