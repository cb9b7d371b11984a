"""The real firmware behind a pseudo-terminal, felt by the wheel sensor as a real board would be."""

import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from wheel_boards import build

from companion.sensors.wheel import WheelSensor
from companion.session.commands import Command, LoseWheel, ReportWheel
from companion.views.table_view import Health
from firmware_bridge.simulated import emulated_board
from firmware_bridge.simulated.board import BoardError
from firmware_bridge.simulated.emulated_board import EmulatedBoard, installed
from firmware_bridge.simulated.emulator import FASTEST, EmulatedWheel, wheel_without_hands
from firmware_bridge.simulated.simulator import SimulatedWheel

PATIENCE_S = 60.0


class Listener:
    def __init__(self) -> None:
        self.reports: list[ReportWheel] = []
        self.health: list[str] = []

    def post(self, command: Command) -> None:
        assert isinstance(command, ReportWheel | LoseWheel)
        if isinstance(command, ReportWheel):
            self.reports.append(command)

    def report(self, health: Health) -> None:
        self.health.append(health.code)

    def wait(self, condition: Callable[[], bool]) -> None:
        end_s = time.monotonic() + PATIENCE_S
        while not condition():
            assert time.monotonic() < end_s, (self.reports, self.health[-3:])
            time.sleep(0.005)

    def wait_net(self, net: int) -> ReportWheel:
        self.wait(lambda: bool(self.reports) and self.reports[-1].net == net)
        return self.reports[-1]


@pytest.fixture
def wheel() -> Iterator[EmulatedWheel]:
    emulated = EmulatedWheel(speed=10.0, firmware=build() / "wheel.elf")
    emulated.start()
    yield emulated
    emulated.stop()


@pytest.fixture
def heard(wheel: EmulatedWheel) -> Iterator[Listener]:
    listener = Listener()
    sensor = WheelSensor(wheel.port, clock=lambda: time.monotonic_ns() // 1_000_000)
    sensor.start(listener.post, listener.report)
    listener.wait_net(0)
    yield listener
    sensor.stop()


def test_turns_are_felt_once_each(wheel: EmulatedWheel, heard: Listener) -> None:
    net = 0
    for quarters in (1, -1, -1, 2, 3):
        wheel.turn(quarters)
        net += quarters
        assert heard.wait_net(net).certain
    assert [report.net for report in heard.reports] == [0, 1, 0, -1, 1, 4]


def test_a_nudge_changes_nothing_and_a_slip_is_unsure(wheel: EmulatedWheel, heard: Listener) -> None:
    wheel.nudge(50)
    wheel.slip(1)
    assert not heard.wait_net(1).certain
    wheel.turn(1)
    assert heard.wait_net(2).certain


def test_a_wheel_stuck_between_two_stops_is_reported(wheel: EmulatedWheel, heard: Listener) -> None:
    wheel.hold(45)
    heard.wait(lambda: heard.health[-1:] == ["wheel_stuck"])
    wheel.hold(45)
    heard.wait_net(1)


@pytest.mark.parametrize("quarters", [0, 1, -1, 2])
def test_torn_out_and_plugged_in_again_it_starts_anew_on_the_right_stop(
    wheel: EmulatedWheel, heard: Listener, quarters: int
) -> None:
    boot = heard.reports[-1].boot
    wheel.unplug()
    heard.wait(lambda: heard.health[-1:] == ["wheel_lost"])
    wheel.turn(quarters)
    wheel.plug()
    heard.wait(lambda: heard.reports[-1].boot != boot)
    assert heard.reports[-1].net % 4 == quarters % 4
    wheel.turn(1)
    heard.wait(lambda: heard.reports[-1].net % 4 == (quarters + 1) % 4)


def test_a_cable_that_is_out_for_a_moment_takes_the_power_too(wheel: EmulatedWheel, heard: Listener) -> None:
    """Shorter than the emulator takes for one sample, as on a busy machine."""
    boot = heard.reports[-1].boot
    wheel.unplug()
    wheel.plug()
    heard.wait(lambda: heard.reports[-1].boot != boot)


def test_a_reset_is_another_boot_on_the_same_stop(wheel: EmulatedWheel, heard: Listener) -> None:
    wheel.turn(1)
    boot = heard.wait_net(1).boot
    wheel.reset()
    heard.wait(lambda: heard.reports[-1].boot != boot)
    assert heard.reports[-1].net == 1


def test_garbage_and_half_packets_on_the_line_move_nothing(wheel: EmulatedWheel, heard: Listener) -> None:
    rng = random.Random(4)
    for _ in range(40):
        wheel.garble(rng.randbytes(30))
    wheel.turn(-1)
    heard.wait_net(-1)
    assert [report.net for report in heard.reports] == [0, -1]


def test_what_is_no_firmware_is_refused_in_one_line(tmp_path: object) -> None:
    assert installed()
    missing = build() / "nothing.elf"
    with pytest.raises(BoardError, match="run: make firmware"):
        EmulatedBoard(missing)


def test_the_real_firmware_is_taken_where_it_is_fast_enough() -> None:
    build()
    for speed, emulated in ((1.0, True), (FASTEST, True), (FASTEST + 1, False)):
        wheel = wheel_without_hands(speed)
        wheel.start()
        assert isinstance(wheel, EmulatedWheel) is emulated
        wheel.stop()


@pytest.mark.parametrize("built", ["empty", "text", "of other sources"])
def test_an_emulator_of_another_version_is_replaced_by_a_stand_in(
    built: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A user who updates the program without building the firmware anew can still play."""
    library = tmp_path / "libwheelsim.so"
    library.write_bytes({"empty": b"", "text": b"no library"}.get(built, (build() / "libwheelcore.so").read_bytes()))
    monkeypatch.setattr(emulated_board, "LIBRARY", library)
    with pytest.raises(BoardError, match="run: make firmware"):
        EmulatedBoard()
    wheel = wheel_without_hands()
    assert type(wheel) is SimulatedWheel
    wheel.stop()
