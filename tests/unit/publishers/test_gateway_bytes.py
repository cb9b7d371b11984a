"""For all bytes, in pieces of any size: they are understood, or refused with the one error for that."""

from collections.abc import Iterator

import pytest
import raw_mqtt as raw
from hypothesis import example, given
from hypothesis import strategies as st

from companion.web.gateway import packets
from companion.web.gateway.admission import Admission
from companion.web.gateway.packets import PacketReader, ProtocolError
from companion.web.gateway.tree import Tree, matches
from companion.web.gateway.viewer import Viewer
from companion.web.origins import origin_allowed

LIMIT = 1024
STATE = "pawtrack/1/home/table-1/public/state"
TALK = raw.subscribe("pawtrack/1/+/+/public/#") + b"\xc0\x00" + raw.publish(STATE, b"x", qos=1)


def pieces(data: bytes, cuts: list[int]) -> Iterator[bytes]:
    ends = sorted({cut % (len(data) + 1) for cut in cuts} | {len(data)})
    return (data[start:end] for start, end in zip([0, *ends], ends, strict=False))


@given(st.binary(max_size=300), st.lists(st.integers(min_value=0), max_size=5))
@example(TALK, [1, 2, 3])
@example(raw.connect("x", flags=0xFE, rest=raw.text("a") * 4), [])
def test_bytes_are_packets_or_a_protocol_error(data: bytes, cuts: list[int]) -> None:
    def heard(parts: Iterator[bytes]) -> list[object]:
        reader, said = PacketReader(LIMIT), list[object]()
        tree = Tree("public")
        tree.keep(STATE, b"{}")
        viewer = Viewer(tree, said.append, said.append, lambda: False, websocket=False, keepalive_s=0, now_s=0.0)
        try:
            for part in parts:
                for packet in reader.feed(part):
                    if packet.kind == packets.CONNECT:
                        said.append(packets.parse_connect(packet))
                    else:
                        viewer.take(packet, 0.0)
        except ProtocolError:
            said.append("refused")
        return said

    assert heard(pieces(data, cuts)) == heard(iter([data]))


@given(st.text(alphabet="pawtrck1/+#publics", max_size=60))
@example("pawtrack/1/+/+/public")
@example("pawtrack/1/+/+/public/#")
def test_what_may_be_read_never_takes_in_anything_else(wanted: str) -> None:
    tree = Tree("public")
    if tree.may_read(wanted):
        for topic in (
            "pawtrack/1/a/b/private/hands",
            "pawtrack/1/a/b/cmd/undo",
            "pawtrack/1/a/b/delayed/state",
            "$SYS/x",
        ):
            assert not matches(wanted, topic)


@pytest.mark.parametrize(
    ("origin", "host", "comes"),
    [
        ("http://192.168.1.5:8787", "192.168.1.5:8083", True),
        ("http://localhost:8787", "localhost:8083", True),
        ("http://192.168.1.5:8787", "192.168.1.6:8083", False),
        ("https://club.example", "192.168.1.5:8083", True),
        ("https://club.example.evil", "192.168.1.5:8083", False),
        ("http://evil.example:8787", "evil.example:8083", False),
        ("null", "127.0.0.1:8083", False),
        ("http://[::1", "[::1", False),
        ("", "", False),
    ],
)
def test_only_the_own_page_and_those_named_may_come(origin: str, host: str, comes: bool) -> None:
    assert origin_allowed(origin, host, ("https://Club.example/",)) is comes


class Guest:
    def __init__(self, admission: Admission, address: str) -> None:
        self._admission = admission
        self.address = address
        admission.enter(address, self)

    def close(self) -> None:
        self._admission.leave(self.address, self)


@given(st.lists(st.sampled_from("abc"), max_size=200))
def test_the_house_is_never_too_full_and_who_holds_less_comes_in(knocks: list[str]) -> None:
    admission = Admission(8, burst=1000)
    for address in knocks:
        if admission.may_enter(address, 0.0):
            Guest(admission, address)
        assert len(admission) <= 8
    assert admission.may_enter("late", 0.0)
    assert len(admission) < 8


def test_who_knocks_too_often_waits_and_nobody_else_does() -> None:
    admission = Admission(100, burst=3, rate=1.0)
    assert [admission.may_enter("a", 0.0) for _ in range(5)] == [True, True, True, False, False]
    assert admission.may_enter("b", 0.0)
    assert admission.may_enter("a", 1.5)
