"""Programs that are run beside ours."""

import os
import shutil
from collections.abc import Mapping
from typing import Final

#: Speaks for the tablet and the page, where it is installed; never a part of ours.
SPEECH_PROGRAM: Final = "espeak-ng"
#: Set by OpenCV for its own sake; other programs would load its libraries.
_NOT_INHERITED: Final = ("LD_LIBRARY_PATH", "QT_QPA_PLATFORM_PLUGIN_PATH", "QT_QPA_FONTDIR")


def program_environment() -> Mapping[str, str]:
    """The environment that other programs are given."""
    return {name: value for name, value in os.environ.items() if name not in _NOT_INHERITED}


def find_speech() -> str | None:
    """The path of the program that speaks; None where it is not installed."""
    return shutil.which(SPEECH_PROGRAM)
