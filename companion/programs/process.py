"""A program that runs beside ours: started, watched, restarted when it ends, and ended with ours."""

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
from functools import partial
from pathlib import Path
from typing import IO, Final

from companion.programs.life import LOOK_S, PATIENCE_S, Life, Silence
from companion.programs.line_writer import STALLED_S, LineWriter
from companion.system.programs import APART, end_with_us, program_environment
from companion.system.threads import RestartingThread, start_once

log = logging.getLogger(__name__)

READY_TIMEOUT_S: Final = 8.0
#: The log of a program without output.
NOWHERE: Final = Path(os.devnull)
FIRST_PAUSE_S: Final = 0.1
LONGEST_PAUSE_S: Final = 5.0
STOP_TIMEOUT_S: Final = 3.0
#: A program that ends again within this time is restarted after growing pauses.
SHORT_LIFE_S: Final = 5.0
#: Seconds between two checks of a program that does not serve yet.
FIRST_LOOK_S: Final = 0.02


@dataclass(frozen=True, slots=True, kw_only=True)
class ProcessSpec:
    """How a program is started.

    `prepare` is called before every start and returns the command line; after an OSError it is called again.
    `accepts`: whether it serves yet.  `line` is written to its standard input, which then stays open until this
    program ends.  `log_path`: file for its output; `handles`: file descriptors that it inherits.  `heard` takes each
    line of its standard output, in a thread of its own; then only its errors go to the file.  `stop_s`: seconds that it
    may take to end by itself; `stalled_s`: seconds without reading its input after which it counts as hanging.
    `life`: its signs of life; a program that is silent for `patience_s` is replaced (None: not watched).
    `changed` takes False when it is gone or hangs, and True when it serves again after that.
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
    life: Life | None = None
    patience_s: float = PATIENCE_S
    changed: Callable[[bool], None] = lambda _: None


class ChildProcess:
    """`start` returns at once; `wait_until_ready` returns whether it serves."""

    def __init__(self, spec: ProcessSpec) -> None:
        self._spec = spec
        self._process: subprocess.Popen[bytes] | None = None
        self._stopping = threading.Event()
        #: Set when the program has ended or shall end: the watch checks it at once.
        self._news = threading.Event()
        self._ready = threading.Event()
        self._missed = False
        self._input: LineWriter | None = None
        self._watch = RestartingThread(spec.name, self._run, lambda _: self._note_gone())

    @property
    def pid(self) -> int | None:
        """The process id while it runs."""
        process = self._process
        return process.pid if process and process.poll() is None else None

    @property
    def is_ready(self) -> bool:
        """Whether it runs and has served."""
        return self._ready.is_set() and self.pid is not None

    def start(self) -> None:
        self._watch.start()

    def wait_until_ready(self, timeout_s: float = READY_TIMEOUT_S) -> bool:
        return self._ready.wait(timeout_s)

    def say(self, line: bytes) -> None:
        """Writes a line to its standard input without waiting; does nothing if it does not run.

        A program that has stopped reading is ended and restarted.
        """
        writer = self._input
        if writer and not writer.write(line):
            self._restart_stalled()

    def say_newest(self, make: Callable[[], bytes], kind: str = "") -> None:
        """Like `say`, but replaces a queued message of its kind; `make` gives the line when its turn comes."""
        writer = self._input
        if writer and not writer.write_newest(make, kind):
            self._restart_stalled()

    def _restart_stalled(self) -> None:
        log.warning("%s does not read its input", self._spec.name)
        self.restart()

    def restart(self) -> None:
        """Kills it; the watch prepares and starts it again."""
        process = self._process
        if process:
            process.kill()

    def kill(self) -> None:
        """Ends it for good and at once, without waiting for its work."""
        self._stopping.set()
        self.restart()
        self.stop()

    def stop(self) -> None:
        self._stopping.set()
        self._news.set()
        self._watch.stop(self._spec.stop_s + STOP_TIMEOUT_S)

    def _run(self) -> None:
        """Watches the child.  It is started only here, because it ends with the thread that started it."""
        try:
            self._keep_running()
        finally:
            self._ready.clear()
            self._forget_signs()
            self._end()

    def _keep_running(self) -> None:
        pause_s = FIRST_PAUSE_S
        while not self._stopping.is_set():
            started_s = time.monotonic()
            self._spawn()
            self._watch_over()
            self._forget_signs()
            if self._stopping.is_set():
                break
            self._note_gone()
            log.warning("%s ended and is started again; its output is in %s", self._spec.name, self._spec.log_path)
            lived = time.monotonic() - started_s > SHORT_LIFE_S
            pause_s = FIRST_PAUSE_S if lived else min(2 * pause_s, LONGEST_PAUSE_S)
            self._stopping.wait(pause_s)

    def _stops_after_pause(self) -> bool:
        """Waits until the next look; returns whether we stop."""
        self._news.wait(LOOK_S if self._ready.is_set() else FIRST_LOOK_S)
        self._news.clear()
        return self._stopping.is_set()

    def _forget_signs(self) -> None:
        if self._spec.life:
            self._spec.life.forget()

    def _note_gone(self) -> None:
        self._ready.clear()
        self._missed = True
        self._spec.changed(False)

    def _note_ready(self) -> None:
        if self._missed:
            self._missed = False
            self._spec.changed(True)
        self._ready.set()

    def _watch_over(self) -> None:
        """Watches until it has ended, or we stop; ends it if it hangs."""
        life, silence = self._spec.life, Silence(self._spec.patience_s)
        looked_s = time.monotonic()
        while (pid := self.pid) is not None and not self._stops_after_pause():
            if not self._ready.is_set() and self._spec.accepts():
                self._note_ready()
            now_s = time.monotonic()
            if life and silence.is_too_long(pid, sign=life.sign(), since_s=now_s - looked_s):
                log.warning("%s gives no sign of life", self._spec.name)
                self.restart()
                self._reap()
                return
            looked_s = now_s

    def _wait_for_end(self, process: subprocess.Popen[bytes]) -> None:
        process.wait()
        self._news.set()

    def _reap(self) -> None:
        """Waits for a program that was killed; the system may take a moment."""
        if self._process:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(STOP_TIMEOUT_S)

    def _spawn(self) -> None:
        self._hang_up()
        self._process = None
        try:
            command = [*_until_parent_ends(), *self._spec.prepare()]
            self._process = process = self._open(command)
        except OSError as error:
            log.warning("%s cannot be started: %s", self._spec.name, error)
            return
        spec = self._spec
        start_once(f"{spec.name} ended", partial(self._wait_for_end, process), lambda _: None)
        if process.stdin and spec.line is not None:
            # in a thread of its own: a program that hangs from the start reads nothing
            self._input = LineWriter(process.stdin, spec.name, process.kill, spec.stalled_s, spec.line)
        if process.stdout and spec.heard:
            # only after the writer is made: answers to its output go there
            listen = partial(_listen, process.stdout, spec.heard)
            start_once(f"{spec.name} heard", listen, partial(_dismiss, process))

    def _open(self, command: list[str]) -> subprocess.Popen[bytes]:
        with _open_log(self._spec.log_path) as words:
            process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL if self._spec.line is None else subprocess.PIPE,
                stdout=subprocess.PIPE if self._spec.heard else words,
                stderr=words,
                env=program_environment(),
                pass_fds=self._spec.handles,
                # after Ctrl-C the child still has to carry out the table's last messages
                **APART,
            )
        end_with_us(process)
        return process

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


def _dismiss(process: subprocess.Popen[bytes], _: BaseException) -> None:
    """Ends a program that nobody listens to; the watch starts another."""
    process.kill()
    if process.stdout:
        process.stdout.close()


def _open_log(path: Path) -> IO[bytes]:
    """Opens the file for a program's output; a full disk stops no program."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return path.open("wb")
    except OSError:
        return Path(os.devnull).open("wb")


def _until_parent_ends() -> list[str]:
    """Returns a prefix by which Linux kills the child with its parent; `end_with_us` is the way of Windows."""
    setpriv = shutil.which("setpriv") if sys.platform == "linux" else None
    return [setpriv, "--pdeathsig", "KILL", "--"] if setpriv else []
