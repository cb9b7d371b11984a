"""The table's pictures on their way: as many as a viewer takes, at most so many viewers, and nobody else near them."""

import hashlib
import os
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from itertools import cycle
from types import SimpleNamespace

import cv2
import numpy as np
import pytest
from brokers_for_tests import free_ports, wait_until
from page_clients import PATIENCE_S, fetch, memory_mb
from web_for_tests import ServedPage

from companion.board.files import load_board
from companion.catalogue.shipped import SHIPPED
from companion.publishers.video.giver import VideoGiver
from companion.views.broadcast.video_picture import VideoPicture, VideoView
from companion.web.video.streams import PATHS, VIEWERS
from companion.web.video.wire import REQUESTS, VideoDoor

BROKER = SimpleNamespace(websocket_port=4321, viewers_tree="public")
FLAT = "/table/flat.mjpg"
_PART = re.compile(rb"Content-Type: image/jpeg\r\nContent-Length: (\d+)\r\nPawtrack-Shows: (\d)\r\n\r\n")


class Film:
    """Pictures that carry their number; `asked` counts the requests for each view."""

    def __init__(self) -> None:
        self.asked = dict.fromkeys(VideoView, 0)
        self.found = True
        self.shows = True
        self.size = 60_000

    def __call__(self, view: VideoView) -> VideoPicture | None:
        self.asked[view] += 1
        if not self.found:
            return None
        words = f"{view} {self.asked[view]} ".encode()
        return VideoPicture(jpeg=words + os.urandom(self.size), width=1, height=1, shows=self.shows)


class Shown:
    """A table's page with pictures."""

    def __init__(self) -> None:
        self.film = Film()
        self.giver = VideoGiver(self.film, 15, 0)
        self.door = self.giver.start()
        settings = SimpleNamespace(site="s", table="t", viewer_port=free_ports(1)[0], delay_s=0)
        self.server = ServedPage(BROKER, load_board("black_dog"), SHIPPED, settings, video=self.door)
        self.server.start()
        assert self.server.url
        self.port = int(self.server.url.rstrip("/").rpartition(":")[2])
        fetch(self.port)

    def look(self, path: str = FLAT, host: str = "127.0.0.1") -> socket.socket:
        viewer = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE_S)
        viewer.sendall(f"GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        return viewer


@pytest.fixture(scope="module")
def running() -> Iterator[Shown]:
    made = Shown()
    yield made
    made.server.stop()
    made.giver.stop()


@pytest.fixture
def shown(running: Shown) -> Shown:
    running.film.found = running.film.shows = True
    return running


def parts(viewer: socket.socket, count: int) -> list[tuple[bytes, bool]]:
    """So many pictures of a stream, and whether each shows anything."""
    heard, found = b"", []
    while len(found) < count:
        piece = viewer.recv(65536)
        assert piece, heard[:300]
        heard += piece
        while (head := _PART.search(heard)) and len(heard) >= head.end() + int(head[1]):
            found.append((heard[head.end() : head.end() + int(head[1])], head[2] == b"1"))
            heard = heard[head.end() + int(head[1]) :]
    return found


def numbers(pictures: list[tuple[bytes, bool]]) -> list[int]:
    return [int(jpeg.split(b" ", 2)[1]) for jpeg, _ in pictures]


def unwatched(film: Film) -> bool:
    """Nobody takes pictures: also the last viewer of the test before has gone."""
    before = dict(film.asked)
    time.sleep(0.3)
    return film.asked == before


@pytest.mark.parametrize("path", PATHS)
def test_a_viewer_sees_one_picture_after_the_other_of_the_chosen_view(shown: Shown, path: str) -> None:
    with closing(shown.look(path)) as viewer:
        seen = parts(viewer, 5)
    assert numbers(seen) == sorted(set(numbers(seen)))
    assert {jpeg.split(b" ")[0].decode() for jpeg, _ in seen} == {str(PATHS[path])}


@pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="ffmpeg is not installed")
def test_ffmpeg_reads_one_picture_after_the_other(shown: Shown, monkeypatch: pytest.MonkeyPatch) -> None:
    """The media source of OBS reads by it, and so does mpv."""
    greys = cycle(cv2.imencode(".jpg", np.full((48, 64), 8 * level, np.uint8))[1].tobytes() for level in range(32))
    monkeypatch.setattr(Film, "__call__", lambda *_: VideoPicture(jpeg=next(greys), width=64, height=48, shows=True))
    address = f"http://127.0.0.1:{shown.port}{FLAT}"
    order = ("ffmpeg", "-v", "error", "-i", address, "-frames:v", "6", "-f", "framemd5", "-")
    done = subprocess.run(order, check=True, capture_output=True, text=True, timeout=PATIENCE_S)
    pictures = [line.rpartition(",")[2] for line in done.stdout.splitlines() if not line.startswith("#")]
    assert len(set(pictures)) == 6


def test_all_viewers_see_the_same_pictures_which_are_made_once(shown: Shown) -> None:
    viewers = [shown.look() for _ in range(6)]
    before = shown.film.asked[VideoView.FLAT]
    seen = [parts(viewer, 4) for viewer in viewers]
    asked = shown.film.asked[VideoView.FLAT] - before
    for viewer in viewers:
        viewer.close()
    digests = [{hashlib.sha256(jpeg).digest() for jpeg, _ in each} for each in seen]
    assert set.intersection(*digests)
    assert asked <= 4 * 6


