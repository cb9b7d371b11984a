"""Signs of life: a program that is stopped or stuck does not end, and answers nothing.

Laws: a check never waits.  Silence is counted check by check and never by a clock alone: if the machine sleeps, or this
program is slow itself, the silence grows no faster than this program runs; while the watched program waits for the
processor, a fifth counts.
"""

import socket
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Final, Protocol

from companion.programs.tcp_ports import LOOPBACK

#: Seconds between two checks.
LOOK_S: Final = 0.5
#: The most seconds that one check adds to the silence, however long ago the previous check was.
MOST_A_LOOK_S: Final = 0.6
#: Seconds of silence after which a program counts as dead, once it has given a sign; before that it may be starting.
PATIENCE_S: Final = 5.0
START_PATIENCE_S: Final = 60.0
#: The part of the time that counts while a program has work and gets no processor.
_BUSY_PART: Final = 0.2
#: Seconds between two signs of a healthy program; within them its state is not read.
_UNREMARKABLE_S: Final = 1.5
#: Checks between an answer and the next question.
_REST: Final = 2
_CONNECT_S: Final = 0.1


class Life(Protocol):
    """The signs of life of a program."""

    def sign(self) -> bool:
        """Returns whether a sign has come since the last call; never waits."""
        ...

    def forget(self) -> None:
        """Ignores late signs of the previous program; called before another one starts."""
        ...


class Answering:
    """A server of this machine answers `hello`; closing the connection is an answer, too.

    `hello` may be empty if the server speaks first.  A mere connection proves nothing: the system accepts it.
    """

    def __init__(self, port: Callable[[], int], hello: bytes) -> None:
        self._port = port
        self._hello = hello
        self._line: socket.socket | None = None
        self._rest = 0

    def sign(self) -> bool:
        if self._line is None:
            self._ask()
            return False
        try:
            self._line.recv(1)
        except BlockingIOError:
            return False
        except OSError:
            pass  # cut off: a living server did that
        self.forget()
        self._rest = _REST
        return True

    def forget(self) -> None:
        if self._line is not None:
            self._line.close()
            self._line = None
        self._rest = 0

    def _ask(self) -> None:
        self._rest -= 1
        if self._rest > 0:
            return
        try:
            line = socket.create_connection((LOOPBACK, self._port()), _CONNECT_S)
        except OSError:
            return
        self._line = line
        line.setblocking(False)
        try:
            line.sendall(self._hello)
        except OSError:
            self.forget()


class Beats:
    """A program sends a line at least every second; the reader of the line calls `beat`."""

    def __init__(self) -> None:
        self._beaten = threading.Event()

    def beat(self) -> None:
        self._beaten.set()

    def sign(self) -> bool:
        beaten = self._beaten.is_set()
        self._beaten.clear()
        return beaten

    def forget(self) -> None:
        self._beaten.clear()


class Silence:
    """The length of a program's silence, in seconds of its own running time.

    `patience_s` holds from the first sign on.
    """

    def __init__(self, patience_s: float = PATIENCE_S) -> None:
        self._patience_s = patience_s
        self._silent_s = 0.0
        self._begun = False

    def is_too_long(self, pid: int, *, sign: bool, since_s: float) -> bool:
        """Counts a check, `since_s` seconds after the previous one."""
        if sign:
            self._begun, self._silent_s = True, 0.0
            return False
        state = process_state(pid) if self._silent_s > _UNREMARKABLE_S else ""
        self._silent_s += min(since_s, MOST_A_LOOK_S) * (_BUSY_PART if state == BUSY else 1.0)
        starting = not self._begun and state not in STOPPED
        return self._silent_s > (max(START_PATIENCE_S, self._patience_s) if starting else self._patience_s)


#: The letters of a stopped process, and of one that has work.
STOPPED: Final = ("T", "t")
BUSY: Final = "R"


def process_state(pid: int) -> str:
    """Returns the letter by which Linux names the state of a process (proc(5)); empty on other systems.

    "R" if any of its threads has work: the first thread of a server waits for the others.
    """
    states = [_thread_state(stat) for stat in Path(f"/proc/{pid}/task").glob("*/stat")]
    return BUSY if BUSY in states else next(iter(states), "")


def _thread_state(stat: Path) -> str:
    try:
        # the name before it may contain any character
        return stat.read_bytes().rpartition(b")")[2].split()[0].decode()
    except (OSError, IndexError):
        return ""
