"""Fairness is a matter of order: the order of delivery and of waiting, and no viewer loses or mixes up messages."""

import asyncio
import random
from collections import defaultdict
from collections.abc import Iterator

import pytest
import raw_mqtt as raw

from companion.programs.tcp_ports import ListenAddress
from companion.web.gateway.broadcast import KEPT_BYTES, Broadcast
from companion.web.gateway.connection import VIEWER_QUEUE, Connection, GatewayContext
from companion.web.gateway.packets import PUBLISH, PacketReader
from companion.web.gateway.server import SERVED_AT_ONCE, Gateway
from companion.web.gateway.tree import Tree
from companion.web.messages import GatewayConfig

ROOT = "pawtrack/1/home/table-1/public"
RETAINED = (f"{ROOT}/state", f"{ROOT}/info")
TOPICS = (*RETAINED, f"{ROOT}/event")
CONFIG = GatewayConfig(
    mqtt=ListenAddress("127.0.0.1", 0),
    websocket=ListenAddress("127.0.0.1", 0),
    broker_port=0,
    user="gateway",
    password="secret",
    logins={},
    trees=("public",),
)
#: How often each act of a seeded run comes: publish, serve, join, subscribe, clog, free, close.
WEIGHTS = (10, 10, 2, 3, 2, 2, 1)


class Line:
    """A wire without a socket: while it is `full`, sent bytes wait, as with a reader that does not read."""

    def __init__(self) -> None:
        self.limit = VIEWER_QUEUE
        self.full = False
        self.ever_full = False
        self.closed = False
        self.longest = 0
        self._waiting = bytearray()
        self._arrived = bytearray()

    @property
    def is_behind(self) -> bool:
        return bool(self._waiting)

    def send(self, data: bytes) -> None:
        self.longest = max(self.longest, len(data))
        if self.full:
            self._waiting += data
        else:
            self._arrived += data

    def close(self) -> None:
        self.closed = True
        self.on_close()

    def clog(self) -> None:
        self.full = self.ever_full = True

    def free(self) -> None:
        self.full = False
        waited, self._waiting = self._waiting, bytearray()
        self._arrived += waited
        if waited:
            self.on_drain()

    def arrived(self) -> list[tuple[str, int, bool]]:
        """Topic, number and retain flag of every message that came."""
        found: list[tuple[str, int, bool]] = []
        for packet in PacketReader(2 * KEPT_BYTES).feed(bytes(self._arrived)):
            if packet.kind == PUBLISH:
                end = 2 + int.from_bytes(packet.body[:2], "big")
                number = int(packet.body[end:].split()[0])
                found.append((packet.body[2:end].decode(), number, bool(packet.flags & 1)))
        return found


class Hall:
    """A broadcast and those who watch; everything that is published bears a number of its own."""

    def __init__(self) -> None:
        self.broadcast = Broadcast(Tree("public"))
        self.published: list[tuple[str, int]] = []
        self._house = GatewayContext(CONFIG, self.broadcast)

    def join(self, address: str = "127.0.0.1") -> Line:
        line = Line()
        connection = Connection(self._house, line, address, websocket=False, now_s=0.0)
        line.on_close = connection.ended
        line.on_bytes(raw.connect(keepalive_s=0))
        self.subscribe(line)
        return line

    def subscribe(self, line: Line) -> None:
        line.on_bytes(raw.subscribe(f"{ROOT}/#"))

    def publish(self, topic: str = TOPICS[0], size: int = 0) -> None:
        number = len(self.published)
        self.published.append((topic, number))
        self.broadcast.publish(topic, b"%d %s" % (number, b"x" * size), 0.0, retained=False)

    def serve(self, most: int) -> bool:
        return self.broadcast.serve(most, 0.0)


@pytest.fixture(autouse=True)
def in_the_loop() -> Iterator[None]:
    """Connections belong to the loop that runs; here none has to turn."""
    loop = asyncio.new_event_loop()
    asyncio._set_running_loop(loop)
    yield
    asyncio._set_running_loop(None)
    loop.close()


def test_who_comes_alone_is_served_before_a_crowd_of_other_addresses() -> None:
    hall = Hall()
    crowd = [hall.join(f"127.0.9.{number % 3}") for number in range(300)]
    alone = hall.join()
    hall.publish()
    # one of each of the three addresses, and then the fourth
    assert hall.serve(4)
    assert len(alone.arrived()) == 1
    assert sum(len(each.arrived()) for each in crowd) == 3


def test_who_comes_alone_is_not_behind_the_crowd_of_the_news_before() -> None:
    hall = Hall()
    crowd = [hall.join("127.0.9.1") for _ in range(100)]
    alone = hall.join()
    for number in range(1, 10):
        hall.publish()
        assert hall.serve(3)
        assert len(alone.arrived()) == number
    assert sum(len(each.arrived()) > 0 for each in crowd) < 30


