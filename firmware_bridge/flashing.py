"""Puts the firmware on a board with avrdude, through the boot loader that the board has."""

import shutil
import subprocess
from pathlib import Path
from typing import Final

from firmware_bridge.emulated_board import FIRMWARE

HEX: Final = FIRMWARE.with_suffix(".hex")
#: New boot loaders (Optiboot) and old ones of the Nano differ in their speed.
SPEEDS: Final = (115200, 57600)
_MOST_S: Final = 120


class FlashError(Exception):
    """The firmware is not on the board; one line."""


def flash_board(device: str, firmware: Path = HEX) -> int:
    """Writes and verifies; gives the boot loader's speed.  Raises FlashError."""
    if not firmware.exists():
        raise FlashError(f"{firmware.name} is not there; build it with `make firmware` or name it with --firmware")
    program = shutil.which("avrdude")
    if program is None:
        raise FlashError("avrdude is not installed; get it with: sudo apt install avrdude")
    reason = ""
    for speed in SPEEDS:
        order = [program, "-q", "-c", "arduino", "-p", "atmega328p", "-P", device, "-b", str(speed), "-D"]
        try:
            done = subprocess.run(
                [*order, "-U", f"flash:w:{firmware}:i"], capture_output=True, text=True, timeout=_MOST_S, check=False
            )
        except subprocess.TimeoutExpired:
            reason = f"avrdude did not end within {_MOST_S} s"
            continue
        if done.returncode == 0:
            return speed
        lines = [line.strip() for line in done.stderr.splitlines() if line.strip()]
        reason = next(
            (line for line in lines if "rror" in line or "not" in line), lines[0] if lines else "no reason given"
        )
    raise FlashError(f"the board at {device} cannot be flashed ({reason}); close other programs and try another cable")
