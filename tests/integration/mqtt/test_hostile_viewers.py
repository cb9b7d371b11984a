"""For any act of a viewer: no message of the table is refused, the others get it, and late viewers get everything."""

import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass

import pytest
import raw_mqtt as raw
from brokers_for_tests import BASE, Listener, Reports, operator_of, settings_for_tests, wait_until
from raw_mqtt import RawClient
from views_for_tests import game_view
from web_for_tests import ServedBroker

from companion.publishers.mqtt import MqttPublisher
from companion.web.gateway.connection import MAX_PENDING_FAILURES
from companion.web.messages import CAPACITY

TREE_SIZE = 5
STATE = f"{BASE}/public/state"
ALL = f"{BASE}/public/#"


@dataclass
class Evening:
    """A table on its own broker, and viewers who have been watching from the start, over TCP and over WebSocket."""

    broker: ServedBroker
    publisher: MqttPublisher
    reports: Reports
    watching: tuple[Listener, ...]
    seq: int = 7
    #: The address of the hostile viewer of this test.
    stranger: str = ""

    @property
    def tcp(self) -> int:
        return self.broker.mqtt_port

    @property
    def websocket(self) -> int:
        return self.broker.websocket_port

    def is_well(self) -> None:
        self.seq += 1
        self.publisher.publish(game_view(seq=self.seq), ())
        for viewer in self.watching:
            viewer.wait_on("public/state", lambda state: state["seq"] == self.seq)
        for websocket in (False, True):
            late = Listener(self.websocket if websocket else self.tcp, ALL, qos=0, websocket=websocket)
            late.wait(lambda: len({topic for topic, _, _ in late.heard}) == TREE_SIZE)  # noqa: B023 - called at once
            late.wait_on("public/state", lambda state: state["seq"] == self.seq)
            late.close()
        assert [code for code in self.reports.codes if code.startswith("mqtt")] == ["mqtt_ok"]


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    settings, reports = settings_for_tests(), Reports()
    broker = ServedBroker(settings, tmp_path_factory.mktemp("broker"))
    broker.start(reports)
    publisher = MqttPublisher(broker.table_url, settings, None, broker.renew)
    publisher.start(reports)
    publisher.publish(game_view(), ())
    reports.wait_for("mqtt_ok")
    watching = Listener(broker.mqtt_port, ALL), Listener(broker.websocket_port, ALL, websocket=True)
    yield Evening(broker, publisher, reports, watching)
    assert (broker.pid, broker.gateway_pid) != (None, None)
    for viewer in watching:
        viewer.close()
    publisher.stop()
    broker.stop()


Act = Callable[[Evening, ExitStack], None]
ACTS: list[Act] = []


def act(hostile: Act) -> Act:
    ACTS.append(hostile)
    return hostile


def client(evening: Evening, keep: ExitStack, *, source: str = "", buffer: int | None = None) -> RawClient:
    return keep.enter_context(RawClient(evening.tcp, source or evening.stranger, buffer))


def websocket(evening: Evening, keep: ExitStack, **how: str) -> RawClient:
    made = keep.enter_context(RawClient(evening.websocket, evening.stranger))
    made.send(raw.request(**how))
    return made


@act
def every_flag_of_a_connection(evening: Evening, keep: ExitStack) -> None:
    for flags in range(256):
        client(evening, keep).send(raw.connect("x", flags=flags, rest=raw.text("a") * 4) + raw.subscribe("#"))


@act
def every_level_of_the_protocol(evening: Evening, keep: ExitStack) -> None:
    for level in (0, 1, 3, 5, 6, 0x84, 255):
        made = client(evening, keep)
        made.send(raw.connect("x", level=level))
        assert made.receive(4) == b"\x20\x02\x00\x01"
        assert made.is_ended()


@act
def a_forged_last_will(evening: Evening, keep: ExitStack) -> None:
    will = raw.text(STATE) + raw.text(b'{"seq":99}')
    made = client(evening, keep)
    made.send(raw.connect("will", flags=0x02 | 0x04 | 0x20 | 0x08, rest=will))
    assert made.receive(4) == b"\x20\x02\x00\x00"
    made.socket.close()


