"""The WebSocket (RFC 6455) as bytes, the server's side: the request, the frames; no sockets here."""

import base64
import binascii
import hashlib
from collections.abc import Callable, Iterator
from typing import Final

from companion.publishers.gateway.packets import ProtocolError

PATH: Final = "/mqtt"
REQUEST_LIMIT: Final = 8192
FRAME_LIMIT: Final = 65536
_GUID: Final = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
_CONTINUED, _TEXT, _BINARY, _CLOSE, _PING, _PONG = 0x0, 0x1, 0x2, 0x8, 0x9, 0xA
_END: Final = b"\r\n\r\n"

#: Returns whether a page with this Origin may connect to this Host.
OriginCheck = Callable[[str, str], bool]


class HandshakeError(Exception):
    """A request that is not served; `answer` is the reply before the end."""

    def __init__(self, status: str) -> None:
        super().__init__(status)
        self.answer = f"HTTP/1.1 {status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".encode()


def answer_to_request(request: bytes, origin_allowed: OriginCheck) -> bytes:
    """Returns the answer that opens the socket.  Raises HandshakeError."""
    line, *rows = request.decode("latin-1").split("\r\n")
    words = line.split(" ")
    if len(words) != 3 or words[0] != "GET" or words[2] != "HTTP/1.1":
        raise HandshakeError("400 Bad Request")
    if words[1].partition("?")[0] != PATH:
        raise HandshakeError("404 Not Found")
    headers: dict[str, str] = {}
    for row in rows:
        name, colon, value = row.partition(":")
        if not colon:
            raise HandshakeError("400 Bad Request")
        headers[name.lower()] = value.strip(" \t")
    if "upgrade" not in _listed(headers, "connection") or "websocket" not in _listed(headers, "upgrade"):
        raise HandshakeError("426 Upgrade Required")
    if headers.get("sec-websocket-version") != "13" or not _is_key(headers.get("sec-websocket-key", "")):
        raise HandshakeError("400 Bad Request")
    # programs send no Origin; a browser always does, and a page cannot forge it
    if "origin" in headers and not origin_allowed(headers["origin"], headers.get("host", "")):
        raise HandshakeError("403 Forbidden")
    digest = hashlib.sha1(headers["sec-websocket-key"].encode() + _GUID, usedforsecurity=False).digest()
    lines = ["HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade"]
    lines.append(f"Sec-WebSocket-Accept: {base64.b64encode(digest).decode()}")
    if "mqtt" in _listed(headers, "sec-websocket-protocol"):
        lines.append("Sec-WebSocket-Protocol: mqtt")
    return "\r\n".join(lines).encode() + _END


class WebSocketReader:
    """Parses a client's bytes: first the request, then frames.  Its answers go to `reply`."""

    def __init__(self, origin_allowed: OriginCheck, reply: Callable[[bytes], None]) -> None:
        self._origin_allowed = origin_allowed
        self._reply = reply
        self._buffer = bytearray()
        self._opened = False
        self._inside_message = False

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Yields the contents received.  Raises ProtocolError; HandshakeError for a request that is not served."""
        self._buffer += data
        if not self._opened and not self._open():
            return
        while (frame := self._frame()) is not None:
            first, content = frame
            if first & 0x70 or not self._is_expected(first, content):
                raise ProtocolError("bad frame")
            kind = first & 0x0F
            if kind == _CLOSE:
                self._reply(frame_of(content[:2], _CLOSE))
                raise ProtocolError("the client closes")
            if kind == _PING:
                self._reply(frame_of(content, _PONG))
            elif kind != _PONG:
                self._inside_message = not first & 0x80
                yield content

    def _open(self) -> bool:
        end = self._buffer.find(_END)
        if end > REQUEST_LIMIT or (end < 0 and len(self._buffer) > REQUEST_LIMIT):
            raise HandshakeError("431 Request Header Fields Too Large")
        if end < 0:
            return False
        self._reply(answer_to_request(bytes(self._buffer[:end]), self._origin_allowed))
        del self._buffer[: end + len(_END)]
        self._opened = True
        return True

    def _is_expected(self, first: int, content: bytes) -> bool:
        kind, final = first & 0x0F, bool(first & 0x80)
        if kind in (_CLOSE, _PING, _PONG):
            return final and len(content) < 126
        return kind == (_CONTINUED if self._inside_message else _BINARY)

    def _frame(self) -> tuple[int, bytes] | None:
        """Returns the first byte and the unmasked content of the next whole frame."""
        buffer = self._buffer
        if len(buffer) < 2:
            return None
        length, at = buffer[1] & 0x7F, 2
        if not buffer[1] & 0x80:
            raise ProtocolError("a client's frame is masked")
        if length >= 126:
            at = 4 if length == 126 else 10
            if len(buffer) < at:
                return None
            length = int.from_bytes(buffer[2:at], "big")
        if length > FRAME_LIMIT:
            raise ProtocolError("frame too large")
        end = at + 4 + length
        if len(buffer) < end:
            return None
        first, mask, content = buffer[0], bytes(buffer[at : at + 4]), bytes(buffer[at + 4 : end])
        del buffer[:end]
        return first, _unmasked(content, mask)


def frame_of(content: bytes, kind: int = _BINARY) -> bytes:
    """Returns one whole frame from the server."""
    length = len(content)
    if length < 126:
        return bytes((0x80 | kind, length)) + content
    if length < 65536:
        return bytes((0x80 | kind, 126)) + length.to_bytes(2, "big") + content
    return bytes((0x80 | kind, 127)) + length.to_bytes(8, "big") + content


#: Announces that the server ends, without an error (RFC 6455, 7.4.1).
GOING_AWAY: Final = frame_of((1001).to_bytes(2, "big"), _CLOSE)


def _unmasked(content: bytes, mask: bytes) -> bytes:
    length = len(content)
    long_mask = (mask * (length // 4 + 1))[:length]
    return (int.from_bytes(content, "big") ^ int.from_bytes(long_mask, "big")).to_bytes(length, "big")


def _listed(headers: dict[str, str], name: str) -> list[str]:
    return [word.strip().lower() for word in headers.get(name, "").split(",")]


def _is_key(text: str) -> bool:
    try:
        return len(base64.b64decode(text, validate=True)) == 16
    except (binascii.Error, ValueError):
        return False
