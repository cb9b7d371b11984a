"""The table's pictures as MJPEG, in the page's server: asked for while somebody looks, for each as fast as he takes it.

Laws: the newest picture is kept once, whoever looks; a slow viewer gets fewer pictures and never more memory; there are
so many viewers at most; one who takes nothing for a while is left.
"""

import asyncio
import logging
import re
from contextlib import suppress
from typing import Final

from companion.publishers.gateway.origins import origin_allowed
from companion.publishers.tcp_ports import LOOPBACK
from companion.publishers.video.wire import ANSWER, REQUESTS, VideoDoor
from companion.views.video import VideoView

log = logging.getLogger(__name__)

#: Viewers at a time, of all views together.
VIEWERS: Final = 16
#: A viewer may take so long for one picture, in seconds.
TAKES_S: Final = 10.0
#: The same picture is sent again after so long, so that a stream without news is no broken one.
AGAIN_S: Final = 5.0
#: The longest picture that is taken from the table's program.
_LONGEST_BYTES: Final = 8 * 1024 * 1024
#: So long an answer may take.
_ANSWER_S: Final = 10.0
_PAUSE_S: Final = 1.0
_HEARD_BYTES: Final = 4096
_BOUNDARY: Final = "pawtrack-picture"
_REQUEST_OF: Final = {view: request for request, view in REQUESTS.items()}
#: The address of each view.
PATHS: Final = {f"/table/{view}.mjpg": view for view in VideoView}
HEAD: Final = (
    "HTTP/1.1 200 OK\r\n"
    f"Content-Type: multipart/x-mixed-replace; boundary={_BOUNDARY}\r\n"
    "Cache-Control: no-store\r\n"
    "Cross-Origin-Resource-Policy: same-origin\r\n"
    "X-Content-Type-Options: nosniff\r\n"
    "Referrer-Policy: no-referrer\r\n"
    "Connection: close\r\n\r\n"
).encode()
_HOST: Final = re.compile(rb"\r\nHost:[ \t]*([^\r\n]*?)[ \t]*\r\n", re.IGNORECASE)
_STRANGE: Final = (
    b"HTTP/1.1 403 Forbidden\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n"
    b"Open this page by the address that Pawtrack shows.\n"
)
BUSY: Final = (
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain; charset=utf-8\r\nRetry-After: 10\r\n"
    b"Connection: close\r\n\r\nAs many as may look at the table do already.\n"
)


class _Newest:
    """The newest part of a stream, the head and the picture of which go to every viewer alike."""

    def __init__(self) -> None:
        self.part = b""
        self.number = 0
        self.viewers = 0
        self.changed = asyncio.Event()

    def take(self, part: bytes) -> None:
        if part != self.part:
            self.part = part
            self.number += 1
            self.changed.set()
            self.changed = asyncio.Event()


class VideoStreams:
    """Lives in one event loop, together with the server."""

    def __init__(self, door: VideoDoor) -> None:
        self._door = door
        self._views = {view: _Newest() for view in VideoView}
        self._asking: asyncio.Task[None] | None = None

    @property
    def viewers(self) -> int:
        """How many look now."""
        return sum(newest.viewers for newest in self._views.values())

    def view_of(self, head: bytes) -> VideoView | None:
        """The view that the head of a request asks for."""
        method, _, rest = head.partition(b" ")
        path = rest.partition(b" ")[0].partition(b"?")[0].decode("latin-1")
        return PATHS.get(path) if method == b"GET" else None

    async def serve(self, head: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Shows what is asked for until the viewer goes.  Raises OSError and TimeoutError as the line does."""
        view, refused = self.view_of(head), self._refused(head)
        if view is None or refused:
            writer.write(refused)
            await writer.drain()
            return
        newest = self._views[view]
        newest.viewers += 1
        tasks = {asyncio.create_task(_show(newest, writer)), asyncio.create_task(_gone(reader))}
        try:
            if self._asking is None or self._asking.done():
                self._asking = asyncio.create_task(self._ask())
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            newest.viewers -= 1
            for task in tasks:
                task.cancel()

    def _refused(self, head: bytes) -> bytes:
        """Why nothing is shown, as an answer; empty where it is."""
        host = _HOST.search(head)
        named = host.group(1).decode("latin-1") if host else ""
        # a name of a stranger's that points here would let the stranger's page read along (DNS rebinding)
        if not origin_allowed(f"http://{named}", named, ()):
            return _STRANGE
        return BUSY if self.viewers >= VIEWERS else b""

    async def _ask(self) -> None:
        """Asks for pictures as long as anybody looks; a table's program that is away is asked again."""
        while self.viewers:
            try:
                await self._ask_one_connection()
            except (OSError, TimeoutError, asyncio.IncompleteReadError, ValueError):
                log.debug("no pictures", exc_info=True)
                self._forget()
                await asyncio.sleep(_PAUSE_S)
        self._forget()

    async def _ask_one_connection(self) -> None:
        reader, writer = await asyncio.open_connection(LOOPBACK, self._door.port)
        try:
            writer.write(bytes.fromhex(self._door.password))
            loop = asyncio.get_running_loop()
            while self.viewers:
                begun_s = loop.time()
                for view, newest in self._views.items():
                    if newest.viewers:
                        await _renew(view, newest, reader, writer)
                    else:
                        newest.part = b""
                await asyncio.sleep(max(0.0, begun_s + 1 / self._door.per_s - loop.time()))
        finally:
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()

    def _forget(self) -> None:
        for newest in self._views.values():
            newest.part = b""


async def _renew(view: VideoView, newest: _Newest, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    async with asyncio.timeout(_ANSWER_S):
        writer.write(_REQUEST_OF[view])
        await writer.drain()
        shows, length = ANSWER.unpack(await reader.readexactly(ANSWER.size))
        if length > _LONGEST_BYTES:
            raise ValueError("a picture that is none")
        jpeg = await reader.readexactly(length)
    if jpeg:
        newest.take(_part(jpeg, shows=shows))


def _part(jpeg: bytes, *, shows: bool) -> bytes:
    """One picture of a stream; `Pawtrack-Shows: 0` marks one that hides everything."""
    head = f"Content-Type: image/jpeg\r\nContent-Length: {len(jpeg)}\r\nPawtrack-Shows: {int(shows)}\r\n\r\n"
    return head.encode() + jpeg + f"\r\n--{_BOUNDARY}\r\n".encode()


async def _show(newest: _Newest, writer: asyncio.StreamWriter) -> None:
    async with asyncio.timeout(TAKES_S):
        writer.write(HEAD + f"--{_BOUNDARY}\r\n".encode())
        await writer.drain()
    seen = 0 if newest.part else newest.number
    while not writer.is_closing():
        if newest.number == seen or not newest.part:
            changed = newest.changed
            with suppress(TimeoutError):
                async with asyncio.timeout(AGAIN_S):
                    await changed.wait()
        if newest.part:
            seen = newest.number
            async with asyncio.timeout(TAKES_S):
                writer.write(newest.part)
                await writer.drain()


async def _gone(reader: asyncio.StreamReader) -> None:
    """Ends when the viewer has gone; whatever else the viewer says is not heard."""
    while await reader.read(_HEARD_BYTES):
        pass
