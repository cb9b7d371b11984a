"""The real firmware on the emulated Raspberry Pi Pico: its own parts, from the first instruction to the bridge.

The duties of every board are in test_wheel_firmware*.py, which run with the Pico too.
"""

import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from test_wheel_emulator import Listener
from wheel_boards import AT_BOOT, HARDWARE, hello, kinds, last_state, set_up_eeprom, turns

from companion.sensors.wheel import WheelSensor
from firmware_bridge.discovery import KNOWN_CHIPS
from firmware_bridge.protocol import messages as msg
from firmware_bridge.protocol.messages import AckCode, Status
from firmware_bridge.simulated import emulated_pico
from firmware_bridge.simulated.board import BoardError, Sensor
from firmware_bridge.simulated.emulated_pico import FIRMWARE, STORE_AT, EmulatedPico, newest_store, store_page
from firmware_bridge.simulated.emulator import EmulatedWheel
from firmware_bridge.uf2 import decode_uf2, encode_uf2
from firmware_bridge.wheel_client import WheelClient, identify

EMULATED = pytest.mark.skipif(not emulated_pico.installed(), reason="not set up; run: make pico-emulator")
pytestmark = [pytest.mark.long, EMULATED]
COMPILED = pytest.mark.skipif(shutil.which("arm-none-eabi-gcc") is None, reason="not installed; run: make pico")


@pytest.fixture
def pico() -> Iterator[EmulatedPico]:
    """One that was set up; it has been on for 200 ms."""
    with EmulatedPico(eeprom=set_up_eeprom()) as board:
        board.run(200)
        yield board
        assert board.faults == []


def test_a_computer_finds_a_serial_port_with_the_number_of_the_flash(pico: EmulatedPico) -> None:
    found = pico.identity
    assert found
    assert (found["maker"], found["name"], found["serial"]) == ("Pawtrack", "Spin wheel", emulated_pico.UNIQUE)
    device = found["device"]
    assert (device[8] | device[9] << 8, device[10] | device[11] << 8) in KNOWN_CHIPS
    configuration = found["configuration"]
    assert len(configuration) == configuration[2] | configuration[3] << 8
    interfaces = [part[5:8] for part in descriptors(configuration) if part[1] == 4]
    assert interfaces == [[2, 2, 0], [10, 0, 0]], "CDC with the abstract control model, and its data"
    endpoints = [(part[2], part[3]) for part in descriptors(configuration) if part[1] == 5]
    assert endpoints == [(0x81, 3), (0x02, 2), (0x82, 2)]
    assert found["qualifier"] is None, "refused: this is no high-speed device"
    assert (found["speed"], found["open"]) == (115200, True)


def descriptors(configuration: list[int]) -> list[list[int]]:
    parts, at = [], 0
    while at < len(configuration):
        parts.append(configuration[at : at + configuration[at]])
        at += configuration[at]
    return parts


def test_a_turn_and_what_stands_beside_it(pico: EmulatedPico) -> None:
    assert isinstance(pico.received[0][1], msg.Hello)
    said = pico.turn(1)
    assert kinds(said) == ["Move", "Turn"]
    assert turns(said) == [1]
    assert turns(pico.turn(-2)) == [-2]
    state = pico.state
    assert (state["clock"], state["busHz"], state["burns"]) == (48_000_000, 400_000, 0)
    assert state["asleep"] > 0.9 * (state["us"] - 100_000), "the processor sleeps between the samples"
    assert pico.decoder.damaged == 0


def test_unread_bytes_are_not_sent_to_a_later_reader(pico: EmulatedPico) -> None:
    pico.listen(on=False)
    assert pico.turn(1) == []
    pico.run(1500)
    pico.listen(on=True)
    said = pico.run(400)
    assert [message.net for message in said if isinstance(message, msg.State)][:1] == [1], "no news of yesterday"
    assert turns(said) == []
    assert pico.decoder.damaged == 0
    assert turns(pico.turn(1)) == [1]


def test_the_lamp_lights_while_the_sensor_answers_and_else_blinks(pico: EmulatedPico) -> None:
    def lamps() -> set[bool]:
        seen = set()
        for _ in range(20):
            pico.run(50)
            seen.add(bool(pico.state["lamp"]))
        return seen

    assert lamps() == {True}
    pico.sensor(Sensor.ABSENT)
    assert lamps() == {True, False}


def test_opened_at_1200_baud_and_closed_it_waits_for_another_firmware(pico: EmulatedPico) -> None:
    pico.touch(115200)
    pico.run(50)
    assert not pico.state["flashing"]
    pico.touch(1200)
    pico.run(50)
    assert pico.state["flashing"]


