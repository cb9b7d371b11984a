"""Lines for another program, written by a thread of their own, so that the caller never waits.

Law: of lines that replace each other (`write_newest`) only the newest is written, and before any answer that was given
after it.
"""

import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import IO, Final

from companion.system.threads import start_once

#: More waiting answers than this mean that the program has stopped reading.
MOST_WAITING: Final = 256
#: A program that reads nothing for this time has stopped; a slow start on a busy machine takes less.
STALLED_S: Final = 30.0
#: Seconds that the newest line waits for a newer one, and for the end of the work that caused it.
SETTLE_S: Final = 0.02


class LineWriter:
    """May be used from any thread.  `close` only after the program has ended: before that it may block.

    `first` is written before all else.  `stalled_s`: seconds without reading after which a program counts as stopped.
    `failed` is called if a line cannot be made: the program would wait for it.
    """

    def __init__(
        self,
        stream: IO[bytes],
        name: str,
        failed: Callable[[], None],
        stalled_s: float = STALLED_S,
        first: bytes = b"",
    ) -> None:
        self._stream = stream
        self._first = first
        self._stalled_s = stalled_s
        self._changed = threading.Condition()
        self._answers: deque[bytes] = deque()
        #: By their kind.
        self._newest: dict[str, Callable[[], bytes]] = {}
        self._closed = False
        #: The monotonic time since which a line is on its way; None if none is.
        self._writing_since: float | None = None
        self._thread = start_once(f"{name} input", self._run, lambda _: failed())

    def write(self, line: bytes) -> bool:
        """Returns whether the program reads; if not, waiting for it is useless."""
        with self._changed:
            if len(self._answers) >= MOST_WAITING or self._is_stalled():
                return False
            self._answers.append(line)
            self._changed.notify()
        return True

    def write_newest(self, make: Callable[[], bytes], kind: str = "") -> bool:
        """Like `write`, instead of a waiting line of its kind; `make` gives it in its turn, in the writer's thread."""
        with self._changed:
            self._newest[kind] = make
            self._changed.notify()
            return not self._is_stalled()

    def close(self) -> None:
        """Drops the lines that are not written yet."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        self._thread.join()
        with suppress(OSError):
            self._stream.close()

    def _is_stalled(self) -> bool:
        since = self._writing_since
        return since is not None and time.monotonic() - since > self._stalled_s

    def _run(self) -> None:
        self._write([self._first])
        while lines := self._next_lines():
            self._write(lines)
            self._writing_since = None

    def _write(self, lines: list[bytes]) -> None:
        # the pipe of an ended program is broken; later lines are lost
        with suppress(OSError):
            for line in lines:
                self._stream.write(line)
            self._stream.flush()

    def _next_lines(self) -> list[bytes]:
        """Waits for lines, the newest first, since the answers were given after it; empty if the writer is closed."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._newest or self._answers)
            self._changed.wait_for(lambda: self._closed or self._answers, SETTLE_S)
            if self._closed:
                return []
            newest, self._newest = tuple(self._newest.values()), {}
            answers = list(self._answers)
            self._answers.clear()
            self._writing_since = time.monotonic()
        return [*(make() for make in newest), *answers]
