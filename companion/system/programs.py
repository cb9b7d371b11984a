"""Programs that run beside ours."""

import os
import shutil
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

#: Speaks for the tablet and the page, if it is installed; never a part of ours.
SPEECH_PROGRAM: Final = "espeak-ng"
#: Set by OpenCV for its own sake; other programs would load its libraries.
_NOT_INHERITED: Final = ("LD_LIBRARY_PATH", "QT_QPA_PLATFORM_PLUGIN_PATH", "QT_QPA_FONTDIR")
_PROCESSES: Final = Path("/proc")
#: The other end of a pseudo-terminal: the program that has it open is the device itself.
_TERMINAL_MASTER: Final = "ptmx"


def program_environment() -> Mapping[str, str]:
    """The environment for other programs."""
    return {name: value for name, value in os.environ.items() if name not in _NOT_INHERITED}


def find_speech() -> str | None:
    """The path of the program that speaks; None if it is not installed."""
    return shutil.which(SPEECH_PROGRAM)


def programs_using(node: Path) -> tuple[str, ...]:
    """Names of the other programs that have the device at `node` open.

    Links to the device are resolved.  Linux hides the programs of other users; other systems report nothing at all.
    """
    resolved = node.resolve()
    found = {}
    for process in _PROCESSES.glob("[0-9]*"):
        opened = set() if int(process.name) == os.getpid() else _open_files(process)
        if resolved in opened and not any(path.name == _TERMINAL_MASTER for path in opened):
            with suppress(OSError):
                found[int(process.name)] = (process / "comm").read_text("utf-8", errors="replace").strip()
    return tuple(found[number] for number in sorted(found))


def _open_files(process: Path) -> set[Path]:
    opened = set()
    with suppress(OSError):
        for entry in (process / "fd").iterdir():
            with suppress(OSError):
                opened.add(entry.readlink())
    return opened