def test_settings_survive_forty_starts_and_power_cuts() -> None:
    with EmulatedPico(eeprom=set_up_eeprom()) as board:
        boots = []
        for start in range(40):
            if start % 3 == 1:
                board.starve(1 + start % 2)
            said = board.run(90)
            boots += [message.boot for message in said if isinstance(message, msg.Hello)][-1:]
            board.reset()
        said = board.run(200)
        assert last_state(said).status == Status.RESTING, "the zero is kept"
        assert len({*boots}) == len(boots) > 20
        assert 2 <= board.state["erases"] < board.state["programs"] / 8, "the flash is spared"
        assert board.faults == []


def test_a_confirmed_zero_is_kept_and_an_interrupted_one_is_old_or_new() -> None:
    for operations in (1, 2, 3):
        with EmulatedPico(eeprom=set_up_eeprom(), deg=60) as board:
            board.run(500)
            board.starve(operations)
            board.ask(msg.Zero())
            answered = [message.code for message in board.run(250) if isinstance(message, msg.Ack)]
            board.reset()
            state = last_state(board.run(200))
            assert state.status & Status.NO_ZERO == 0
            off_deg = min(state.angle, 36000 - state.angle) / 100
            assert round(off_deg) in (0, 60)
            assert round(off_deg) == 0 or AckCode.DONE not in answered


def test_a_flash_of_rubbish_is_a_new_board() -> None:
    with EmulatedPico() as board:
        board.flash(STORE_AT, bytes(range(256)) * 32)
        board.reset()
        said = board.run(400)
        assert last_state(said).status == Status.NO_ZERO
        assert hello(said).serial not in (0, 0xFFFFFFFF)
        assert board.faults == []


def test_the_newest_page_is_read_back_as_the_firmware_wrote_it(pico: EmulatedPico) -> None:
    kept = pico.eeprom
    assert kept[:AT_BOOT] == set_up_eeprom()[:AT_BOOT]
    assert kept[AT_BOOT:] != set_up_eeprom()[AT_BOOT:], "it was started since"
    assert newest_store(store_page(b"old", 7) + store_page(kept, 8) + b"\xff" * 256) == kept


def test_a_firmware_with_a_wrong_checksum_is_refused_by_the_rom(tmp_path: Path) -> None:
    image = bytearray(decode_uf2(FIRMWARE.read_bytes()))
    image[10] ^= 1
    (tmp_path / "bad.uf2").write_bytes(encode_uf2(bytes(image)))
    with EmulatedPico(tmp_path / "bad.uf2") as board, pytest.raises(BoardError, match="does not take"):
        board.run(10)


def test_the_bridge_finds_zeroes_and_follows_a_pico_across_replugging() -> None:
    wheel = EmulatedWheel(speed=1.0, board=EmulatedPico(), new=True)
    wheel.start()
    listener = Listener()
    sensor = WheelSensor(wheel.port, clock=lambda: time.monotonic_ns() // 1_000_000)
    try:
        found = identify(wheel.port)
        assert found
        assert found.protocol == msg.PROTOCOL
        with WheelClient(wheel.port) as client:
            assert client.handshake()
            codes = []
            while codes[-1:] != [AckCode.DONE]:
                assert codes in ([], [AckCode.MOVING] * len(codes)), "it has to have rested for a while"
                answer = client.request(msg.Zero(), msg.Ack)
                assert answer
                codes.append(AckCode(answer.code))
        sensor.start(listener.post, listener.report)
        boot = listener.wait_net(0).boot
        wheel.turn(1)
        assert listener.wait_net(1).certain
        wheel.turn(-2)
        assert listener.wait_net(-1).certain
        wheel.unplug()
        listener.wait(lambda: listener.health[-1:] == ["wheel_lost"])
        wheel.plug()
        listener.wait(lambda: listener.reports[-1].boot != boot)
        assert listener.reports[-1].net % 4 == 3
    finally:
        sensor.stop()
        wheel.stop()


@COMPILED
def test_it_builds_to_the_bytes_of_the_package_wherever_it_lies(tmp_path: Path) -> None:
    version = subprocess.run(["arm-none-eabi-gcc", "-dumpversion"], capture_output=True, text=True, check=True).stdout
    if not version.startswith("12.2"):
        pytest.skip(f"gcc {version.strip()} makes other bytes than 12.2 does")
    copy = tmp_path / "elsewhere"
    for part in ("hardware/firmware", "hardware/protocol"):
        shutil.copytree(HARDWARE.parent / part, copy / part, ignore=shutil.ignore_patterns("build"))
    (copy / "firmware_bridge").mkdir()
    for name in ("__init__.py", "uf2.py"):
        shutil.copy(HARDWARE.parent / "firmware_bridge" / name, copy / "firmware_bridge" / name)
    for target in ("all", "check"):
        made = subprocess.run(
            ["make", "-C", str(copy / "hardware/firmware/pico"), target], capture_output=True, text=True, check=False
        )
        assert made.returncode == 0, made.stderr
    assert (copy / "hardware/firmware/build/pico/wheel.uf2").read_bytes() == FIRMWARE.read_bytes(), "run: make pico"
