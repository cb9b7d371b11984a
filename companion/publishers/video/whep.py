"""The table's pictures by WHEP (WebRTC), if the extra `video` is installed: a viewer posts an offer and gets an answer.

Laws: it sends the pictures of the MJPEG, with the same mask and delay; the viewers of both count together; no outside
server is used to find a route to a viewer; a stream that nobody takes is ended.
"""

import asyncio
import importlib.util
import logging
import re
import secrets
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from http import HTTPStatus
from importlib import metadata
from typing import TYPE_CHECKING, Final

from companion.publishers.gateway.origins import origin_allowed
from companion.publishers.video.newest import Newest
from companion.views.video import VideoView

if TYPE_CHECKING:
    from companion.publishers.video.peer import Peer

log = logging.getLogger(__name__)

_LIBRARY: Final = "aiortc"
_PATH: Final = re.compile(r"/table/(camera|flat)\.whep(?:/([0-9a-f]{32}))?")
_LENGTH: Final = re.compile(rb"\r\nContent-Length:[ \t]*([0-9]{1,6})[ \t]*\r\n", re.IGNORECASE)
_ORIGIN: Final = re.compile(rb"\r\nOrigin:[ \t]*([^\r\n]*?)[ \t]*\r\n", re.IGNORECASE)
#: The longest offer; a browser's has 2 to 6 kB.
_OFFER_BYTES: Final = 64 * 1024
_BODY_S: Final = 5.0
_ANSWER_S: Final = 10.0

#: Enters a context that keeps the pictures of a view coming.
Looking = Callable[[VideoView], AbstractContextManager[Newest]]


def offered_by(head: bytes) -> tuple[VideoView, str] | None:
    """Returns the view that a request for WHEP names, and the id of an existing viewer; None for anything else."""
    words = head.partition(b"\r\n")[0].split()
    asked = _PATH.fullmatch(words[1].partition(b"?")[0].decode("latin-1")) if len(words) > 1 else None
    return (VideoView(asked[1]), asked[2] or "") if asked else None


class Whep:
    """Lives in one event loop, together with the server."""

    def __init__(self, looking: Looking, per_s: int) -> None:
        self._looking = looking
        self._per_s = per_s
        self._peers: dict[str, Peer] = {}

    async def answer(self, head: bytes, host: str, reader: asyncio.StreamReader) -> bytes:
        """Returns the whole answer.  Raises OSError and TimeoutError of the line."""
        asked = offered_by(head)
        assert asked
        view, peer = asked
        origin = _ORIGIN.search(head)
        if origin and not origin_allowed(origin[1].decode("latin-1"), host, ()):
            return _said(HTTPStatus.FORBIDDEN, "Only pages of this table may ask for its pictures.")
        method = head.partition(b" ")[0]
        if method == b"DELETE" and peer:
            if known := self._peers.pop(peer, None):
                await known.close()
            return _said(HTTPStatus.OK if known else HTTPStatus.NOT_FOUND)
        if method != b"POST" or peer:
            return _said(HTTPStatus.METHOD_NOT_ALLOWED, "Post an offer (WHEP).", Allow="POST, DELETE")
        if importlib.util.find_spec(_LIBRARY) is None:
            return _said(HTTPStatus.NOT_IMPLEMENTED, f"WHEP needs {_LIBRARY}: python -m pip install {_pin()}")
        length = _LENGTH.findall(head)
        if len(length) != 1 or int(length[0]) > _OFFER_BYTES:
            return _said(HTTPStatus.BAD_REQUEST, "An offer has a length, of 64 kB at most.")
        async with asyncio.timeout(_BODY_S):
            offer = await reader.readexactly(int(length[0]))
        return await self._take(view, offer)

    async def _take(self, view: VideoView, offer: bytes) -> bytes:
        # imported late: without such viewers the page's server stays small
        from companion.publishers.video.peer import OfferError, Peer

        number = secrets.token_hex(16)
        held = ExitStack()
        peer = Peer(held.enter_context(self._looking(view)), self._per_s, lambda: self._gone(number, held))
        self._peers[number] = peer
        try:
            async with asyncio.timeout(_ANSWER_S):
                said = await peer.answer(offer.decode())
        except (OfferError, UnicodeDecodeError, TimeoutError):
            log.debug("an offer that cannot be answered", exc_info=True)
            await peer.close()
            return _said(HTTPStatus.BAD_REQUEST, "This offer cannot be answered: it has to take video.")
        return _said(
            HTTPStatus.CREATED, said, "application/sdp", Location=f"/table/{view}.whep/{number}", ETag=f'"{number}"'
        )

    def _gone(self, number: str, held: ExitStack) -> None:
        self._peers.pop(number, None)
        held.close()


def _said(status: HTTPStatus, text: str = "", kind: str = "text/plain; charset=utf-8", **headers: str) -> bytes:
    body = text.encode() + (b"" if kind == "application/sdp" or not text else b"\n")
    named = {
        "Content-Type": kind,
        "Content-Length": str(len(body)),
        "Cache-Control": "no-store",
        "X-Content-Type-Options": "nosniff",
        "Connection": "close",
        **headers,
    }
    lines = "".join(f"{name}: {value}\r\n" for name, value in named.items())
    return f"HTTP/1.1 {status.value} {status.phrase}\r\n{lines}\r\n".encode() + body


def _pin() -> str:
    """Returns the version that Pawtrack names for its extra `video`."""
    try:
        wanted = metadata.requires("pawtrack") or []
    except metadata.PackageNotFoundError:
        wanted = []
    return next((name.partition(";")[0].strip() for name in wanted if name.startswith(_LIBRARY)), _LIBRARY)
