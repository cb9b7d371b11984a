"""How long the page's server waits for a client, for its request, its answer and its connection, and not longer."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

import pytest
from brokers_for_tests import free_ports
from hurried_loop import hurried

from companion.programs.tcp_ports import ListenAddress
from companion.web.bounded import BoundedServer
from companion.web.pages.pages import Page

ASK = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"
#: More than the system holds for a client that does not read.
LARGE = Page("text/plain", bytes(64 * 1024 * 1024), None)
Act = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Coroutine[Any, Any, None]]


async def lasted(act: Act) -> float:
    """The seconds until the server ends the connection of a client that acts like this."""
    (port,) = free_ports(1)
    pages = {"/": Page("text/plain", b"hello", None), "/large": LARGE}
    server = await BoundedServer(pages, 8).start(ListenAddress("127.0.0.1", port))
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    loop = asyncio.get_running_loop()
    begun_s = loop.time()
    acting = asyncio.create_task(act(reader, writer))
    await asyncio.wait([acting])
    took_s = loop.time() - begun_s
    assert isinstance(acting.exception(), ConnectionError | None)
    writer.transport.abort()
    server.close()
    return took_s


async def says_nothing(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    assert await reader.read() == b""


async def drips(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """A byte every second: a request has its seconds in all, not from byte to byte."""
    ended = asyncio.create_task(reader.read())
    for byte in ASK[:-1]:
        writer.write(bytes([byte]))
        if (await asyncio.wait([ended], timeout=1))[0]:
            return


async def comes_back(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Asks again and again, always in time."""
    while True:
        writer.write(ASK)
        await reader.readuntil(b"hello")
        with suppress(TimeoutError):
            async with asyncio.timeout(4):
                assert await reader.read() == b""
                return


async def never_reads(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.write(ASK.replace(b"/ ", b"/large "))
    while not writer.is_closing():
        await asyncio.sleep(1)
        writer.write(b"\r\n")


@pytest.mark.parametrize(
    ("act", "seconds"),
    [(says_nothing, 5.0), (drips, 5.0), (comes_back, 60.0), (never_reads, 20.0)],
)
def test_a_connection_ends_in_time(act: Act, seconds: float) -> None:
    assert hurried(lasted(act)) == pytest.approx(seconds, abs=1.1)
