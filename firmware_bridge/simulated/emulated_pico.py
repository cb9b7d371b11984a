"""The real firmware on an emulated Raspberry Pi Pico, in virtual time: `hardware/sim/pico/board.mjs`, which `make pico`
sets up, run by node.

A computer is at its plug: it identifies the device (`identity`), opens the serial port and reads it.
"""

import base64
import binascii
import json
import shutil
import struct
import subprocess
from pathlib import Path
from typing import Any, Final

from firmware_bridge.simulated.board import EEPROM_BYTES, HARDWARE, Board, BoardError, Sensor

#: The firmware of the package, built of these sources.
FIRMWARE: Final = Path(__file__).resolve().parents[1] / "wheel.uf2"
EMULATOR: Final = HARDWARE / "sim" / "pico"
#: The number of the emulated flash chip, which becomes the serial number on USB.
UNIQUE: Final = "E660583883724A32"
#: The address of the settings in the flash, and their format: flash.c.
STORE_AT: Final = 0xFE000
PAGE_BYTES: Final = 256
PAGES: Final = 32
_MAGIC: Final = 0x4C454857
_HEAD: Final = struct.Struct("<II")
#: Head, store and checksum; the rest of a page is unused.
_WRITTEN_BYTES: Final = _HEAD.size + EEPROM_BYTES + 2


def installed() -> bool:
    """Reports whether the emulator was set up here."""
    return (EMULATOR / "node_modules" / "rp2040js").is_dir() and shutil.which("node") is not None


def store_page(store: bytes, number: int) -> bytes:
    """Returns a page of the flash as the firmware writes it."""
    body = _HEAD.pack(_MAGIC, number) + store.ljust(EEPROM_BYTES, b"\xff")
    return (body + struct.pack("<H", binascii.crc_hqx(body, 0xFFFF))).ljust(PAGE_BYTES, b"\xff")


def newest_store(pages: bytes) -> bytes:
    """Returns the store of the newest whole page; all ones if there is none."""
    newest, found = -1, b"\xff" * EEPROM_BYTES
    for at in range(0, len(pages), PAGE_BYTES):
        page = pages[at : at + PAGE_BYTES]
        magic, number = _HEAD.unpack_from(page)
        store = page[_HEAD.size : _HEAD.size + EEPROM_BYTES]
        whole = page[:_WRITTEN_BYTES] == store_page(store, number)[:_WRITTEN_BYTES]
        if magic == _MAGIC and whole and number > newest:
            newest, found = number, store
    return found


class EmulatedPico(Board):
    """An RP2040.  `eeprom` is the memory of an earlier board (None: as from the factory).

    Raises BoardError if the emulator was not set up.
    """

    def __init__(self, firmware: Path = FIRMWARE, *, deg: float = 0.0, eeprom: bytes | None = None) -> None:
        node = shutil.which("node")
        if not installed() or node is None or not firmware.exists():
            raise BoardError("the emulated Pico was not set up; run: make pico")
        self._node = subprocess.Popen(
            [node, str(EMULATOR / "board.mjs"), str(firmware), UNIQUE],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._now_ms = 0.0
        if eeprom is not None:
            self.flash(STORE_AT, store_page(eeprom, 1))
        super().__init__(deg)

    def close(self) -> None:
        if self._node.poll() is None and self._node.stdin and self._node.stdout:
            self._node.stdin.close()
            self._node.stdout.close()
            self._node.wait()

    def _order(self, order: str, **values: object) -> dict[str, Any]:
        """Raises BoardError when the emulator fails."""
        if self._node.stdin is None or self._node.stdout is None:
            raise BoardError("the emulated Pico was ended")
        try:
            self._node.stdin.write(json.dumps({"order": order, **values}) + "\n")
            self._node.stdin.flush()
            answer: dict[str, Any] = json.loads(self._node.stdout.readline())
        except (OSError, ValueError) as error:
            raise BoardError("the emulated Pico has ended") from error
        if "error" in answer:
            raise BoardError(f"the emulated Pico fails: {answer['error']}")
        return answer

    @property
    def state(self) -> dict[str, Any]:
        """Returns the emulator's whole state of the board; the keys are those of `state` in board.mjs."""
        return self._order("state")

    @property
    def now_ms(self) -> float:
        return self._now_ms

    @property
    def identity(self) -> dict[str, Any] | None:
        """The board's USB description as the computer at its plug received it; None before that."""
        found: dict[str, Any] | None = self.state["identity"]
        return found

    @property
    def faults(self) -> list[str]:
        """The actions that a real computer, or a real chip, would not have accepted."""
        return [*self.state["faults"], *self.state["warnings"]]

    @property
    def eeprom(self) -> bytes:
        kept = self._order("flash", at=STORE_AT, size=PAGES * PAGE_BYTES)["data"]
        return newest_store(base64.b64decode(kept))

    @property
    def asleep_ms(self) -> float:
        return float(self.state["asleep"]) / 1000.0

    @property
    def burns(self) -> int:
        return int(self.state["burns"])

    @property
    def reads(self) -> int:
        return int(self.state["reads"])

    @property
    def resets(self) -> int:
        return int(self.state["resets"])

    @property
    def bus_hz(self) -> int:
        return int(self.state["busHz"])

    @property
    def sensor_setting(self) -> int:
        return int(self.state["setting"])

    def flash(self, at: int, data: bytes) -> None:
        """Sets the bytes of the flash chip from this address on."""
        self._order("load flash", at=at, data=base64.b64encode(data).decode())

    def ramp(self, counts: float, us: int) -> None:
        self._order("ramp", counts=counts, us=us)

    def spoil(self, *, noise: float = 2.0, wild: float = 0.0, bend: float = 0.0) -> None:
        self._order("spoil", noise=noise, wild=wild, bend=bend)

    def sensor(self, how: Sensor) -> None:
        self._order("sensor", how=how.value)

    def bus(self, *, stuck: bool = False, clocks_to_free: int = 0) -> None:
        self._order("bus", stuck=stuck, clocksToFree=clocks_to_free)

    def reset(self) -> None:
        self._order("reset")

    def hang(self) -> None:
        self._order("hang")

    def starve(self, operations: int) -> None:
        """The power fails during this erasing or programming of the flash, counted from now on, until `reset`."""
        self._order("starve", operations=operations)

    def listen(self, *, on: bool) -> None:
        """Sets whether a program has the port open."""
        self._order("read", on=on)

    def touch(self, baud: int) -> None:
        """Opens the port at that speed and closes it."""
        self._order("open", baud=baud)
        self._order("close")

    def write(self, data: bytes) -> None:
        self._order("hear", data=base64.b64encode(data).decode())

    def run_bytes(self, ms: float) -> bytes:
        answer = self._order("run", us=round(ms * 1000))
        self._now_ms = answer["us"] / 1000.0
        if answer["lost"]:
            raise BoardError("the ROM of the emulated Pico does not take this firmware")
        return base64.b64decode(answer["said"])
