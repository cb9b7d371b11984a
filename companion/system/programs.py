"""Programs that run beside ours."""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, Final

#: Arguments of `subprocess.Popen` for a program that Ctrl-C does not reach, since that is meant for ours.  On Windows
#: it shows no window and also outlives a closed console, so that ours ends it in order.
APART: Final[Mapping[str, Any]] = (
    {"start_new_session": True} if os.name == "posix" else {"creationflags": getattr(subprocess, "CREATE_NO_WINDOW", 0)}
)
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


def end_with_us(process: subprocess.Popen[bytes]) -> None:
    """Windows ends that program, with all that it starts, when ours has ended in any way; elsewhere nothing changes."""
    if sys.platform == "win32":
        import pywintypes
        import win32job

        # a program that has ended already needs no job
        with suppress(pywintypes.error):
            # a handle that subprocess keeps for itself
            win32job.AssignProcessToJobObject(_job(), int(process._handle))


if sys.platform == "win32":

    @cache
    def _job() -> Any:
        """Returns a job that the system ends with its last handle; only our process has one."""
        import win32job

        job = win32job.CreateJobObject(None, "")
        kind = win32job.JobObjectExtendedLimitInformation
        limits = win32job.QueryInformationJobObject(job, kind)
        limits["BasicLimitInformation"]["LimitFlags"] |= win32job.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE
        win32job.SetInformationJobObject(job, kind, limits)
        return job


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
