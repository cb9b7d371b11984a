"""The wheel's messages.  Made by `python -m firmware_bridge generate`; do not edit."""

import struct
from dataclasses import dataclass
from enum import IntEnum, IntFlag
from typing import Final

PROTOCOL: Final = 1
#: Major and minor version of the firmware that is built from this tree.
FIRMWARE: Final = (1, 1)
DEVICE_NAME: Final = "pawtrack-wheel"
#: Begins every Hello of a wheel.
MAGIC: Final = 0x57574150


class Status(IntEnum):
    """Values of `status` of State and `code` of Fault; State adds MAGNET_WEAK or MAGNET_STRONG to the wheel's own."""

    RESTING = 0
    MOVING = 1
    STUCK = 2
    NO_SENSOR = 16
    NO_MAGNET = 17
    LOOSE_WIRE = 18
    MAGNET_WEAK = 32
    MAGNET_STRONG = 64
    NO_ZERO = 128


class AckCode(IntEnum):
    """The result of a command."""

    DONE = 0
    MOVING = 1
    NO_SENSOR = 2
    TOO_WIDE = 3
    OUT_OF_TURN = 4


class Reset(IntFlag):
    """The reasons of a restart."""

    POWER_ON = 1
    EXTERNAL = 2
    BROWN_OUT = 4
    WATCHDOG = 8


@dataclass(frozen=True, slots=True)
class Hello:
    """The device's identity; sent at start, on request, and after every restart."""

    magic: int
    protocol: int
    boot: int
    serial: int


@dataclass(frozen=True, slots=True)
class State:
    """The position of the wheel, 20 times a second. `resyncs` counts Resync messages; `magnet` is the sensor's gain."""

    boot: int
    event: int
    net: int
    resyncs: int
    angle: int
    status: int
    magnet: int


@dataclass(frozen=True, slots=True)
class Move:
    """The wheel has left its stop."""

    boot: int
    event: int


@dataclass(frozen=True, slots=True)
class Turn:
    """The wheel rests on another stop: `quarters` clockwise ones from the last, `net` in all."""

    boot: int
    event: int
    quarters: int
    net: int


@dataclass(frozen=True, slots=True)
class Return:
    """The wheel rests where it was; `peak` is how far it had gone, at most 65535."""

    boot: int
    event: int
    net: int
    peak: int


@dataclass(frozen=True, slots=True)
class Stuck:
    """The wheel stands between two stops."""

    boot: int
    event: int
    angle: int


@dataclass(frozen=True, slots=True)
class Resync:
    """The wheel rests on a stop, but its way there was not seen; `net` is right only modulo 4."""

    boot: int
    event: int
    net: int
    resyncs: int


@dataclass(frozen=True, slots=True)
class Fault:
    """The sensor is unreliable; `code` as in the status of State."""

    boot: int
    code: int


@dataclass(frozen=True, slots=True)
class Pong:
    """Answer to Ping, with its number."""

    number: int


@dataclass(frozen=True, slots=True)
class Ack:
    """The result of the command with this number; `code` as in the list of acks."""

    command: int
    code: int


@dataclass(frozen=True, slots=True)
class Calibration:
    """Answer to Calibrate: the stop's raw angle; after the last one how far the stops lie off their places."""

    stop: int
    raw: int
    spread: int
    code: int


@dataclass(frozen=True, slots=True)
class About:
    """Behind each Hello, since firmware 1.1: the version of the firmware, and why it began anew (bits)."""

    boot: int
    major: int
    minor: int
    reset: int


@dataclass(frozen=True, slots=True)
class Errors:
    """Twice a second, since firmware 1.1: per cent of bad samples in that half second; counts since the start."""

    boot: int
    bad: int
    no_answer: int
    magnet: int
    wild: int
    damaged: int
    unsent: int


@dataclass(frozen=True, slots=True)
class AskHello:
    """Requests a Hello."""


@dataclass(frozen=True, slots=True)
class Ping:
    """Requests a Pong."""

    number: int


@dataclass(frozen=True, slots=True)
class Zero:
    """The wheel rests on stop 0; the device keeps this for ever."""


@dataclass(frozen=True, slots=True)
class Calibrate:
    """The wheel rests on this stop; sent for 0, 1, 2 and 3 in turn, clockwise. The last one decides."""

    stop: int


Message = (
    Hello
    | State
    | Move
    | Turn
    | Return
    | Stuck
    | Resync
    | Fault
    | Pong
    | Ack
    | Calibration
    | About
    | Errors
    | AskHello
    | Ping
    | Zero
    | Calibrate
)

#: Every message by its number: its class and the layout of its fields.
LAYOUTS: Final[dict[int, tuple[type[Message], struct.Struct]]] = {
    0x01: (Hello, struct.Struct("<IBHI")),
    0x02: (State, struct.Struct("<HHhBHBB")),
    0x03: (Move, struct.Struct("<HH")),
    0x04: (Turn, struct.Struct("<HHbh")),
    0x05: (Return, struct.Struct("<HHhH")),
    0x06: (Stuck, struct.Struct("<HHH")),
    0x07: (Resync, struct.Struct("<HHhB")),
    0x08: (Fault, struct.Struct("<HB")),
    0x09: (Pong, struct.Struct("<H")),
    0x0A: (Ack, struct.Struct("<BB")),
    0x0B: (Calibration, struct.Struct("<BHHB")),
    0x0C: (About, struct.Struct("<HBBB")),
    0x0D: (Errors, struct.Struct("<HBHHHHH")),
    0x40: (AskHello, struct.Struct("<")),
    0x41: (Ping, struct.Struct("<H")),
    0x42: (Zero, struct.Struct("<")),
    0x43: (Calibrate, struct.Struct("<B")),
}
