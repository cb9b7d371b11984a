"""The doctor's findings on a faulty wheel: the fault in words, and the cure."""

import errno
import re

import pytest
import serial
from serial.tools.list_ports_common import ListPortInfo

from firmware_bridge.commands import doctor
from firmware_bridge.commands.doctor import PortReport, SystemInfo, diagnose, probe_port, system_info
from firmware_bridge.commands.generate import DICTIONARY
from firmware_bridge.discovery import KNOWN_CHIPS, candidates
from firmware_bridge.ports import Trouble
from firmware_bridge.protocol import messages as msg
from firmware_bridge.protocol.messages import Status

HELLO = msg.Hello(msg.MAGIC, msg.PROTOCOL, 1, 77)
QUIET = SystemInfo()
THIEVES = SystemInfo(programs=frozenset({"ModemManager", "brltty"}))


def state(status: int = 0, magnet: int = 128) -> msg.State:
    return msg.State(1, 0, 0, 0, 0, status, magnet)


def port(**values: object) -> PortReport:
    return PortReport(device="/dev/ttyUSB0", **values)  # type: ignore[arg-type]


def words(ports: list[PortReport], around: SystemInfo = QUIET) -> str:
    return "\n".join(f"{finding.what} -> {finding.cure}" for finding in diagnose(around, ports))


def test_a_wheel_that_is_well_has_no_findings_whatever_runs_here() -> None:
    assert diagnose(THIEVES, [port(hello=HELLO, states=(state(),))]) == []


@pytest.mark.parametrize(
    ("status", "expected"),
    [
        (Status.NO_SENSOR, "DIR pin is tied to GND"),
        (Status.NO_MAGNET, "Bring the magnet to 1-3 mm"),
        (Status.MAGNET_WEAK, "too weak"),
        (Status.MAGNET_WEAK + Status.MOVING, "too weak"),
        (Status.MAGNET_STRONG, "too strong"),
        (Status.STUCK, "calibrate PORT"),
        (Status.NO_ZERO, "zero PORT"),
    ],
)
def test_an_ill_sensor_is_named_with_its_cure(status: int, expected: str) -> None:
    assert expected in words([port(hello=HELLO, states=(state(status),))])


def test_a_weak_magnet_and_a_stuck_wheel_are_two_findings() -> None:
    assert len(diagnose(QUIET, [port(hello=HELLO, states=(state(Status.MAGNET_WEAK + Status.STUCK),))])) == 2


def test_without_a_zero_a_wheel_between_two_stops_is_not_to_be_pushed() -> None:
    said = words([port(hello=HELLO, states=(state(Status.NO_ZERO + Status.STUCK),))])
    assert "zero PORT" in said
    assert "Push it on" not in said


@pytest.mark.parametrize(("gain", "expected"), [(3, "almost too near"), (250, "almost too far"), (128, "")])
def test_a_gain_near_its_end_is_a_warning(gain: int, expected: str) -> None:
    said = words([port(hello=HELLO, states=(state(magnet=gain),))])
    assert expected in said
    assert bool(said) is bool(expected)


def test_permissions_and_another_program_are_named() -> None:
    assert "usermod -aG dialout" in words([port(refusal="/dev/ttyUSB0 cannot be opened", trouble=Trouble.DENIED)])
    assert "serial monitor" in words([port(refusal="/dev/ttyUSB0 cannot be opened", trouble=Trouble.BUSY)])
    assert "another USB socket" in words([port(refusal="/dev/ttyUSB0 is gone")])


def test_nothing_plugged_in_and_the_wrong_port_are_distinguished() -> None:
    assert "only charge" in words([])
    assert "Nobody at /dev/ttyUSB0 answers" in words([port()])
    assert "Nobody" not in words([port(), port(hello=HELLO, states=(state(),))])


def test_modem_manager_and_brltty_are_named_when_nobody_answers() -> None:
    said = words([port()], THIEVES)
    assert "ModemManager" in said
    assert "apt remove brltty" in said
    assert "brltty" in words([], SystemInfo(braille_rules=True))
    assert "ModemManager" not in words([port()])


