"""Lines for another program, written by a thread of their own: whoever has something to say never waits for it."""

import queue
import threading
from contextlib import suppress
from typing import IO, Final

#: More lines than this wait only for a program that has stopped to read.
MOST_WAITING: Final = 64


class LineWriter:
    """`write` may be called from any thread.  `close` only after the program has ended: else it may wait for it."""

    def __init__(self, stream: IO[bytes], name: str) -> None:
        self._stream = stream
        self._lines: queue.Queue[bytes | None] = queue.Queue(MOST_WAITING)
        self._thread = threading.Thread(target=self._run, name=f"{name} input", daemon=True)
        self._thread.start()

    def write(self, line: bytes) -> bool:
        """Whether there was room for the line."""
        try:
            self._lines.put_nowait(line)
        except queue.Full:
            return False
        return True

    def close(self) -> None:
        """What was not written yet is dropped."""
        with suppress(queue.Empty):
            while True:
                self._lines.get_nowait()
        self._lines.put(None)
        self._thread.join()
        with suppress(OSError):
            self._stream.close()

    def _run(self) -> None:
        # a program that has ended breaks its pipe; the lines after that go nowhere
        while (line := self._lines.get()) is not None:
            with suppress(OSError):
                self._stream.write(line)
                self._stream.flush()
