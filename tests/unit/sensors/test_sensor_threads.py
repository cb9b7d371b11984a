"""For any exception in a sensor's thread: the thread goes on, the table gets a report and counts it, and it heals."""

import logging
import threading
import time
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import cv2
import numpy as np
import pytest
from hostile_pictures import BOARD, COLOURS, any_picture, table
from tripwire import Tripwire
from words_for_tests import WORDING

from companion.app.memory_store import MemoryStore
from companion.app.supervision import SupervisedThread
from companion.app.table import Table
from companion.catalogue.shipped import SHIPPED
from companion.rules.setup import first_position
from companion.sensors import camera as camera_module
from companion.sensors import wheel as wheel_module
from companion.sensors.board_observer import PieceRoster
from companion.sensors.camera import CameraSensor
from companion.sensors.wheel import WheelSensor
from companion.session.commands import LoseWheel, StartGame
from companion.views.broadcast import topics
from companion.views.table_view import Health, HealthState, TableView
from firmware_bridge.simulated.emulator import wheel_without_hands
from vision.frames import Frame
from vision.reader import BoardReader
from vision.sources.protocol import SourceEnded

IDLE = PieceRoster(sectors=(0, 1, 2, 3), colours=COLOURS, dog=False)
FAULTS: tuple[BaseException, ...] = (
    ValueError("a value"),
    cv2.error("from OpenCV"),
    OSError(28, "no space"),
    MemoryError(),
    AssertionError(),
    RecursionError(),
    StopIteration(),
    KeyError("a key"),
    SystemExit(1),
)
PATIENCE_S = 60.0


def until(true: Callable[[], bool]) -> bool:
    """Waits until it is true; False when that takes all too long."""
    end_s = time.monotonic() + PATIENCE_S
    while not true():
        if time.monotonic() > end_s:
            return False
        time.sleep(0.005)
    return True


@pytest.fixture(autouse=True)
def _short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.system.threads.FIRST_PAUSE_S", 0.01)
    monkeypatch.setattr("companion.system.threads.LONGEST_PAUSE_S", 0.02)


@cache
def small() -> np.ndarray:
    return np.asarray(cv2.resize(table(), (640, 360), interpolation=cv2.INTER_AREA))


class Still:
    """A camera that shows the same table for ever."""

    def __init__(self) -> None:
        self.t_ms = 0
        self.opened = 0

    def open(self) -> None:
        self.opened += 1

    def read(self) -> Frame:
        self.t_ms += 130
        time.sleep(0.001)
        return Frame(small(), self.t_ms)

    def close(self) -> None:
        """Nothing to give back."""


@cache
def game() -> TableView:
    """A game that has just begun."""
    whole = Table(MemoryStore(), epoch=1)
    position = first_position(SHIPPED.variant("black_dog"))
    start = StartGame(
        game="g",
        variant=SHIPPED.variant("black_dog"),
        names=COLOURS,
        colours=COLOURS,
        board=BOARD.id,
        sectors=position.sectors,
        seats=position.seats,
        position=position,
    )
    whole.handle(start)
    return whole.view


class Heard:
    """The table's inbox; the newest health of a part."""

    def __init__(self) -> None:
        self.health: list[Health] = []
        self.posted: list[object] = []

    def codes(self) -> list[str]:
        return [health.code for health in list(self.health)]

    def healed(self, code: str) -> bool:
        """Whether all was well after the stumble, and still counted."""
        codes = self.codes()
        stumbled = f"{self.health[0].part}_stumbled"
        after = self.health[codes.index(stumbled) + 1 :] if stumbled in codes else []
        return any(health.code == code and health.restarts == 1 for health in after)


CAMERA_CALLS = ("open", "read", "close", "on_frame", "look", "expect", "post", "report")


