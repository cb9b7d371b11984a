"""The table's pictures by WHEP: a real peer is answered and sees what MJPEG shows; strangers are not answered."""

import asyncio
import http.client
import subprocess
import sys
from collections.abc import Iterator
from types import SimpleNamespace

import cv2
import numpy as np
import pytest
from aiortc import RTCConfiguration, RTCPeerConnection, RTCSessionDescription
from brokers_for_tests import free_ports, wait_until
from page_clients import PATIENCE_S, fetch
from web_for_tests import ServedPage

from companion.board.files import load_board
from companion.catalogue.shipped import SHIPPED
from companion.publishers.video.giver import VideoGiver
from companion.views.broadcast.video_picture import VideoPicture, VideoView
from companion.web.video.streams import VIEWERS

COLOURS = {VideoView.FLAT: (40, 160, 220), VideoView.CAMERA: (200, 60, 30)}
OFFER = {"Content-Type": "application/sdp"}


class Table:
    """Shows a colour for each view, sides odd; `asked` counts the requests."""

    def __init__(self) -> None:
        self.asked = 0
        self.giver = VideoGiver(self, 10, 0)
        settings = SimpleNamespace(site="s", table="t", viewer_port=free_ports(1)[0], delay_s=0)
        broker = SimpleNamespace(websocket_port=4321, viewers_tree="public")
        door = self.giver.start()
        self.server = ServedPage(broker, load_board("black_dog"), SHIPPED, settings, video=door)
        self.server.start()
        assert self.server.url
        self.port = int(self.server.url.rstrip("/").rpartition(":")[2])
        fetch(self.port)

    def __call__(self, view: VideoView) -> VideoPicture | None:
        self.asked += 1
        jpeg = cv2.imencode(".jpg", np.full((181, 321, 3), COLOURS[view], dtype=np.uint8))[1].tobytes()
        return VideoPicture(jpeg=jpeg, width=321, height=181)

    def ask(self, method: str, path: str, body: str = "", **headers: str) -> tuple[int, dict[str, str], str]:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        line.request(method, path, body.encode(), OFFER | {name.title(): value for name, value in headers.items()})
        answer = line.getresponse()
        said = answer.read().decode()
        line.close()
        return answer.status, dict(answer.headers), said


@pytest.fixture(scope="module")
def table() -> Iterator[Table]:
    made = Table()
    yield made
    made.server.stop()
    made.giver.stop()


async def offered(kind: str = "video") -> RTCPeerConnection:
    peer = RTCPeerConnection(RTCConfiguration(iceServers=[]))
    peer.addTransceiver(kind, direction="recvonly")
    await peer.setLocalDescription(await peer.createOffer())
    return peer


@pytest.mark.parametrize("view", [VideoView.FLAT, pytest.param(VideoView.CAMERA, marks=pytest.mark.long)])
def test_a_peer_sees_what_mjpeg_shows_until_it_leaves(table: Table, view: VideoView) -> None:
    async def run() -> None:
        peer = await offered()
        tracks: asyncio.Queue = asyncio.Queue()
        peer.on("track", tracks.put_nowait)
        post = (table.ask, "POST", f"/table/{view}.whep", peer.localDescription.sdp)
        status, headers, answer = await asyncio.to_thread(*post)
        assert (status, headers["Content-Type"]) == (201, "application/sdp")
        # no server outside is used, and nothing but video is sent
        assert "stun" not in answer
        assert answer.count("m=") == 1
        assert "VP8/90000" in answer
        assert "H264" not in answer
        await peer.setRemoteDescription(RTCSessionDescription(sdp=answer, type="answer"))
        async with asyncio.timeout(PATIENCE_S):
            track = await tracks.get()
            while True:
                frame = (await track.recv()).to_ndarray(format="bgr24")
                if frame.shape == (180, 320, 3) and np.abs(frame[90, 160].astype(int) - COLOURS[view]).max() < 16:
                    break
        for wanted in (200, 404):
            assert (await asyncio.to_thread(table.ask, "DELETE", headers["Location"]))[0] == wanted
        await peer.close()

    asyncio.run(run())
    # nobody looks: nothing is made
    wait_until(lambda: quiet(table))


def quiet(table: Table) -> bool:
    before = table.asked
    # six times as long as between two pictures
    asyncio.run(asyncio.sleep(0.6))
    return table.asked == before


def test_strangers_and_what_is_no_offer_are_refused_in_a_line(table: Table) -> None:
    ask = table.ask
    offer = asyncio.run(sdp_of("video"))
    assert ask("POST", "/table/flat.whep", offer, host="evil.example:80")[0] == 403
    assert ask("POST", "/table/flat.whep", offer, origin="http://evil.example")[0] == 403
    assert ask("POST", "/table/flat.whep", asyncio.run(sdp_of("audio")))[0] == 400
    for junk in ("", "v=0", "\0" * 500, "m=video 9 UDP/TLS/RTP/SAVPF 96\r\n" * 50, "x" * 70_000):
        status, _, said = ask("POST", "/table/flat.whep", junk)
        assert status == 400, junk[:20]
        assert said.count("\n") == 1
    for method, path in (
        ("GET", "/table/flat.whep"),
        ("DELETE", "/table/flat.whep"),
        ("POST", f"/table/flat.whep/{'0' * 32}"),
    ):
        assert ask(method, path)[0] == 405
    assert ask("DELETE", f"/table/flat.whep/{'0' * 32}")[0] == 404
    assert ask("GET", "/table/room.whep")[0] == 404
    wait_until(lambda: quiet(table))


async def sdp_of(kind: str) -> str:
    peer = await offered(kind)
    try:
        return peer.localDescription.sdp
    finally:
        await peer.close()


@pytest.mark.long
def test_no_more_viewers_come_than_may(table: Table) -> None:
    offer = asyncio.run(sdp_of("video"))
    came = [table.ask("POST", "/table/flat.whep", offer) for _ in range(VIEWERS)]
    assert {status for status, _, _ in came} == {201}
    assert table.ask("POST", "/table/flat.whep", offer)[0] == 503
    for _, headers, _ in came:
        assert table.ask("DELETE", headers["Location"])[0] == 200
    assert table.ask("POST", "/table/flat.whep", offer)[0] == 201


def test_where_the_extra_is_missing_a_line_says_how_to_get_it() -> None:
    program = """
import asyncio, importlib.util
find = importlib.util.find_spec
importlib.util.find_spec = lambda name, *rest: None if name == "aiortc" else find(name, *rest)
from companion.web.video.whep import Whep
from companion.web.http import Request
request = Request("POST", "/table/flat.whep", {"host": "localhost"}, length=3)
answer = asyncio.run(Whep(None, 10).answer(request, None))
print(answer.status.value, answer.body.decode())
"""
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert said.startswith("501 ")
    assert "python -m pip install aiortc==" in said


def test_the_library_is_loaded_beside_the_loop_of_all_viewers() -> None:
    program = """
import asyncio, contextlib, sys, threading
threads = []
class Watch:
    def find_spec(self, name, *rest):
        if name == "aiortc.rtcpeerconnection":
            threads.append(threading.current_thread() is threading.main_thread())
sys.meta_path.insert(0, Watch())
from companion.web.video.whep import Whep
from companion.web.http import Request
async def ask():
    async def body():
        return b"hello"
    view = lambda _: contextlib.nullcontext(None)
    return await Whep(view, 10).answer(Request("POST", "/table/flat.whep", {"host": "localhost"}, length=5), body)
print(asyncio.run(ask()).status.value, threads)
"""
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert said == "400 [False]\n"
