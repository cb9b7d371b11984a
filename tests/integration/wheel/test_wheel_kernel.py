"""The wheel on a serial port of a real kernel: found among strangers, felt, not started anew, pulled out.

Debian's kernel with its driver for serial ports by USB, udev and pyserial are real, and the wheel's processor is the
real firmware in the emulator; only the chip between them is ours.  Each fact is of one run of
`kernel_devices.serial_scenario`.
"""

from typing import Any

import pytest
from kernel_devices.machine import missing, run_in_machine
from wheel_boards import build

pytestmark = [pytest.mark.long, pytest.mark.skipif(missing() is not None, reason=str(missing()))]

WHEEL, STRANGER = "75AA", "31BB"


@pytest.fixture(scope="module")
def seen() -> dict[str, Any]:
    build()
    return run_in_machine("kernel_devices.serial_scenario", ("vhci_hcd", "cdc_acm"))


def test_boards_of_the_kinds_that_wheels_are_built_with_are_candidates(seen: dict[str, Any]) -> None:
    assert seen["none"] == 0
    assert [(port["device"], port["description"]) for port in seen["candidates"]] == [
        ("/dev/ttyACM0", "Arduino Uno"),
        ("/dev/ttyACM1", "Arduino Uno"),
    ]
    assert [port["plugged"][2] for port in seen["candidates"]] == [STRANGER, WHEEL]


def test_whoever_sits_at_the_screen_may_use_it_and_modem_programs_leave_it(seen: dict[str, Any]) -> None:
    """By our rules of udev, as udev reads them."""
    assert seen["udev"]["ID_SERIAL_SHORT"] == WHEEL
    assert seen["udev"]["ID_MM_DEVICE_IGNORE"] == "1"
    assert "uaccess" in seen["udev"]["TAGS"].split(":")


def test_the_wheel_is_found_beside_a_silent_stranger_and_felt(seen: dict[str, Any]) -> None:
    assert seen["felt"]["found"]
    assert seen["felt"]["turned"]
    assert int.from_bytes(seen["coding"][:4], "little") == 115200


def test_opening_the_port_again_does_not_start_the_board_anew(seen: dict[str, Any]) -> None:
    """DTR rises with the first opening and stays; the stranger is opened once."""
    assert seen["felt"]["found again"]
    assert seen["felt"]["starts"] == 1
    assert seen["felt"]["starts of both"] == [1, 1]


def test_a_wheel_that_is_pulled_out_is_missed_and_found_again(seen: dict[str, Any]) -> None:
    assert seen["felt"]["missed"]
    assert seen["felt"]["found after it was pulled out"]
    assert seen["felt"]["turned back"]
