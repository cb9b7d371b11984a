"""A program that runs beside ours: started, watched, started again when it ends, and ended with us."""

import logging
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final

from companion.publishers.line_writer import STALLED_S, LineWriter
from companion.system.programs import program_environment

log = logging.getLogger(__name__)

READY_TIMEOUT_S: Final = 8.0
FIRST_PAUSE_S: Final = 0.1
LONGEST_PAUSE_S: Final = 5.0
STOP_TIMEOUT_S: Final = 3.0
#: A program that ends again within this time is started again later and later.
SHORT_LIFE_S: Final = 5.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ProcessSpec:
    """How a program is started.

    `prepare` is called before every start and returns the command line; after an OSError it is called again.
    `accepts`: whether it serves by now.  `line` is written to its standard input, which then stays open until this
    program ends.  `log_path`: file for its output; `handles`: file descriptors that it inherits.  `heard` takes each
    line of its standard output, in a thread of its own; then only its errors go to the file.  `stop_s`: seconds that it
    may take to end by itself; `stalled_s`: seconds after which it hangs that reads nothing of what it is told.
    """

    name: str
    prepare: Callable[[], list[str]]
    accepts: Callable[[], bool]
    log_path: Path
    line: bytes | None = None
    handles: tuple[int, ...] = ()
    heard: Callable[[bytes], None] | None = None
    stop_s: float = STOP_TIMEOUT_S
    stalled_s: float = STALLED_S


class ChildProcess:
    """`start` returns at once; `wait_until_ready` says whether it serves."""

    def __init__(self, spec: ProcessSpec) -> None:
        self._spec = spec
        self._process: subprocess.Popen[bytes] | None = None
        self._stopping = threading.Event()
        self._ready = threading.Event()
        self._input: LineWriter | None = None
        self._watch = threading.Thread(target=self._run, name=spec.name, daemon=True)

    @property
    def pid(self) -> int | None:
        """The process id while it runs."""
        process = self._process
        return process.pid if process and process.poll() is None else None

    @property
    def is_ready(self) -> bool:
        """Whether it runs and has been seen to serve."""
        return self._ready.is_set() and self.pid is not None

    def start(self) -> None:
        self._watch.start()

    def wait_until_ready(self) -> bool:
        return self._ready.wait(READY_TIMEOUT_S)

    def say(self, line: bytes) -> None:
        """Writes a line to its standard input, without waiting; nothing where it does not run.

        A program that reads no more is ended and started again.
        """
        writer = self._input
        if writer and not writer.write(line):
            self._restart_stalled()

    def say_newest(self, make: Callable[[], bytes]) -> None:
        """As `say`, for what stands until something newer is said: `make` gives the line when its turn comes."""
        writer = self._input
        if writer and not writer.write_newest(make):
            self._restart_stalled()

    def _restart_stalled(self) -> None:
        log.warning("%s does not read its input", self._spec.name)
        self.restart()

    def restart(self) -> None:
        """Ends it hard; the watch prepares and starts it again."""
        process = self._process
        if process:
            process.kill()

    def stop(self) -> None:
        self._stopping.set()
        if self._watch.ident is not None:
            self._watch.join(self._spec.stop_s + STOP_TIMEOUT_S)

    def _run(self) -> None:
        """The watch.  The child is started here and nowhere else: it ends with the thread that started it."""
        pause_s = FIRST_PAUSE_S
        while not self._stopping.is_set():
            started_s = time.monotonic()
            self._spawn()
            if self._serves():
                self._ready.set()
            while self.pid is not None and not self._stopping.wait(0.1):
                pass
            self._ready.clear()
            if self._stopping.is_set():
                break
            log.warning("%s ended and is started again; its output is in %s", self._spec.name, self._spec.log_path)
            lived = time.monotonic() - started_s > SHORT_LIFE_S
            pause_s = FIRST_PAUSE_S if lived else min(2 * pause_s, LONGEST_PAUSE_S)
            self._stopping.wait(pause_s)
        self._end()

    def _spawn(self) -> None:
        self._hang_up()
        self._process = None
        try:
            command = [*_until_parent_ends(), *self._spec.prepare()]
            self._process = process = self._open(command)
        except OSError as error:
            log.warning("%s cannot be started: %s", self._spec.name, error)
            return
        if process.stdin:
            self._input = LineWriter(process.stdin, self._spec.name, self._spec.stalled_s)
        if process.stdout and self._spec.heard:
            # only now: what it is answered has to find it
            listening = (process.stdout, self._spec.heard)
            threading.Thread(target=_listen, args=listening, name=f"{self._spec.name} heard", daemon=True).start()

    def _open(self, command: list[str]) -> subprocess.Popen[bytes]:
        line = self._spec.line
        with _open_log(self._spec.log_path) as words:
            process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL if line is None else subprocess.PIPE,
                stdout=subprocess.PIPE if self._spec.heard else words,
                stderr=words,
                env=program_environment(),
                pass_fds=self._spec.handles,
                # Ctrl-C is meant for us: what the table says last still has to be carried out
                start_new_session=os.name == "posix",
            )
        if process.stdin and line is not None:
            with suppress(OSError):
                process.stdin.write(line)
                process.stdin.flush()
        return process

    def _serves(self) -> bool:
        ends_s = time.monotonic() + READY_TIMEOUT_S
        while time.monotonic() < ends_s and self.pid is not None and not self._stopping.is_set():
            if self._spec.accepts():
                return self.pid is not None
            self._stopping.wait(0.02)
        return False

    def _end(self) -> None:
        process = self._process
        if process is None:
            return
        process.terminate()
        try:
            process.wait(self._spec.stop_s)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        self._hang_up()

    def _hang_up(self) -> None:
        if self._input:
            self._input.close()
            self._input = None


def _listen(said: IO[bytes], heard: Callable[[bytes], None]) -> None:
    with said:
        for line in said:
            heard(line)


def _open_log(path: Path) -> IO[bytes]:
    """The file for a program's output; a full disk stops no program."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return path.open("wb")
    except OSError:
        return Path(os.devnull).open("wb")


def _until_parent_ends() -> list[str]:
    """On Linux the child is killed with its parent, whatever happens to that; elsewhere `stop` and the exit end it."""
    setpriv = shutil.which("setpriv") if sys.platform == "linux" else None
    return [setpriv, "--pdeathsig", "KILL", "--"] if setpriv else []
