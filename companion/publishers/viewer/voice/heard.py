"""The newest sentences of the commentary, from the viewers' broadcast, with the spectator delay.

Law: only sentences from the broadcast are spoken; nothing comes from the table by another way.
"""

import asyncio
import logging
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

import msgspec

from companion.publishers.broker_url import BrokerUrl
from companion.publishers.tcp_ports import LOOPBACK
from companion.views.broadcast.order import is_news

if TYPE_CHECKING:
    from companion.publishers.table_listener import TableListener

log = logging.getLogger(__name__)

_TOPIC: Final = "commentary"


class VoiceSource(msgspec.Struct, frozen=True):
    """The source of the commentary: the port of our own broker, and the tree that viewers may read."""

    mqtt_port: int
    root: str


class _Line(msgspec.Struct, frozen=True):
    seq: int
    text: dict[str, str]


class _Commentary(msgspec.Struct, frozen=True):
    epoch: int
    lines: tuple[_Line, ...]
    seq: int = 0
    ts: int = 0
    game: str = ""


class HeardCommentary:
    """Lives in one event loop; it listens from the first request on."""

    def __init__(self, source: VoiceSource) -> None:
        self._source = source
        self._newest: _Commentary | None = None
        self._texts: dict[tuple[int, int], Mapping[str, str]] = {}
        self._changed = asyncio.Event()
        self._listener: TableListener | None = None

    async def text(self, epoch: int, seq: int, patience_s: float) -> Mapping[str, str] | None:
        """Returns the sentence of a row in every language; None if none comes within `patience_s`."""
        if self._listener is None:
            self._listen()
        ends_s = asyncio.get_running_loop().time() + patience_s
        while (epoch, seq) not in self._texts:
            changed = self._changed
            try:
                async with asyncio.timeout_at(ends_s):
                    await changed.wait()
            except TimeoutError:
                return None
        return self._texts[epoch, seq]

    def close(self) -> None:
        if self._listener:
            self._listener.stop()

    def _listen(self) -> None:
        # imported late: without listeners the page's server stays small
        from companion.publishers.table_listener import TableListener

        loop = asyncio.get_running_loop()

        def heard(_: str, payload: bytes) -> None:
            loop.call_soon_threadsafe(self._take, payload)

        broker = BrokerUrl(host=LOOPBACK, port=self._source.mqtt_port)
        self._listener = TableListener(broker, self._source.root, (_TOPIC,), heard, lambda _found, _refused: None)
        self._listener.start()

    def _take(self, payload: bytes) -> None:
        """Replaces the previous message, so that a sentence that was taken back is not spoken."""
        try:
            said = msgspec.json.decode(payload, type=_Commentary)
        except (msgspec.DecodeError, RecursionError) as error:
            log.info("a commentary that cannot be read: %s", error)
            return
        if self._newest is not None and not is_news(self._newest, said):
            return
        self._newest = said
        self._texts = {(said.epoch, line.seq): line.text for line in said.lines}
        self._changed.set()
        self._changed = asyncio.Event()
