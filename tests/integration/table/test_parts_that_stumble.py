"""A part whose thread raises in the middle of its work begins again, and does what it was about to do."""

import io
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import pytest
from brokers_for_tests import wait_until
from computer_tables import begun
from tripwire import Tripwire

from companion.app.guard import Guard, GuardedPublisher
from companion.app.memory_store import MemoryStore
from companion.app.thread_health import ThreadHealth
from companion.app.writer import Writer
from companion.commands.camera.certification import _wait_for_enter
from companion.computer_seats.thinker import Thinker
from companion.model.failed_device import FailedDevice
from companion.players.level import Level
from companion.preparation.leavable import LeavableWork
from companion.programs.process import ChildProcess, ProcessSpec
from companion.publishers.broker_url import BrokerUrl
from companion.publishers.table_listener import TableListener
from companion.session import commands as cmd
from companion.simulation.players_thread import PlayersThread
from companion.system import threads
from companion.views.table_view import Health, HealthState
from ui.voice import Speaker
from vision.sources.live import LiveSource, _Fetcher

ECHO = "import os, sys; print(os.getpid(), flush=True)\nfor line in sys.stdin: print(len(line), flush=True)"


@pytest.fixture(autouse=True)
def _short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "FIRST_PAUSE_S", 0.01)


@pytest.fixture
def health() -> Iterator[list[Health]]:
    """The rows of the threads that have none of their own."""
    rows: list[Health] = []
    made = ThreadHealth(rows.append)
    made.begin()
    yield rows
    made.end()


class Child:
    """A program that echoes; its parts go through a tripwire."""

    def __init__(self, folder: Path, place: str) -> None:
        self.wire = Tripwire(ValueError(place))
        self.changes: list[bool] = []
        self.lines: list[bytes] = []
        parts: dict[str, Any] = {"accepts": lambda: True, "heard": self.lines.append}
        if place in parts:
            parts[place] = self.wire.before(parts[place])
        if place == "sign":
            parts["life"] = self
        spec = ProcessSpec(
            name="echo",
            prepare=lambda: [sys.executable, "-c", ECHO],
            log_path=folder / "echo.log",
            line=b"begin\n",
            changed=self.changes.append,
            **parts,
        )
        self.process = ChildProcess(spec)

    def sign(self) -> bool:
        self.wire()
        return True

    def forget(self) -> None:
        """Nothing is late."""

    def say(self) -> None:
        self.process.say_newest(self.wire.before(lambda: b"said\n"))


@pytest.mark.parametrize("place", ["accepts", "sign", "heard", "make"])
def test_a_child_whose_threads_stumble_is_replaced(place: str, tmp_path: Path) -> None:
    child = Child(tmp_path, place)
    if place == "accepts":
        child.wire.armed.set()
    child.process.start()
    if place != "accepts":
        wait_until(lambda: len(child.lines) == 2)
        old = child.process.pid
        child.wire.armed.set()
        child.say()
        wait_until(lambda: child.process.pid not in (None, old))
    wait_until(lambda: child.changes == [False, True])
    child.say()
    wait_until(lambda: child.lines[-1:] == [b"5\n"])
    child.process.stop()
    assert child.process.pid is None


def test_the_computer_decides_after_a_fault_and_the_row_names_it(health: list[Health]) -> None:
    session = begun("black_dog", 4, (Level.EASY,) * 4)
    wire, posted = Tripwire(ValueError()), []
    wire.armed.set()
    thinker = Thinker(lambda: session.state, wire.before(lambda _, command: posted.append(command)), lambda _: None)
    thinker.decision = lambda _: cmd.Announce(seat=0, decided=None)  # type: ignore[method-assign]
    thinker.on_view(session.table.view)
    wait_until(lambda: len(posted) == 1)
    thinker.stop()
    assert [(row.state, row.code) for row in health] == [(HealthState.SEARCHING, "computer_stumbled")]


def test_simulated_players_go_on_after_a_fault(health: list[Health]) -> None:
    wire, posted = Tripwire(ValueError()), []
    wire.armed.set()
    players = PlayersThread(lambda: iter([cmd.Deal(), None] * 100), 0.001)
    players.start(wire.before(posted.append))
    wait_until(lambda: len(posted) > 2)
    players.stop()
    assert [row.code for row in health] == ["demo_stumbled"]


def test_events_wait_while_the_thread_of_the_record_stumbles(monkeypatch: pytest.MonkeyPatch) -> None:
    store, wire = MemoryStore(), Tripwire(ValueError())
    writer = Writer(store, 1, lambda: None)
    monkeypatch.setattr(writer, "_refusal", wire.before(writer._refusal))
    wire.armed.set()
    writer.start()
    event = begun("black_dog", 4, (None,) * 4).events[0]
    writer.keep("g", (event,))
    wait_until(lambda: store.load("g") == (event,))
    wait_until(lambda: writer.health is not None and writer.health.code == "record_ok")
    writer.stop()


class SlowPublisher:
    """Counts its starts and what it shows."""

    def __init__(self) -> None:
        self.started = 0
        self.shown: list[Any] = []

    def start(self, _: object) -> None:
        self.started += 1

    def publish(self, view: Any, _: object) -> None:
        self.shown.append(view)

    def stop(self) -> None:
        self.shown.append("stopped")


