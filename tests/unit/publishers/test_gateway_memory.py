"""A connection that has ended is gone at once: a crowd that comes and goes leaves the collector nothing to do."""

import asyncio
import gc
import socket
import weakref
from collections.abc import Iterator

import pytest
import raw_mqtt as raw

from companion.programs.tcp_ports import ListenAddress
from companion.web.gateway.server import Gateway
from companion.web.messages import GatewayConfig

VIEWER = raw.connect("a", flags=2) + raw.subscribe("pawtrack/1/+/+/public/#")
PATIENCE_S = 60.0
TALK = {
    "a viewer over TCP": (False, VIEWER),
    "a viewer over WebSocket": (True, raw.request() + raw.frame(VIEWER)),
    "a page of somebody else": (True, raw.request(origin="http://elsewhere.example")),
    "garbage": (False, b"\xff" * 40),
    "garbage over WebSocket": (True, b"GET nonsense\r\n\r\n"),
    "a guess": (False, raw.login("operator", "guess")),
    "packets after the end": (False, raw.connect("a", level=9) + VIEWER),
    "nothing": (False, b""),
}


@pytest.fixture
def no_collector() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


async def come_and_go(websocket: bool, data: bytes) -> bool:
    nowhere = ListenAddress(host="127.0.0.1", port=1)
    logins = {"operator": "secret"}
    config = GatewayConfig(
        mqtt=nowhere, websocket=nowhere, broker_port=1, user="", password="", logins=logins, trees=("t",)
    )
    gateway = Gateway(config, 10)
    loop = asyncio.get_running_loop()
    with socket.create_server(("127.0.0.1", 0)) as door, socket.create_connection(door.getsockname()) as viewer:
        gateway._enter(door.accept()[0], "127.0.0.1", websocket=websocket)
        made = weakref.ref(next(iter(gateway._connections)))
        viewer.sendall(data)
        await asyncio.sleep(0.05)
    ends_s = loop.time() + PATIENCE_S
    while made() is not None and loop.time() < ends_s:
        await asyncio.sleep(0.05)
    return made() is None


@pytest.mark.sampled(4)
@pytest.mark.parametrize("talk", TALK.values(), ids=TALK)
@pytest.mark.usefixtures("no_collector")
def test_nothing_is_left_of_a_connection_that_has_ended(talk: tuple[bool, bytes]) -> None:
    with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
        assert runner.run(come_and_go(*talk))
