"""Requests arrive in pieces of any size and are read alike; each answer is written for the request before it."""

import socket
from collections.abc import Iterator
from http import HTTPStatus
from http.client import HTTPResponse
from io import BytesIO

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion.web.http import (
    HEAD_BYTES,
    HEAD_LINES,
    HEADERS,
    Answer,
    HttpReader,
    Request,
    RequestError,
    refusal,
    stream_head,
)

GET = b"GET /a?b=c HTTP/1.1\r\nHost: here\r\n\r\n"
POST = b"POST /seat HTTP/1.1\r\nHost: here\r\nContent-Length: 4\r\n\r\nbody"


class _Line(socket.socket):
    """Gives http.client the bytes of an answer."""

    def __init__(self, data: bytes) -> None:
        self._data = data

    def makefile(self, *_: object, **__: object) -> BytesIO:  # type: ignore[override]
        return BytesIO(self._data)


def parsed(data: bytes, method: str = "GET") -> HTTPResponse:
    answer = HTTPResponse(_Line(data), method=method)
    answer.begin()
    return answer


def read(data: bytes) -> tuple[HttpReader, Request | None]:
    reader = HttpReader()
    reader.feed(data)
    return reader, reader.request()


def events(parts: Iterator[bytes]) -> list[object]:
    """All requests with their bodies, and the refusal that ends them, if one does."""
    reader, found = HttpReader(), list[object]()
    asked: Request | None = None
    try:
        for part in parts:
            reader.feed(part)
            while asked or (asked := reader.request()):
                body = reader.body() if asked.length != 0 else b""
                if body is None:
                    break
                found.append((asked, body))
                asked = None
                if reader.answered(Answer())[2]:
                    return found
    except RequestError as error:
        found.append(error.status)
    return found


@given(st.binary(min_size=1, max_size=200), st.lists(st.integers(min_value=0), max_size=5))
@example(GET + POST + GET, [1, 2, 30, 60])
@example(POST[:-2], [50])
@example(b"GET / HTTP/2.0\r\n\r\n", [])
def test_requests_are_read_alike_in_any_pieces(data: bytes, cuts: list[int]) -> None:
    ends = sorted({cut % len(data) for cut in cuts} - {0})
    pieces = (data[start:end] for start, end in zip([0, *ends], [*ends, len(data)], strict=True))
    assert events(pieces) == events(iter([data]))


def test_a_request_has_a_path_without_query_and_lower_case_headers() -> None:
    _, request = read(b"GET /a/b?c=/d HTTP/1.1\r\nHOST: here\r\nAccept: x\r\nAccept: y\r\n\r\n")
    assert request == Request("GET", "/a/b", {"host": "here", "accept": "x, y"})


@pytest.mark.parametrize(
    ("head", "length"),
    [(b"", 0), (b"Content-Length: 12\r\n", 12), (b"Transfer-Encoding: chunked\r\n", None)],
)
def test_the_length_of_a_body_is_known_before_it_is_read(head: bytes, length: int | None) -> None:
    _, request = read(b"POST / HTTP/1.1\r\nHost: a\r\n" + head + b"\r\n")
    assert request
    assert request.length == length


@pytest.mark.parametrize(
    ("data", "status"),
    [
        (b"GET / HTTP/1.1\r\n\r\n", 400),
        (b"GET /\xff HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", 400),
        (b"GET / HTTP/2.0\r\nHost: a\r\n\r\n", 505),
        (b"GET / HTTP/1.1\r\nHost: a\r\n" + b"A: b\r\n" * HEAD_LINES + b"\r\n", 431),
        (b"GET /" + b"a" * HEAD_BYTES, 431),
        (b"GET / HTTP/1.1\r\nHost: a\r\nA: " + b"b" * HEAD_BYTES + b"\r\n\r\n", 431),
    ],
)
def test_what_is_no_request_is_answered_with_its_status(data: bytes, status: int) -> None:
    reader = HttpReader()
    reader.feed(data)
    with pytest.raises(RequestError) as refused:
        reader.request()
    assert refused.value.status == status
    head, body, last = reader.answered(refusal(refused.value.status))
    assert (parsed(head + body).status, last) == (status, True)


def test_a_head_of_the_longest_length_and_of_the_most_lines_is_read() -> None:
    assert read(b"GET / HTTP/1.1\r\nHost: a\r\n" + b"A: b\r\n" * (HEAD_LINES - 1) + b"\r\n")[1]
    start = b"GET / HTTP/1.1\r\nHost: "
    assert read(start + b"a" * (HEAD_BYTES - len(start) - 4) + b"\r\n\r\n")[1]


@pytest.mark.parametrize(
    ("request_", "last"),
    [
        (GET, False),
        (GET[:-2] + b"Connection: close\r\n\r\n", True),
        (b"GET / HTTP/1.0\r\n\r\n", True),
        (POST, True),
    ],
)
def test_a_connection_goes_on_if_its_client_wants_and_no_body_is_unread(request_: bytes, last: bool) -> None:
    reader, _ = read(request_)
    head, body, ended = reader.answered(Answer(b"x"))
    answer = parsed(head + body)
    assert (ended, answer.headers["Connection"]) == (last, "close" if last else None)
    assert answer.read() == b"x"


def test_a_body_that_was_read_lets_the_connection_go_on() -> None:
    reader, _ = read(POST)
    assert reader.body() == b"body"
    assert reader.answered(Answer())[2] is False


def test_an_answer_has_the_headers_of_all_answers_unless_it_has_its_own() -> None:
    head, body, _ = read(GET)[0].answered(Answer(b"{}", "application/json", headers={"Cache-Control": "no-store"}))
    answer = parsed(head + body)
    expected = HEADERS | {"Cache-Control": "no-store", "Content-Type": "application/json", "Content-Length": "2"}
    assert {name: answer.headers[name] for name in expected} == expected
    assert answer.headers.get_all("Cache-Control") == ["no-store"]


def test_a_head_is_answered_by_the_length_without_the_body() -> None:
    reader, _ = read(GET.replace(b"GET", b"HEAD"))
    head, body, last = reader.answered(Answer(b"abc"))
    assert (body, last, parsed(head, "HEAD").headers["Content-Length"]) == (b"", False, "3")


def test_a_refusal_names_its_reason_and_ends_the_connection() -> None:
    reader, _ = read(GET)
    head, body, last = reader.answered(refusal(HTTPStatus.SERVICE_UNAVAILABLE, Retry_After="10"))
    answer = parsed(head + body)
    assert (answer.status, answer.headers["Retry-After"], last) == (503, "10", True)
    assert answer.read() == b"Service Unavailable\n"


def test_the_body_of_a_stream_is_not_cut_into_chunks() -> None:
    answer = parsed(stream_head("multipart/x-mixed-replace", {}) + b"pictures")
    assert (answer.headers["Transfer-Encoding"], answer.headers["Connection"]) == (None, "close")
    assert answer.read() == b"pictures"


def test_another_protocol_gets_the_bytes_after_its_request() -> None:
    reader, _ = read(b"GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\nframes")
    head, rest = reader.switched({"Upgrade": "websocket"})
    assert head.startswith(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n")
    assert rest == b"frames"
