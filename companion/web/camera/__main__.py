"""`python -m companion.web.camera`: the door of the phone's camera, in a child of the table.

Its standard input brings a `DoorSetup` and then the table's messages, its standard output takes messages to the table;
it ends with its input.
"""

import asyncio
import io
import logging
import os
import ssl
from typing import IO, Final

from companion.programs.capacity import granted_connections
from companion.programs.lines import Beat, line_of
from companion.programs.parent import STDIN, end_program
from companion.system.threads import start_once
from companion.web.bounded import BoundedServer
from companion.web.camera.messages import DoorSetup, Hello, Keys, TableSeen, ToDoor, ToTable, to_door
from companion.web.camera.requests import CameraRequests, camera_pages
from companion.web.gateway.serving import watch_loop

#: Connections at a time: a phone has six, and others may open the page.
CAPACITY: Final = 48
#: Seconds for which a connection is kept that goes on sending requests: a new one costs a handshake.
CONNECTION_S: Final = 1800.0
#: Seconds between two signs of life.
BEAT_S: Final = 1.0
STDOUT: Final = 1


class Door:
    """Lives in one event loop; `lines` are those of the table after the setup."""

    def __init__(self, setup: DoorSetup, lines: IO[bytes]) -> None:
        self._setup = setup
        self._lines = lines
        self._loop = asyncio.get_running_loop()
        self._requests = CameraRequests(tell_table)

    async def run(self) -> None:
        """Serves until its end is requested.  Raises OSError when the port is taken or the certificate is gone."""
        ends = watch_loop()
        tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        tls.load_cert_chain(self._setup.certificate)
        server = BoundedServer(
            camera_pages(self._setup.files),
            granted_connections(CAPACITY),
            take_post=self._requests.answer,
            tls=tls,
            connection_s=CONNECTION_S,
        )
        # kept until the end
        listening = await server.start(self._setup.where)
        start_once("table", self._listen, end_program)
        tell_table(Hello())
        self._beat()
        await ends.wait()
        listening.close()

    def _listen(self) -> None:
        while line := self._lines.readline():
            self._loop.call_soon_threadsafe(self._hear, to_door(line))
        os._exit(0)

    def _hear(self, message: ToDoor) -> None:
        if isinstance(message, Keys):
            self._requests.take_keys(message)
        elif isinstance(message, TableSeen):
            self._requests.show(message)
        else:
            self._requests.want()

    def _beat(self) -> None:
        """From the loop itself: one that is stuck gives no sign."""
        tell_table(Beat())
        self._requests.look_round()
        self._loop.call_later(BEAT_S, self._beat)


def tell_table(message: ToTable) -> None:
    """Writes a line whole: a pipe takes a long one in pieces."""
    line = memoryview(line_of(message))
    while line:
        line = line[os.write(STDOUT, line) :]


async def open_door() -> None:
    # not `sys.stdin`: a thread that waits for it would hinder the end of the interpreter
    lines = io.BufferedReader(io.FileIO(STDIN, closefd=False))
    setup = to_door(lines.readline())
    assert isinstance(setup, DoorSetup)
    await Door(setup, lines).run()


def main() -> None:
    logging.basicConfig(level=logging.ERROR, format="%(asctime)s %(message)s")
    logging.getLogger("companion").setLevel(logging.WARNING)
    with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
        runner.run(open_door())


if __name__ == "__main__":
    main()
