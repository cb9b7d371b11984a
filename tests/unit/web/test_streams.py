"""The table's pictures as a stream: its viewers, the moments of its pictures, and the requests to the table."""

import asyncio
from collections.abc import Coroutine
from contextlib import asynccontextmanager
from typing import Any

import pytest
from brokers_for_tests import free_ports
from hurried_loop import hurried

from companion.programs.tcp_ports import ListenAddress
from companion.views.broadcast.video_picture import VideoPicture, VideoView
from companion.web.bounded import CONNECTION_S, BoundedServer
from companion.web.http import Request
from companion.web.video.streams import VIEWERS, VideoStreams
from companion.web.video.whep import Whep
from companion.web.video.wire import PASSWORD_BYTES, REQUESTS, VideoDoor, answered

PASSWORD = bytes(range(PASSWORD_BYTES))
FLAT, CAMERA = "/table/flat.mjpg", "/table/camera.mjpg"
LONGEST = 8 * 1024 * 1024
PER_S = 2


class Table:
    """The table's end, in the same loop: it counts its guests and what they request of each view."""

    def __init__(self) -> None:
        self.jpeg = b"first"
        self.shows = True
        self.guests = 0
        self.asked = dict.fromkeys(VideoView, 0)
        self.port = 0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        assert await reader.readexactly(PASSWORD_BYTES) == PASSWORD
        self.guests += 1
        while request := await reader.read(1):
            view = REQUESTS[request]
            self.asked[view] += 1
            jpeg = self.jpeg and self.jpeg + b" " + str(view).encode()
            writer.write(answered(VideoPicture(jpeg=jpeg, width=1, height=1, shows=self.shows)))
        writer.close()


class Watched:
    """A server of pages with the pictures of a table."""

    def __init__(self, table: Table, port: int) -> None:
        self.table = table
        self.browsers: list[Browser] = []
        self._port = port

    async def look(self, path: str = FLAT, host: str = "127.0.0.1", method: str = "GET") -> "Browser":
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port, limit=2 * LONGEST)
        writer.write(f"{method} {path} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        self.browsers.append(Browser(reader, writer, (await reader.readuntil(b"\r\n\r\n")).decode()))
        return self.browsers[-1]

    async def status(self, path: str = FLAT, host: str = "127.0.0.1", method: str = "GET") -> int:
        browser = await self.look(path, host, method)
        browser.leave()
        return browser.status


class Browser:
    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, head: str) -> None:
        self._reader, self._writer = reader, writer
        self.head = head
        self.status = int(head.split()[1])

    async def part(self) -> tuple[bytes, bool]:
        """The next picture, and whether it shows anything."""
        head = await self._reader.readuntil(b"\r\n\r\n")
        fields = dict(line.split(b": ") for line in head.split(b"\r\n") if b": " in line)
        jpeg = await self._reader.readexactly(int(fields[b"Content-Length"]))
        await self._reader.readuntil(b"\r\n")
        return jpeg, fields[b"Pawtrack-Shows"] == b"1"

    def leave(self) -> None:
        self._writer.transport.abort()


@asynccontextmanager
async def watched() -> Any:
    table = Table()
    giver = await asyncio.start_server(table.serve, "127.0.0.1", 0)
    door = VideoDoor(giver.sockets[0].getsockname()[1], PASSWORD.hex(), PER_S)
    (port,) = free_ports(1)
    server = await BoundedServer({}, 64, video=VideoStreams(door)).start(ListenAddress("127.0.0.1", port))
    made = Watched(table, port)
    yield made
    for browser in made.browsers:
        browser.leave()
    server.close()
    giver.close()
    # the server notices that they have gone
    await asyncio.sleep(2)


def run(act: Any) -> None:
    async def within() -> None:
        async with watched() as made:
            await act(made)

    hurried(within())


def now_s() -> float:
    return asyncio.get_running_loop().time()


def test_a_still_picture_comes_again_every_five_seconds() -> None:
    async def act(watched: Watched) -> None:
        browser = await watched.look()
        first, begun_s = await browser.part(), now_s()
        assert await browser.part() == first
        assert now_s() - begun_s == pytest.approx(5.0, abs=0.2)

    run(act)


def test_a_stream_outlasts_the_time_of_other_connections() -> None:
    async def act(watched: Watched) -> None:
        browser = await watched.look()
        while now_s() < 1.2 * CONNECTION_S:
            await browser.part()

    run(act)


def test_a_changed_picture_comes_with_the_next_request() -> None:
    async def act(watched: Watched) -> None:
        browser = await watched.look()
        await browser.part()
        for jpeg, shows in ((b"second", True), (b"second", False), (b"third", True)):
            watched.table.jpeg, watched.table.shows = jpeg, shows
            begun_s = now_s()
            assert await browser.part() == (jpeg + b" flat", shows)
            assert now_s() - begun_s < 2 / PER_S

    run(act)


