"""Recorded games from a program of their own: making one takes seconds, which would hold the loop of all viewers.

Law: the program has a lower priority than everything that serves; one that ends or hangs costs a request, and another
one takes its place.
"""

import queue
import sys
from typing import Final

import msgspec

from companion.programs.life import Beats
from companion.programs.process import NOWHERE, ChildProcess, ProcessSpec
from companion.web.pages.pages import Page

#: By its name: it reads the record, which no room below `bootstrap` may.
PROGRAM: Final = "companion.bootstrap.shown_record"
#: Seconds for one page, the longest game takes a few; and for the start of the program on a slow or busy machine.
PATIENCE_S: Final = 25.0
#: The first line of the program.
READY: Final = b"\n"


class PageRequest(msgspec.Struct, frozen=True):
    """A request to the program: the path of a page."""

    number: int
    path: str


class PageAnswer(msgspec.Struct, frozen=True):
    """The answer to request `number`; None: there is no such page."""

    number: int
    page: Page | None


class RecordedPages:
    """The pages of the games in a data folder, none that ended less than `delay_s` ago; for one thread at a time."""

    def __init__(self, folder: str, delay_s: int) -> None:
        #: Lines for the present request; None: the program has ended.
        self._answers: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._number = 0
        self._begun = Beats()
        self._child = ChildProcess(
            ProcessSpec(
                name="recorded games",
                prepare=lambda: [sys.executable, "-m", PROGRAM, folder, str(delay_s)],
                accepts=self._begun.sign,
                log_path=NOWHERE,
                line=b"",
                heard=self._hear,
                changed=self._note,
            )
        )
        self._child.start()

    @property
    def pid(self) -> int | None:
        """The process id while it runs."""
        return self._child.pid

    def find(self, path: str) -> Page | None:
        """Returns the page of a path; None if there is none, or if the program does not answer."""
        self._number += 1
        if not self._child.wait_until_ready(PATIENCE_S):
            return None
        self._answers = queue.SimpleQueue()
        self._child.say(msgspec.json.encode(PageRequest(self._number, path)) + b"\n")
        try:
            return self._answer()
        except queue.Empty:
            self._child.restart()
            return None

    def stop(self) -> None:
        self._child.kill()

    def _answer(self) -> Page | None:
        while line := self._answers.get(timeout=PATIENCE_S):
            answer = msgspec.json.decode(line, type=PageAnswer)
            if answer.number == self._number:
                return answer.page
        return None

    def _hear(self, line: bytes) -> None:
        if line == READY:
            self._begun.beat()
        else:
            self._answers.put(line)

    def _note(self, serves: bool) -> None:
        if not serves:
            self._answers.put(None)
