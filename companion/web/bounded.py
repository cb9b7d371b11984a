"""The page's server: plain files over HTTP/1.1 within firm bounds, so that a crowd of slow clients keeps nobody out.

Laws: a request has a few seconds in all, not from byte to byte; when all slots are taken, the oldest connection of the
address with the most connections is closed to admit the new one.
"""

import asyncio
import logging
import socket
import ssl
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from http import HTTPStatus
from typing import Final

from companion.programs.tcp_ports import BACKLOG, ListenAddress, listener_at
from companion.web.http import Answer, HttpReader, ReadBody, Request, RequestError, refusal
from companion.web.pages.pages import RECORDED, Find, Page, answer
from companion.web.pages.voice.sounds import VOICE, Sounds
from companion.web.video.streams import VideoStreams

log = logging.getLogger(__name__)

#: Connections taken before room is made for them; their file handles come on top of the capacity.
ACCEPTED_AT_ONCE: Final = 8
#: Read at a time: so much more than the longest head may wait in memory.
READ_BYTES: Final = 4096
#: Seconds for the whole head of a request, for the whole answer, and for a connection with all its requests.
HEAD_S: Final = 5.0
ANSWER_S: Final = 20.0
CONNECTION_S: Final = 60.0
#: Written at a time, so that a slow reader holds no more than this.
PIECE_BYTES: Final = 64 * 1024
#: The most viewers that wait for a recorded game.
REPLAYS_AT_ONCE: Final = 32

#: Answers a POST whose body is still unread.
TakePost = Callable[[Request, ReadBody], Awaitable[Answer]]


