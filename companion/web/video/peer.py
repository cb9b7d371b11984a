"""One viewer by WebRTC: aiortc connects, encodes (VP8) and notices when the viewer has gone."""

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from typing import Final

from aiortc import (
    MediaStreamTrack,
    RTCConfiguration,
    RTCPeerConnection,
    RTCRtpCodecCapability,
    RTCRtpSender,
    RTCSessionDescription,
)
from aiortc.mediastreams import MediaStreamError
from av import CodecContext, Packet, VideoFrame
from av.error import FFmpegError

from companion.web.video.newest import Newest

log = logging.getLogger(__name__)

#: Seconds that a viewer has to connect.
_COMES_S: Final = 20.0
_CLOCK: Final = 90_000
#: The size of the frame before the first picture.
_EMPTY: Final = (640, 360)


class OfferError(Exception):
    """The offer takes no video, or is invalid."""


class Peer:
    """`gone` is called once, when the viewer has left or is disconnected."""

    def __init__(self, newest: Newest, per_s: int, gone: Callable[[], None]) -> None:
        # without servers: no outside server is used to find a route
        self._line = RTCPeerConnection(RTCConfiguration(iceServers=[]))
        self._track = TableTrack(newest, per_s)
        self._gone = gone
        self._closed = False
        self._waiting: asyncio.Task[None] | None = None

    async def answer(self, offer: str) -> str:
        """Returns the answer to an offer.  Raises OfferError."""
        line = self._line
        line.on("connectionstatechange", self._changed)
        line.addTrack(self._track)
        for way in line.getTransceivers():
            way.setCodecPreferences(_vp8())
        # if a stranger's offer breaks the library, it counts as no offer
        try:
            await line.setRemoteDescription(RTCSessionDescription(sdp=offer, type="offer"))
            if not any(each.kind == "video" and each.mid for each in line.getTransceivers()):
                raise OfferError("no video is taken")
            await line.setLocalDescription(await line.createAnswer())
        except OfferError:
            raise
        except Exception as error:
            raise OfferError(f"{type(error).__name__}: {error}") from error
        self._waiting = asyncio.create_task(self._leave_if_nobody_comes())
        return str(line.localDescription.sdp)

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        self._track.stop()
        if self._waiting and self._waiting is not asyncio.current_task():
            self._waiting.cancel()
        # the viewer is gone: an error of the library concerns nobody
        with suppress(Exception):
            await self._line.close()
        self._gone()

    async def _changed(self) -> None:
        if self._line.connectionState in ("failed", "closed"):
            await self.close()

    async def _leave_if_nobody_comes(self) -> None:
        await asyncio.sleep(_COMES_S)
        if self._line.connectionState != "connected":
            await self.close()


class TableTrack(MediaStreamTrack):
    """The newest picture, at a fixed rate."""

    kind = "video"

    def __init__(self, newest: Newest, per_s: int) -> None:
        super().__init__()
        self._newest = newest
        self._pause_s = 1 / per_s
        self._begun_s: float | None = None
        self._next_s = 0.0
        self._seen = -1
        self._shown = VideoFrame(*_EMPTY, "yuv420p")
        _blacken(self._shown)

    async def recv(self) -> VideoFrame:
        """Returns the next frame.  Raises MediaStreamError when the viewer has gone."""
        if self.readyState != "live":
            raise MediaStreamError
        now_s = time.monotonic()
        if self._begun_s is None:
            self._begun_s = self._next_s = now_s
        await asyncio.sleep(max(0.0, self._next_s - now_s))
        self._next_s = max(self._next_s + self._pause_s, now_s)
        newest = self._newest
        if newest.jpeg and newest.number != self._seen:
            self._seen = newest.number
            with suppress(FFmpegError):
                self._shown = await asyncio.get_running_loop().run_in_executor(None, _decoded, newest.jpeg)
        frame = self._shown
        frame.pts = int((time.monotonic() - self._begun_s) * _CLOCK)
        frame.time_base = Fraction(1, _CLOCK)
        return frame


def _vp8() -> list[RTCRtpCodecCapability]:
    """Returns VP8 alone: every browser takes it, and PyAV's H.264 is under the GPL."""
    known = RTCRtpSender.getCapabilities("video").codecs
    return [codec for codec in known if codec.mimeType in ("video/VP8", "video/rtx")]


def _decoded(jpeg: bytes) -> VideoFrame:
    """Decodes a JPEG for the encoder, with even sides.  Raises FFmpegError."""
    (frame,) = CodecContext.create("mjpeg", "r").decode(Packet(jpeg))
    return frame.reformat(width=frame.width // 2 * 2, height=frame.height // 2 * 2, format="yuv420p")


def _blacken(frame: VideoFrame) -> None:
    for plane, value in zip(frame.planes, (16, 128, 128), strict=True):
        plane.update(bytes([value]) * plane.buffer_size)
