"""The newest sentences of the commentary, from the viewers' broadcast, with the spectator delay.

Law: only sentences from the broadcast are spoken; nothing comes from the table by another way.
"""

import asyncio
import logging
from collections.abc import Mapping
from typing import Final

import msgspec

from companion.views.broadcast.order import is_news

log = logging.getLogger(__name__)

_TOPIC: Final = "/commentary"


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
    """Lives in one event loop."""

    def __init__(self) -> None:
        self._newest: _Commentary | None = None
        self._texts: dict[tuple[int, int], Mapping[str, str]] = {}
        self._changed = asyncio.Event()

    async def text(self, epoch: int, seq: int, patience_s: float) -> Mapping[str, str] | None:
        """Returns the sentence of a row in every language; None if none comes within `patience_s`."""
        ends_s = asyncio.get_running_loop().time() + patience_s
        while (epoch, seq) not in self._texts:
            changed = self._changed
            try:
                async with asyncio.timeout_at(ends_s):
                    await changed.wait()
            except TimeoutError:
                return None
        return self._texts[epoch, seq]

    def take(self, topic: str, payload: bytes) -> None:
        """Takes a message of the table; a commentary replaces the previous one, so that no undone play is spoken."""
        if not topic.endswith(_TOPIC):
            return
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
