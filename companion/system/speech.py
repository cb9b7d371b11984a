"""The program that speaks, espeak-ng: run beside ours where it is installed, and never a part of it."""

import shutil
from typing import Final

SPEECH_PROGRAM: Final = "espeak-ng"


def find_speech() -> str | None:
    """The path of the program; None where it is not installed."""
    return shutil.which(SPEECH_PROGRAM)
