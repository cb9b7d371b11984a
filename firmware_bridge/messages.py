"""The wheel's messages.  Made by `python -m firmware_bridge generate`; do not edit."""

import struct
from dataclasses import astuple, dataclass
from enum import IntEnum
from typing import Final

PROTOCOL: Final = 1
DEVICE_NAME: Final = "pawtrack-wheel"
#: Begins every Hello of a wheel.
MAGIC: Final = 0x57574150


class Status(IntEnum):
    """What `status` of State and `code` of Fault say; State adds MAGNET_WEAK or MAGNET_STRONG to the wheel's own."""

    RESTING = 0
    MOVING = 1
    STUCK = 2
    NO_SENSOR = 16
    NO_MAGNET = 17
    MAGNET_WEAK = 32
    MAGNET_STRONG = 64
    NO_ZERO = 128


class AckCode(IntEnum):
    """What became of a command."""

    DONE = 0
    MOVING = 1
    NO_SENSOR = 2
    TOO_WIDE = 3
    OUT_OF_TURN = 4


@dataclass(frozen=True, slots=True)
class Hello:
    """Who I am; sent at start, when asked, and after every restart."""

    magic: int
    protocol: int
    boot: int
    serial: int


@dataclass(frozen=True, slots=True)
class State:
    """Where the wheel stands, 20 times a second. `resyncs` counts Resync messages; `magnet` is the sensor's gain."""

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
    """The wheel rests on a stop, but which way it went was not seen; `net` is right only modulo 4."""

    boot: int
    event: int
    net: int
    resyncs: int


@dataclass(frozen=True, slots=True)
class Fault:
    """The sensor cannot be believed; `code` as in the status of State."""

    boot: int
    code: int


@dataclass(frozen=True, slots=True)
class Pong:
    """Answer to Ping, with its number."""

    number: int


@dataclass(frozen=True, slots=True)
class Ack:
    """What became of the command with this number; `code` as in the list of acks."""

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
class AskHello:
    """Say who you are."""


@dataclass(frozen=True, slots=True)
class Ping:
    """Are you there?"""

    number: int


@dataclass(frozen=True, slots=True)
class Zero:
    """The wheel rests on stop 0 now; keep this for ever."""


@dataclass(frozen=True, slots=True)
class Calibrate:
    """The wheel rests on this stop now; said for 0, 1, 2 and 3 in turn, clockwise. The last one decides."""

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
    | AskHello
    | Ping
    | Zero
    | Calibrate
)

_CODECS: Final[dict[int, tuple[type[Message], struct.Struct]]] = {
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
    0x40: (AskHello, struct.Struct("<")),
    0x41: (Ping, struct.Struct("<H")),
    0x42: (Zero, struct.Struct("<")),
    0x43: (Calibrate, struct.Struct("<B")),
}
_IDS: Final = {kind: number for number, (kind, _) in _CODECS.items()}


class MessageError(ValueError):
    """A body that is no message of this protocol."""


def encode_message(message: Message) -> bytes:
    """The message's number and its fields, little-endian."""
    number = _IDS[type(message)]
    return bytes([number]) + _CODECS[number][1].pack(*astuple(message))


def decode_message(body: bytes) -> Message:
    """Raises MessageError for an unknown number or a wrong length."""
    if not body or body[0] not in _CODECS:
        raise MessageError(f"unknown message {body[:1].hex() or 'without a number'}")
    kind, layout = _CODECS[body[0]]
    if len(body) != 1 + layout.size:
        raise MessageError(f"{kind.__name__} has {len(body) - 1} bytes instead of {layout.size}")
    return kind(*layout.unpack(body[1:]))
