"""The gateway in time: a silent viewer is closed, and a gateway without its broker ends."""

import asyncio

import pytest
import raw_mqtt as raw
from brokers_for_tests import free_ports
from hurried_loop import hurried

from companion.programs.tcp_ports import ListenAddress
from companion.web.gateway.__main__ import Presence
from companion.web.gateway.packets import connack
from companion.web.gateway.server import Gateway
from companion.web.messages import GatewayConfig

FILTER = "pawtrack/1/home/table-1/public/#"


async def answered(words: bytes) -> tuple[bytes, float]:
    """The answer to a viewer that says this and no more, and the seconds until the gateway closes it."""
    mqtt, websocket = free_ports(2)
    config = GatewayConfig(
        mqtt=ListenAddress("127.0.0.1", mqtt),
        websocket=ListenAddress("127.0.0.1", websocket),
        broker_port=0,
        user="gateway",
        password="secret",
        logins={"operator": "right"},
        trees=("public",),
    )
    gateway = Gateway(config, 8)
    assert gateway.filters == [FILTER.replace("home/table-1", "+/+")]
    gateway.open()
    reader, writer = await asyncio.open_connection("127.0.0.1", mqtt)
    writer.write(words)
    answer = await reader.read()
    writer.close()
    await gateway.end(0.0)
    for listener in gateway._listeners:
        listener.close()
    return answer, asyncio.get_running_loop().time()


@pytest.mark.parametrize(
    ("words", "seconds"),
    [
        (b"", 10.0),
        (raw.connect(keepalive_s=0), 60.0),
        (raw.connect(keepalive_s=20), 30.0),
        (raw.connect(keepalive_s=60) + raw.subscribe(FILTER), 90.0),
    ],
    ids=["nothing", "no subscription", "an early promise", "a subscription"],
)
def test_a_viewer_that_falls_silent_is_closed_in_time(words: bytes, seconds: float) -> None:
    assert hurried(answered(words))[1] == pytest.approx(seconds, abs=1.6)


@pytest.mark.parametrize(
    ("words", "code", "seconds"),
    [
        (raw.connect(level=3), 1, 0.0),
        (raw.connect(level=5), 1, 0.0),
        (raw.connect(flags=0), 2, 0.0),
        (raw.login("operator", "wrong"), 5, 2.0),
        (raw.login("stranger", "right"), 5, 2.0),
    ],
    ids=["an old protocol", "a new protocol", "a session without a name", "a wrong password", "a wrong name"],
)
def test_a_refused_viewer_hears_why_before_it_is_closed(words: bytes, code: int, seconds: float) -> None:
    """A wrong login is answered late, so that nobody guesses fast."""
    assert hurried(answered(words)) == (connack(code), pytest.approx(seconds, abs=0.1))


class Broker:
    """Comes and goes; the seconds at which the gateway opens and ends."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.opened: list[float] = []
        self.asked = asyncio.Event()
        self.presence = Presence(lambda: self.opened.append(self.loop.time()), self.asked)


def test_a_gateway_opens_once_and_ends_when_its_broker_stays_away() -> None:
    async def run() -> float:
        broker = Broker()
        broker.presence(False)
        await asyncio.sleep(10)
        assert not broker.asked.is_set()
        for _ in range(2):
            broker.presence(True)
            broker.presence(False)
            broker.presence(False)
            await asyncio.sleep(1.9)
        assert broker.opened == [10.0]
        broker.presence(True)
        await asyncio.sleep(10)
        assert not broker.asked.is_set()
        begun_s = broker.loop.time()
        broker.presence(False)
        await broker.asked.wait()
        return broker.loop.time() - begun_s

    assert hurried(run()) == pytest.approx(2.0)
