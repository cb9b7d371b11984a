"""Lines for another program, written by a thread of their own: whoever has something to say never waits for it.

Law: of what stands until something newer is said (`write_newest`) only the newest is written, and before any answer
that was given after it.
"""

import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import IO, Final

#: More answers than this wait only for a program that has stopped to read.
MOST_WAITING: Final = 256
#: Whoever reads nothing for so long has stopped; a program that is only starting, beside much else, takes a while.
STALLED_S: Final = 30.0
#: The newest waits so long for one that is newer still, and for the work to be over that led to it.
SETTLE_S: Final = 0.02


class LineWriter:
    """May be used from any thread.  `close` only after the program has ended: else it may wait for it.

    `first` is written before all else.  `stalled_s`: seconds without reading after which a program counts as stopped.
    """

    def __init__(self, stream: IO[bytes], name: str, stalled_s: float = STALLED_S, first: bytes = b"") -> None:
        self._stream = stream
        self._first = first
        self._stalled_s = stalled_s
        self._changed = threading.Condition()
        self._answers: deque[bytes] = deque()
        self._newest: Callable[[], bytes] | None = None
        self._closed = False
        #: Since when a line is on its way, by the monotonic clock; None while none is.
        self._writing_since: float | None = None
        self._thread = threading.Thread(target=self._run, name=f"{name} input", daemon=True)
        self._thread.start()

    def write(self, line: bytes) -> bool:
        """Whether the program reads: else it is not worth waiting for."""
        with self._changed:
            if len(self._answers) >= MOST_WAITING or self._is_stalled():
                return False
            self._answers.append(line)
            self._changed.notify()
        return True

    def write_newest(self, make: Callable[[], bytes]) -> bool:
        """`make` gives the line when its turn comes, in the writer's thread; as `write`."""
        with self._changed:
            self._newest = make
            self._changed.notify()
            return not self._is_stalled()

    def close(self) -> None:
        """What was not written yet is dropped."""
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
        # a program that has ended breaks its pipe; the lines after that go nowhere
        with suppress(OSError):
            for line in lines:
                self._stream.write(line)
            self._stream.flush()

    def _next_lines(self) -> list[bytes]:
        """Waits for something to say; the newest first, since the answers were given after it.  Empty: it is over."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._newest or self._answers)
            self._changed.wait_for(lambda: self._closed or self._answers, SETTLE_S)
            if self._closed:
                return []
            make, self._newest = self._newest, None
            answers = list(self._answers)
            self._answers.clear()
            self._writing_since = time.monotonic()
        return [make(), *answers] if make else answers
