"""A board with the wheel's real firmware and an emulated angle sensor, in virtual time, with any processor.

Angles are degrees, clockwise seen from above; times are virtual milliseconds.
"""

from abc import ABC, abstractmethod
from enum import IntEnum
from pathlib import Path
from typing import Final, Self

from firmware_bridge.protocol import messages as msg
from firmware_bridge.protocol.codec import decode_messages, encode_message
from firmware_bridge.protocol.packets import PacketDecoder, encode_packet

FULL_CIRCLE: Final = 4096
HARDWARE: Final = Path(__file__).resolve().parents[2] / "hardware"
#: The bytes that a board keeps without power.
EEPROM_BYTES: Final = 128
#: The board's output is fetched at this interval, and dated with that time.
SLICE_MS: Final = 1.0
#: Longer than a new board takes to start, and than a wheel must rest before its zero is kept.
SET_UP_MS: Final = 500.0


class Sensor(IntEnum):
    """The behaviours of the angle sensor; the numbers are those of wheelsim.c and sensor.mjs."""

    GOOD = 0
    NO_MAGNET = 1
    WEAK = 2
    STRONG = 3
    ABSENT = 4


class BoardError(Exception):
    """The emulated board cannot be used; one line."""


class Board(ABC):
    """One board with power on; it stands still until `run`.  `received` keeps every message with its time."""

    def __init__(self, deg: float) -> None:
        self.received: list[tuple[float, msg.Message]] = []
        self.decoder = PacketDecoder()
        self.deg = deg
        self.spoil()
        self.aim(deg, 0.0)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @abstractmethod
    def close(self) -> None: ...

    @property
    @abstractmethod
    def now_ms(self) -> float: ...

    @property
    @abstractmethod
    def eeprom(self) -> bytes:
        """The bytes that the board keeps without power."""

    @property
    @abstractmethod
    def asleep_ms(self) -> float:
        """The time for which the processor has slept."""

    @property
    @abstractmethod
    def burns(self) -> int:
        """The number of writes of the firmware to the sensor's one-time memory; always 0 for a sound one."""

    @property
    @abstractmethod
    def reads(self) -> int:
        """The number of readings of the angle."""

    @property
    @abstractmethod
    def resets(self) -> int:
        """The number of restarts of the processor."""

    @property
    @abstractmethod
    def bus_hz(self) -> int:
        """The fastest clock that the firmware has set for the bus of its sensor."""

    @property
    @abstractmethod
    def sensor_setting(self) -> int:
        """The value to which the firmware has set the sensor's filters."""

    @abstractmethod
    def ramp(self, counts: float, us: int) -> None:
        """The magnet goes evenly to this many counts within `us` from now on."""

    @abstractmethod
    def spoil(self, *, noise: float = 2.0, wild: float = 0.0, bend: float = 0.0) -> None:
        """Sets noise and bend (an eccentric magnet) in counts, and outliers as a share."""

    @abstractmethod
    def sensor(self, how: Sensor) -> None: ...

    @abstractmethod
    def bus(self, *, stuck: bool = False, clocks_to_free: int = 0) -> None:
        """Blocks the I2C bus: for as long as `stuck`, or until its clock has been pulsed this many times."""

    @abstractmethod
    def reset(self) -> None:
        """Power off and on."""

    @abstractmethod
    def hang(self) -> None:
        """The processor hangs from now on, until its watchdog resets it."""

    @abstractmethod
    def write(self, data: bytes) -> None:
        """Puts bytes on the line to the board."""

    @abstractmethod
    def run_bytes(self, ms: float) -> bytes:
        """Runs for `ms`; returns the bytes that the board put on the line.  Raises BoardError when the processor
        crashes."""

    def aim(self, deg: float, ms: float) -> None:
        """The wheel goes evenly to `deg` (not modulo a circle) within `ms` from now on."""
        self.deg = deg
        self.ramp(deg / 360.0 * FULL_CIRCLE, round(ms * 1000))

    def ask(self, message: msg.Message) -> None:
        self.write(encode_packet(encode_message(message)))

    def run(self, ms: float) -> list[msg.Message]:
        """Runs for `ms`; returns the received messages, which `received` keeps with their times."""
        first = len(self.received)
        end_ms = self.now_ms + ms
        while (left_ms := end_ms - self.now_ms) > 0:
            said = self.run_bytes(min(SLICE_MS, max(left_ms, 0.001)))
            at_ms = self.now_ms
            self.received += [(at_ms, message) for message in decode_messages(self.decoder.feed(said))]
        return [message for _, message in self.received[first:]]

    def set_up(self) -> None:
        """Sets up a new board as a person does: lets the wheel rest, and makes that stop 0."""
        self.run(SET_UP_MS)
        self.ask(msg.Zero())
        self.run(SET_UP_MS)

    def turn(self, quarters: int, ms: float = 200.0, rest_ms: float = 100.0) -> list[msg.Message]:
        """Turns evenly by clockwise quarters within `ms` and rests; returns the received messages."""
        return self.go(self.deg + 90.0 * quarters, ms, rest_ms)

    def go(self, deg: float, ms: float = 200.0, rest_ms: float = 100.0) -> list[msg.Message]:
        """Turns evenly to `deg` within `ms` and rests; returns the received messages."""
        self.aim(deg, ms)
        return self.run(ms + rest_ms)
