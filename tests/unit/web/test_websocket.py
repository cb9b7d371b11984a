"""A WebSocket is opened for our own pages only, and its frames are read alike in pieces of any size."""

from itertools import pairwise

import pytest
import raw_mqtt as raw
from hypothesis import example, given
from hypothesis import strategies as st

from companion.web.websocket import GOING_AWAY, WebSocketError, WebSocketReader, frame_of

#: The key of RFC 6455, 1.3, and its answer.
KEY = {"Sec_WebSocket_Key": "dGhlIHNhbXBsZSBub25jZQ=="}
ACCEPTED = b"Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"


class Socket:
    """A reader, its contents and its replies; pages of `own` may connect."""

    def __init__(self, own: str = "http://own") -> None:
        self.replies = b""
        self.content = b""
        self.ended = ""
        self._reader = WebSocketReader(lambda origin, host: (origin, host) == (own, "127.0.0.1"), self._reply)

    def _reply(self, data: bytes) -> None:
        self.replies += data

    def take(self, *parts: bytes) -> "Socket":
        try:
            for part in parts:
                for content in self._reader.feed(part):
                    self.content += content
        except WebSocketError as error:
            self.ended = str(error)
        return self

    def take_frames(self, *parts: bytes) -> "Socket":
        """Opens it first; `replies` are those to the frames."""
        self.take(raw.request())
        self.replies = b""
        return self.take(*parts)


@given(st.binary(max_size=300), st.lists(st.integers(min_value=0), max_size=5))
@example(raw.frame(b"content") + raw.frame(b"?", kind=0x89), [1, 3, 4, 20])
def test_frames_are_read_alike_in_any_pieces(data: bytes, cuts: list[int]) -> None:
    whole = raw.request() + data
    ends = sorted({0, len(whole), *(cut % len(whole) for cut in cuts)})
    pieces, once = Socket().take(*(whole[start:end] for start, end in pairwise(ends))), Socket().take(whole)
    assert (pieces.content, pieces.replies, pieces.ended) == (once.content, once.replies, once.ended)


@given(st.text(max_size=300))
def test_a_request_is_answered_or_refused(text: str) -> None:
    taken = Socket().take(text.encode("utf-8", "replace") + b"\r\n\r\n")
    assert taken.ended
    assert taken.replies.startswith(b"HTTP/1.1 4")


def test_a_request_is_answered_with_the_token_of_its_key() -> None:
    answer = Socket().take(raw.request(**KEY)).replies
    assert answer.startswith(b"HTTP/1.1 101 Switching Protocols\r\n")
    assert ACCEPTED in answer
    assert b"\r\nSec-WebSocket-Protocol: mqtt\r\n" in answer


@pytest.mark.parametrize("protocol", ["MQTT", "chat, mqtt"])
def test_the_protocol_is_named_if_it_was_offered(protocol: str) -> None:
    assert b"Protocol: mqtt\r\n" in Socket().take(raw.request(Sec_WebSocket_Protocol=protocol)).replies
    assert b"Protocol:" not in Socket().take(raw.request(Sec_WebSocket_Protocol="chat")).replies


REFUSED = {
    "another path": (raw.request(path="/other"), 404),
    "another protocol": (raw.request(Upgrade="h2c"), 426),
    "no upgrade": (raw.request(Connection="close"), 426),
    "an old version": (raw.request(Sec_WebSocket_Version="8"), 400),
    "a short key": (raw.request(Sec_WebSocket_Key="c2hvcnQ="), 400),
    "a key that is none": (raw.request(Sec_WebSocket_Key="not base64"), 400),
    "a body": (raw.request(Content_Length="3"), 400),
    "a POST": (raw.request().replace(b"GET", b"POST", 1), 400),
    "another origin": (raw.request(origin="http://other"), 403),
    "another host": (raw.request(origin="http://own", host="other"), 403),
    "a long head": (raw.request(X="y" * 9000), 431),
}


# the ids are words, since keys and masks are random and every worker must collect the same tests
@pytest.mark.parametrize(("request_", "status"), REFUSED.values(), ids=REFUSED)
def test_a_request_that_is_not_ours_is_refused(request_: bytes, status: int) -> None:
    taken = Socket().take(request_)
    assert taken.replies.startswith(b"HTTP/1.1 %d " % status)
    assert taken.ended


SERVED = {
    "our page": raw.request(origin="http://own"),
    "a query": raw.request(path="/mqtt?x=1"),
    "a list": raw.request(Connection="keep-alive, Upgrade"),
    "no origin": raw.request(),
}


@pytest.mark.parametrize("request_", SERVED.values(), ids=SERVED)
def test_a_request_of_our_page_is_served(request_: bytes) -> None:
    taken = Socket().take(request_ + raw.frame(b"first"))
    assert taken.replies.startswith(b"HTTP/1.1 101 ")
    assert (taken.content, taken.ended) == (b"first", "")


@pytest.mark.parametrize("length", [0, 1, 125, 126, 65_535, 65_536])
def test_frames_of_any_length_are_read_and_written(length: int) -> None:
    content = bytes(length)
    taken = Socket().take_frames(raw.frame(content))
    assert (taken.content, taken.ended) == (content, "")
    # a server's frame is that of a client without its mask
    assert frame_of(content) == raw.frame(content, masked=False)


def test_a_long_frame_is_passed_on_before_its_end() -> None:
    frame = raw.frame(b"x" * 100_000)
    assert len(Socket().take_frames(frame[:50_000]).content) > 49_000


def test_a_ping_is_answered_between_the_frames_of_a_message() -> None:
    parts = raw.frame(b"one ", kind=0x02), raw.frame(b"?", kind=0x89), raw.frame(b"two", kind=0x80)
    taken = Socket().take_frames(*parts, raw.frame(b"", kind=0x8A))
    assert (taken.content, taken.replies, taken.ended) == (b"one two", b"\x8a\x01?", "")


@pytest.mark.parametrize(
    ("content", "reply"),
    [(b"", b"\x88\x00"), (b"\x03\xe8bye", b"\x88\x02\x03\xe8"), (b"\x03\xe9", GOING_AWAY)],
)
def test_a_client_that_closes_gets_its_own_code_back(content: bytes, reply: bytes) -> None:
    taken = Socket().take_frames(raw.frame(content, kind=0x88))
    assert (taken.replies, taken.ended) == (reply, "the client closes")


BAD_FRAMES = {
    "no mask": raw.frame(b"x", masked=False),
    "text": raw.frame(b"x", kind=0x81),
    "a continuation of nothing": raw.frame(b"x", kind=0x80),
    "reserved bits": raw.frame(b"x", kind=0xF2),
    "an unknown kind": raw.frame(b"x", kind=0x03),
    "half a ping": raw.frame(b"x", kind=0x09),
    "a long ping": raw.frame(b"x" * 126, kind=0x89),
    "a message within another": raw.frame(b"x", kind=0x02) + raw.frame(b"x"),
    "an endless length": b"\x82\xff" + b"\xff" * 8,
}


@pytest.mark.parametrize("frame", BAD_FRAMES.values(), ids=BAD_FRAMES)
def test_a_frame_that_is_none_ends_the_connection(frame: bytes) -> None:
    assert Socket().take_frames(frame).ended
