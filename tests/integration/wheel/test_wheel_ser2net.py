"""The wheel behind Debian's ser2net: read through it, back after it, and its refusals in plain words."""

import contextlib
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from brokers_for_tests import free_ports
from test_wheel_sensor import SPEED, Listener, clock_ms

from companion.sensors.wheel import WheelSensor
from firmware_bridge.commands.doctor import diagnose, probe_port, system_info
from firmware_bridge.ports import Trouble
from firmware_bridge.simulated import emulated_pico
from firmware_bridge.simulated.emulated_pico import EmulatedPico
from firmware_bridge.simulated.emulator import EmulatedWheel
from firmware_bridge.simulated.simulator import SimulatedWheel

SER2NET = shutil.which("ser2net", path="/usr/sbin:/usr/bin:/bin")
pytestmark = [
    pytest.mark.skipif(SER2NET is None, reason="not installed: Debian's ser2net"),
    # pyserial names its thread in a way that Python has given up; where a bridge hangs up, the thread fails, and the
    # socket is closed by Python alone
    pytest.mark.filterwarnings("ignore:set:DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning"),
    pytest.mark.filterwarnings("ignore:unclosed <socket:ResourceWarning"),
]
ACCEPTERS = {"socket": "tcp", "rfc2217": "telnet(rfc2217),tcp"}
both = pytest.mark.parametrize("scheme", ACCEPTERS)


class Bridge:
    """ser2net at one device; `restart` may follow `kill`."""

    def __init__(self, folder: Path, scheme: str, device: str) -> None:
        (self._port,) = free_ports(1)
        self.address = f"{scheme}://127.0.0.1:{self._port}"
        self._settings = folder / "ser2net.yaml"
        accepter = f"{ACCEPTERS[scheme]},127.0.0.1,{self._port}"
        connector = f"serialdev,{device},115200n81,local"
        self._settings.write_text(f"connection: &wheel\n  accepter: {accepter}\n  connector: {connector}\n")
        self.restart()

    def restart(self) -> None:
        order = [str(SER2NET), "-n", "-u", "-c", str(self._settings)]
        self._program = subprocess.Popen(order, stderr=subprocess.DEVNULL)
        give_up_s = time.monotonic() + 10.0
        while f":{self._port:04X} " not in Path("/proc/net/tcp").read_text():
            assert time.monotonic() < give_up_s
            time.sleep(0.02)

    def kill(self) -> None:
        self._program.kill()
        self._program.wait()

    def client(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self._port))


@contextlib.contextmanager
def bridge(folder: Path, scheme: str, device: str) -> Iterator[Bridge]:
    served = Bridge(folder, scheme, device)
    try:
        yield served
    finally:
        served.kill()


@contextlib.contextmanager
def sensor(address: str) -> Iterator[Listener]:
    listener = Listener()
    reading = WheelSensor(address, clock=clock_ms)
    reading.start(listener.post, listener.report)
    try:
        yield listener
    finally:
        reading.stop()


@pytest.fixture
def wheel() -> Iterator[SimulatedWheel]:
    simulated = SimulatedWheel(speed=SPEED)
    simulated.start()
    yield simulated
    simulated.stop()


@both
def test_a_turn_while_the_bridge_is_down_counts_when_it_is_back(tmp_path, scheme, wheel):
    with bridge(tmp_path, scheme, wheel.port) as served, sensor(served.address) as listener:
        listener.wait_health("wheel_ok")
        wheel.turn(1)
        listener.wait_rest(1)
        served.kill()
        listener.wait_health("wheel_no_bridge")
        wheel.turn(2)
        served.restart()
        listener.wait_health("wheel_ok")
        listener.wait_rest(3)
        assert listener.lost >= 1


@pytest.mark.long
@pytest.mark.skipif(not emulated_pico.installed(), reason="not set up; run: make pico-emulator")
def test_the_firmware_of_a_pico_is_read_through_the_bridge(tmp_path):
    pico = EmulatedWheel(board=EmulatedPico())
    pico.start()
    with bridge(tmp_path, "rfc2217", pico.port) as served, sensor(served.address) as listener:
        listener.wait_health("wheel_ok")
        pico.turn(1)
        listener.wait_rest(1)
    pico.stop()


@both
def test_a_bridge_that_another_program_holds_is_busy_not_a_bad_cable(tmp_path, scheme, wheel):
    with bridge(tmp_path, scheme, wheel.port) as served, served.client() as other:
        other.recv(1)
        report = probe_port(served.address)
        assert (report.trouble, diagnose(system_info(), [report])[0].code) == (Trouble.BUSY, "wheel_busy")
        with sensor(served.address) as listener:
            listener.wait_health("wheel_busy")
            other.close()
            listener.wait_health("wheel_ok")


@both
def test_a_bridge_without_a_wheel_says_that_nothing_is_connected(tmp_path, scheme):
    with bridge(tmp_path, scheme, str(tmp_path / "ttyUSB0")) as served:
        report = probe_port(served.address)
        assert (report.trouble, report.refusal) == (
            Trouble.ABSENT,
            f"{served.address} cannot be opened: nothing is connected there; plug the wheel in or choose another port",
        )
