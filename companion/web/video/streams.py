"""The table's pictures in the page's server, as MJPEG and by WHEP, at each viewer's own pace.

Laws: pictures are fetched only while there are viewers; the newest one is kept once for all viewers; a slow viewer gets
fewer pictures and never more memory; the number of viewers is limited; a viewer who takes nothing for a while is
disconnected.
"""

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http import HTTPStatus
from typing import Final

from companion.programs.tcp_ports import LOOPBACK
from companion.views.broadcast.video_picture import VideoView
from companion.web.http import Answer, ReadBody, Request, refusal, stream_head
from companion.web.origins import origin_allowed
from companion.web.video.newest import Newest
from companion.web.video.whep import Whep, offered_by
from companion.web.video.wire import ANSWER, REQUESTS, VideoDoor

log = logging.getLogger(__name__)

#: Viewers at a time, of all views together.
VIEWERS: Final = 16
#: The longest time for one picture to a viewer, in seconds.
TAKES_S: Final = 10.0
#: Seconds after which the same picture is sent again, so that a still stream does not look broken.
AGAIN_S: Final = 5.0
#: The longest picture that is accepted from the table's program.
_LONGEST_BYTES: Final = 8 * 1024 * 1024
#: The longest time for an answer.
_ANSWER_S: Final = 10.0
_PAUSE_S: Final = 1.0
_HEARD_BYTES: Final = 4096
_BOUNDARY: Final = "pawtrack-picture"
_REQUEST_OF: Final = {view: request for request, view in REQUESTS.items()}
#: The address of each view.
PATHS: Final = {f"/table/{view}.mjpg": view for view in VideoView}
_KIND: Final = f"multipart/x-mixed-replace; boundary={_BOUNDARY}"
_HEADERS: Final = {"Cache-Control": "no-store", "Cross-Origin-Resource-Policy": "same-origin"}


class VideoStreams:
    """Lives in one event loop, together with the server."""

    def __init__(self, door: VideoDoor) -> None:
        self._door = door
        self._views = {view: Newest() for view in VideoView}
        self._asking: asyncio.Task[None] | None = None
        self._whep = Whep(self.looking, door.per_s)

    @property
    def viewers(self) -> int:
        """The number of viewers."""
        return sum(newest.viewers for newest in self._views.values())

    def view_of(self, request: Request) -> VideoView | None:
        """Returns the view that a request names."""
        if offer := offered_by(request):
            return offer[0]
        return PATHS.get(request.path) if request.method == "GET" else None

    async def answer(
        self, request: Request, read_body: ReadBody, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> Answer | None:
        """Shows the requested view until the viewer leaves, and returns None; otherwise returns an answer.

        Raises OSError and TimeoutError of the line.
        """
        view, refused = self.view_of(request), self._refused(request)
        if view is None or refused:
            return refused
        if offered_by(request):
            return await self._whep.answer(request, read_body)
        with self.looking(view) as newest:
            tasks = {asyncio.create_task(_show(newest, writer)), asyncio.create_task(_gone(reader))}
            try:
                done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
                for task in done:
                    task.result()
            finally:
                for task in tasks:
                    task.cancel()
        return None

    @contextmanager
    def looking(self, view: VideoView) -> Iterator[Newest]:
        """Counts a viewer, for whom pictures are fetched."""
        newest = self._views[view]
        newest.viewers += 1
        try:
            if self._asking is None or self._asking.done():
                self._asking = asyncio.create_task(self._ask())
            yield newest
        finally:
            newest.viewers -= 1

    def _refused(self, request: Request) -> Answer | None:
        """Returns a refusal; None if the request is served."""
        named = request.headers.get("host", "")
        # a stranger's name that points here would let the stranger's page read along (DNS rebinding)
        if not origin_allowed(f"http://{named}", named, ()):
            return refusal(HTTPStatus.FORBIDDEN, "Open this page by the address that Pawtrack shows.")
        if self.viewers >= VIEWERS and request.method != "DELETE":
            busy = "As many as may look at the table do already."
            return refusal(HTTPStatus.SERVICE_UNAVAILABLE, busy, Retry_After="10")
        return None

    async def _ask(self) -> None:
        """Fetches pictures while there are viewers; retries if the table's program is away."""
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
                        newest.forget()
                await asyncio.sleep(max(0.0, begun_s + 1 / self._door.per_s - loop.time()))
        finally:
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()

    def _forget(self) -> None:
        for newest in self._views.values():
            newest.forget()


async def _renew(view: VideoView, newest: Newest, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    async with asyncio.timeout(_ANSWER_S):
        writer.write(_REQUEST_OF[view])
        await writer.drain()
        shows, length = ANSWER.unpack(await reader.readexactly(ANSWER.size))
        if length > _LONGEST_BYTES:
            raise ValueError("a picture that is none")
        jpeg = await reader.readexactly(length)
    if jpeg:
        newest.take(jpeg, shows=shows)


def _part(jpeg: bytes, *, shows: bool) -> bytes:
    """Returns one picture of a stream; `Pawtrack-Shows: 0` marks one that hides everything."""
    head = f"Content-Type: image/jpeg\r\nContent-Length: {len(jpeg)}\r\nPawtrack-Shows: {int(shows)}\r\n\r\n"
    return head.encode() + jpeg + f"\r\n--{_BOUNDARY}\r\n".encode()


async def _show(newest: Newest, writer: asyncio.StreamWriter) -> None:
    async with asyncio.timeout(TAKES_S):
        writer.write(stream_head(_KIND, _HEADERS) + f"--{_BOUNDARY}\r\n".encode())
        await writer.drain()
    seen = 0 if newest.jpeg else newest.number
    while not writer.is_closing():
        if newest.number == seen or not newest.jpeg:
            changed = newest.changed
            with suppress(TimeoutError):
                async with asyncio.timeout(AGAIN_S):
                    await changed.wait()
        if newest.jpeg:
            seen = newest.number
            async with asyncio.timeout(TAKES_S):
                writer.write(_part(newest.jpeg, shows=newest.shows))
                await writer.drain()


async def _gone(reader: asyncio.StreamReader) -> None:
    """Returns when the viewer has gone; ignores all other input."""
    while await reader.read(_HEARD_BYTES):
        pass
