"""The real firmware on an emulated board, in virtual time: the library that `make -C hardware/sim` builds.

It exists in a checkout of the sources only, where `make firmware` was run; `installed` says whether.
Angles are degrees, clockwise seen from above; times are virtual milliseconds.
"""

import ctypes
from enum import IntEnum
from pathlib import Path
from typing import Final

from firmware_bridge.protocol import messages as msg
from firmware_bridge.protocol.codec import decode_messages, encode_message
from firmware_bridge.protocol.packets import PacketDecoder, encode_packet

FULL_CIRCLE: Final = 4096
HARDWARE: Final = Path(__file__).resolve().parents[2] / "hardware"
LIBRARY: Final = HARDWARE / "sim" / "build" / "libwheelsim.so"
FIRMWARE: Final = HARDWARE / "firmware" / "build" / "wheel.elf"
EEPROM_BYTES: Final = 128
_MOST: Final = 16384
#: So often what the board says is fetched, and dated with that time.
SLICE_MS: Final = 1.0
#: Longer than a new board takes to start, and a wheel must rest before its zero is kept.
SET_UP_MS: Final = 500.0


class Sensor(IntEnum):
    """How the angle sensor behaves; the numbers are those of wheelsim.c."""

    GOOD = 0
    NO_MAGNET = 1
    WEAK = 2
    STRONG = 3
    ABSENT = 4


class BoardError(Exception):
    """The emulated board cannot be used; one line."""


def installed() -> bool:
    """Whether the emulator and the firmware have been built here."""
    return LIBRARY.exists() and FIRMWARE.exists()


def _library(path: Path) -> ctypes.CDLL:
    """Raises BoardError for a library that was built of other sources, or for another machine."""
    try:
        return _with_signatures(ctypes.CDLL(str(path)))
    except (OSError, AttributeError) as error:
        raise BoardError("the emulated board was built for another version; run: make firmware") from error


def _with_signatures(library: ctypes.CDLL) -> ctypes.CDLL:
    board, text, number, real = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_uint64, ctypes.c_double
    flag, size, small = ctypes.c_int, ctypes.c_uint32, ctypes.c_uint16
    signatures: dict[str, tuple[type | None, list[type]]] = {
        "board_new": (board, [text]),
        "board_free": (None, [board]),
        "board_us": (number, [board]),
        "board_run": (flag, [board, number]),
        "board_reset": (None, [board]),
        "board_hang": (None, [board]),
        "board_starve": (None, [board, flag]),
        "board_ramp": (None, [board, real, number]),
        "board_spoil": (None, [board, real, real, real]),
        "board_sensor": (None, [board, flag]),
        "board_bus": (None, [board, flag, flag]),
        "board_hear": (None, [board, text, size]),
        "board_say": (size, [board, text, size]),
        "board_eeprom_get": (None, [board, text, small]),
        "board_eeprom_set": (None, [board, text, small]),
        "board_asleep_us": (number, [board]),
        "board_burns": (size, [board]),
        "board_reads": (size, [board]),
        "board_resets": (size, [board]),
        "board_bus_hz": (size, [board]),
        "board_sensor_setting": (ctypes.c_uint8, [board]),
    }
    for name, (result, arguments) in signatures.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library


class EmulatedBoard:
    """One board with power on; nothing happens until `run`.  `received` keeps every message with its time.

    `eeprom` is what an earlier board kept (None: as from the factory).  Raises BoardError where nothing was built.
    """

    def __init__(self, firmware: Path = FIRMWARE, *, deg: float = 0.0, eeprom: bytes | None = None) -> None:
        if not LIBRARY.exists() or not firmware.exists():
            raise BoardError("the emulated board was not built; run: make firmware")
        self._library = _library(LIBRARY)
        self._board = self._library.board_new(str(firmware).encode())
        if not self._board:
            raise BoardError(f"{firmware.name} is no firmware for this board; run: make firmware")
        self.received: list[tuple[float, msg.Message]] = []
        self.decoder = PacketDecoder()
        self.deg = deg
        if eeprom is not None:
            self._library.board_eeprom_set(self._board, eeprom, len(eeprom))
        self._library.board_spoil(self._board, 2.0, 0.0, 0.0)
        self.aim(deg, 0.0)

    def close(self) -> None:
        if self._board:
            self._library.board_free(self._board)
            self._board = None

    def __enter__(self) -> "EmulatedBoard":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def now_ms(self) -> float:
        return float(self._library.board_us(self._board)) / 1000.0

    @property
    def eeprom(self) -> bytes:
        kept = ctypes.create_string_buffer(EEPROM_BYTES)
        self._library.board_eeprom_get(self._board, kept, EEPROM_BYTES)
        return kept.raw

    @property
    def asleep_ms(self) -> float:
        """For how long the processor has slept."""
        return float(self._library.board_asleep_us(self._board)) / 1000.0

    @property
    def burns(self) -> int:
        """How often the firmware wrote to the sensor's one-time memory; always 0 for a sound one."""
        return int(self._library.board_burns(self._board))

    @property
    def reads(self) -> int:
        """How often the angle was read."""
        return int(self._library.board_reads(self._board))

    @property
    def resets(self) -> int:
        """How often the processor has begun anew."""
        return int(self._library.board_resets(self._board))

    @property
    def bus_hz(self) -> int:
        """The fastest clock that the firmware has set for the bus of its sensor."""
        return int(self._library.board_bus_hz(self._board))

    @property
    def sensor_setting(self) -> int:
        """What the firmware has set the sensor's filters to."""
        return int(self._library.board_sensor_setting(self._board))

    def aim(self, deg: float, ms: float) -> None:
        """The wheel goes evenly to `deg` (not modulo a circle) within `ms` from now on."""
        self.deg = deg
        self._library.board_ramp(self._board, deg / 360.0 * FULL_CIRCLE, round(ms * 1000))

    def spoil(self, *, noise: float = 2.0, wild: float = 0.0, bend: float = 0.0) -> None:
        """Noise and bend (an eccentric magnet) in counts, wild samples as a share."""
        self._library.board_spoil(self._board, noise, wild, bend)

    def sensor(self, how: Sensor) -> None:
        self._library.board_sensor(self._board, how.value)

    def bus(self, *, stuck: bool = False, clocks_to_free: int = 0) -> None:
        """The I2C bus is held: for as long as `stuck`, or until its clock was pulled so often by hand."""
        self._library.board_bus(self._board, stuck, clocks_to_free)

    def reset(self) -> None:
        """Power off and on."""
        self._library.board_reset(self._board)

    def hang(self) -> None:
        """The processor goes nowhere from now on, until its watchdog bites."""
        self._library.board_hang(self._board)

    def starve(self, writes: int) -> None:
        """The power goes with the write of so many more bytes to the EEPROM, until `reset`."""
        self._library.board_starve(self._board, writes)

    def write(self, data: bytes) -> None:
        """Puts bytes on the line to the board."""
        self._library.board_hear(self._board, data, len(data))

    def ask(self, message: msg.Message) -> None:
        self.write(encode_packet(encode_message(message)))

    def run_bytes(self, ms: float) -> bytes:
        """Runs for `ms`; gives what the board put on the line.  Raises BoardError when the processor crashes."""
        if not self._library.board_run(self._board, round(ms * 1000)):
            raise BoardError("the emulated processor has crashed")
        said = ctypes.create_string_buffer(_MOST)
        length = self._library.board_say(self._board, said, _MOST)
        return said.raw[:length]

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