def test_another_protocol_is_to_be_flashed() -> None:
    old = msg.Hello(msg.MAGIC, 9, 1, 1)
    assert "flash /dev/ttyUSB0" in words([port(hello=old)])


def test_a_wheel_without_states_and_a_bad_cable_have_a_cure() -> None:
    assert "Pull its plug" in words([port(hello=HELLO)])
    assert "another cable" in words([port(hello=HELLO, states=(state(),), damaged=9)])


def test_looking_around_reads_the_running_programs() -> None:
    assert system_info().programs


@pytest.mark.parametrize(
    ("number", "expected"),
    [(errno.EACCES, "usermod -aG dialout"), (errno.EBUSY, "serial monitor"), (errno.ENOENT, "another USB socket")],
)
def test_what_the_system_says_of_a_port_becomes_a_cure(
    monkeypatch: pytest.MonkeyPatch, number: int, expected: str
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise serial.SerialException(number, "could not open port")

    monkeypatch.setattr(serial, "serial_for_url", refuse)
    assert expected in words([probe_port("/dev/ttyUSB0")])


def test_the_programs_and_rules_that_steal_ports_are_found(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    processes, rules = tmp_path_factory.mktemp("proc"), tmp_path_factory.mktemp("rules.d")
    monkeypatch.setattr(doctor, "_PROCESSES", processes)
    monkeypatch.setattr(doctor, "_RULES", (rules,))
    assert system_info() == SystemInfo()
    (processes / "71").mkdir()
    (processes / "71" / "comm").write_text("ModemManager\n", encoding="utf-8")
    (rules / "90-brltty-device.rules").touch()
    assert system_info() == SystemInfo(programs=frozenset({"ModemManager"}), braille_rules=True)


def test_only_ports_with_the_chips_of_such_boards_are_queried(monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for name, vendor, product in (
        ("/dev/ttyUSB1", 0x1A86, 0x7523),
        ("/dev/ttyACM0", 0x2341, 0x0043),
        ("/dev/ttyUSB0", 0x046D, 0x7523),
        ("/dev/ttyUSB2", 0x1A86, 0x0001),
        ("/dev/ttyS0", None, None),
    ):
        info = ListPortInfo(name)
        info.vid, info.pid, info.description = vendor, product, "a thing"
        found.append(info)
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: found)
    assert [candidate.device for candidate in candidates()] == ["/dev/ttyACM0", "/dev/ttyUSB1"]


def test_a_fault_among_twenty_states_is_found_though_the_last_one_is_well() -> None:
    for bad in range(1, 20):
        states = (*[state(Status.NO_SENSOR)] * bad, *[state()] * (20 - bad))
        assert "A wire of the wheel is loose" in words([port(hello=HELLO, states=states)])
    assert "does not reach" in words([port(hello=HELLO, states=(state(Status.NO_SENSOR),) * 20)])
    assert "too weak" in words([port(hello=HELLO, states=(state(Status.MAGNET_WEAK), state()))])


def test_failing_readings_are_found_before_they_are_a_fault() -> None:
    errors = msg.Errors(1, 12, 400, 0, 0, 0, 0)
    assert "12 of 100 readings" in words([port(hello=HELLO, states=(state(),), errors=errors)])


def test_garbage_an_echo_and_silence_are_distinguished() -> None:
    assert "garbage" in words([port(bytes_received=900)])
    assert "gives back what is said" in words([port(bytes_received=50, echo_seen=True)])
    assert "Nobody" in words([port()])


def test_the_udev_rules_name_exactly_the_known_chips() -> None:
    rules = DICTIONARY.parent.parent / "70-spin-wheel.rules"
    named = re.findall(r'idVendor}=="(\w{4})", ATTRS{idProduct}=="(\w{4})"', rules.read_text(encoding="utf-8"))
    assert [(int(vendor, 16), int(product, 16)) for vendor, product in named] == list(KNOWN_CHIPS)
