"""Sends the newest snapshot to the process that computes chances, and never makes the table wait for it.

Laws: `ask` returns at once; a newer question replaces one that is not sent yet; a process that dies or hangs is
started again, after growing pauses; without it the game goes on.
"""

import pickle
import sys
import threading
from collections.abc import Callable

import msgspec

from companion.programs.life import Beats
from companion.programs.process import NOWHERE, ChildProcess, ProcessSpec
from companion.publishers.analysis.answer import Answer
from companion.publishers.analysis.knowledge import public_knowledge
from companion.views.table_view import TableView

#: Called from the calculator's own thread with the answer and its snapshot.
Found = Callable[[TableView, Answer], None]


class Calculator:
    """`start` and `stop` are called once each; the process begins with the first question.

    `changed` takes False when the process is gone or hangs, and True when it answers again.
    """

    def __init__(self, found: Found, changed: Callable[[bool], None] = lambda _: None) -> None:
        self._found = found
        self._lock = threading.Lock()
        self._newest: TableView | None = None
        self._asked: TableView | None = None
        self._hears = False
        self._begun = False
        self._beats = Beats()
        self._child = ChildProcess(
            ProcessSpec(
                name="chances",
                prepare=self._prepare,
                accepts=self._beats.sign,
                log_path=NOWHERE,
                line=b"",
                heard=self._heard,
                life=self._beats,
                changed=changed,
            )
        )

    @property
    def pid(self) -> int | None:
        """The process id while it runs."""
        return self._child.pid

    def start(self) -> None:
        """Starts no process before the first question."""

    def ask(self, view: TableView) -> None:
        with self._lock:
            self._newest = view
            begins, self._begun = not self._begun, True
            self._send()
        if begins:
            self._child.start()

    def stop(self) -> None:
        self._child.kill()

    def _prepare(self) -> list[str]:
        """Returns the command line; drops the last question, because it may have brought down the process."""
        with self._lock:
            self._hears, self._asked = False, None
        return [sys.executable, "-m", "companion.publishers.analysis"]

    def _heard(self, line: bytes) -> None:
        """Takes a line: an empty one is a beat, and the first of any kind shows that the process listens."""
        self._beats.beat()
        with self._lock:
            self._hears = True
            asked = self._asked
            if line.strip():
                self._asked = None
            self._send()
        if line.strip() and asked:
            self._found(asked, msgspec.json.decode(line, type=Answer))

    def _send(self) -> None:
        """Sends the newest snapshot unless an answer is pending."""
        if not self._hears or self._asked is not None or self._newest is None:
            return
        view, self._newest = self._newest, None
        known = public_knowledge(view)
        if known is not None:
            self._asked = view
            question = pickle.dumps(known)
            self._child.say(b"%d\n" % len(question) + question)
