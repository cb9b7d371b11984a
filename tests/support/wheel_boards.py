"""The wheel's firmware, built once for a run of the tests, and the board it runs on.

WHEEL_BUILD names another folder with a built firmware: so the mutation script lets these tests judge a broken one.
"""

import os
import subprocess
from collections import Counter
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from firmware_bridge.protocol import messages as msg
from firmware_bridge.simulated.board import EEPROM_BYTES, Board
from firmware_bridge.simulated.emulated_board import EmulatedBoard
from firmware_bridge.simulated.emulated_pico import EmulatedPico

HARDWARE = Path(__file__).resolve().parents[2] / "hardware"
#: A blank EEPROM; from AT_BOOT on lie the boot numbers.
FACTORY = b"\xff" * EEPROM_BYTES
AT_BOOT = 64
#: The kind of a test's boards: "arduino" or "pico"; the fixture `each_board` sets it.
kind = "arduino"
BUILD = Path(os.environ.get("WHEEL_BUILD", HARDWARE / "firmware" / "build"))


@cache
def build() -> Path:
    """The folder with wheel.elf, wheel.hex and libwheelcore.so, up to date."""
    orders = [("sim", "all")]
    if "WHEEL_BUILD" not in os.environ:
        orders += [("firmware", "all"), ("firmware", "build/libwheelcore.so")]
    for folder, target in orders:
        made = subprocess.run(
            ["make", "-C", str(HARDWARE / folder), target], capture_output=True, text=True, check=False
        )
        assert made.returncode == 0, f"make firmware fails: docs/explanation/wheel.md names the packages\n{made.stderr}"
    return BUILD


@cache
def set_up_eeprom() -> bytes:
    """Returns the memory of a board after its set-up: serial number, zero at 0 degrees; it was never started."""
    with EmulatedBoard(build() / "wheel.elf", eeprom=FACTORY) as board:
        board.set_up()
        return board.eeprom[:AT_BOOT] + FACTORY[AT_BOOT:]


def new_board(*, deg: float = 0.0, eeprom: bytes | None = None) -> Board:
    """A board with power on, before its first instruction; by itself one that was set up."""
    eeprom = set_up_eeprom() if eeprom is None else eeprom
    if kind == "pico":
        return EmulatedPico(deg=deg, eeprom=eeprom)
    return EmulatedBoard(build() / "wheel.elf", deg=deg, eeprom=eeprom)


def resting_board(*, deg: float = 0.0, eeprom: bytes | None = None) -> Board:
    """A board that has been on for long enough to be at rest, with its first words taken out of `received`."""
    board = new_board(deg=deg, eeprom=eeprom)
    board.run(200)
    return board


def events(messages: Iterable[msg.Message]) -> list[msg.Message]:
    """Returns the messages without the heartbeat, and without the device's own identity."""
    return [message for message in messages if not isinstance(message, msg.State | msg.Errors | msg.About)]


def kinds(messages: Iterable[msg.Message]) -> list[str]:
    return [type(message).__name__ for message in events(messages)]


def turns(messages: Iterable[msg.Message]) -> list[int]:
    return [message.quarters for message in messages if isinstance(message, msg.Turn)]


def last_state(messages: Iterable[msg.Message]) -> msg.State:
    return [message for message in messages if isinstance(message, msg.State)][-1]


def hello(messages: Iterable[msg.Message]) -> msg.Hello:
    """The last one."""
    return [message for message in messages if isinstance(message, msg.Hello)][-1]


def count(messages: Iterable[msg.Message]) -> Counter[str]:
    return Counter(type(message).__name__ for message in messages)