def test_no_picture_is_requested_while_nobody_watches(shown: Shown) -> None:
    with closing(shown.look()) as viewer:
        parts(viewer, 1)
    asked = dict(shown.film.asked)

    def has_stopped() -> bool:
        nonlocal asked
        before, asked = asked, dict(shown.film.asked)
        time.sleep(0.3)
        return before == asked == shown.film.asked

    wait_until(has_stopped)


def test_no_picture_is_sent_before_the_board_is_found(shown: Shown) -> None:
    shown.film.found = False
    with closing(shown.look()) as viewer:
        viewer.settimeout(0.5)
        heard = b""
        with suppress(TimeoutError):
            while piece := viewer.recv(65536):
                heard += piece
        assert b"200 OK" in heard
        assert b"image/jpeg" not in heard
        viewer.settimeout(PATIENCE_S)
        shown.film.shows, shown.film.found = False, True
        assert not parts(viewer, 1)[0][1]


def test_one_viewer_too_many_is_refused_until_one_goes(shown: Shown) -> None:
    viewers = [shown.look() for _ in range(VIEWERS)]
    for viewer in viewers:
        parts(viewer, 1)
    with closing(shown.look()) as late:
        assert late.recv(1000).startswith(b"HTTP/1.1 503")
    assert b"<html" in fetch(shown.port)
    for viewer in viewers:
        viewer.close()

    def gets_in() -> bool:
        with closing(shown.look()) as again:
            return again.recv(1000).startswith(b"HTTP/1.1 200")

    wait_until(gets_in)


def test_viewers_who_go_while_there_is_no_picture_leave_their_places(shown: Shown) -> None:
    shown.film.found = False
    for _ in range(3 * VIEWERS):
        with closing(shown.look()) as viewer:
            viewer.recv(100)
    shown.film.found = True

    def sees() -> bool:
        with closing(shown.look()) as viewer:
            return viewer.recv(1000).startswith(b"HTTP/1.1 200")

    wait_until(sees)


def test_a_viewer_who_takes_nothing_misses_pictures_and_costs_no_memory(shown: Shown) -> None:
    shown.film.size = 1_500_000
    try:
        slow = []
        for _ in range(8):
            viewer = socket.socket()
            viewer.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            viewer.connect(("127.0.0.1", shown.port))
            viewer.sendall(f"GET {FLAT} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            slow.append(viewer)
        with closing(shown.look()) as quick:
            seen = numbers(parts(quick, 12))
        assert memory_mb(shown.server.pid) < 150
        first, second = (numbers(parts(slow[0], 1))[0] for _ in range(2))
        assert first <= second
        assert seen[-1] - seen[0] >= 11
        for viewer in slow:
            viewer.close()
    finally:
        shown.film.size = 60_000


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8787", "", "127.0.0.1.evil.example"])
def test_a_page_of_a_strangers_name_sees_nothing(shown: Shown, host: str) -> None:
    with closing(shown.look(host=host)) as viewer:
        assert viewer.recv(1000).startswith(b"HTTP/1.1 403")


@pytest.mark.parametrize("words", [b"", b"x" * 32, b"c" * 1000, bytes(32) + b"cf"])
def test_who_does_not_know_the_password_is_given_no_picture(shown: Shown, words: bytes) -> None:
    wait_until(lambda: unwatched(shown.film))
    asked = dict(shown.film.asked)
    stranger = socket.create_connection(("127.0.0.1", shown.door.port), timeout=PATIENCE_S)
    # the door may have closed before the stranger does
    with closing(stranger), suppress(OSError):
        stranger.sendall(words)
        stranger.shutdown(socket.SHUT_WR)
        assert stranger.recv(10) == b""
    assert shown.film.asked == asked
    with closing(shown.look()) as viewer:
        assert parts(viewer, 1)


def test_a_killed_page_server_shows_the_table_again(shown: Shown) -> None:
    starts, pid = shown.server.starts, shown.server.pid
    assert pid
    os.kill(pid, 9)
    wait_until(lambda: shown.server.starts > starts)
    fetch(shown.port)
    with closing(shown.look()) as viewer:
        assert parts(viewer, 2)


def test_a_picture_that_cannot_be_made_ends_nothing() -> None:
    faults = iter([RuntimeError("no"), RuntimeError("no")])

    def video(view: VideoView) -> VideoPicture:
        for fault in faults:
            raise fault
        return VideoPicture(jpeg=b"jpeg", width=1, height=1)

    giver = VideoGiver(video, 10, 0)
    door = giver.start()
    request = next(iter(REQUESTS))
    try:
        wait_until(lambda: asked(door, request).endswith(b"jpeg"))
    finally:
        giver.stop()


def asked(door: VideoDoor, request: bytes) -> bytes:
    with closing(socket.create_connection(("127.0.0.1", door.port), timeout=PATIENCE_S)) as guest:
        guest.sendall(bytes.fromhex(door.password) + request)
        with suppress(ConnectionError):
            return guest.recv(100)
    return b""