@pytest.mark.sampled(4)
@pytest.mark.parametrize("call", CAMERA_CALLS)
def test_a_fault_in_any_call_of_the_camera_is_reported_and_it_goes_on(
    call: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    wire = Tripwire(ValueError(f"in {call}"))
    source, heard = Still(), Heard()
    frames: list[Frame] = []
    on_frame, post, report = frames.append, heard.posted.append, heard.health.append
    if call in ("open", "read", "close"):
        monkeypatch.setattr(source, call, wire.before(getattr(source, call)))
    elif call in ("look", "expect"):
        monkeypatch.setattr(BoardReader, call, wire.before(getattr(BoardReader, call)))
    elif call == "post":
        post = wire.before(post)
    elif call == "on_frame":
        on_frame = wire.before(on_frame)
    else:
        report = wire.before(report)
    sensor = CameraSensor(source, "0", BOARD, on_frame, IDLE)
    with caplog.at_level(logging.ERROR):
        sensor.start(post, report)
        assert until(lambda: "camera_ok" in heard.codes())
        wire.armed.set()
        sensor.on_view(game())
        if call in ("open", "close"):
            # both are called again only when something else has gone wrong
            monkeypatch.setattr(source, "read", _once(source.read, cv2.error("torn")))
        assert until(lambda: heard.healed("camera_ok") or _counted_twice(heard))
        assert sensor._thread is not None
        assert sensor._thread.alive
        assert sensor.picture() is not None
        assert sensor.sight() is not None
        sensor.stop()
    assert "Traceback" in caplog.text or any(record.exc_info for record in caplog.records)
    report = next(health for health in heard.health if health.code == "camera_stumbled")
    assert (report.state, report.restarts >= 1) == (HealthState.SEARCHING, True)


def _once(call: Callable[..., Any], fault: BaseException) -> Callable[..., Any]:
    wire = Tripwire(fault)
    wire.armed.set()
    return wire.before(call)


def _counted_twice(heard: Heard) -> bool:
    """Two faults, and all is well after both."""
    return any(health.code == "camera_ok" and health.restarts == 2 for health in list(heard.health))


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: type(fault).__name__)
def test_any_kind_of_fault_is_reported_and_counted(fault: BaseException) -> None:
    heard, turns = Heard(), iter((fault, None))

    def work(say: Callable[[Health], None]) -> None:
        raised = next(turns)
        if raised is not None:
            raise raised
        say(Health(part="camera", state=HealthState.OK, code="camera_ok"))

    thread = SupervisedThread("camera", work, heard.health.append)
    thread.start()
    thread.join(PATIENCE_S)
    assert [(health.code, health.restarts) for health in heard.health] == [("camera_stumbled", 1), ("camera_ok", 1)]


def test_the_same_fault_has_one_traceback_and_pauses_grow(caplog: pytest.LogCaptureFixture) -> None:
    left, heard = iter(range(5)), Heard()

    def work(_: object) -> None:
        if next(left, None) is not None:
            raise ValueError("again")

    with caplog.at_level(logging.ERROR):
        thread = SupervisedThread("wheel", work, heard.health.append)
        thread.start()
        thread.join(PATIENCE_S)
    assert [bool(record.exc_info) for record in caplog.records] == [True, False, False, False, False]
    assert [health.restarts for health in heard.health] == [1, 2, 3, 4, 5]


def test_a_table_that_takes_no_report_does_not_end_the_thread() -> None:
    went = threading.Event()
    faults = iter((ValueError("one"),))

    def work(_: object) -> None:
        fault = next(faults, None)
        if fault:
            raise fault
        went.set()

    def deaf(_: Health) -> None:
        raise OSError("nobody listens")

    SupervisedThread("camera", work, deaf).start()
    assert went.wait(PATIENCE_S)


def test_a_stopped_thread_is_not_begun_again() -> None:
    begun = threading.Event()

    def work(_: object) -> None:
        begun.set()
        raise ValueError("at once")

    heard = Heard()
    thread = SupervisedThread("camera", work, heard.health.append)
    thread.start()
    assert begun.wait(PATIENCE_S)
    thread.stop(PATIENCE_S)
    assert not thread.alive


WHEEL_CALLS = ("open", "read", "write", "close", "on_bytes", "clock", "post", "report")


