"""Faults done to a table by real means: a port that is taken, a disk that is full, a driver that is not there.

Each is a context: while it lasts, `pawtrack doctor` runs in its surroundings.  Where root is needed (mounts, owners of
devices), they happen in a mount namespace of their own.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from data_folders import WITHOUT_PRIVILEGES
from events_for_tests import every_kind

from companion.catalogue.shipped import SHIPPED
from companion.store.event_log import EventLog
from companion.store.export import sealed_rows

GAME: Final = "7f0f2a50-6c3e-4a0b-8d55-2c8f6a4f9e01"
ROOT: Final = Path(__file__).parents[3]
UNPRIVILEGED: Final = WITHOUT_PRIVILEGES + "import runpy, sys\nsys.argv[0] = 'pawtrack'\n"
_RUN: Final = "runpy.run_module('companion', run_name='__main__', alter_sys=True)"


@dataclass
class Surroundings:
    """How the doctor is started: further variables, shell commands before it (in a mount namespace), or as whom."""

    home: Path
    scratch: Path
    environ: dict[str, str] = field(default_factory=dict)
    mounts: list[str] = field(default_factory=list)
    unprivileged: bool = False

    def settings(self, text: str) -> None:
        (self.home / "settings.toml").write_text(text, encoding="utf-8")

    def command(self) -> list[str]:
        arguments = ["doctor", "--json"]
        program = ["-c", UNPRIVILEGED + _RUN, *arguments] if self.unprivileged else ["-m", "companion", *arguments]
        command = [sys.executable, *program]
        if not self.mounts:
            return command
        script = " && ".join([*self.mounts, 'exec "$@"'])
        return ["unshare", "--mount", "--propagation", "private", "sh", "-c", script, "sh", *command]

    def run(self) -> subprocess.CompletedProcess[str]:
        own = {"PAWTRACK_HOME": str(self.home), "SDL_VIDEODRIVER": "offscreen"}
        return subprocess.run(
            self.command(),
            env=os.environ | own | self.environ,
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )


Inject = Callable[[Surroundings], AbstractContextManager[None]]


@dataclass(frozen=True)
class Fault:
    """`how` it is done, in words for the page; `expected` is the id that must be named first."""

    name: str
    how: str
    expected: str
    inject: Inject
    needs_root: bool = False


FAULTS: Final[list[Fault]] = []


def injected(
    how: str, expected: str, *, needs_root: bool = False
) -> Callable[[Callable[[Surroundings], Iterator[None]]], None]:
    def keep(function: Callable[[Surroundings], Iterator[None]]) -> None:
        name = function.__name__.replace("_", " ")
        FAULTS.append(Fault(name, how, expected, contextmanager(function), needs_root))

    return keep


def record(table: Surroundings) -> Path:
    path = table.home / "record.sqlite"
    events = every_kind(GAME)
    with closing(EventLog(SHIPPED, path)) as log:
        log.adopt(sealed_rows(GAME, events, [(1, _now_ms())] * len(events)))
    return path


def _now_ms() -> int:
    from companion.store.event_log import wall_ms

    return wall_ms()


def preload(table: Surroundings, source: str) -> None:
    library = table.scratch / "preloaded.so"
    subprocess.run(["gcc", "-shared", "-fPIC", "-o", str(library), "-xc", "-"], input=source, text=True, check=True)
    table.environ["LD_PRELOAD"] = str(library)