class BoundedServer:
    """Serves `pages` to at most `capacity` connections at a time.  Lives in one event loop.

    `open_recorded` returns a finder for the pages of recorded games, when the first is requested; both may wait, in a
    thread of their own.  None: there are none.  `take_post` answers POST requests; None: none are accepted.
    `video` shows the table's pictures, if there are any; `voice` has the commentary as sound.  `tls`: the connections
    are encrypted; `connection_s`: seconds for a connection with all its requests.
    """

    def __init__(
        self,
        pages: Mapping[str, Page],
        capacity: int,
        open_recorded: Callable[[], Find] | None = None,
        take_post: TakePost | None = None,
        video: VideoStreams | None = None,
        voice: Sounds | None = None,
        tls: ssl.SSLContext | None = None,
        connection_s: float = CONNECTION_S,
    ) -> None:
        self._pages = pages
        self._capacity = capacity
        self._open_recorded = open_recorded
        self._take_post = take_post
        self._video = video
        self._voice = voice
        self._tls = tls
        self._connection_s = connection_s
        self._find_recorded: Find | None = None
        self._maker = ThreadPoolExecutor(1, "replays")
        #: Viewers who wait for a recorded game.
        self.replays_asked = 0
        self._inside: defaultdict[str, dict[asyncio.StreamWriter, None]] = defaultdict(dict)
        self._count = 0

    async def start(self, where: ListenAddress) -> asyncio.Server:
        """Returns the server, which serves as long as it is kept.  Raises OSError when the port is taken."""
        listener = listener_at(where)
        server = await asyncio.start_server(self._welcome, sock=listener, limit=READ_BYTES, backlog=ACCEPTED_AT_ONCE)
        # asyncio uses its backlog for two things: how many it accepts in one go, beyond the capacity, and how many may
        # wait
        listener.listen(BACKLOG)
        return server

    async def _welcome(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        address = str((writer.get_extra_info("peername") or ("?",))[0])
        self._make_room()
        self._inside[address][writer] = None
        self._count += 1
        try:
            # asyncio does it for some listeners alone: without it the end of an answer waits for a confirmation
            writer.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if self._tls:
                # counted before it: a handshake takes a slot, too; nothing may wait between here and the first byte
                await writer.start_tls(self._tls, ssl_handshake_timeout=HEAD_S)
            # no data waits in memory: the system takes each piece before the next is written; for TLS no byte is as
            # many as the limit, and 0 would wait for ever
            writer.transport.set_write_buffer_limits(high=1 if self._tls else 0, low=0)
            line = _Line(reader, writer)
            async with asyncio.timeout(self._connection_s) as bound:
                while not await self._serve_one(line, bound):
                    pass
        except (OSError, TimeoutError):
            log.debug("a connection ended early", exc_info=True)
        finally:
            self._leave(address, writer)
            writer.transport.abort()

    def _make_room(self) -> None:
        while self._count >= self._capacity:
            crowd = max(self._inside, key=lambda each: len(self._inside[each]))
            oldest = next(iter(self._inside[crowd]))
            self._leave(crowd, oldest)
            oldest.transport.abort()

    def _leave(self, address: str, writer: asyncio.StreamWriter) -> None:
        if writer in self._inside[address]:
            del self._inside[address][writer]
            self._count -= 1
        if not self._inside[address]:
            del self._inside[address]

    async def _serve_one(self, line: "_Line", bound: asyncio.Timeout) -> bool:
        """Answers one request; returns True when the connection ends with it.  A stream of pictures has no `bound`."""
        try:
            async with asyncio.timeout(HEAD_S):
                request = await line.request()
            answered = await self._answered(request, line, bound)
        except RequestError as error:
            answered = refusal(error.status)
        if answered is None:
            return True
        async with asyncio.timeout(ANSWER_S):
            last = await line.send(answered)
        if last:
            await line.part()
        return last

    async def _answered(self, request: Request, line: "_Line", bound: asyncio.Timeout) -> Answer | None:
        """Returns the answer; None if a stream of pictures has been it."""
        if self._video and self._video.view_of(request):
            bound.reschedule(None)
            return await self._video.answer(request, line.body, line.reader, line.writer)
        if self._take_post and request.method == "POST":
            return await self._take_post(request, line.body)
        if self._voice and request.path.startswith(VOICE):
            return await self._voice.answer(request)
        if self._open_recorded and request.path.startswith(RECORDED):
            return await self._replay(request)
        return answer(request, self._pages.get)

    async def _replay(self, request: Request) -> Answer:
        """A thread of its own waits for a recorded game, so that it delays no other request."""
        if self.replays_asked >= REPLAYS_AT_ONCE:
            return refusal(HTTPStatus.SERVICE_UNAVAILABLE)
        self.replays_asked += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._maker, answer, request, self._recorded)
        finally:
            self.replays_asked -= 1

    def _recorded(self, path: str) -> Page | None:
        assert self._open_recorded is not None
        if self._find_recorded is None:
            self._find_recorded = self._open_recorded()
        return self._find_recorded(path)


class _Line:
    """One connection, request by request.  Every method raises the errors of a connection that ends."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer
        self._http = HttpReader()

    async def request(self) -> Request:
        """Waits for the next request.  Raises RequestError for one that is not served."""
        while (request := self._http.request()) is None:
            await self._read()
        return request

    async def body(self) -> bytes:
        while (body := self._http.body()) is None:
            await self._read()
        return body

    async def send(self, answered: Answer) -> bool:
        """Sends the answer in pieces; returns whether the connection ends with it."""
        head, body, last = self._http.answered(answered)
        self.writer.write(head)
        for start in range(0, len(body), PIECE_BYTES):
            await self.writer.drain()
            self.writer.write(body[start : start + PIECE_BYTES])
        await self.writer.drain()
        return last

    async def part(self) -> None:
        """Closes in order: closing while input is unread would discard the answer."""
        with suppress(OSError, TimeoutError):
            if self.writer.can_write_eof():
                self.writer.write_eof()
            async with asyncio.timeout(1.0):
                while await self.reader.read(PIECE_BYTES):
                    pass

    async def _read(self) -> None:
        data = await self.reader.read(READ_BYTES)
        if not data:
            raise ConnectionError("the client has gone")
        self._http.feed(data)
