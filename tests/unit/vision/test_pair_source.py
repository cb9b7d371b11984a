"""Two cameras as one source: two films, a camera that is lost and comes back, one that hangs, one that breaks."""

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.frames import Frame
from vision.sources import pair
from vision.sources.files import FolderSource
from vision.sources.pair import PairSource
from vision.sources.protocol import FrameSource, SourceEnded, SourceError

IMAGE = np.zeros((40, 40, 3), dtype=np.uint8)
NAMES = ("webcam", "phone")


class Camera:
    """A live camera that gives a picture every five milliseconds, unless it is out, hangs or breaks."""

    def __init__(self, *, out: bool = False) -> None:
        self.out, self.hangs, self.broken = out, False, False
        self.opened = 0
        self.users: set[int] = set()

    def open(self) -> None:
        if self.out:
            raise SourceError("it is out", "camera_silent")
        self.opened += 1
        self.users.add(threading.get_ident())

    def read(self) -> Frame | None:
        time.sleep(0.005)
        if self.out:
            raise SourceError("it is gone")
        if self.broken:
            raise ZeroDivisionError
        return None if self.hangs else Frame(IMAGE, time.monotonic_ns() // 1_000_000)

    def close(self) -> None:
        self.users.discard(threading.get_ident())


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[FrameSource, FrameSource], PairSource]]:
    monkeypatch.setattr(pair, "RETRY_S", 0.01)
    made: list[PairSource] = []

    def of(first: FrameSource, second: FrameSource) -> PairSource:
        made.append(PairSource((first, second), NAMES))
        made[-1].open()
        return made[-1]

    yield of
    for source in made:
        source.close()


def cameras_of(source: PairSource, count: int) -> set[int]:
    frames = [source.read() for _ in range(count)]
    return {frame.camera for frame in frames if frame}


def until(source: PairSource, holds: Callable[[set[int]], bool]) -> None:
    """Reads on until this holds of the cameras of ten reads."""
    end_s = time.monotonic() + 20
    while not holds(cameras_of(source, 10)):
        assert time.monotonic() < end_s


def _opened_and_read(source: PairSource) -> None:
    source.open()
    while True:
        source.read()


def folder(path: Path, *times: int) -> FolderSource:
    path.mkdir()
    for t_ms in times:
        cv2.imwrite(str(path / f"{t_ms:09d}.png"), IMAGE)
    return FolderSource(path)


def test_two_films_go_on_at_their_times_and_the_longer_one_to_its_end(tmp_path, opened) -> None:
    source = opened(folder(tmp_path / "a", 0, 300, 600, 900, 1500), folder(tmp_path / "b", 100, 650, 700))
    found = []
    while True:
        try:
            frame = source.read()
        except SourceEnded:
            break
        found += [(frame.t_ms, frame.camera)] if frame else []
    assert found == [(0, 0), (100, 1), (300, 0), (600, 0), (650, 1), (700, 1), (900, 0), (1500, 0)]


def test_the_first_picture_of_a_film_waits_for_a_film_that_is_opened_late(tmp_path, opened, monkeypatch) -> None:
    late = folder(tmp_path / "b", 100, 650)
    open_now = late.open

    def open_late() -> None:
        time.sleep(0.3)
        open_now()

    monkeypatch.setattr(late, "open", open_late)
    source = opened(folder(tmp_path / "a", 0, 300), late)
    found = []
    while len(found) < 4:
        frame = source.read()
        found += [frame.t_ms] if frame else []
    assert found == [0, 100, 300, 650]


def test_a_camera_that_is_lost_leaves_the_other_and_comes_back(opened) -> None:
    first, second = Camera(), Camera()
    source = opened(first, second)
    until(source, lambda seen: seen == {0, 1})
    assert source.lost() == {}
    second.out = True
    until(source, lambda seen: seen == {0})
    assert source.lost() == {1: "phone"}
    second.out = False
    until(source, lambda seen: seen == {0, 1})
    assert source.lost() == {}
    assert second.opened == 2


def test_a_camera_that_is_missing_from_the_first_leaves_the_other(opened) -> None:
    source = opened(Camera(out=True), Camera())
    until(source, lambda seen: seen == {1})
    assert source.lost() == {0: "webcam"}


def test_without_any_camera_the_fault_of_the_first_is_raised() -> None:
    source = PairSource((Camera(out=True), Camera(out=True)), NAMES)
    with pytest.raises(SourceError) as refused:
        _opened_and_read(source)
    assert refused.value.code == "camera_silent"
    source.close()


def test_a_camera_that_hangs_does_not_hold_up_the_other(opened) -> None:
    first, second = Camera(), Camera()
    first.hangs = True
    source = opened(first, second)
    until(source, lambda seen: seen == {1})
    assert source.lost() == {}


def test_a_fault_of_one_camera_reaches_the_reader_though_the_other_goes_on(opened) -> None:
    first, second = Camera(), Camera()
    source = opened(first, second)
    second.broken = True
    with pytest.raises(ZeroDivisionError):
        cameras_of(source, 2000)


def test_a_closed_pair_uses_no_camera_and_can_be_opened_again(opened) -> None:
    first, second = Camera(), Camera()
    source = opened(first, second)
    until(source, lambda seen: seen == {0, 1})
    source.close()
    assert not first.users | second.users
    source.open()
    until(source, lambda seen: seen == {0, 1})
    assert len(first.users) == len(second.users) == 1
