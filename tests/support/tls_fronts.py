"""nginx on the nodes of a public broker (deploy/cluster/nginx.conf): ends TLS, passes on the client's address."""

import asyncio
import ssl
import threading
from contextlib import suppress
from pathlib import Path


class TlsFront:
    """Listens on `port` and passes on to `behind`; with `names_viewers` by the PROXY protocol, as from `viewer`."""

    def __init__(self, port: int, behind: int, certificate: tuple[Path, Path], *, names_viewers: bool = False) -> None:
        self._port, self._behind, self._names_viewers = port, behind, names_viewers
        self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._context.load_cert_chain(*certificate)
        self._loop = asyncio.new_event_loop()
        self._open = threading.Event()
        self._thread = threading.Thread(target=self._loop.run_until_complete, args=(self._serve(),), daemon=True)
        self._ended = asyncio.Event()

    def start(self) -> None:
        self._thread.start()
        assert self._open.wait(60)

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(self._ended.set)
        self._thread.join()
        self._loop.close()

    async def _serve(self) -> None:
        server = await asyncio.start_server(self._pass_on, "127.0.0.1", self._port, ssl=self._context)
        self._open.set()
        await self._ended.wait()
        server.close()
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            inner, outward = await asyncio.open_connection("127.0.0.1", self._behind)
        except OSError:
            writer.close()
            return
        if self._names_viewers:
            address, port = writer.get_extra_info("peername")
            outward.write(f"PROXY TCP4 {address} 127.0.0.1 {port} {self._port}\r\n".encode())
        ways = [asyncio.create_task(_copy(*way)) for way in ((reader, outward), (inner, writer))]
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        for way in ways:
            way.cancel()
        for each in (writer, outward):
            each.close()


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