@act
def forged_and_wiping_messages(evening: Evening, keep: ExitStack) -> None:
    made = client(evening, keep)
    made.send(raw.connect("forger"))
    for qos in (0, 1, 2):
        for payload in (b"", b'{"seq":99}'):
            made.send(raw.publish(STATE, payload, qos=qos, retain=True))
    # dropped messages are acknowledged, or an honest client would send them again and again
    assert made.receive(4 + 4 * 4) == b"\x20\x02\x00\x00" + b"\x40\x02\x00\x07" * 2 + b"\x50\x02\x00\x07" * 2


@act
def long_and_odd_client_ids(evening: Evening, keep: ExitStack) -> None:
    for name in ("x" * 8000, "x" * 60_000, "\x00", "\U0001f3b2" * 100, "../../x", "$MQTT"):
        client(evening, keep).send(raw.connect(name) + raw.subscribe(ALL))


@act
def no_client_id_and_a_session(evening: Evening, keep: ExitStack) -> None:
    made = client(evening, keep)
    made.send(raw.connect("", flags=0))
    assert made.receive(4) == b"\x20\x02\x00\x02"


@act
def taking_over_everybody(evening: Evening, keep: ExitStack) -> None:
    """The ids of a viewer, of another viewer and of the table; two hundred times each."""
    victim = client(evening, keep)
    victim.send(raw.connect("victim"))
    assert victim.receive(4) == b"\x20\x02\x00\x00"
    table = evening.publisher._feeds[0]._name
    for name in ("victim", table, evening.watching[0].client._client_id.decode()):
        for _ in range(200):
            client(evening, keep).send(raw.connect(name))
    victim.send(b"\xc0\x00")
    assert victim.receive(2) == b"\xd0\x00"


@act
def persistent_sessions_with_long_filters(evening: Evening, keep: ExitStack) -> None:
    for number in range(200):
        filters = [f"{BASE}/public/{number}/{'x' * 40}/{each}/#" for each in range(120)]
        client(evening, keep).send(raw.connect(f"s-{number}", flags=0) + raw.subscribe(*filters, qos=1))


@act
def a_thousand_filters_at_once(evening: Evening, keep: ExitStack) -> None:
    made = client(evening, keep)
    made.send(raw.connect("many") + raw.subscribe(*(f"{BASE}/public/{each}" for each in range(400))))
    answer = made.receive(4 + 3 + 2 + 400)
    assert answer[9:].count(0) == 32
    assert answer[9:].count(0x80) == 400 - 32
    client(evening, keep).send(raw.connect("more") + raw.subscribe(*(f"{BASE}/{each}" for each in range(1000))))


@act
def wide_filters(evening: Evening, keep: ExitStack) -> None:
    made = client(evening, keep)
    wide = ["#", "+/#", "pawtrack/#", "pawtrack/1/+/+/#", "pawtrack/1/+/+/+/#", "$SYS/#", f"{BASE}/cmd/#", "", "/"]
    wide += ["pawtrack/1/a/b/public/#/x", "pawtrack/1/a/b/public/x#", "pawtrack/1/a/b/public/+x", "$MQTT/#", "+" * 60]
    made.send(raw.connect("wide") + raw.subscribe(*wide))
    assert made.receive(4 + 4 + len(wide))[8:] == b"\x80" * len(wide)


@act
def every_quality_of_service(evening: Evening, keep: ExitStack) -> None:
    for qos in (0, 1, 2):
        made = client(evening, keep)
        made.send(raw.connect(f"q-{qos}", flags=0) + raw.subscribe(ALL, qos=qos))
        assert made.receive(4 + 5) == b"\x20\x02\x00\x00\x90\x03\x00\x01\x00"
    client(evening, keep).send(raw.connect("q-3") + raw.subscribe(ALL, qos=3))


