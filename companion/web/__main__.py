"""`python -m companion.web`: everything that browsers get from this table, in one child of the table.

Its standard input brings a `Setup` and then the table's messages, its standard output takes messages to the table; it
ends with its input.
"""

import asyncio
import io
import logging
import os
import sys
from pathlib import Path
from typing import IO, Final

from companion.programs.capacity import granted_connections
from companion.programs.lines import Beat, line_of
from companion.programs.parent import STDIN, end_program
from companion.system.gc_tuning import raise_gc_thresholds
from companion.system.programs import find_speech
from companion.system.threads import start_once
from companion.web.bounded import BoundedServer
from companion.web.gateway.server import Gateway
from companion.web.gateway.serving import serve, watch_loop
from companion.web.gateway.upstream import OnMessage
from companion.web.http import Answer, ReadBody, Request
from companion.web.messages import Answered, Door, Hello, PageConfig, PhonesConfig, Setup, Shown, ToWeb, to_web
from companion.web.pages.pages import Find, all_pages
from companion.web.pages.voice.heard import HeardCommentary
from companion.web.pages.voice.sounds import Sounds
from companion.web.phones.requests import PhoneRequests, phone_pages
from companion.web.recorded import RecordedPages
from companion.web.tablets.requests import PATH as TABLETS
from companion.web.tablets.requests import TabletRequests, tablet_pages
from companion.web.video.streams import VideoStreams

#: Connections of browsers at a time; six phones, and other visitors.  Windows' `select` takes 512 sockets in all.
PAGE_CAPACITY: Final = 120 if sys.platform == "win32" else 512
PHONES_CAPACITY: Final = 40 if sys.platform == "win32" else 128
#: Seconds between two signs of life.
BEAT_S: Final = 1.0
STDOUT: Final = 1


class WebServer:
    """Lives in one event loop; `lines` are those of the table after the setup."""

    def __init__(self, setup: Setup, lines: IO[bytes]) -> None:
        self._setup = setup
        self._lines = lines
        self._loop = asyncio.get_running_loop()
        self._servers: list[asyncio.Server] = []
        self._commentary = HeardCommentary()
        self._doors = {Door.PHONES: PhoneRequests(tell_table), Door.TABLETS: TabletRequests(tell_table)}
        #: The doors whose tokens are not known yet.
        self._unknown = set(setup.phones.doors if setup.phones else ())
        self._seats_known = asyncio.Event()
        gateway, page, phones = setup.gateway, setup.page, setup.phones
        self._wanted = (gateway.capacity if gateway else 0, PAGE_CAPACITY * bool(page), PHONES_CAPACITY * bool(phones))
        self._share = granted_connections(sum(self._wanted)) / sum(self._wanted)

    async def run(self) -> None:
        """Serves until its end is requested.  Raises OSError when a port is taken."""
        ends = watch_loop()
        start_once("table", self._listen, end_program)
        for_gateway, for_page, for_phones = (max(1, int(self._share * each)) for each in self._wanted)
        if config := self._setup.gateway:
            gateway = Gateway(config, for_gateway)
            gateway.open()
        if self._setup.page:
            await self._serve_page(self._setup.page, for_page)
        if self._setup.phones:
            await self._serve_phones(self._setup.phones, for_phones)
        self._beat()
        if config:
            await serve(gateway, config, self._hearing(gateway), lambda _: None, ends)
        else:
            await ends.wait()

    async def _serve_page(self, config: PageConfig, capacity: int) -> None:
        def open_recorded() -> Find:
            return RecordedPages(config.record_folder, config.delay_s).find

        server = BoundedServer(
            all_pages(config.files, Path(config.themes)),
            capacity,
            open_recorded if config.record_folder else None,
            video=VideoStreams(config.video) if config.video else None,
            voice=Sounds(self._commentary, find_speech(), config.spoken) if self._setup.gateway else None,
        )
        self._servers.append(await server.start(config.where))

    async def _serve_phones(self, config: PhonesConfig, capacity: int) -> None:
        tell_table(line_of(Hello()))
        # first the seats of the tokens: an earlier request would get the reply that the game is over
        await self._seats_known.wait()
        pages = phone_pages(config.files) | (tablet_pages() if Door.TABLETS in config.doors else {})
        server = BoundedServer(pages, capacity, take_post=self._take_post)
        self._servers.append(await server.start(config.where))

    async def _take_post(self, request: Request, read_body: ReadBody) -> Answer:
        door = Door.TABLETS if request.path == TABLETS else Door.PHONES
        return await self._doors[door].answer(request, read_body)

    def _hearing(self, gateway: Gateway) -> OnMessage:
        def take(topic: str, payload: bytes, retained: bool) -> None:
            gateway.on_message(topic, payload, retained)
            self._commentary.take(topic, payload)

        return take

    def _listen(self) -> None:
        while line := self._lines.readline():
            self._loop.call_soon_threadsafe(self._hear, to_web(line))
        os._exit(0)

    def _hear(self, message: ToWeb) -> None:
        if isinstance(message, Shown | Answered):
            self._doors[message.door].hear(message)
            self._unknown.discard(message.door)
            if not self._unknown:
                self._seats_known.set()

    def _beat(self) -> None:
        """From the loop itself: one that is stuck gives no sign."""
        tell_table(line_of(Beat()))
        self._loop.call_later(BEAT_S, self._beat)


def tell_table(line: bytes) -> None:
    """Writes a short line in one piece."""
    os.write(STDOUT, line)


async def serve_browsers() -> None:
    # not `sys.stdin`: a thread that waits for it would hinder the end of the interpreter
    lines = io.BufferedReader(io.FileIO(STDIN, closefd=False))
    setup = to_web(lines.readline())
    assert isinstance(setup, Setup)
    await WebServer(setup, lines).run()


def main() -> None:
    logging.basicConfig(level=logging.ERROR, format="%(asctime)s %(message)s")
    logging.getLogger("companion").setLevel(logging.WARNING)
    # with thousands of connections a full collection takes 15 to 30 ms, and a closed one leaves no cycle behind
    raise_gc_thresholds()
    with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
        runner.run(serve_browsers())


if __name__ == "__main__":
    main()
