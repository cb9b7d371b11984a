"""The port for the table's pictures: the requested view for a guest with the password, one guest after the other."""

import socket
import time
from collections.abc import Iterator
from contextlib import suppress

import pytest

from companion.publishers.video import giver as giver_module
from companion.publishers.video.giver import VideoGiver
from companion.views.broadcast.video_picture import VideoPicture, VideoView
from companion.web.video.wire import ANSWER, REQUESTS, VideoDoor

BYTE_OF = {view: byte for byte, view in REQUESTS.items()}


def table(view: VideoView) -> VideoPicture | None:
    """Shows the board laid flat, hides what the camera sees."""
    return VideoPicture(jpeg=str(view).encode(), width=1, height=1, shows=view is VideoView.FLAT)


@pytest.fixture
def door() -> Iterator[VideoDoor]:
    giver = VideoGiver(table, 7, 0)
    yield giver.start()
    giver.stop()


def guest(door: VideoDoor, words: bytes | None = None) -> socket.socket:
    """A guest with the password, or with other words."""
    made = socket.create_connection(("127.0.0.1", door.port), timeout=15)
    made.sendall(bytes.fromhex(door.password) if words is None else words)
    return made


def given(line: socket.socket, view: VideoView) -> tuple[bool, bytes]:
    line.sendall(BYTE_OF[view])
    with line.makefile("rb", buffering=0) as file:
        shows, length = ANSWER.unpack(file.read(ANSWER.size))
        return shows, file.read(length)


def test_a_guest_gets_the_view_that_it_wants_again_and_again(door: VideoDoor) -> None:
    assert door.per_s == 7
    with guest(door) as line:
        for view in (VideoView.FLAT, VideoView.CAMERA, VideoView.FLAT):
            assert given(line, view) == (view is VideoView.FLAT, str(view).encode())


@pytest.mark.parametrize("words", [b"x" * 32, b"x" * 31, bytes(64)])
def test_a_stranger_gets_nothing_and_the_next_guest_gets_pictures(door: VideoDoor, words: bytes) -> None:
    with guest(door, words) as stranger, suppress(OSError):
        stranger.sendall(BYTE_OF[VideoView.FLAT])
        stranger.shutdown(socket.SHUT_WR)
        assert stranger.recv(100) == b""
    with guest(door) as line:
        assert given(line, VideoView.FLAT)[0]


@pytest.mark.parametrize("words", [b"", b"x" * 31, None], ids=["nothing", "half a password", "no picture taken"])
def test_a_silent_guest_keeps_the_next_one_waiting_for_a_moment(
    words: bytes | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The picture is more than the system holds for a guest that does not read."""
    monkeypatch.setattr(giver_module, "_PATIENCE_S", 1.0)
    giver = VideoGiver(lambda _: VideoPicture(jpeg=bytes(32 * 1024 * 1024), width=1, height=1), 7, 0)
    door = giver.start()
    with guest(door, words) as silent, guest(door) as line:
        if words is None:
            silent.sendall(BYTE_OF[VideoView.FLAT])
        assert given(line, VideoView.FLAT)[0]
    giver.stop()


def test_a_guest_with_the_password_may_wait_for_long(door: VideoDoor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(giver_module, "_PATIENCE_S", 1.0)
    with guest(door) as line:
        assert given(line, VideoView.FLAT)[0]
        time.sleep(1.3)
        assert given(line, VideoView.FLAT)[0]


def test_an_unknown_request_ends_the_line(door: VideoDoor) -> None:
    with guest(door) as line:
        line.sendall(b"?")
        assert line.recv(100) == b""


def test_the_end_of_the_table_ends_the_line_of_a_guest_and_the_port() -> None:
    giver = VideoGiver(table, 7, 0)
    door = giver.start()
    with guest(door) as line:
        assert given(line, VideoView.FLAT)[0]
        giver.stop()
        with suppress(ConnectionError):
            assert line.recv(100) == b""
    with pytest.raises(OSError, match="refused"):
        guest(door)


def test_each_table_has_a_password_of_its_own(door: VideoDoor) -> None:
    giver = VideoGiver(table, 7, 0)
    try:
        assert giver.start().password != door.password
    finally:
        giver.stop()
