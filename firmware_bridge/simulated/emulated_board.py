"""The real firmware on an emulated board, in virtual time: the library that `make -C hardware/sim` builds.

It exists only in a checkout of the sources after `make firmware`; `installed` reports that.
"""

import ctypes
from pathlib import Path
from typing import Final

from firmware_bridge.simulated.board import EEPROM_BYTES, HARDWARE, Board, BoardError, Sensor

LIBRARY: Final = HARDWARE / "sim" / "build" / "libwheelsim.so"
FIRMWARE: Final = HARDWARE / "firmware" / "build" / "wheel.elf"
_MOST: Final = 16384


def installed() -> bool:
    """Reports whether the emulator and the firmware have been built here."""
    return LIBRARY.exists() and FIRMWARE.exists()


def _library(path: Path) -> ctypes.CDLL:
    """Raises BoardError for a library built of other sources, or for another machine."""
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


class EmulatedBoard(Board):
    """An ATmega328P. `eeprom` is the memory of an earlier board (None: as from the factory).

    Raises BoardError if it was not built.
    """

    def __init__(self, firmware: Path = FIRMWARE, *, deg: float = 0.0, eeprom: bytes | None = None) -> None:
        if not LIBRARY.exists() or not firmware.exists():
            raise BoardError("the emulated board was not built; run: make firmware")
        self._library = _library(LIBRARY)
        self._board = self._library.board_new(str(firmware).encode())
        if not self._board:
            raise BoardError(f"{firmware.name} is no firmware for this board; run: make firmware")
        if eeprom is not None:
            self._library.board_eeprom_set(self._board, eeprom, len(eeprom))
        super().__init__(deg)

    def close(self) -> None:
        if self._board:
            self._library.board_free(self._board)
            self._board = None

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
        return float(self._library.board_asleep_us(self._board)) / 1000.0

    @property
    def burns(self) -> int:
        return int(self._library.board_burns(self._board))

    @property
    def reads(self) -> int:
        return int(self._library.board_reads(self._board))

    @property
    def resets(self) -> int:
        return int(self._library.board_resets(self._board))

    @property
    def bus_hz(self) -> int:
        return int(self._library.board_bus_hz(self._board))

    @property
    def sensor_setting(self) -> int:
        return int(self._library.board_sensor_setting(self._board))

    def ramp(self, counts: float, us: int) -> None:
        self._library.board_ramp(self._board, counts, us)

    def spoil(self, *, noise: float = 2.0, wild: float = 0.0, bend: float = 0.0) -> None:
        self._library.board_spoil(self._board, noise, wild, bend)

    def sensor(self, how: Sensor) -> None:
        self._library.board_sensor(self._board, how.value)

    def bus(self, *, stuck: bool = False, clocks_to_free: int = 0) -> None:
        self._library.board_bus(self._board, stuck, clocks_to_free)

    def reset(self) -> None:
        self._library.board_reset(self._board)

    def hang(self) -> None:
        self._library.board_hang(self._board)

    def starve(self, writes: int) -> None:
        """The power fails with the write of this many more bytes to the EEPROM, until `reset`."""
        self._library.board_starve(self._board, writes)

    def write(self, data: bytes) -> None:
        self._library.board_hear(self._board, data, len(data))

    def run_bytes(self, ms: float) -> bytes:
        if not self._library.board_run(self._board, round(ms * 1000)):
            raise BoardError("the emulated processor has crashed")
        said = ctypes.create_string_buffer(_MOST)
        length = self._library.board_say(self._board, said, _MOST)
        return said.raw[:length]