@act
def every_kind_of_packet(evening: Evening, keep: ExitStack) -> None:
    chance = random.Random(1)
    for first in range(256):
        for body in (b"", chance.randbytes(1), chance.randbytes(2), chance.randbytes(40)):
            source = f"127.0.3.{1 + first // 32}"
            client(evening, keep, source=source).send(raw.packet(first, body))
            made = client(evening, keep, source=source)
            made.send(raw.connect("k") + raw.packet(first, body) + raw.subscribe(ALL))
        if first % 32 == 0:
            keep.close()


@act
def half_packets(evening: Evening, keep: ExitStack) -> None:
    whole = raw.connect("half") + raw.subscribe(ALL)
    for length in range(1, len(whole)):
        client(evening, keep).send(whole[:length])
    slow = client(evening, keep)
    for byte in whole:
        slow.send(bytes([byte]))
    assert slow.receive(4) == b"\x20\x02\x00\x00"


@act
def lengths_that_lie(evening: Evening, keep: ExitStack) -> None:
    for length in (b"\xff\xff\xff\x7f", b"\xff\xff\xff\xff\x7f", b"\xff\xff\xff\xff\xff", b"\x80\x80\x80\x80"):
        made = client(evening, keep)
        made.send(b"\x10" + length + b"x" * 100)
        assert made.is_ended()


@act
def slow_readers(evening: Evening, keep: ExitStack) -> None:
    for number in range(200):
        client(evening, keep, buffer=2048).send(raw.connect(f"slow-{number}") + raw.subscribe(ALL, qos=1))
    for _ in range(60):
        evening.seq += 1
        evening.publisher.publish(game_view(seq=evening.seq), ())


@act
def talking_without_end(evening: Evening, keep: ExitStack) -> None:
    made = client(evening, keep)
    made.send(raw.connect("talker") + b"\xc0\x00" * 5000)
    assert made.is_ended()


@act
def garbage_at_both_doors(evening: Evening, keep: ExitStack) -> None:
    chance = random.Random(2)
    garbage = [chance.randbytes(200) for _ in range(50)]
    garbage += [b"GET / HTTP/1.1\r\n\r\n", b"GET /mqtt HTTP/1.1\r\n\r\n", b"POST /mqtt HTTP/1.1\r\n\r\n", b"\r\n\r\n"]
    garbage += [
        b"GET /mqtt HTTP/1.1\r\nno colon\r\n\r\n",
        b"GET /mqtt HTTP/1.1\r\n" + b"a: b\r\n" * 5000,
        b"\x16\x03\x01",
    ]
    for each in garbage:
        for port in (evening.tcp, evening.websocket):
            keep.enter_context(RawClient(port, evening.stranger)).send(each)


@act
def pages_of_somebody_else(evening: Evening, keep: ExitStack) -> None:
    origins = [
        "http://evil.example",
        "https://127.0.0.1.evil.example",
        "null",
        "file://",
        "http://[::1",
        "http://evil:8787",
    ]
    for origin in origins:
        assert websocket(evening, keep, origin=origin).receive(12) == b"HTTP/1.1 403"
    # a name that was made to point to this machine is still somebody else's
    assert websocket(evening, keep, origin="http://evil.example", host="evil.example").receive(12) == b"HTTP/1.1 403"
    assert websocket(evening, keep, origin="http://127.0.0.1:8787").receive(12) == b"HTTP/1.1 101"
    assert websocket(evening, keep, origin="http://localhost", host="localhost:1").receive(12) == b"HTTP/1.1 101"


