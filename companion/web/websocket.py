"""The WebSocket (RFC 6455) as bytes, the server's side; wsproto reads and writes the frames; no sockets here.

Law: a frame is passed on as it comes, piece by piece, so that no long one waits in memory.

wsproto's decoders are used without its `Connection`, which refers to itself through a generator: each viewer that has
left would wait for the garbage collector, which pauses everything.  Its handshake raises UnicodeError for some hosts.
"""

import base64
import binascii
from collections.abc import Callable, Iterator
from http import HTTPStatus
from typing import Final

from wsproto.frame_protocol import FrameDecoder, FrameProtocol, MessageDecoder, Opcode, ParseFailed
from wsproto.utilities import generate_accept_token

from companion.web.http import HttpReader, Request, RequestError, refusal

PATH: Final = "/mqtt"
_PROTOCOL: Final = "mqtt"
#: Writes whole frames for all viewers; between two of them it keeps nothing.
_WRITER: Final = FrameProtocol(client=False, extensions=[])

#: Returns whether a page with this Origin may connect to this Host.
OriginCheck = Callable[[str, str], bool]


class WebSocketError(ValueError):
    """The connection ends: its request is not served, the client closes, or its bytes are no frames for us."""


class WebSocketReader:
    """Parses a client's bytes: first the request, then frames.  Its answers go to `reply`."""

    def __init__(self, origin_allowed: OriginCheck, reply: Callable[[bytes], None]) -> None:
        self._origin_allowed = origin_allowed
        self._reply = reply
        self._http: HttpReader | None = HttpReader()
        self._frames = FrameDecoder(client=False)
        self._messages = MessageDecoder()

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Yields the contents received, in pieces of any size.  Raises WebSocketError."""
        self._frames.receive_bytes(self._open(self._http, data) if self._http else data)
        try:
            while (frame := self._frames.process_buffer()) is not None:
                content = frame.payload
                # wsproto decodes text alone
                if frame.opcode is Opcode.TEXT or not isinstance(content, bytes):
                    raise WebSocketError("MQTT is binary")
                if frame.opcode is Opcode.CLOSE:
                    self._reply(bytes(_WRITER.close(int.from_bytes(content[:2], "big") or None)))
                    raise WebSocketError("the client closes")
                if frame.opcode is Opcode.PING:
                    self._reply(bytes(_WRITER.pong(content)))
                elif frame.opcode is not Opcode.PONG:
                    self._messages.process_frame(frame)
                    yield content
        except ParseFailed as error:
            raise WebSocketError(str(error)) from error

    def _open(self, http: HttpReader, data: bytes) -> bytes:
        """Answers the request as soon as it is whole; returns the bytes after it."""
        http.feed(data)
        try:
            request = http.request()
            if request is None:
                return b""
            headers = opening_of(request, self._origin_allowed)
        except RequestError as error:
            head, body, _ = http.answered(refusal(error.status))
            self._reply(head + body)
            raise WebSocketError(error.status.phrase) from error
        answer, rest = http.switched(headers)
        self._reply(answer)
        self._http = None
        return rest


def opening_of(request: Request, origin_allowed: OriginCheck) -> dict[str, str]:
    """Returns the headers of the answer that opens the socket.  Raises RequestError."""
    headers = request.headers
    if request.method != "GET" or request.length != 0:
        raise RequestError(HTTPStatus.BAD_REQUEST)
    if request.path != PATH:
        raise RequestError(HTTPStatus.NOT_FOUND)
    if "upgrade" not in _listed(headers.get("connection")) or "websocket" not in _listed(headers.get("upgrade")):
        raise RequestError(HTTPStatus.UPGRADE_REQUIRED)
    key = headers.get("sec-websocket-key", "")
    if headers.get("sec-websocket-version") != "13" or not _is_key(key):
        raise RequestError(HTTPStatus.BAD_REQUEST)
    # programs send no Origin; a browser always does, and a page cannot forge it
    if "origin" in headers and not origin_allowed(headers["origin"], headers.get("host", "")):
        raise RequestError(HTTPStatus.FORBIDDEN)
    token = generate_accept_token(key.encode()).decode()
    opening = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Accept": token}
    offered = _listed(headers.get("sec-websocket-protocol"))
    return opening | ({"Sec-WebSocket-Protocol": _PROTOCOL} if _PROTOCOL in offered else {})


def frame_of(content: bytes) -> bytes:
    """Returns one whole frame from the server."""
    return bytes(_WRITER.send_data(content))


#: Announces that the server ends, without an error (RFC 6455, 7.4.1).
GOING_AWAY: Final = bytes(_WRITER.close(1001))


def _listed(header: str | None) -> list[str]:
    return [word.strip().lower() for word in (header or "").split(",")]


def _is_key(text: str) -> bool:
    try:
        return len(base64.b64decode(text, validate=True)) == 16
    except (binascii.Error, ValueError):
        return False
