"""Asks the process that computes chances about the newest snapshot, and never makes the table wait for it.

Laws: `ask` returns at once; a question that is overtaken by a newer one before it was sent is never asked; a process
that dies is started again, later and later; without it the game goes on.
"""

import logging
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import msgspec

from companion.publishers.analysis.answer import Answer
from companion.publishers.analysis.knowledge import public_knowledge
from companion.views.table_view import TableView

log = logging.getLogger(__name__)

FIRST_PAUSE_S: Final = 0.2
LONGEST_PAUSE_S: Final = 60.0
STOP_TIMEOUT_S: Final = 3.0

#: Called from the calculator's own thread with the snapshot that was asked about.
Found = Callable[[TableView, Answer], None]


class Calculator:
    """`start` and `stop` are called once each."""

    def __init__(self, found: Found) -> None:
        self._found = found
        self._changed = threading.Condition()
        self._newest: TableView | None = None
        self._stopping = False
        self._process: subprocess.Popen[bytes] | None = None
        self._thread = threading.Thread(target=self._run, name="chances", daemon=True)

    @property
    def pid(self) -> int | None:
        """The process id while it runs."""
        return self._process.pid if self._process else None

    def start(self) -> None:
        self._thread.start()

    def ask(self, view: TableView) -> None:
        with self._changed:
            self._newest = view
            self._changed.notify_all()

    def stop(self) -> None:
        with self._changed:
            self._stopping = True
            self._changed.notify_all()
        process = self._process
        if process:
            process.kill()
        if self._thread.ident is not None:
            self._thread.join(STOP_TIMEOUT_S)

    def _run(self) -> None:
        pause_s = FIRST_PAUSE_S
        while (view := self._next()) is not None:
            known = public_knowledge(view)
            if known is None:
                continue
            try:
                answer = self._answer(pickle.dumps(known))
            except (OSError, ValueError) as error:
                if self._stopping:
                    break
                log.warning("chances: the process ended and is started again: %s", error)
                self._end()
                self._pause(pause_s)
                pause_s = min(2 * pause_s, LONGEST_PAUSE_S)
                continue
            pause_s = FIRST_PAUSE_S
            self._found(view, answer)
        self._end()

    def _next(self) -> TableView | None:
        """The newest snapshot that nobody asked about yet; None when it is time to stop."""
        with self._changed:
            self._changed.wait_for(lambda: self._newest is not None or self._stopping)
            view, self._newest = self._newest, None
            return None if self._stopping else view

    def _answer(self, question: bytes) -> Answer:
        """Raises OSError when the process is gone, ValueError when it says something else."""
        process = self._process = self._process or _start()
        assert process.stdin
        assert process.stdout
        process.stdin.write(b"%d\n" % len(question) + question)
        process.stdin.flush()
        return msgspec.json.decode(process.stdout.readline(), type=Answer)

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            with suppress(OSError):
                if pipe:
                    pipe.close()

    def _pause(self, seconds: float) -> None:
        with self._changed:
            self._changed.wait_for(lambda: self._stopping, seconds)


def _start() -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "companion.publishers.analysis"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        # Ctrl-C is meant for us
        start_new_session=os.name == "posix",
    )
