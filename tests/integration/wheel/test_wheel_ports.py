"""Every form of port that pyserial opens: the wheel is read through each, and each failure is one line with a cure."""

import contextlib
import io
import re
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
import serial
from serial.tools.list_ports_common import ListPortInfo
from test_wheel_sensor import Listener
from typer.testing import CliRunner
from wheel_bridges import Bridge, TelnetBridge

from companion.sensors.wheel import WheelSensor
from firmware_bridge import discovery, ports, wheel_client
from firmware_bridge.commands.cli import app
from firmware_bridge.commands.doctor import PortReport, SystemInfo, diagnose, probe_port, system_info
from firmware_bridge.commands.pico_drive import is_pico
from firmware_bridge.ports import PortError, SerialPort, Trouble
from firmware_bridge.protocol import messages as msg
from firmware_bridge.simulated.emulator import EmulatedWheel
from firmware_bridge.simulated.simulator import SimulatedWheel
from firmware_bridge.wheel_client import WheelClient

# pyserial names its thread in a way that Python has given up
pytestmark = pytest.mark.filterwarnings("ignore:set:DeprecationWarning")
HANDLERS = ("plain", "socket", "rfc2217", "spy", "alt", "hwgrep")
MONITOR = (
    "import os, sys, time; port = os.open(sys.argv[1], os.O_RDWR)\nwhile True: os.read(port, 64); time.sleep(0.01)"
)
COMMANDS = (("doctor",), ("zero",), ("monitor", "--seconds", "0.3"))
NOBODY = ("socket://127.0.0.1:1", "rfc2217://127.0.0.1:1", "socket://no.such.host.invalid:7000")
NO_PORTS = (
    *("socket://", "rfc2217://x", "spy://", "cp2110://", "foo://bar", "://", "loop://?logging=x"),
    *("hwgrep://[", "hwgrep://nothing-is-called-so", "alt:///dev/null?class=None"),
    *("", "\0", "/dev/null", "/dev", "/no/such/port"),
)


@pytest.fixture(scope="module")
def wheel() -> Iterator[SimulatedWheel]:
    emulated = EmulatedWheel()
    emulated.start()
    yield emulated
    emulated.stop()


