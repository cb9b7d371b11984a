"""A source with an end waits for the table after each picture; a camera never does."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field

import cv2
import numpy as np
import pytest
from hostile_pictures import BOARD, table

from companion.app.memory_store import MemoryStore
from companion.app.table import Table
from companion.preparation.leavable import LeavableSource
from companion.sensors.board_spots import vision_markers
from companion.sensors.camera import CameraSensor
from companion.session.commands import LoseSight
from vision.frames import Frame, Image
from vision.sources.protocol import FrameSource, SourceEnded
from vision.upright import UprightSource, mirror_image

PATIENCE_S = 60.0
COUNT = 5
GREY: Image = np.full((64, 64, 3), 120, np.uint8)


@dataclass
class Pictures:
    """So many pictures, with an end or of a camera; `read_all` is set when they are over."""

    ends: bool
    image: Image = field(default_factory=lambda: GREY)
    given: int = 0
    first: threading.Event = field(default_factory=threading.Event)
    read_all: threading.Event = field(default_factory=threading.Event)

    def open(self) -> None:
        """Nothing to open."""

    def read(self) -> Frame | None:
        if self.given == COUNT:
            self.read_all.set()
            raise SourceEnded
        self.given += 1
        self.first.set()
        return Frame(self.image, 100 * self.given, self.given / COUNT if self.ends else None)

    def close(self) -> None:
        """Nothing to give back."""


def watching(pictures: Pictures, mark: Callable[[], threading.Event]) -> CameraSensor:
    camera = CameraSensor(pictures, "pictures", BOARD, mark=mark)
    camera.start(lambda _: None, lambda _: None)
    return camera


def test_a_film_waits_for_the_table_after_each_picture() -> None:
    pictures, marks = Pictures(ends=True), list[threading.Event]()
    asked = threading.Semaphore(0)

    def mark() -> threading.Event:
        marks.append(threading.Event())
        asked.release()
        return marks[-1]

    camera = watching(pictures, mark)
    for number in range(1, COUNT + 1):
        assert asked.acquire(timeout=PATIENCE_S)
        assert pictures.given == number
        marks[-1].set()
    assert pictures.read_all.wait(PATIENCE_S)
    camera.stop()


def test_a_film_that_waits_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.sensors.camera.TABLE_PATIENCE_S", float("inf"))
    pictures = Pictures(ends=True)
    camera = watching(pictures, threading.Event)
    assert pictures.first.wait(PATIENCE_S)
    camera.stop()
    assert pictures.given == 1


def test_a_film_goes_on_with_a_word_when_the_table_hangs(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("companion.sensors.camera.TABLE_PATIENCE_S", 0.0)
    pictures = Pictures(ends=True)
    camera = watching(pictures, threading.Event)
    assert pictures.read_all.wait(PATIENCE_S)
    camera.stop()
    assert "the table does not judge the pictures of the film" in caplog.text


def test_a_camera_never_waits_for_the_table() -> None:
    pictures, marks = Pictures(ends=False), list[None]()

    def mark() -> threading.Event:
        marks.append(None)
        return threading.Event()

    camera = watching(pictures, mark)
    assert pictures.read_all.wait(PATIENCE_S)
    camera.stop()
    assert marks == []


@pytest.mark.parametrize("ends", [True, False])
@pytest.mark.parametrize("mirrored", [True, False])
@pytest.mark.parametrize(
    "wrap",
    [
        lambda source: UprightSource(source, vision_markers(BOARD)),
        lambda source: LeavableSource(source, threading.Event()),
    ],
    ids=["upright", "leavable"],
)
def test_what_lies_round_a_source_keeps_whether_it_ends(
    wrap: Callable[[FrameSource], FrameSource], *, mirrored: bool, ends: bool
) -> None:
    image = np.asarray(cv2.resize(table(), (960, 540), interpolation=cv2.INTER_AREA), np.uint8)
    source = wrap(Pictures(ends, mirror_image(image) if mirrored else image))
    source.open()
    frames = [source.read() for _ in range(COUNT)]
    assert all(frame is not None and (frame.share is not None) is ends for frame in frames)


def test_a_mark_is_reached_after_everything_that_was_posted_before() -> None:
    running, taken = Table(MemoryStore(), epoch=1), list[object]()
    may_go_on = threading.Event()

    def slowly(*given: object) -> None:
        may_go_on.wait(PATIENCE_S)
        taken.append(given[0])

    running.witness(slowly)
    running.start()
    for _ in range(3):
        running.post(LoseSight())
    mark = running.mark()
    assert not mark.is_set()
    may_go_on.set()
    assert mark.wait(PATIENCE_S)
    assert len(taken) == 3
    running.stop()


def test_a_table_that_does_not_run_has_nothing_to_wait_for() -> None:
    resting = Table(MemoryStore(), epoch=1)
    assert resting.mark().is_set()
    resting.start()
    resting.stop()
    assert resting.mark().is_set()
