"""One viewer by WebRTC in this program: it is answered, it sees the newest picture, and it leaves nothing behind."""

import asyncio
import time
from typing import Any

import cv2
import numpy as np
import pytest
from aiortc import RTCConfiguration, RTCPeerConnection
from aiortc.mediastreams import MediaStreamError
from hurried_loop import hurried

from companion.web.video import peer as peer_module
from companion.web.video.newest import Newest
from companion.web.video.peer import OfferError, Peer, TableTrack

GREY = cv2.imencode(".jpg", np.full((181, 321, 3), 200, dtype=np.uint8))[1].tobytes()


async def offer(kind: str = "video") -> str:
    viewer = RTCPeerConnection(RTCConfiguration(iceServers=[]))
    viewer.addTransceiver(kind, direction="recvonly")
    await viewer.setLocalDescription(await viewer.createOffer())
    said = str(viewer.localDescription.sdp)
    await viewer.close()
    return said


def test_a_peer_that_is_closed_says_so_once_and_its_track_ends() -> None:
    gone: list[bool] = []

    async def run() -> None:
        peer = Peer(Newest(), 10, lambda: gone.append(True))
        answer = await peer.answer(await offer())
        assert "VP8/90000" in answer
        assert "H264" not in answer
        for _ in range(2):
            await peer.close()
        with pytest.raises(MediaStreamError):
            await peer._track.recv()
        assert peer._waiting is not None
        assert (await asyncio.wait([peer._waiting], timeout=5))[0]

    asyncio.run(run())
    assert gone == [True]


def test_a_viewer_that_never_connects_is_gone_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peer_module, "_COMES_S", 0.01)

    async def run() -> None:
        gone = asyncio.Event()
        peer = Peer(Newest(), 10, gone.set)
        await peer.answer(await offer())
        async with asyncio.timeout(20):
            await gone.wait()

    asyncio.run(run())


@pytest.mark.parametrize("kind", ["audio", "nonsense"])
def test_an_offer_without_video_is_none(kind: str) -> None:
    async def run() -> None:
        peer = Peer(Newest(), 10, lambda: None)
        with pytest.raises(OfferError):
            await peer.answer("v=0" if kind == "nonsense" else await offer(kind))
        await peer.close()

    asyncio.run(run())


def test_frames_keep_the_pace_of_the_table_and_one_at_most_is_made_up_for(monkeypatch: pytest.MonkeyPatch) -> None:
    async def times() -> tuple[list[float], list[int]]:
        loop, track = asyncio.get_running_loop(), TableTrack(Newest(), 10)
        monkeypatch.setattr(time, "monotonic", loop.time)
        came, numbers = [], []
        for number in range(6):
            if number == 3:
                await asyncio.sleep(5)
            frame = await track.recv()
            came.append(loop.time())
            numbers.append(frame.pts)
        monkeypatch.undo()
        return came, numbers

    came, numbers = hurried(times())
    assert came == pytest.approx([0.0, 0.1, 0.2, 5.2, 5.2, 5.3], abs=0.02)
    assert numbers == pytest.approx([90_000 * at for at in came], abs=2000)


def test_a_track_is_black_before_the_first_picture_and_keeps_the_last_one() -> None:
    async def frames(newest: Newest) -> list[Any]:
        track = TableTrack(newest, 100)
        seen = [await track.recv()]
        for jpeg in (GREY, b"no picture"):
            newest.take(jpeg, shows=True)
            seen.append(await track.recv())
        return [(frame.width, frame.height, frame.to_ndarray(format="gray").mean(), frame.pts) for frame in seen]

    black, grey, kept = asyncio.run(frames(Newest()))
    assert black[:2] == (640, 360)
    assert black[2] < 20
    assert grey[:2] == kept[:2] == (320, 180)
    assert grey[2] == kept[2] == pytest.approx(200, abs=3)
