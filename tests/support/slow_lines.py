"""A slow network before a port of this machine: late, narrow, and with pauses as of lost bytes that are sent again."""

import asyncio
import random
import threading
from contextlib import suppress
from typing import Final

#: The bytes that travel in one piece.
_PIECE: Final = 1448


class SlowLine:
    """Passes connections on to `behind`, in a thread of its own.

    `bits_per_s` is the width each way, `delay_s` the time each way, `lost` the share of pieces that arrive `again_s`
    later, and all behind them with them, as in TCP.
    """

    def __init__(
        self, behind: int, *, bits_per_s: float, delay_s: float, lost: float = 0.0, again_s: float = 0.4
    ) -> None:
        self._behind = behind
        self._s_per_byte = 8 / bits_per_s
        self._delay_s = delay_s
        self._lost, self._again_s = lost, again_s
        self._chance = random.Random(1)
        self._free_s = {"up": 0.0, "down": 0.0}
        self._loop = asyncio.new_event_loop()
        self._open, self._ended = threading.Event(), asyncio.Event()
        self._thread = threading.Thread(target=self._loop.run_until_complete, args=(self._serve(),), daemon=True)
        self.port = 0

    def start(self) -> None:
        self._thread.start()
        assert self._open.wait(30)

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(self._ended.set)
        self._thread.join()
        self._loop.close()

    async def _serve(self) -> None:
        server = await asyncio.start_server(self._pass_on, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        self._open.set()
        await self._ended.wait()
        server.close()
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        inner, outward = await asyncio.open_connection("127.0.0.1", self._behind)
        ways = [
            asyncio.create_task(way) for way in (self._copy(reader, outward, "up"), self._copy(inner, writer, "down"))
        ]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            for each in (writer, outward):
                each.close()

    async def _copy(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, way: str) -> None:
        due: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue(64)
        giving = asyncio.create_task(self._give(due, writer))
        arrived_s = 0.0
        try:
            while data := await reader.read(_PIECE):
                begun_s = max(self._loop.time(), self._free_s[way])
                self._free_s[way] = begun_s + len(data) * self._s_per_byte
                again_s = self._again_s if self._chance.random() < self._lost else 0.0
                arrived_s = max(arrived_s, self._free_s[way] + self._delay_s + again_s)
                await due.put((arrived_s, data))
                # the window of the sender: no more than this is on its way
                await asyncio.sleep(max(0.0, self._free_s[way] - self._loop.time()))
        except OSError:
            pass
        finally:
            giving.cancel()

    async def _give(self, due: "asyncio.Queue[tuple[float, bytes]]", writer: asyncio.StreamWriter) -> None:
        while True:
            at_s, data = await due.get()
            await asyncio.sleep(max(0.0, at_s - self._loop.time()))
            writer.write(data)
