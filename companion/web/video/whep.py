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
from typing import TYPE_CHECKING, Final

from companion.system.version import pinned
from companion.views.broadcast.video_picture import VideoView
from companion.web.http import Answer, ReadBody, Request, refusal
from companion.web.origins import origin_allowed
from companion.web.video.newest import Newest

if TYPE_CHECKING:
    from companion.web.video.peer import Peer

log = logging.getLogger(__name__)

_LIBRARY: Final = "aiortc"
#: Our module that loads it.
_PEER: Final = "companion.web.video.peer"
_PATH: Final = re.compile(r"/table/(camera|flat)\.whep(?:/([0-9a-f]{32}))?")
#: The longest offer; a browser's has 2 to 6 kB.
_OFFER_BYTES: Final = 64 * 1024
_BODY_S: Final = 5.0
_ANSWER_S: Final = 10.0

#: Enters a context that keeps the pictures of a view coming.
Looking = Callable[[VideoView], AbstractContextManager[Newest]]


def offered_by(request: Request) -> tuple[VideoView, str] | None:
    """Returns the view that a request for WHEP names, and the id of an existing viewer; None for anything else."""
    asked = _PATH.fullmatch(request.path)
    return (VideoView(asked[1]), asked[2] or "") if asked else None


class Whep:
    """Lives in one event loop, together with the server."""

    def __init__(self, looking: Looking, per_s: int) -> None:
        self._looking = looking
        self._per_s = per_s
        self._peers: dict[str, Peer] = {}

    async def answer(self, request: Request, read_body: ReadBody) -> Answer:
        """Returns the answer.  Raises OSError and TimeoutError of the line."""
        asked = offered_by(request)
        assert asked
        view, peer = asked
        origin, host = request.headers.get("origin"), request.headers.get("host", "")
        if origin is not None and not origin_allowed(origin, host, ()):
            return refusal(HTTPStatus.FORBIDDEN, "Only pages of this table may ask for its pictures.")
        if request.method == "DELETE" and peer:
            if known := self._peers.pop(peer, None):
                await known.close()
            return Answer(last=True) if known else refusal(HTTPStatus.NOT_FOUND)
        if request.method != "POST" or peer:
            return refusal(HTTPStatus.METHOD_NOT_ALLOWED, "Post an offer (WHEP).", Allow="POST, DELETE")
        if importlib.util.find_spec(_LIBRARY) is None:
            return refusal(
                HTTPStatus.NOT_IMPLEMENTED, f"WHEP needs {_LIBRARY}: python -m pip install {pinned(_LIBRARY)}"
            )
        if not 0 < (request.length or 0) <= _OFFER_BYTES:
            return refusal(HTTPStatus.BAD_REQUEST, "An offer has a length, of 64 kB at most.")
        async with asyncio.timeout(_BODY_S):
            offer = await read_body()
        return await self._take(view, offer)

    async def _take(self, view: VideoView, offer: bytes) -> Answer:
        # imported late: without such viewers the program stays small; and in a thread, because it takes about a second
        await asyncio.get_running_loop().run_in_executor(None, importlib.import_module, _PEER)
        from companion.web.video.peer import OfferError, Peer

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
            return refusal(HTTPStatus.BAD_REQUEST, "This offer cannot be answered: it has to take video.")
        headers = {"Location": f"/table/{view}.whep/{number}", "ETag": f'"{number}"'}
        return Answer(said.encode(), "application/sdp", HTTPStatus.CREATED, headers, last=True)

    def _gone(self, number: str, held: ExitStack) -> None:
        self._peers.pop(number, None)
        held.close()
