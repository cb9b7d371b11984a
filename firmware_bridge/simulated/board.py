"""A board with the wheel's real firmware and an emulated angle sensor, in virtual time, whatever its processor.

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
#: How much a board keeps without power.
EEPROM_BYTES: Final = 128
#: So often what the board says is fetched, and dated with that time.
SLICE_MS: Final = 1.0
#: Longer than a new board takes to start, and a wheel must rest before its zero is kept.
SET_UP_MS: Final = 500.0


class Sensor(IntEnum):
    """How the angle sensor behaves; the numbers are those of wheelsim.c and sensor.mjs."""

    GOOD = 0
    NO_MAGNET = 1
    WEAK = 2
    STRONG = 3
    ABSENT = 4


class BoardError(Exception):
    """The emulated board cannot be used; one line."""


class Board(ABC):
    """One board with power on; nothing happens until `run`.  `received` keeps every message with its time."""

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
        """What the board keeps without power."""

    @property
    @abstractmethod
    def asleep_ms(self) -> float:
        """For how long the processor has slept."""

    @property
    @abstractmethod
    def burns(self) -> int:
        """How often the firmware wrote to the sensor's one-time memory; always 0 for a sound one."""

    @property
    @abstractmethod
    def reads(self) -> int:
        """How often the angle was read."""

    @property
    @abstractmethod
    def resets(self) -> int:
        """How often the processor has begun anew."""

    @property
    @abstractmethod
    def bus_hz(self) -> int:
        """The fastest clock that the firmware has set for the bus of its sensor."""

    @property
    @abstractmethod
    def sensor_setting(self) -> int:
        """What the firmware has set the sensor's filters to."""

    @abstractmethod
    def ramp(self, counts: float, us: int) -> None:
        """The magnet goes evenly to so many counts within `us` from now on."""

    @abstractmethod
    def spoil(self, *, noise: float = 2.0, wild: float = 0.0, bend: float = 0.0) -> None:
        """Noise and bend (an eccentric magnet) in counts, wild samples as a share."""

    @abstractmethod
    def sensor(self, how: Sensor) -> None: ...

    @abstractmethod
    def bus(self, *, stuck: bool = False, clocks_to_free: int = 0) -> None:
        """The I2C bus is held: for as long as `stuck`, or until its clock was pulled so often by hand."""

    @abstractmethod
    def reset(self) -> None:
        """Power off and on."""

    @abstractmethod
    def hang(self) -> None:
        """The processor goes nowhere from now on, until its watchdog bites."""

    @abstractmethod
    def write(self, data: bytes) -> None:
        """Puts bytes on the line to the board."""

    @abstractmethod
    def run_bytes(self, ms: float) -> bytes:
        """Runs for `ms`; gives what the board put on the line.  Raises BoardError when the processor crashes."""

    def aim(self, deg: float, ms: float) -> None:
        """The wheel goes evenly to `deg` (not modulo a circle) within `ms` from now on."""
        self.deg = deg
        self.ramp(deg / 360.0 * FULL_CIRCLE, round(ms * 1000))

    def ask(self, message: msg.Message) -> None:
        self.write(encode_packet(encode_message(message)))

    def run(self, ms: float) -> list[msg.Message]:
        """Runs for `ms`; gives the messages that came, which `received` keeps with their times."""
        first = len(self.received)
        end_ms = self.now_ms + ms
        while (left_ms := end_ms - self.now_ms) > 0:
            said = self.run_bytes(min(SLICE_MS, max(left_ms, 0.001)))
            at_ms = self.now_ms
            self.received += [(at_ms, message) for message in decode_messages(self.decoder.feed(said))]
        return [message for _, message in self.received[first:]]

    def set_up(self) -> None:
        """What a person does once with a new board: lets the wheel rest, and makes that stop 0."""
        self.run(SET_UP_MS)
        self.ask(msg.Zero())
        self.run(SET_UP_MS)

    def turn(self, quarters: int, ms: float = 200.0, rest_ms: float = 100.0) -> list[msg.Message]:
        """Turns evenly by clockwise quarters within `ms` and rests; gives the messages that came."""
        return self.go(self.deg + 90.0 * quarters, ms, rest_ms)

    def go(self, deg: float, ms: float = 200.0, rest_ms: float = 100.0) -> list[msg.Message]:
        """Turns evenly to `deg` within `ms` and rests; gives the messages that came."""
        self.aim(deg, ms)
        return self.run(ms + rest_ms)
