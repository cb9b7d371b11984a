"""The end of the gateway: every reader, however far behind, has the last retained state before an orderly end."""

import asyncio
import socket
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import raw_mqtt as raw

from companion.programs.tcp_ports import ListenAddress
from companion.web.gateway.connection import Connection
from companion.web.gateway.server import Gateway
from companion.web.messages import GatewayConfig
from companion.web.websocket import GOING_AWAY

STATE = "pawtrack/1/home/table-1/public/state"
NOWHERE = ListenAddress("127.0.0.1", 0)
CONFIG = GatewayConfig(
    mqtt=NOWHERE, websocket=NOWHERE, broker_port=0, user="gateway", password="", logins={}, trees=("public",)
)
#: Longer than the machine may be busy: nobody who reads is left.
PATIENCE_S = 60.0
#: So little that a viewer who does not read is soon behind.
SMALL_BUFFER = 2048
EARLIER, LAST = b"x" * 8192, b"the last"


class Hall:
    """A gateway without a broker, and its viewers; all in one loop."""

    def __init__(self, door: socket.socket) -> None:
        self.gateway = Gateway(CONFIG, 100)
        self._door = door
        self._loop = asyncio.get_running_loop()

    async def enter(self, *, websocket: bool) -> tuple[socket.socket, Connection]:
        """A viewer that has subscribed, and reads nothing so far."""
        viewer = socket.socket()
        viewer.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL_BUFFER)
        viewer.setblocking(False)
        await self._loop.sock_connect(viewer, self._door.getsockname())
        before = set(self.gateway._connections)
        self.gateway._enter(self._door.accept()[0], "127.0.0.1", websocket=websocket)
        (connection,) = self.gateway._connections - before
        wrap = raw.frame if websocket else bytes
        said = wrap(raw.connect("slow")) + wrap(raw.subscribe(STATE))
        await self._loop.sock_sendall(viewer, raw.request() + said if websocket else said)
        while not (connection.viewer and connection.viewer.has_subscribed):
            await asyncio.sleep(0)
        return viewer, connection

    async def play(self, connections: list[Connection]) -> None:
        """Publishes states until each of these has missed one, and then the last."""
        while not all(each.viewer and each.viewer.missed for each in connections):
            self.gateway.on_message(STATE, EARLIER, False)
            await asyncio.sleep(0)
        self.gateway.on_message(STATE, LAST, False)

    async def read_to_the_end(self, viewer: socket.socket) -> bytes:
        """Returns the bytes up to the end.  Raises ConnectionError if the end is not in order."""
        heard = bytearray()
        while more := await self._loop.sock_recv(viewer, 1024):
            heard += more
        viewer.close()
        return bytes(heard)


@contextmanager
def loop_and_door() -> Iterator[tuple[asyncio.Runner, socket.socket]]:
    with (
        asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner,
        socket.create_server(("127.0.0.1", 0)) as door,
    ):
        yield runner, door


@pytest.mark.parametrize("websocket", [False, True], ids=["TCP", "WebSocket"])
def test_who_is_behind_and_reads_has_the_last_state_before_the_end(websocket: bool) -> None:
    async def evening(door: socket.socket) -> None:
        hall = Hall(door)
        behind = [await hall.enter(websocket=websocket) for _ in range(3)]
        await hall.play([connection for _, connection in behind])
        prompt, _ = await hall.enter(websocket=websocket)
        ending = asyncio.create_task(hall.gateway.end(PATIENCE_S))
        # bytes from a viewer at this moment get no reset, which would discard its unread data
        await asyncio.sleep(0)
        for viewer in (prompt, *(viewer for viewer, _ in behind)):
            viewer.send(raw.frame(b"\xc0\x00") if websocket else b"\xc0\x00")
            heard = await hall.read_to_the_end(viewer)
            assert LAST in heard[max(0, heard.rfind(EARLIER)) :]
            assert heard.endswith(GOING_AWAY) == websocket
        await ending

    with loop_and_door() as (runner, door):
        runner.run(evening(door))


def test_a_viewer_that_is_just_coming_in_has_its_answer_before_the_end() -> None:
    async def evening(door: socket.socket) -> None:
        hall = Hall(door)
        hall.gateway.on_message(STATE, LAST, False)
        with socket.create_connection(door.getsockname()) as viewer:
            viewer.setblocking(False)
            hall.gateway._enter(door.accept()[0], "127.0.0.1", websocket=False)
            viewer.send(raw.connect("late"))
            while not next(iter(hall.gateway._connections)).viewer:
                await asyncio.sleep(0)
            ending = asyncio.create_task(hall.gateway.end(PATIENCE_S))
            await asyncio.sleep(0)
            viewer.send(raw.subscribe(STATE))
            assert LAST in await hall.read_to_the_end(viewer)
            await ending

    with loop_and_door() as (runner, door):
        runner.run(evening(door))


def test_who_never_reads_does_not_hold_the_end() -> None:
    async def evening(door: socket.socket) -> None:
        hall = Hall(door)
        viewer, connection = await hall.enter(websocket=False)
        await hall.play([connection])
        await hall.gateway.end(0.05)
        assert connection.viewer
        viewer.close()

    with loop_and_door() as (runner, door):
        runner.run(evening(door))
