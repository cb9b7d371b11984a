"""The wheel sensor on a simulated wheel's line, opened by pyserial as a real device would be: a real pseudo-terminal,
and the line in memory that stands in for it on systems without one."""

import itertools
import random
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.sensors.wheel import AUTO, WheelDecoder, WheelSensor
from companion.session.commands import Command, LoseWheel, ReportWheel
from companion.views.table_view import Health, HealthState
from firmware_bridge import discovery
from firmware_bridge.discovery import Candidate
from firmware_bridge.ports import PortError, SerialPort
from firmware_bridge.protocol.codec import encode_message
from firmware_bridge.protocol.messages import MAGIC, Hello, State
from firmware_bridge.protocol.packets import encode_packet
from firmware_bridge.simulated.lines import MemoryLine, PseudoTerminal
from firmware_bridge.simulated.simulator import SimulatedWheel

PATIENCE_S = 60.0
SPEED = 8.0


class Listener:
    """Keeps all reports of a sensor, in order; `wait` returns as soon as the condition holds."""

    def __init__(self) -> None:
        self.reports: list[ReportWheel] = []
        self.lost = 0
        self.health: list[Health] = []
        self._changed = threading.Condition()

    def post(self, command: Command) -> None:
        assert isinstance(command, ReportWheel | LoseWheel)
        with self._changed:
            if isinstance(command, ReportWheel):
                self.reports.append(command)
            else:
                self.lost += 1
            self._changed.notify_all()

    def report(self, health: Health) -> None:
        with self._changed:
            self.health.append(health)
            self._changed.notify_all()

    def wait(self, condition: Callable[[], bool]) -> None:
        with self._changed:
            assert self._changed.wait_for(condition, PATIENCE_S), (self.reports, self.health[-3:])

    def wait_rest(self, net: int, boot: int | None = None, certain: bool = True) -> ReportWheel:
        def there() -> bool:
            last = self.reports[-1] if self.reports else None
            return last is not None and last.net == net and last.certain is certain and boot in (None, last.boot)

        self.wait(there)
        return self.reports[-1]

    def wait_health(self, code: str) -> Health:
        self.wait(lambda: bool(self.health) and self.health[-1].code == code)
        return self.health[-1]

    @property
    def nets(self) -> list[int]:
        """The counts in order, each once."""
        return [net for net, _ in itertools.groupby(report.net for report in self.reports)]


def clock_ms() -> int:
    return time.monotonic_ns() // 1_000_000


@pytest.fixture(params=[PseudoTerminal, MemoryLine])
def wheel(request: pytest.FixtureRequest) -> Iterator[SimulatedWheel]:
    simulated = SimulatedWheel(speed=SPEED, line=request.param())
    simulated.start()
    yield simulated
    simulated.stop()


@pytest.fixture
def heard(wheel: SimulatedWheel) -> Iterator[Listener]:
    """Yields the reports of a sensor on that wheel, from the moment that it knows where the wheel rests."""
    listener = Listener()
    sensor = WheelSensor(wheel.port, clock=clock_ms)
    sensor.start(listener.post, listener.report)
    listener.wait_rest(0)
    listener.wait_health("wheel_ok")
    yield listener
    sensor.stop()


def test_turns_both_ways_and_a_half_turn_are_reported_once_each(wheel: SimulatedWheel, heard: Listener) -> None:
    for quarters in (1, -1, -1, 2, 3):
        wheel.turn(quarters)
    heard.wait_rest(4)
    assert [report.net for report in heard.reports] == [0, 1, 0, -1, 1, 4]
    assert len({report.boot for report in heard.reports}) == 1


def test_turns_begun_one_behind_the_other_end_exactly_on_their_stops(wheel: SimulatedWheel, heard: Listener) -> None:
    for _ in range(6):
        wheel.begin_turn(1)
    heard.wait_rest(6)
    wheel.nudge(-45)
    wheel.turn(-1)
    heard.wait_rest(5)
    assert heard.nets == [0, 1, 2, 3, 4, 5, 6, 5]