@act
def frames_that_are_none(evening: Evening, keep: ExitStack) -> None:
    hello = raw.connect("frames")
    bad = [raw.frame(hello, masked=False), raw.frame(hello, kind=0x81), raw.frame(hello, kind=0x80)]
    bad += [raw.frame(hello, kind=0xF2), raw.frame(b"x" * 70_000), raw.frame(b"x" * 126, kind=0x89)]
    bad += [b"\x82\xff" + b"\xff" * 8, raw.frame(b"", kind=0x88), raw.frame(b"x", kind=0x03), raw.frame(b"", kind=0x09)]
    for each in bad:
        made = websocket(evening, keep)
        made.send(each)
        assert made.is_ended()
    split = websocket(evening, keep)
    for byte in raw.frame(hello[:5], kind=0x02) + raw.frame(b"?", kind=0x89) + raw.frame(hello[5:], kind=0x80):
        split.send(bytes([byte]))
    assert split.receive_until(b"\x82\x04\x20\x02\x00\x00").endswith(b"\x8a\x01?\x82\x04\x20\x02\x00\x00")


@act
def guessing_passwords(evening: Evening, keep: ExitStack) -> None:
    """An address waits for its answers before it may guess again; the right password from elsewhere is let in."""
    guesses = [client(evening, keep) for _ in range(100)]
    for number, each in enumerate(guesses):
        each.send(raw.login("operator", f"guess {number}"))
    answers = [each.receive(4) for each in guesses]
    assert answers.count(b"\x20\x02\x00\x05") == MAX_PENDING_FAILURES
    assert answers.count(b"") == len(guesses) - MAX_PENDING_FAILURES
    with RawClient(evening.tcp) as operator:
        operator.send(raw.login(*operator_of(evening.broker)))
        assert operator.receive(4) == b"\x20\x02\x00\x00"


@act
def knocking_at_the_tables_own_port(evening: Evening, keep: ExitStack) -> None:
    port = int(evening.broker.table_url.rpartition(":")[2])
    for number in range(100):
        made = keep.enter_context(RawClient(port, evening.stranger))
        made.send(raw.connect(f"s-{number}", flags=0) if number % 2 else raw.login("table", "guess"))
        made.send(raw.subscribe("#", qos=1))


@act
def more_connections_than_there_is_room_for(evening: Evening, keep: ExitStack) -> None:
    """From two addresses, since one alone may not come so often; in a process of its own, for its file handles."""
    command = [sys.executable, raw.__file__, str(evening.tcp), str(CAPACITY + 200), evening.stranger, "127.0.2.1"]
    crowd = keep.enter_context(subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True))
    keep.callback(crowd.terminate)
    assert crowd.stdout
    assert crowd.stdout.readline() == "here\n"


@pytest.mark.parametrize("hostile", ACTS, ids=lambda each: each.__name__)
def test_no_act_of_a_viewer_stops_the_evening(evening: Evening, hostile: Act) -> None:
    pids = evening.broker.pid, evening.broker.gateway_pid
    evening.stranger = f"127.0.1.{1 + ACTS.index(hostile)}"
    with ExitStack() as keep:
        hostile(evening, keep)
        evening.is_well()
    evening.is_well()
    assert (evening.broker.pid, evening.broker.gateway_pid) == pids
    assert evening.broker.log.read_text() == ""
    # nobody who behaves was sent away, not even to come back at once
    assert [viewer.granted for viewer in evening.watching] == [[True], [True]]


def test_what_the_table_says_is_heard_at_once_over_both_lines(evening: Evening) -> None:
    """Several messages in one breath, each as it is."""
    for _ in range(20):
        evening.seq += 1
        evening.publisher.publish(game_view(seq=evening.seq, health=()), ())
    evening.is_well()
    for viewer in evening.watching:
        assert [state["seq"] for state in viewer.on("public/state")][-21:] == list(
            range(evening.seq - 20, evening.seq + 1)
        )
        assert len(viewer.granted) == 1


def test_a_killed_gateway_comes_back_and_the_table_does_not_notice(evening: Evening) -> None:
    killed = evening.broker.gateway_pid
    assert killed
    os.kill(killed, 9)
    wait_until(lambda: evening.broker.serves_viewers and evening.broker.gateway_pid != killed)
    evening.is_well()
    wait_until(lambda: evening.reports.codes[-1] == "programs_ok")
    assert evening.reports.codes == ["mqtt_ok", "program_web", "programs_ok"]
