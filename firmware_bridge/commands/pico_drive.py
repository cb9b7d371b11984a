"""Writes the firmware to a Raspberry Pi Pico: its ROM shows a drive RPI-RP2 and accepts files copied there."""

import contextlib
import os
import string
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeVar

from companion.system.files import read_text
from firmware_bridge.commands.flashing import FlashError
from firmware_bridge.discovery import PICO, chip_of
from firmware_bridge.ports import PortError, touch
from firmware_bridge.uf2 import Uf2Error, decode_uf2

#: The firmware as built from this tree, so that no compiler is needed.
UF2: Final = Path(__file__).resolve().parent.parent / "wheel.uf2"
NAME: Final = "RPI-RP2"
#: The description that the ROM's drive has of itself.
_INFO: Final = "INFO_UF2.TXT"
_MOST_INFO_BYTES: Final = 4096
_MOUNTS: Final = Path("/proc/mounts")
_LABELS: Final = Path("/dev/disk/by-label")
#: The longest time for the drive to appear, and to vanish when it has accepted the firmware.
PATIENCE_S: Final = 20.0
_PAUSE_S: Final = 0.2
Found = TypeVar("Found")
_BY_HAND: Final = f"hold its button BOOTSEL while you plug it in, and drag {UF2} onto the drive {NAME}"


def mounted() -> list[Path]:
    """Returns the drives on this computer that may be one."""
    if _MOUNTS.exists():
        rows = [line.split() for line in _MOUNTS.read_text(encoding="utf-8", errors="replace").splitlines()]
        return [Path(_unescaped(row[1])) for row in rows if len(row) > 2 and row[2] == "vfat"]
    volumes = Path("/Volumes")
    if volumes.is_dir():
        return sorted(volumes.iterdir())
    return [Path(f"{letter}:/") for letter in string.ascii_uppercase[2:]]


def _unescaped(path: str) -> str:
    for code, letter in ((r"\040", " "), (r"\011", "\t"), (r"\134", "\\")):
        path = path.replace(code, letter)
    return path


def is_drive(folder: Path) -> bool:
    """Reports whether this folder is the drive of a Pico that waits for its firmware."""
    with contextlib.suppress(OSError, ValueError):
        return NAME in read_text(folder / _INFO, _MOST_INFO_BYTES)
    return False


def is_pico(port: str) -> bool:
    """Reports whether a Pico with a firmware is at this serial port."""
    return chip_of(port) == PICO


def flash_pico(port: str, firmware: Path = UF2, say: Callable[[str], None] = lambda _: None) -> None:
    """Writes to the drive `port`, or the board at the serial port `port`; "" for the one whose drive is there.

    `say` gets each step.  Raises FlashError.
    """
    try:
        data = firmware.read_bytes()
        decode_uf2(data)
    except (OSError, Uf2Error) as error:
        raise FlashError(f"{firmware.name} is no firmware for a Pico ({error}); leave it out to take ours") from error
    drive = _drive_of(port, say)
    say(f"copying {firmware.name} onto {drive}")
    # The board takes the last block, restarts and is gone, whatever the system still has to write.
    with contextlib.suppress(OSError), (drive / firmware.name).open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    if not _wait_for(lambda: not is_drive(drive)):
        raise FlashError(f"the board at {drive} did not take the firmware; pull its plug, {_BY_HAND}")


def _drive_of(port: str, say: Callable[[str], None]) -> Path:
    """Returns the named drive, or the one that the board at this port shows on request.  Raises FlashError."""
    if port and is_drive(Path(port)):
        return Path(port)
    if port:
        say(f"asking the board at {port} for its drive, for {PATIENCE_S:.0f} s at most")
        # It may be gone before the port is closed.
        with contextlib.suppress(PortError):
            touch(port)
    drive = _wait_for(_find_drive) if port else _find_drive()
    if drive:
        return drive
    if (_LABELS / NAME).exists():
        raise FlashError(f"the drive {NAME} is there but not opened; open it: udisksctl mount -b {_LABELS / NAME}")
    raise FlashError(f"no Pico shows its drive; {_BY_HAND}")


def _find_drive() -> Path | None:
    return next((place for place in mounted() if is_drive(place)), None)


def _wait_for(found: Callable[[], Found]) -> Found:
    """Returns the first answer that counts as true, or the last one."""
    end_s = time.monotonic() + PATIENCE_S
    while not (answer := found()) and time.monotonic() < end_s:
        time.sleep(_PAUSE_S)
    return answer