def test_a_nudge_changes_no_count(wheel: SimulatedWheel, heard: Listener) -> None:
    wheel.nudge(50)
    wheel.nudge(-340)
    wheel.turn(1)
    heard.wait_rest(1)
    assert heard.nets == [0, 1]


def test_a_wheel_between_two_stops_is_reported_and_comes_free(wheel: SimulatedWheel, heard: Listener) -> None:
    wheel.hold(45)
    assert heard.wait_health("wheel_stuck").state is HealthState.SEARCHING
    wheel.hold(45)
    heard.wait_rest(1)
    heard.wait_health("wheel_ok")


def test_a_way_that_was_not_seen_is_uncertain(wheel: SimulatedWheel, heard: Listener) -> None:
    wheel.slip(1)
    heard.wait_rest(1, certain=False)
    heard.wait_health("wheel_uncertain")
    wheel.turn(1)
    heard.wait_rest(2)


@pytest.mark.parametrize("quarters", [0, 1, -2])
def test_a_wheel_turned_while_unplugged_is_reported_on_return(
    wheel: SimulatedWheel, heard: Listener, quarters: int
) -> None:
    boot = heard.reports[-1].boot
    wheel.unplug()
    lost = heard.wait_health("wheel_lost")
    assert lost.state is HealthState.LOST
    assert heard.lost == 1
    assert dict(lost.params) == {"port": wheel.port}
    wheel.turn(quarters)
    wheel.plug()
    heard.wait_health("wheel_ok")
    heard.wait_rest(quarters, boot)
    assert heard.nets == ([0, quarters] if quarters else [0])


def test_a_slip_while_torn_out_is_uncertain_afterwards(wheel: SimulatedWheel, heard: Listener) -> None:
    wheel.unplug()
    heard.wait_health("wheel_lost")
    wheel.slip(1)
    wheel.plug()
    heard.wait_rest(1, certain=False)


def test_many_times_torn_out_always_the_right_stop(wheel: SimulatedWheel, heard: Listener) -> None:
    net = 0
    for quarters in (1, -1, 2, 1):
        wheel.unplug()
        heard.wait_health("wheel_lost")
        wheel.turn(quarters)
        wheel.plug()
        net += quarters
        heard.wait_rest(net)
        heard.wait_health("wheel_ok")


def test_a_reset_device_counts_anew_under_another_boot(wheel: SimulatedWheel, heard: Listener) -> None:
    wheel.turn(1)
    before = heard.wait_rest(1)
    wheel.reset()
    heard.wait(lambda: heard.reports[-1].boot != before.boot)
    # The angle is absolute: the fresh count stands on the same stop.
    assert heard.reports[-1].net % 4 == 1
    wheel.turn(-1)
    heard.wait_rest(0)


def test_garbage_on_the_line_moves_nothing_and_stops_nothing(wheel: SimulatedWheel, heard: Listener) -> None:
    rng = random.Random(9)
    for _ in range(50):
        wheel.garble(rng.randbytes(40))
    wheel.turn(1)
    heard.wait_rest(1)
    assert heard.nets == [0, 1]


def test_a_port_in_use_is_refused_to_others(wheel: SimulatedWheel, heard: Listener) -> None:
    second = SerialPort(wheel.port)
    with pytest.raises(PortError, match="another program uses it; close that program"):
        second.open()
    wheel.turn(1)
    heard.wait_rest(1)


def assert_lost_until(wheel: SimulatedWheel, code: str, cure: Callable[[], None]) -> None:
    """The sensor reports the code with the port, and takes the wheel by itself once the cause is gone."""
    listener = Listener()
    sensor = WheelSensor(wheel.port, clock=clock_ms)
    sensor.start(listener.post, listener.report)
    lost = listener.wait_health(code)
    assert (lost.state, dict(lost.params)) == (HealthState.LOST, {"port": wheel.port})
    cure()
    listener.wait_rest(0)
    listener.wait_health("wheel_ok")
    sensor.stop()


def test_a_port_that_another_program_has_open_is_reported(wheel: SimulatedWheel) -> None:
    other = SerialPort(wheel.port)
    other.open()
    assert_lost_until(wheel, "wheel_busy", other.close)


