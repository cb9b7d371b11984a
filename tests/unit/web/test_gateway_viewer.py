"""One viewer of the gateway: its silence, its slowness, the number of its packets, and the answers to them."""

import pytest
import raw_mqtt as raw

from companion.web.gateway.packets import PINGRESP, Packet, PacketReader, ProtocolError, publish, suback, unsuback
from companion.web.gateway.tree import Tree
from companion.web.gateway.viewer import FILTER_LENGTH, FILTERS, PACKETS, PACKETS_PER_S, Viewer

ROOT = "pawtrack/1/home/table-1/public"
ALL = f"{ROOT}/#"
STATE = f"{ROOT}/state"


class Line:
    """A viewer that comes at second 0, and the bytes for it; while it is `full`, all is behind."""

    def __init__(self, keepalive_s: int = 0) -> None:
        self.tree = Tree("public")
        self.tree.keep(STATE, b"kept")
        self.sent: list[bytes] = []
        self.written: list[bytes] = []
        self.full = False
        self.viewer = Viewer(
            self.tree,
            self.sent.append,
            self.written.append,
            lambda: self.full,
            websocket=False,
            keepalive_s=keepalive_s,
            now_s=0.0,
        )

    def say(self, data: bytes, now_s: float = 0.0) -> list[bytes]:
        """Returns the answers to a packet."""
        self.sent.clear()
        (packet,) = PacketReader(65536).feed(data)
        self.viewer.take(packet, now_s)
        return list(self.sent)


@pytest.mark.parametrize(
    ("keepalive_s", "subscribed", "ends_s"),
    [(0, False, 60.0), (20, False, 30.0), (100, False, 60.0), (20, True, 30.0), (0, True, None)],
)
def test_a_silent_viewer_is_over_after_its_time(keepalive_s: int, subscribed: bool, ends_s: float | None) -> None:
    line = Line(keepalive_s)
    if subscribed:
        line.say(raw.subscribe(ALL))
    over = [line.viewer.is_over(now_s) for now_s in (ends_s or 1e6, (ends_s or 1e6) + 0.1)]
    assert over == [False, ends_s is not None]
    if ends_s:
        line.say(raw.packet(0xC0, b""), ends_s)
        assert not line.viewer.is_over(ends_s + 0.1)


def test_a_viewer_that_reads_nothing_is_over_after_half_a_minute() -> None:
    line = Line()
    line.say(raw.subscribe(ALL))
    assert line.viewer.try_send(b"one", 10.0)
    line.full = True
    assert not line.viewer.try_send(b"two", 20.0)
    assert not line.viewer.try_send(b"three", 40.0)
    assert line.written == [b"one"]
    assert not line.viewer.is_over(50.0)
    assert line.viewer.is_over(50.1)
    line.full = False
    line.viewer.catch_up()
    assert not line.viewer.is_over(50.1)


def test_who_missed_something_gets_the_newest_of_each_topic_once() -> None:
    line = Line()
    line.say(raw.subscribe(ALL))
    line.sent.clear()
    line.viewer.catch_up()
    assert line.sent == []
    line.full = True
    line.viewer.try_send(b"missed", 1.0)
    assert line.viewer.missed
    line.viewer.catch_up()
    line.viewer.catch_up()
    assert line.sent == [publish(STATE, b"kept", retain=True)]
    assert not line.viewer.missed


def test_a_subscription_is_granted_filter_by_filter_and_sends_what_is_kept() -> None:
    line = Line()
    assert not line.viewer.has_subscribed
    assert line.say(raw.subscribe(STATE, "pawtrack/1/home/table-1/cmd/#")) == [
        suback(1, [0, 0x80]),
        publish(STATE, b"kept", retain=True),
    ]
    assert line.viewer.has_subscribed
    assert line.viewer.wants(STATE)
    assert not line.viewer.wants(f"{ROOT}/info")
    assert line.say(raw.subscribe(ALL))[0] == suback(1, [0])
    assert line.viewer.wants(f"{ROOT}/info")
    number = b"\0\7"
    assert line.say(raw.packet(0xA2, number + raw.text(ALL) + raw.text(STATE))) == [unsuback(7)]
    assert not line.viewer.wants(STATE)
    assert not line.viewer.has_subscribed


@pytest.mark.parametrize("quality", [0, 1, 2])
def test_every_quality_of_service_is_granted_as_the_lowest(quality: int) -> None:
    assert Line().say(raw.subscribe(ALL, qos=quality, number=300))[0] == suback(300, [0])


@pytest.mark.parametrize("packet", [raw.subscribe(ALL, qos=3), raw.subscribe(), raw.subscribe(ALL, number=0)])
def test_a_subscription_of_another_form_ends_the_viewer(packet: bytes) -> None:
    with pytest.raises(ProtocolError):
        Line().say(packet)


def test_filters_have_a_number_and_a_length() -> None:
    line = Line()
    wanted = [f"{ROOT}/{number}" for number in range(FILTERS + 1)]
    assert line.say(raw.subscribe(*wanted))[0] == suback(1, [0] * FILTERS + [0x80])
    # one that it has already is none more
    assert line.say(raw.subscribe(wanted[0]))[0] == suback(1, [0])
    longest = f"{ROOT}/".ljust(FILTER_LENGTH, "x")
    assert [Line().say(raw.subscribe(each))[0] for each in (longest, longest + "x")] == [
        suback(1, [0]),
        suback(1, [0x80]),
    ]


def test_a_viewer_has_so_much_to_say_and_not_more() -> None:
    line = Line()
    ping = raw.packet(0xC0, b"")
    assert [line.say(ping) for _ in range(int(PACKETS))] == [[PINGRESP]] * int(PACKETS)
    with pytest.raises(ProtocolError):
        line.say(ping)
    assert [line.say(ping, 1.0) for _ in range(int(PACKETS_PER_S))] == [[PINGRESP]] * int(PACKETS_PER_S)
    with pytest.raises(ProtocolError):
        line.say(ping, 1.0)


@pytest.mark.parametrize(
    ("packet", "answer"),
    [
        (raw.publish("a", b"b"), b""),
        (raw.publish("a", b"b", qos=1), b"\x40\x02\0\x07"),
        (raw.publish("a", b"b", qos=2), b"\x50\x02\0\x07"),
        (raw.packet(0x62, b"\0\x09"), b"\x70\x02\0\x09"),
    ],
)
def test_messages_of_a_viewer_are_confirmed_and_dropped(packet: bytes, answer: bytes) -> None:
    line = Line()
    assert line.say(packet) == [answer]
    assert line.written == []


@pytest.mark.parametrize("kind", [1, 2, 4, 9, 14, 15])
def test_anything_else_ends_it(kind: int) -> None:
    with pytest.raises(ProtocolError):
        Line().viewer.take(Packet(kind, 0, b""), 0.0)
