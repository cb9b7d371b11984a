"""A camera in the network, served by ffmpeg: pictures are recent for slow readers, too; a lost line is one clear line.

ffmpeg paints each picture in a grey that is its number, so that a picture shows when it was made.
"""

import itertools
import os
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator

import pytest

from vision.sources import live
from vision.sources.live import LiveSource
from vision.sources.opening import open_source
from vision.sources.protocol import FrameSource, SourceError

PATIENCE_S = 60.0
RATE = 25
GREYS = 200
COUNTING = f"nullsrc=size=64x48:rate={RATE},geq=lum='20+mod(N\\,{GREYS})':cb=128:cr=128"

Server = Callable[[], "subprocess.Popen[bytes]"]


@pytest.fixture
def port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as door:
        return int(door.getsockname()[1])


@pytest.fixture
def serve(port: int) -> Iterator[Server]:
    """Starts ffmpeg as a camera that waits for one who looks; ends all that were started."""
    running: list[subprocess.Popen[bytes]] = []

    def start() -> "subprocess.Popen[bytes]":
        camera = f"-re -f lavfi -i {COUNTING} -c:v mjpeg -q:v 2 -f mpjpeg -listen 1 http://127.0.0.1:{port}/camera"
        command = ["ffmpeg", "-loglevel", "error", *camera.split()]
        running.append(subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
        return running[-1]

    yield start
    for process in running:
        process.kill()
        process.wait()


def opened(port: int) -> FrameSource:
    """The camera, as soon as it answers."""
    source = open_source(f"http://anna:secret@127.0.0.1:{port}/camera?token=secret")
    assert isinstance(source, LiveSource)
    ends_s = time.monotonic() + PATIENCE_S
    while True:
        try:
            source.open()
            return source
        except SourceError:
            assert time.monotonic() < ends_s
            time.sleep(0.1)


def number(source: FrameSource) -> int:
    """The number of the next picture that is given."""
    ends_s = time.monotonic() + PATIENCE_S
    while time.monotonic() < ends_s:
        frame = source.read()
        if frame is not None:
            return round(float(frame.image.mean())) - 20
    raise AssertionError("no picture came")


def lost(source: FrameSource) -> str:
    """Reads until the source reports that it is lost, and returns its words."""
    ends_s = time.monotonic() + PATIENCE_S
    while time.monotonic() < ends_s:
        try:
            source.read()
        except SourceError as error:
            return str(error)
    raise AssertionError("the source goes on")


def test_who_looks_slowly_is_shown_what_is_now(serve: Server, port: int) -> None:
    """Without a thread that fetches, the network keeps the unread pictures: each would follow the last."""
    serve()
    source = opened(port)
    numbers = []
    for _ in range(12):
        numbers.append(number(source))
        time.sleep(0.25)
    source.close()
    steps = sorted((after - before) % GREYS for before, after in itertools.pairwise(numbers))
    assert steps[len(steps) // 2] > 2, numbers


def test_a_camera_that_ends_is_lost_and_found_again(serve: Server, port: int) -> None:
    camera = serve()
    source = opened(port)
    number(source)
    camera.kill()
    camera.wait()
    said = lost(source)
    assert "secret" not in said
    assert "check the address and the network" in said
    source.close()
    serve()
    again = opened(port)
    number(again)
    again.close()


def test_a_camera_that_falls_silent_is_lost(serve: Server, port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "NETWORK_TIMEOUT_MS", 1000)
    camera = serve()
    source = opened(port)
    number(source)
    os.kill(camera.pid, signal.SIGSTOP)
    assert "gives no more pictures" in lost(source)
    source.close()
    os.kill(camera.pid, signal.SIGCONT)


def test_an_address_that_never_answers_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "NETWORK_TIMEOUT_MS", 500)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        source = open_source(f"http://127.0.0.1:{silent.getsockname()[1]}/camera")
        with pytest.raises(SourceError, match="does not answer: check the address"):
            source.open()


def test_closing_leaves_no_thread(serve: Server, port: int) -> None:
    serve()
    source = opened(port)
    number(source)
    source.close()
    ends_s = time.monotonic() + PATIENCE_S
    while any(thread.name == "camera pictures" for thread in threading.enumerate()):
        assert time.monotonic() < ends_s
        time.sleep(0.05)