def test_a_slice_ends_after_so_many_and_the_next_goes_on() -> None:
    hall = Hall()
    lines = [hall.join() for _ in range(10)]
    hall.publish()
    left = [(hall.serve(4), sum(len(each.arrived()) for each in lines)) for _ in range(3)]
    assert left == [(True, 4), (True, 8), (False, 10)]


def test_nobody_is_served_twice_while_another_of_the_same_address_waits() -> None:
    hall = Hall()
    lines = [hall.join() for _ in range(6)]
    for _ in range(4):
        hall.publish()
        hall.serve(3)
    served = [len(each.arrived()) for each in lines]
    # the second half has the first and second news in one piece, and then the third and fourth
    assert served == [3, 3, 3, 4, 4, 4]


def test_a_busy_line_costs_nothing_and_gets_the_newest_message_later() -> None:
    hall = Hall()
    asleep = [hall.join() for _ in range(50)]
    awake = hall.join()
    for line in asleep:
        line.clog()
    for _ in range(2):
        hall.publish()
        hall.serve(1000)
    hall.publish()
    assert not hall.serve(1)
    assert [number for _, number, _ in awake.arrived()] == [0, 1, 2]
    for line in asleep:
        line.free()
        # the first went into the line before anybody could know
        assert line.arrived() == [(TOPICS[0], 0, False), (TOPICS[0], 2, True)]


def test_what_came_together_is_never_more_than_a_viewers_queue() -> None:
    hall = Hall()
    line = hall.join()
    for size in [4000] * 40 + [60_000] * 3:
        hall.publish(size=size)
    hall.serve(1)
    assert line.longest <= VIEWER_QUEUE
    assert [number for _, number, _ in line.arrived()] == list(range(43))


def test_who_has_gone_is_not_waited_for() -> None:
    hall = Hall()
    first, second = hall.join("127.0.9.1"), hall.join()
    hall.publish()
    first.close()
    assert not hall.serve(1)
    assert len(second.arrived()) == 1
    second.close()
    hall.publish()
    assert not hall.serve(1)


@pytest.mark.parametrize("seed", range(60))
def test_news_between_two_slices_is_neither_lost_nor_reordered(seed: int) -> None:
    hall, chance = Hall(), random.Random(seed)
    lines = {hall.join(address): 0 for address in "ab"}
    for kind in chance.choices(["publish", "serve", "join", "subscribe", "clog", "free", "close"], WEIGHTS, k=150):
        if kind == "publish":
            hall.publish(chance.choice(TOPICS), chance.choice([0, 0, 0, 40_000]))
        elif kind == "serve":
            hall.serve(chance.randint(1, 4))
        elif kind == "join":
            lines[hall.join(chance.choice("abc"))] = len(hall.published)
        else:
            line = chance.choice(list(lines))
            if not line.closed:
                hall.subscribe(line) if kind == "subscribe" else getattr(line, kind)()
    for line in lines:
        line.free()
    # nobody is served twice: a turn for each, and nobody waits
    assert not hall.serve(len(lines))
    for line, since in lines.items():
        if not line.closed:
            assert_served(line, hall.published[since:])


def assert_served(line: Line, published: list[tuple[str, int]]) -> None:
    by_topic: dict[str, list[int]] = defaultdict(list)
    for topic, number, _ in line.arrived():
        by_topic[topic].append(number)
    for numbers in by_topic.values():
        assert numbers == sorted(numbers)
    if not line.ever_full:
        assert [(topic, number) for topic, number, retained in line.arrived() if not retained] == published
    newest = dict(published)
    for topic in RETAINED:
        assert topic not in newest or by_topic[topic][-1] == newest[topic]


class Counted:
    """A viewer that hears everything, and how much."""

    websocket = False
    count = 0

    def wants(self, _: str) -> bool:
        return True

    def try_send(self, _: bytes, __: float) -> bool:
        self.count += 1
        return True


def test_the_loop_turns_between_two_slices() -> None:
    """Else a crowd would hold up whatever comes from the broker meanwhile."""

    async def turns() -> list[int]:
        gateway = Gateway(CONFIG, 1000)
        viewers = [Counted() for _ in range(3 * SERVED_AT_ONCE - 1)]
        for viewer in viewers:
            gateway._broadcast.enter("127.0.0.1", viewer)
        gateway.on_message(TOPICS[0], b"{}", False)
        counts = []
        for _ in range(4):
            await asyncio.sleep(0)
            counts.append(sum(each.count for each in viewers))
        return counts

    asyncio._set_running_loop(None)
    most = 3 * SERVED_AT_ONCE - 1
    assert asyncio.run(turns()) == [SERVED_AT_ONCE, 2 * SERVED_AT_ONCE, most, most]
