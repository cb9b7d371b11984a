"""`wheel = "auto"` among strangers: only known boards are opened, each once, and nothing is written to them."""

import itertools
import os
import termios
import threading
import tty
from collections.abc import Callable, Iterator

import pytest
from serial.tools.list_ports_common import ListPortInfo
from test_wheel_sensor import Listener

from companion.sensors.wheel import AUTO, WheelSensor
from firmware_bridge import ports
from firmware_bridge.discovery import KNOWN_CHIPS, Candidate, Search
from firmware_bridge.simulated.simulator import SimulatedWheel

CH340 = (0x1A86, 0x7523)
PRINTER, UNKNOWN = b"echo:start\nok T:20.1\n\0\x01\x02\xff\0", (0x1D50, 0x6029)


class Stranger:
    """A foreign device on a pseudo-terminal; `written` has the bytes sent to it."""

    def __init__(self, words: bytes) -> None:
        self.master, self.slave = os.openpty()
        tty.setraw(self.slave)
        os.set_blocking(self.master, False)
        self.port = os.ttyname(self.slave)
        hang_up(self.slave)
        if words:
            os.write(self.master, words)

    @property
    def written(self) -> bytes:
        try:
            return os.read(self.master, 4096)
        except BlockingIOError:
            return b""

    @property
    def hangs_up(self) -> bool:
        return bool(termios.tcgetattr(self.slave)[2] & termios.HUPCL)

    def close(self) -> None:
        os.close(self.master)
        os.close(self.slave)


def hang_up(descriptor: int) -> None:
    """As Linux has it for a serial port: DTR falls when it is closed."""
    settings = termios.tcgetattr(descriptor)
    settings[2] |= termios.HUPCL
    termios.tcsetattr(descriptor, termios.TCSANOW, settings)


@pytest.fixture
def plugged(monkeypatch: pytest.MonkeyPatch) -> list[ListPortInfo]:
    found: list[ListPortInfo] = []
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: list(found))
    return found


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every opening of a port."""
    paths: list[str] = []
    sound = ports.serial.serial_for_url

    def noted(path: str, **settings: object) -> object:
        paths.append(path)
        return sound(path, **settings)

    monkeypatch.setattr(ports.serial, "serial_for_url", noted)
    return paths


@pytest.fixture
def strangers() -> Iterator[list[Stranger]]:
    devices = [Stranger(b""), Stranger(PRINTER), Stranger(os.urandom(500)), Stranger(b"")]
    yield devices
    for device in devices:
        device.close()


def info(device: str, chip: tuple[int, int]) -> ListPortInfo:
    port = ListPortInfo(device)
    port.vid, port.pid = chip
    return port


def looks() -> Callable[[], int]:
    """A clock on which every look takes 200 ms, so that patience ends soon."""
    ticks = itertools.count(0, 200)
    return lambda: next(ticks)


def test_strangers_are_opened_once_and_nothing_is_written_to_them(
    plugged: list[ListPortInfo], opened: list[str], strangers: list[Stranger], monkeypatch: pytest.MonkeyPatch
) -> None:
    *known, unknown = strangers
    plugged += [info(device.port, CH340) for device in known] + [info(unknown.port, UNKNOWN)]
    next_port, empty, tired = Search.next, itertools.count(), threading.Event()

    def counted(search: Search) -> Candidate | None:
        found = next_port(search)
        if found is None and next(empty) > 8:
            tired.set()
        return found

    monkeypatch.setattr(Search, "next", counted)
    listener = Listener()
    sensor = WheelSensor(AUTO, clock=looks())
    sensor.start(listener.post, listener.report)
    assert tired.wait(60), "all have been listened to, and it goes on searching"
    sensor.stop()
    assert sorted(opened) == sorted(device.port for device in known)
    assert [device.written for device in strangers] == [b""] * 4
    assert all(device.hangs_up for device in strangers), "their settings are theirs"
    assert {health.code for health in listener.health} == {"wheel_searching"}


def test_the_wheel_is_found_among_strangers_and_not_reset_again(
    plugged: list[ListPortInfo], opened: list[str], strangers: list[Stranger]
) -> None:
    wheel = SimulatedWheel(speed=4.0)
    wheel.start()
    plugged += [info(device.port, CH340) for device in strangers] + [info(wheel.port, CH340)]
    descriptor = os.open(wheel.port, os.O_RDWR | os.O_NOCTTY)
    hang_up(descriptor)
    listener = Listener()
    sensor = WheelSensor(AUTO, clock=looks())
    sensor.start(listener.post, listener.report)
    listener.wait_rest(0)
    listener.wait_health("wheel_ok")
    assert not termios.tcgetattr(descriptor)[2] & termios.HUPCL
    os.close(descriptor)
    sensor.stop()
    wheel.stop()
    assert all(opened.count(device.port) <= 1 for device in strangers)
    assert [device.written for device in strangers] == [b""] * 4


def test_who_was_unplugged_is_listened_to_anew(plugged: list[ListPortInfo]) -> None:
    plugged.append(info("/dev/ttyUSB0", CH340))
    search = Search()
    first = search.next()
    assert first
    search.is_silent(first)
    assert search.next() is None
    plugged.clear()
    assert search.next() is None
    plugged.append(info("/dev/ttyUSB0", CH340))
    assert search.next() == first


def test_a_wheel_that_fell_silent_is_no_stranger(plugged: list[ListPortInfo]) -> None:
    plugged.append(info("/dev/ttyUSB0", CH340))
    search = Search()
    wheel = search.next()
    assert wheel
    search.is_wheel(wheel)
    search.is_silent(wheel)
    assert search.next() == wheel


def test_a_port_that_is_refused_does_not_keep_the_others_waiting(plugged: list[ListPortInfo]) -> None:
    plugged += [info(f"/dev/ttyUSB{number}", chip) for number, chip in enumerate([CH340, next(iter(KNOWN_CHIPS))])]
    search = Search()
    first = search.next()
    search.refused()
    assert search.next() != first