@pytest.mark.thinned(3)
@pytest.mark.parametrize("call", WHEEL_CALLS)
def test_a_fault_in_any_call_of_the_wheel_is_reported_and_it_goes_on(
    call: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    wire, heard = Tripwire(ValueError(f"in {call}")), Heard()
    monkeypatch.setattr(wheel_module, "RETRY_S", 0.01)
    monkeypatch.setattr(wheel_module, "REFRESH_MS", 50)
    on_bytes, post, report = (lambda _: None), heard.posted.append, heard.health.append
    clock: Callable[[], int] = lambda: time.monotonic_ns() // 1_000_000  # noqa: E731
    port = wheel_module.SerialPort
    if call in ("open", "read", "write"):
        monkeypatch.setattr(port, call, wire.before(getattr(port, call)))
    elif call == "close":
        # a port that is not closed cannot be opened again
        monkeypatch.setattr(port, call, wire.behind(port.close))
    elif call == "on_bytes":
        on_bytes = wire.before(on_bytes)
    elif call == "clock":
        clock = wire.before(clock)
    elif call == "post":
        post = wire.before(post)
    else:
        report = wire.before(report)
    wheel = wheel_without_hands(speed=20.0)
    wheel.start()
    sensor = WheelSensor(wheel.port, clock=clock, on_bytes=on_bytes)
    try:
        sensor.start(post, report)
        assert until(lambda: "wheel_ok" in heard.codes())
        wire.armed.set()
        if call in ("open", "close"):
            monkeypatch.setattr(port, "read", _once(port.read, TypeError("torn")))
        elif call == "post":
            wheel.turn(1)
        elif call == "report":
            monkeypatch.setattr(port, "read", _once(port.read, wheel_module.PortError("torn")))
        assert until(lambda: any(health.code == "wheel_ok" and health.restarts >= 1 for health in list(heard.health)))
        if call != "post":
            assert LoseWheel() in heard.posted
    finally:
        sensor.stop()
        wheel.stop()
    assert "wheel_stumbled" in heard.codes()


def test_restarts_are_counted_and_reported_in_every_language() -> None:
    whole = Table(MemoryStore(), epoch=1)
    whole.report(Health(part="camera", state=HealthState.SEARCHING, code="camera_stumbled", restarts=2))
    (health,) = whole.view.health
    published = topics.health(WORDING, health, 1, 0)
    assert published.figures == {"restarts": 2}
    assert published.text is not None
    assert set(published.text) == {"de", "en", "fr", "it"}
    assert "restarts" not in topics.health(WORDING, Health(part="camera", state=HealthState.OK), 1, 0).figures


class Hostile:
    """A camera that gives anything, at full speed."""

    def __init__(self, seed: int, frames: int) -> None:
        self._rng = np.random.default_rng(seed)
        self._left = frames
        self._t_ms = 0
        self._shown = any_picture(self._rng, 420)

    def open(self) -> None:
        """Always there."""

    def read(self) -> Frame | None:
        if self._left <= 0:
            raise SourceEnded
        self._left -= 1
        self._t_ms += int(self._rng.choice([0, 60, 330]))
        again = self._rng.random() < 0.6 and self._left % 50
        if not again:
            self._shown = any_picture(self._rng, 420)
        return Frame(self._shown, self._t_ms)

    def close(self) -> None:
        """Nothing to give back."""


def hostile_evening(seed: int, frames: int) -> Iterator[Health]:
    """Shows a camera thread anything, while a screen asks for its picture all the time."""
    heard = Heard()
    sensor = CameraSensor(Hostile(seed, frames), "0", BOARD, idle=IDLE)
    sensor.start(heard.posted.append, heard.health.append)
    thread = sensor._thread
    assert thread is not None
    while thread.alive:
        for shown in (sensor.picture(), sensor.photograph()):
            assert shown is None or (shown.dtype == np.uint8 and shown.shape[2] == 4)
        sensor.sight()
        time.sleep(0.01)
    sensor.stop()
    return iter(heard.health)


def test_a_camera_that_gives_anything_never_stumbles() -> None:
    health = list(hostile_evening(seed=1, frames=24))
    assert health[-1].code == "camera_off"
    assert {report.restarts for report in health} == {0}


@pytest.mark.long
def test_thousands_of_hostile_pictures_never_make_the_camera_stumble(full: bool) -> None:
    """Two thousand; ten thousand at full size."""
    health = list(hostile_evening(seed=2, frames=10_000 if full else 2_000))
    assert health[-1].code == "camera_off"
    assert {report.restarts for report in health} == {0}
    assert {"camera_bad_picture", "camera_ok"} <= {report.code for report in health}


def test_a_screen_can_query_every_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    sensor = CameraSensor(Still(), "0", BOARD, idle=IDLE)
    rng = np.random.default_rng(3)
    for _ in range(60):
        image = any_picture(rng)
        if camera_module.is_picture(image):
            sensor._picture = image
        for shown in (sensor.picture(), sensor.photograph()):
            assert shown is None or shown.shape[2] == 4
