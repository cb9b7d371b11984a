"""Writes the firmware to a board with avrdude, through the board's boot loader."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Final

#: The firmware as built from this tree, so that no compiler is needed.
HEX: Final = Path(__file__).resolve().parent.parent / "wheel.hex"
#: New boot loaders (Optiboot) and old ones of the Nano differ in their speed.
SPEEDS: Final = (115200, 57600)
#: A whole writing takes about ten seconds; a longer one has found no boot loader.
_MOST_S: Final = 20


class FlashError(Exception):
    """The firmware is not on the board; one line."""


def flash_board(device: str, firmware: Path = HEX, say: Callable[[str], None] = lambda _: None) -> int:
    """Writes and verifies; returns the boot loader's speed.  `say` gets each step.  Raises FlashError."""
    program = shutil.which("avrdude")
    if program is None:
        raise FlashError("avrdude is not installed; get it with: sudo apt install avrdude")
    reason = ""
    for speed in SPEEDS:
        say(f"looking for the boot loader of {device} at {speed} baud, for {_MOST_S} s at most")
        order = [program, "-q", "-c", "arduino", "-p", "atmega328p", "-P", device, "-b", str(speed), "-D"]
        try:
            done = subprocess.run(
                [*order, "-U", f"flash:w:{firmware}:i"], capture_output=True, text=True, timeout=_MOST_S, check=False
            )
        except subprocess.TimeoutExpired:
            reason = "no boot loader answers there"
            continue
        if done.returncode == 0:
            return speed
        lines = [line.strip() for line in done.stderr.splitlines() if line.strip()]
        reason = next(
            (line for line in lines if "rror" in line or "not" in line), lines[0] if lines else "no reason given"
        )
    raise FlashError(f"the board at {device} cannot be flashed ({reason}); close other programs and try another cable")
