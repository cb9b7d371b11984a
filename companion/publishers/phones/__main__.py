"""`python -m companion.publishers.phones`: the server of the phones' page, a child of the table.

Its standard input brings the configuration and then the table's messages, its standard output takes its messages to
the table; it ends with its input.
"""

import asyncio
import logging
import os
import sys
from contextlib import suppress
from importlib import resources
from typing import IO, Final

import msgspec

from companion.publishers.capacity import granted_connections
from companion.publishers.children.parent import end_program
from companion.publishers.phones.requests import PhoneRequests
from companion.publishers.phones.wire import Hello, PhonesConfig, Shown, ToServer, ToTable
from companion.publishers.viewer.bounded import BoundedServer
from companion.publishers.viewer.pages import Page, looks_and, static_pages
from companion.system.threads import start_once

#: Connections at a time: six phones, and other visitors.
CAPACITY: Final = 128
#: The game comes before its page.
LOWER_PRIORITY: Final = 5
#: The parts that this page shares with the spectators' page.
_SHARED: Final = ("dom.js", "shape.js", "symbols.js", "words.js", "faces.js", "panels.js", "table.css", "viewer.css")


def phone_pages(files: dict[str, str]) -> dict[str, Page]:
    """Returns the served files by path."""
    viewer = dict(static_pages(resources.files("companion.publishers.viewer") / "static", "/"))
    own = dict(static_pages(resources.files("companion.publishers.phones") / "static", "/phone/"))
    shared = {f"/{name}": viewer[f"/{name}"] for name in _SHARED}
    return {"/": own["/phone/phone.html"], **own, **shared, **looks_and(files)}


def tell_table(said: ToTable) -> None:
    """Writes a line to the parent program."""
    sys.stdout.buffer.write(msgspec.json.encode(said) + b"\n")
    sys.stdout.buffer.flush()


async def serve(config: PhonesConfig, lines: IO[bytes]) -> None:
    """Serves until it is cancelled.  Raises OSError when the port is taken."""
    requests = PhoneRequests(tell_table)
    loop = asyncio.get_running_loop()
    tell_table(Hello())
    # first the seats of the tokens: an earlier request would get the reply that the game is over
    while not isinstance(said := _next_said(lines), Shown):
        pass
    requests.hear(said)

    def listen() -> None:
        while True:
            loop.call_soon_threadsafe(requests.hear, _next_said(lines))

    start_once("table", listen, end_program)
    server = BoundedServer(phone_pages(config.files), granted_connections(CAPACITY), take_post=requests.answer)
    await server.run(config.where)


def _next_said(lines: IO[bytes]) -> ToServer:
    """Returns the table's next message; ends this program when the input ends."""
    if line := lines.readline():
        said: ToServer = msgspec.json.decode(line, type=ToServer)
        return said
    os._exit(0)


def main() -> None:
    logging.basicConfig(level=logging.ERROR, format="%(asctime)s %(message)s")
    lines = sys.stdin.buffer
    config = msgspec.json.decode(lines.readline(), type=PhonesConfig)
    if sys.platform != "win32":
        with suppress(OSError):
            os.nice(LOWER_PRIORITY)
    asyncio.run(serve(config, lines))


if __name__ == "__main__":
    main()