def test_a_publishers_thread_goes_on_and_starts_it_only_once(
    health: list[Health], monkeypatch: pytest.MonkeyPatch
) -> None:
    guard, publisher, wire = Guard("mine", lambda _: None), SlowPublisher(), Tripwire(ValueError())
    guarded = GuardedPublisher(guard, publisher)  # type: ignore[arg-type]
    guarded.start(lambda _: None)
    monkeypatch.setattr(guard, "call", wire.before(guard.call))
    wire.armed.set()
    guarded.publish("lost", ())  # type: ignore[arg-type]
    guarded.publish("shown", ())  # type: ignore[arg-type]
    wait_until(lambda: publisher.shown == ["shown"])
    guarded.stop()
    assert (publisher.started, publisher.shown) == (1, ["shown", "stopped"])
    assert [(row.code, dict(row.params)) for row in health] == [("program_stumbled", {"thread": "publisher mine"})]


def test_the_voice_speaks_the_next_sentence_after_a_fault(tmp_path: Path, health: list[Health]) -> None:
    said = tmp_path / "said"
    program = f"import sys; open({str(said)!r}, 'a').write(sys.stdin.read())"
    speaker = Speaker((sys.executable, "-c", program))
    # no program can be given such an option
    speaker.say("first", "de\0", 100)
    wait_until(lambda: [row.code for row in health] == ["voice_stumbled"])
    speaker.say("second", "de", 100)
    wait_until(lambda: said.exists() and said.read_text() == "second")
    speaker.stop()


CONNACK, SUBACK = b"\x20\x02\0\0", b"\x90\x03\0\x01\0"
PUBLISH = b"\x30\x05\0\x01a" + b"hi"
#: A message shorter than the length of its topic.
BROKEN = b"\x30\x02\0\x09"


@pytest.mark.parametrize("first", [PUBLISH, BROKEN])
def test_a_listener_connects_again_after_a_fault(first: bytes, health: list[Health]) -> None:
    """A fault of our own with a message, and one of the library."""
    heard, wire = [], Tripwire(ValueError())
    wire.armed.set()
    with socket.create_server(("127.0.0.1", 0)) as server:
        broker = BrokerUrl(host="127.0.0.1", port=server.getsockname()[1])
        take = wire.before(lambda topic, payload: heard.append((topic, payload)))
        listener = TableListener(broker, "root", ("a",), take, lambda *_: None)
        listener.start()
        lines = []
        for published in (first, PUBLISH, PUBLISH)[: 2 if first is PUBLISH else 3]:
            line, _ = server.accept()
            lines.append(line)
            for answer in (CONNACK, SUBACK + published):
                assert line.recv(1024)
                line.sendall(answer)
        wait_until(lambda: heard == [("a", b"hi")])
        listener.stop()
        for line in lines:
            line.close()
    assert {row.code for row in health} == {"program_stumbled"}


class Nothing:
    """A camera without pictures."""

    def __getattr__(self, _: str) -> Callable[[], None]:
        return lambda: None


@pytest.mark.parametrize("fault", [KeyError("x"), cv2.error("x"), SystemExit(1)])
def test_work_that_people_left_to_a_thread_ends_with_a_word_and_resumes(fault: BaseException) -> None:
    failed, wire = [], Tripwire(fault)
    work = LeavableWork("a test", Nothing(), wire, failed.append)  # type: ignore[arg-type]
    wire.armed.set()
    work.start()
    wait_until(lambda: failed == [FailedDevice.PROGRAM] and work.is_idle)
    work.start()
    wait_until(lambda: work.is_idle)
    work.stop()
    assert len(failed) == 1


class Capture:
    """Pictures until one call raises."""

    def __init__(self, fault: BaseException) -> None:
        self.fault, self.released = fault, False

    def read(self) -> tuple[bool, Any]:
        time.sleep(0.001)
        raise self.fault

    def release(self) -> None:
        self.released = True

    def see(self, *_: object) -> None:
        """Light is as it is."""

    def give_back(self) -> None:
        raise OSError("the device is gone")


@pytest.mark.parametrize("held", [True, False])
@pytest.mark.parametrize("fault", [cv2.error("x"), MemoryError(), SystemExit(1)])
def test_a_fault_between_camera_and_sensor_reaches_the_sensor(fault: BaseException, held: bool) -> None:
    """Even if the automatics, where they were held, cannot be given back."""
    capture, source = Capture(fault), LiveSource("0")
    source._fetcher = _Fetcher(capture, 3, capture if held else None)  # type: ignore[arg-type]
    source._fetcher.start()
    wait_until(lambda: source._fetcher is not None and source._fetcher.lost)
    with pytest.raises(type(fault)):
        source.read()
    assert capture.released


def test_an_unreadable_line_counts_as_the_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"\xff\n"), encoding="ascii"))
    pressed = threading.Event()
    threads.start_once("key", lambda: _wait_for_enter(pressed), lambda _: pressed.set()).join(30)
    assert pressed.is_set()