@contextlib.contextmanager
def address(handler: str, device: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A name of the wheel at `device` for that handler of pyserial."""
    if handler in ("socket", "rfc2217"):
        with (Bridge if handler == "socket" else TelnetBridge)(device) as served:
            yield served
    elif handler == "hwgrep":
        found = ListPortInfo(device)
        found.description = "the wheel of the tests"
        monkeypatch.setattr("serial.tools.list_ports.comports", lambda *_: [found])
        yield "hwgrep://wheel of the tests"
    else:
        yield {"plain": device, "spy": f"spy://{device}", "alt": f"alt://{device}?class=VTIMESerial"}[handler]


def run(*arguments: str) -> tuple[int, str]:
    """Status and all that was printed.  Raises what the command did not catch."""
    done = CliRunner().invoke(app, list(arguments))
    if done.exception and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.exit_code, done.output


@pytest.mark.parametrize("handler", HANDLERS)
def test_the_wheel_is_read_through_every_form_of_port(handler, wheel, monkeypatch):
    with address(handler, wheel.port, monkeypatch) as path:
        report = probe_port(path)
        assert report.hello, report
        assert report.states
        said = next(said for status, said in (run("zero", path) for _ in range(20)) if "still moves" not in said)
        assert said.endswith("The wheel stands on stop 0.\n")
        listener = Listener()
        sensor = WheelSensor(path, clock=lambda: 0)
        sensor.start(listener.post, listener.report)
        listener.wait_health("wheel_ok")
        sensor.stop()


def test_a_loop_is_named_as_a_loop():
    status, said = run("doctor", "loop://")
    assert status == 1
    assert "only gives back what is said to it" in said


@pytest.mark.parametrize("path", [*NOBODY, *NO_PORTS])
def test_a_port_that_cannot_be_opened_is_one_line(path):
    with pytest.raises(PortError) as refused:
        SerialPort(path).open()
    assert "\n" not in str(refused.value)
    if path in NOBODY:
        assert refused.value.trouble is Trouble.UNREACHABLE
        (found,) = diagnose(system_info(), [probe_port(path)])[:1]
        assert found.code == "wheel_no_bridge"
    for command, *options in COMMANDS[1:] if path else ():
        status, said = run(command, path, *options)
        assert (status, said.count("\n")) == (2, 1)


@pytest.mark.parametrize("step", ["open", "read", "write", "close"])
@pytest.mark.parametrize(
    "error",
    [NotImplementedError("x"), AttributeError(), KeyError("x"), IndexError(), EOFError(), RuntimeError("a\nb"),
     struct.error("x"), TimeoutError(), BrokenPipeError(), termios.error(5, "x"), re.error("x"), UnicodeError("x"),
     serial.SerialException("x"), serial.PortNotOpenError(), AssertionError(), ImportError("hid"),
     io.UnsupportedOperation("fileno")],
    ids=repr,
)  # fmt: skip
def test_whatever_a_port_raises_no_command_ends_in_a_traceback(step, error, monkeypatch):
    def fails(*_: object, **__: object) -> None:
        raise error

    class Failing:
        in_waiting = 0
        read = write = open = close = lambda self, *_: b""

    setattr(Failing, step, fails)
    monkeypatch.setattr(ports.serial, "serial_for_url", lambda *_, **__: Failing())
    monkeypatch.setattr(wheel_client, "ASK_EVERY_S", 0.01)
    monkeypatch.setattr(WheelClient.handshake, "__defaults__", (0.02,))
    for command, *options in COMMANDS:
        status, said = run(command, "/dev/ttyX", *options)
        assert status in (1, 2)
        assert said.strip()


def test_another_program_at_the_port_is_named_and_not_the_cable(wheel):
    """As long as that program reads, too, as a serial monitor does."""
    listener = Listener()
    sensor = WheelSensor(wheel.port, clock=lambda: time.monotonic_ns() // 1_000_000)
    sensor.start(listener.post, listener.report)
    listener.wait_health("wheel_ok")
    with subprocess.Popen([sys.executable, "-c", MONITOR, wheel.port]) as reader:
        listener.wait_health("wheel_busy")
        sensor.stop()
        report = probe_port(wheel.port)
        reader.kill()
    assert re.search(r"cannot be used: python\S* uses it, too; close that program$", str(report.refusal))
    assert diagnose(system_info(), [report])[0].code == "wheel_busy"
    assert probe_port(wheel.port).hello


@pytest.mark.parametrize(("stays", "trouble"), [(True, Trouble.BUSY), (False, Trouble.OTHER)])
def test_bytes_taken_by_a_program_that_the_system_hides_are_no_torn_cable(tmp_path, monkeypatch, stays, trouble):
    def fails(_: int) -> bytes:
        raise serial.SerialException("returned no data (device disconnected or multiple access on port?)")

    node = tmp_path / "ttyUSB0"
    if stays:
        node.touch()
    opened = SimpleNamespace(in_waiting=0, read=fails, open=lambda: None, close=lambda: None)
    monkeypatch.setattr(ports.serial, "serial_for_url", lambda *_, **__: opened)
    port = SerialPort(str(node))
    port.open()
    with pytest.raises(PortError) as lost:
        port.read()
    assert lost.value.trouble is trouble


def test_a_device_that_is_unplugged_is_gone_and_not_busy():
    simulated = SimulatedWheel(speed=4.0)
    simulated.start()
    port = SerialPort(simulated.port)
    port.open()
    simulated.unplug()
    with pytest.raises(PortError, match="is gone") as lost:
        read_on(port)
    assert lost.value.trouble is Trouble.OTHER
    port.close()
    simulated.stop()


def read_on(port: SerialPort) -> None:
    """Reads what was sent before, and then what is there no more."""
    for _ in range(100):
        port.read()


@pytest.mark.parametrize(("chip", "pico"), [(discovery.PICO, True), ((0x1A86, 0x7523), False)])
def test_all_names_of_a_port_are_one_port(tmp_path, monkeypatch, chip, pico):
    node = tmp_path / "dev" / "ttyACM0"
    link, chain = tmp_path / "dev" / "serial" / "by-id" / "usb-Board_E66-if00", tmp_path / "dev" / "spinwheel"
    link.parent.mkdir(parents=True)
    node.touch()
    link.symlink_to("../../ttyACM0")
    chain.symlink_to(link)
    found = SimpleNamespace(device=str(node), vid=chip[0], pid=chip[1])
    monkeypatch.setattr(discovery.list_ports, "comports", lambda: [found])
    monkeypatch.chdir(tmp_path / "dev")
    for name in (node, link, chain, "ttyACM0", "./serial/../ttyACM0", f"{tmp_path}/dev/../dev/ttyACM0"):
        assert discovery.chip_of(str(name)) == chip, name
        assert is_pico(str(name)) is pico, name
    for name in ("ttyACM1", str(tmp_path), "socket://ttyACM0", ""):
        assert discovery.chip_of(name) is None, name


@pytest.mark.parametrize("name", ["COM3", "com3", r"\\.\COM3", r"\\.\com3"])
def test_windows_writes_the_name_of_a_port_in_several_ways(name, monkeypatch):
    monkeypatch.setattr(discovery, "os", SimpleNamespace(name="nt"))
    assert discovery.same_port("COM3", name)
    assert not discovery.same_port("COM30", name)


@pytest.mark.parametrize(
    ("chip", "well", "edges"),
    [
        (discovery.PICO, range(13, 116), (0, 12, 116, 128)),
        ((0x1A86, 0x7523), range(25, 231), (0, 24, 231, 255)),
        (None, range(13, 231), (0, 12, 231, 255)),
    ],
)
def test_the_gain_of_the_magnet_is_judged_by_the_board(chip, well, edges):
    def found(gain: int) -> list[str]:
        state = msg.State(1, 0, 0, 0, 0, 0, gain)
        hello = msg.Hello(msg.MAGIC, msg.PROTOCOL, 1, 77)
        return [
            each.code
            for each in diagnose(SystemInfo(), [PortReport(device="x", chip=chip, hello=hello, states=(state,))])
        ]

    assert [gain for gain in well if found(gain)] == []
    assert all(found(gain)[:1] == ["wheel_magnet_edge"] for gain in edges)


def test_a_program_of_the_command_line_reads_through_a_bridge(wheel):
    with TelnetBridge(wheel.port) as path:
        done = subprocess.run(
            [sys.executable, "-W", "ignore::DeprecationWarning", "-m", "firmware_bridge", "doctor", path],
            capture_output=True, text=True, timeout=60, check=False, cwd=Path(__file__).parents[3],
        )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("All is well.\n")