def test_every_viewer_sees_the_view_of_its_path_and_no_other_is_fetched() -> None:
    async def act(watched: Watched) -> None:
        flat = await watched.look(FLAT)
        assert await flat.part() == (b"first flat", True)
        assert watched.table.asked[VideoView.CAMERA] == 0
        camera = await watched.look(CAMERA)
        assert await camera.part() == (b"first camera", True)
        assert watched.table.guests == 1

    run(act)


def test_nothing_is_fetched_while_nobody_looks() -> None:
    async def act(watched: Watched) -> None:
        browsers = [await watched.look() for _ in range(2)]
        for browser in browsers:
            await browser.part()
            browser.leave()
        await asyncio.sleep(1)
        asked = dict(watched.table.asked)
        await asyncio.sleep(10)
        assert watched.table.asked == asked
        watched.table.jpeg = b"later"
        # no earlier picture is kept for later viewers
        assert await (await watched.look()).part() == (b"later flat", True)
        assert watched.table.guests == 2

    run(act)


def test_a_picture_that_is_too_long_is_not_shown() -> None:
    async def act(watched: Watched) -> None:
        end = len(b" flat")
        watched.table.jpeg = bytes(LONGEST - end)
        browser = await watched.look()
        assert len((await browser.part())[0]) == LONGEST
        watched.table.jpeg = bytes(LONGEST - end + 1)
        await asyncio.sleep(3)
        watched.table.jpeg = b"short"
        while (await browser.part())[0] != b"short flat":
            pass
        assert watched.table.guests > 1

    run(act)


def test_one_viewer_too_many_may_come_again_later() -> None:
    async def act(watched: Watched) -> None:
        browsers = [await watched.look(path) for path in (FLAT, CAMERA) * (VIEWERS // 2)]
        assert {browser.status for browser in browsers} == {200}
        late = await watched.look()
        assert (late.status, "Retry-After: 10" in late.head) == (503, True)
        # a viewer can always leave
        assert await watched.status("/table/flat.whep/" + "0" * 32, method="DELETE") == 404
        browsers[0].leave()
        await asyncio.sleep(1)
        assert await watched.status() == 200

    run(act)


def test_only_an_own_name_of_this_machine_shows_the_pictures() -> None:
    async def act(watched: Watched) -> None:
        hosts = ("localhost", "[::1]:80", "192.168.7.7:8787", "evil.example", "127.0.0.1.evil.example")
        assert [await watched.status(host=host) for host in hosts] == [200, 200, 200, 403, 403]
        assert await watched.status(method="HEAD") == 404

    run(act)


ID = "0" * 32


@pytest.mark.parametrize(
    ("method", "path", "length", "status"),
    [
        ("GET", "/table/flat.whep", 0, 405),
        ("DELETE", "/table/flat.whep", 0, 405),
        ("POST", f"/table/flat.whep/{ID}", 9, 405),
        ("DELETE", f"/table/flat.whep/{ID}", 0, 404),
        ("POST", "/table/flat.whep", 0, 400),
        ("POST", "/table/flat.whep", None, 400),
        ("POST", "/table/flat.whep", 64 * 1024 + 1, 400),
    ],
)
def test_what_is_no_offer_is_refused(method: str, path: str, length: int | None, status: int) -> None:
    answer = asked(Request(method, path, {"host": "localhost"}, length))
    assert answer.status == status
    assert answer.headers.get("Allow") == ("POST, DELETE" if status == 405 else None)


@pytest.mark.parametrize(("origin", "status"), [("http://evil.example", 403), ("http://localhost", 405)])
def test_only_a_page_of_this_table_asks_for_its_pictures(origin: str, status: int) -> None:
    assert asked(Request("GET", "/table/flat.whep", {"host": "localhost", "origin": origin})).status == status


def test_an_offer_that_never_comes_whole_is_waited_for_five_seconds() -> None:
    async def never() -> bytes:
        await asyncio.sleep(3600)
        return b""

    async def took_s() -> float:
        with pytest.raises(TimeoutError):
            await whep().answer(Request("POST", "/table/flat.whep", {"host": "localhost"}, 9), never)
        return now_s()

    assert hurried(took_s()) == pytest.approx(5.0)


def whep() -> Whep:
    return Whep(lambda _: pytest.fail("nobody looks"), PER_S)


def asked(request: Request) -> Any:
    async def body() -> bytes:
        return b""

    answer: Coroutine[Any, Any, Any] = whep().answer(request, body)
    return asyncio.run(answer)
