"""HTTP/1.1 for every server of this program: h11 reads the requests and writes the heads of answers; no sockets here.

Laws: a head has a limited length and a limited number of lines; a request that h11 refuses is answered with its status.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from email.utils import formatdate
from http import HTTPStatus
from typing import Any, Final

import h11
import msgspec

#: The longest head of a request, and its most lines; a browser's has about 600 bytes.
HEAD_BYTES: Final = 8192
HEAD_LINES: Final = 100
#: The headers of every answer, unless the answer has another value.
HEADERS: Final = {
    "Content-Security-Policy": "default-src 'self'; connect-src 'self' ws: wss:; base-uri 'none'; form-action 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}
_TEXT: Final = "text/plain; charset=utf-8"


class RequestError(ValueError):
    """The bytes are no request that is served; `status` is the answer."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = HTTPStatus(status)


@dataclass(frozen=True, slots=True)
class Request:
    """The head of a request.

    `path` has no query; the names of `headers` are in lower case.  `length` is that of the body in bytes: 0 without a
    body, None if the head does not name it.
    """

    method: str
    path: str
    headers: Mapping[str, str] = field(default_factory=dict)
    length: int | None = 0


#: Reads the whole body of a request; the caller checks the length first.  Raises OSError when the line ends within.
ReadBody = Callable[[], Awaitable[bytes]]


@dataclass(frozen=True, slots=True)
class Answer:
    """`headers` come on top of `HEADERS`; `last`: the connection ends with it."""

    body: bytes = b""
    kind: str = _TEXT
    status: HTTPStatus = HTTPStatus.OK
    headers: Mapping[str, str] = field(default_factory=dict)
    last: bool = False


def refusal(status: HTTPStatus, text: str = "", **headers: str) -> Answer:
    """Returns an answer of one line, by default the name of the status; the connection ends with it."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Answer(f"{text or status.phrase}\n".encode(), status=status, headers=named, last=True)


def json_answer(status: HTTPStatus, value: Any, *, last: bool = True) -> Answer:
    """Returns an answer in JSON that nobody keeps; by default the connection ends: the next request may be late."""
    headers = {"Cache-Control": "no-store"}
    return Answer(msgspec.json.encode(value), "application/json", status, headers=headers, last=last)


def stream_head(kind: str, headers: Mapping[str, str]) -> bytes:
    """Returns the head of an answer that goes on until its connection ends."""
    # of a connection that has heard no request h11 knows no version, and so it does not cut the body into chunks
    return _bytes(h11.Connection(h11.SERVER), _head(Answer(kind=kind, headers=headers)))


class HttpReader:
    """The server's side of one connection: `feed` takes bytes, `request` and `body` return what has come whole."""

    def __init__(self) -> None:
        self._line = h11.Connection(h11.SERVER, max_incomplete_event_size=HEAD_BYTES)
        self._head_only = False
        self._unread = False
        self._body = b""

    def feed(self, data: bytes) -> None:
        self._line.receive_data(data)

    def request(self) -> Request | None:
        """Returns the next request; None if more data is needed.  Raises RequestError."""
        event = self._next()
        if not isinstance(event, h11.Request):
            return None
        if event.http_version >= b"2":
            raise RequestError(HTTPStatus.HTTP_VERSION_NOT_SUPPORTED)
        # h11 compares the length only while it waits for more
        length = len(event.target) + sum(len(name) + len(value) for name, value in event.headers)
        if len(event.headers) > HEAD_LINES or length > HEAD_BYTES:
            raise RequestError(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
        request = _request_of(event)
        self._head_only = request.method == "HEAD"
        self._unread = request.length != 0
        if not self._unread:
            self._next()
        return request

    def body(self) -> bytes | None:
        """Returns the body of the request; None if more data is needed."""
        while isinstance(event := self._next(), h11.Data):
            self._body += event.data
        if not isinstance(event, h11.EndOfMessage):
            return None
        body, self._body, self._unread = self._body, b"", False
        return body

    def answered(self, answer: Answer) -> tuple[bytes, bytes, bool]:
        """Returns the head and the body of the answer to the last request, and whether the connection ends with it."""
        line = self._line
        head = _bytes(line, _head(answer, length=len(answer.body), last=answer.last or self._unread))
        body = b"" if self._head_only else _bytes(line, h11.Data(data=answer.body))
        _bytes(line, h11.EndOfMessage())
        last = line.our_state is not h11.DONE or line.their_state is not h11.DONE
        if not last:
            line.start_next_cycle()
        return head, body, last

    def switched(self, headers: Mapping[str, str]) -> tuple[bytes, bytes]:
        """Returns the answer that opens another protocol, and the client's bytes after its request."""
        status = HTTPStatus.SWITCHING_PROTOCOLS
        answer = h11.InformationalResponse(status_code=status, reason=status.phrase, headers=list(headers.items()))
        return _bytes(self._line, answer), self._line.trailing_data[0]

    def _next(self) -> h11.Event | type[h11.NEED_DATA] | type[h11.PAUSED]:
        try:
            return self._line.next_event()
        except h11.RemoteProtocolError as error:
            raise RequestError(error.error_status_hint) from error


def _request_of(event: h11.Request) -> Request:
    headers: dict[str, str] = {}
    for raw_name, raw_value in event.headers:
        name, value = raw_name.decode("ascii"), raw_value.decode("latin-1")
        headers[name] = f"{headers[name]}, {value}" if name in headers else value
    length = None if "transfer-encoding" in headers else int(headers.get("content-length", "0"))
    path = event.target.partition(b"?")[0].decode("ascii")
    return Request(event.method.decode("ascii"), path, headers, length)


def _head(answer: Answer, *, length: int | None = None, last: bool = False) -> h11.Response:
    headers = {"Server": "pawtrack", "Date": formatdate(usegmt=True), "Content-Type": answer.kind}
    headers |= {} if length is None else {"Content-Length": str(length)}
    headers |= HEADERS | dict(answer.headers) | ({"Connection": "close"} if last else {})
    return h11.Response(status_code=answer.status, reason=answer.status.phrase, headers=list(headers.items()))


def _bytes(line: h11.Connection, event: h11.Event) -> bytes:
    return line.send(event) or b""