def test_a_missing_port_is_reported_and_taken_as_soon_as_it_is_there(wheel: SimulatedWheel) -> None:
    wheel.unplug()
    assert_lost_until(wheel, "wheel_missing", wheel.plug)


def test_a_file_is_no_serial_port(tmp_path: Path) -> None:
    file = tmp_path / "letter"
    file.write_text("dear wheel", encoding="utf-8")
    with pytest.raises(PortError, match="that is no serial port"):
        SerialPort(str(file)).open()
    with pytest.raises(PortError, match="nothing is connected there"):
        SerialPort(str(tmp_path / "nowhere")).open()


def hurried(step_ms: int) -> Callable[[], int]:
    """A clock on which every look takes so long, so that patience ends soon."""
    ticks = itertools.count(0, step_ms)
    return lambda: next(ticks)


def test_auto_passes_over_silent_ports(wheel: SimulatedWheel, monkeypatch: pytest.MonkeyPatch) -> None:
    mute = SimulatedWheel()
    mute.plug()  # never started: a silent serial gadget
    found = [Candidate(device=port, description="") for port in (mute.port, wheel.port)]
    monkeypatch.setattr(discovery, "candidates", lambda: found)
    listener = Listener()
    sensor = WheelSensor(AUTO, clock=hurried(100))
    sensor.start(listener.post, listener.report)
    listener.wait_rest(0)
    listener.wait_health("wheel_ok")
    sensor.stop()
    mute.stop()
    assert {health.code for health in listener.health} <= {"wheel_searching", "wheel_ok"}


def test_auto_with_nothing_plugged_in_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discovery, "candidates", list)
    listener = Listener()
    sensor = WheelSensor(AUTO, clock=clock_ms)
    sensor.start(listener.post, listener.report)
    listener.wait_health("wheel_searching")
    sensor.stop()


def test_a_port_that_never_answers_is_no_wheel() -> None:
    mute = SimulatedWheel()
    mute.plug()
    listener = Listener()
    sensor = WheelSensor(mute.port, clock=hurried(500))
    sensor.start(listener.post, listener.report)
    listener.wait_health("wheel_missing")
    sensor.stop()
    mute.stop()


def test_every_byte_is_heard_and_replays_to_the_same_reports(wheel: SimulatedWheel) -> None:
    taken: list[bytes] = []
    listener = Listener()
    sensor = WheelSensor(wheel.port, clock=clock_ms, on_bytes=taken.append)
    sensor.start(listener.post, listener.report)
    listener.wait_rest(0)
    wheel.turn(1)
    listener.wait_rest(1)
    wheel.turn(-2)
    listener.wait_rest(-1)
    sensor.stop()
    decoder = WheelDecoder()
    replayed = [report for data in taken for report in decoder.feed(data, 0)]
    assert [(report.boot, report.net, report.certain) for report in replayed] == [
        (report.boot, report.net, report.certain) for report in listener.reports
    ]


def test_what_is_recorded_from_the_middle_on_replays_too(wheel: SimulatedWheel) -> None:
    taken: list[bytes] = []
    listener = Listener()
    sensor = WheelSensor(wheel.port, clock=hurried(100), on_bytes=taken.append)
    sensor.start(listener.post, listener.report)
    listener.wait_rest(0)
    middle = len(taken)
    for quarters in (1, -1, 1, 1):  # it comes by its end only once, however late the sensor looks
        wheel.turn(quarters)
    listener.wait_rest(2)
    sensor.stop()
    decoder = WheelDecoder()
    replayed = [report for data in taken[middle:] for report in decoder.feed(data, 0)]
    assert replayed[-1].net == 2
    assert replayed[-1].certain


def test_an_other_protocol_gives_no_reports() -> None:
    line = encode_packet(encode_message(Hello(MAGIC, 9, 1, 0))) + encode_packet(
        encode_message(State(1, 0, 2, 0, 0, 0, 128))
    )
    assert WheelDecoder().feed(line, 0) == []
