"""A socket of the gateway: bytes that wait have a limit, and every end is reported once."""

import asyncio
import socket
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from companion.web.gateway.packets import ProtocolError
from companion.web.gateway.wire import SEND_BUFFER, Wire, unconfirmed_bytes

PIECE = bytes(64 * 1024)


class Line:
    """A wire and the client's end of it, and all its reports."""

    def __init__(self, limit: int) -> None:
        with socket.create_server(("127.0.0.1", 0)) as server:
            self.client = socket.create_connection(server.getsockname())
            self.client.setblocking(False)
            self.wire = Wire(server.accept()[0], limit=limit)
        self.heard = b""
        self.closed = 0
        self.drained = 0
        self.wire.on_bytes = self._hear
        self.wire.on_close = self._close
        self.wire.on_drain = self._drain
        self.wire.open()

    def _hear(self, data: bytes) -> None:
        if data == b"nonsense":
            raise ProtocolError("nonsense")
        self.heard += data

    def _close(self) -> None:
        self.closed += 1

    def _drain(self) -> None:
        self.drained += 1

    async def read(self) -> int:
        """The bytes until nothing more comes."""
        count = 0
        while True:
            try:
                async with asyncio.timeout(0.2):
                    piece = await asyncio.get_running_loop().sock_recv(self.client, 1 << 20)
            except (TimeoutError, ConnectionError):
                return count
            if not piece:
                return count
            count += len(piece)


def run(act: Callable[[Line], Coroutine[Any, Any, None]], limit: int = 1 << 20) -> Line:
    async def within() -> Line:
        line = Line(limit)
        async with asyncio.timeout(20):
            await act(line)
        line.wire.close()
        line.client.close()
        return line

    line = asyncio.run(within())
    assert line.closed == 1
    return line


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not true():
            await asyncio.sleep(0.005)


def test_bytes_that_wait_go_out_in_order_once_the_client_reads() -> None:
    async def act(line: Line) -> None:
        sent = 0
        while not line.wire.is_behind:
            line.wire.send(PIECE)
            sent += len(PIECE)
        for _ in range(2):
            line.wire.send(PIECE)
            sent += len(PIECE)
        count = 0
        while count < sent:
            count += await line.read()
        await until(lambda: line.drained == 1)
        assert (count, line.wire.is_behind, line.wire.closed) == (sent, False, False)

    run(act)


@pytest.mark.parametrize("limit", [0, 5 * len(PIECE)])
def test_more_bytes_than_may_wait_end_the_wire(limit: int) -> None:
    async def act(line: Line) -> None:
        waiting = 0
        while not line.wire.closed:
            assert waiting <= limit + 1
            line.wire.send(PIECE)
            waiting = len(line.wire._waiting)
        line.wire.send(PIECE)

    run(act, limit)


@pytest.mark.parametrize(("words", "ends"), [(b"hello", False), (b"nonsense", True), (b"", True)])
def test_bytes_are_heard_and_nonsense_or_the_end_closes(words: bytes, ends: bool) -> None:
    async def act(line: Line) -> None:
        if words:
            line.client.send(words)
        else:
            line.client.close()
        await until(lambda: line.wire.closed if ends else bool(line.heard))
        assert line.heard == (b"" if ends else words)

    run(act)


def test_a_fault_of_our_own_closes_the_wire_that_met_it() -> None:
    async def act(line: Line) -> None:
        asyncio.get_running_loop().set_exception_handler(lambda *_: None)
        line.wire.on_bytes = lambda _: {}["nothing"]
        line.client.send(b"hello")
        await until(lambda: line.wire.closed)

    run(act)


def test_a_farewell_is_the_last_and_later_words_are_dropped() -> None:
    async def act(line: Line) -> None:
        loop = asyncio.get_running_loop()
        assert not line.wire.is_finished(loop.time() + 60)
        line.wire.finish(b"farewell")
        line.client.send(b"hello")
        assert await loop.sock_recv(line.client, 100) == b"farewell"
        assert await loop.sock_recv(line.client, 100) == b""
        await until(lambda: not unconfirmed_bytes(line.wire._socket))
        hung_up_s = loop.time()
        assert not line.wire.is_finished(hung_up_s)
        assert line.wire.is_finished(hung_up_s + 0.6)
        assert line.heard == b""

    run(act)


def test_a_farewell_waits_for_earlier_bytes() -> None:
    async def act(line: Line) -> None:
        while not line.wire.is_behind:
            line.wire.send(PIECE)
        line.wire.finish(b"farewell")
        assert not line.wire.is_finished(asyncio.get_running_loop().time() + 60)
        await line.read()
        await until(lambda: line.wire.is_finished(asyncio.get_running_loop().time() + 60))

    run(act)


def test_the_system_holds_little_for_a_slow_client() -> None:
    async def act(line: Line) -> None:
        held = line.wire._socket.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF)
        assert held <= 2 * SEND_BUFFER
        assert line.wire._socket.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        assert line.wire._socket.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)

    run(act)
