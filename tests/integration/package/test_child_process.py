"""A program beside ours that hangs: nobody waits for it, and another one takes its place."""

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.publishers.child import ChildProcess, ProcessSpec

#: Says its process id and then every length of a line that it reads.
ECHO = """
import os, sys
print(os.getpid(), flush=True)
for line in sys.stdin.buffer:
    print(len(line), flush=True)
"""
#: Far more than a pipe holds.
LINE = b"x" * 20_000 + b"\n"
PATIENCE_S = 120


class Heard:
    """What the child said, line by line."""

    def __init__(self) -> None:
        self._lines: list[int] = []
        self._changed = threading.Condition()

    def __call__(self, line: bytes) -> None:
        with self._changed:
            self._lines.append(int(line))
            self._changed.notify_all()

    def wait_for(self, wanted: Callable[[list[int]], bool]) -> list[int]:
        with self._changed:
            assert self._changed.wait_for(lambda: wanted(self._lines), PATIENCE_S), self._lines
            return list(self._lines)


@pytest.fixture
def heard() -> Heard:
    return Heard()


@pytest.fixture
def child(tmp_path: Path, heard: Heard) -> Iterator[ChildProcess]:
    spec = ProcessSpec(
        name="echo",
        prepare=lambda: [sys.executable, "-c", ECHO],
        accepts=lambda: True,
        log_path=tmp_path / "echo.log",
        line=b"configuration\n",
        heard=heard,
    )
    started = ChildProcess(spec)
    started.start()
    yield started
    started.stop()


def test_who_talks_to_a_program_that_hangs_goes_on_and_the_program_is_started_again(
    child: ChildProcess, heard: Heard
) -> None:
    first = heard.wait_for(lambda lines: len(lines) == 2)[0]
    os.kill(first, signal.SIGSTOP)

    def talk() -> None:
        for _ in range(100):
            child.say(LINE)

    talking = threading.Thread(target=talk, daemon=True)
    talking.start()
    talking.join(PATIENCE_S)
    assert not talking.is_alive()
    heard.wait_for(lambda lines: len([each for each in lines if each not in (first, len(LINE))]) >= 3)
    child.say(b"again\n")
    assert heard.wait_for(lambda lines: lines[-1] == len(b"again\n"))
    assert child.pid != first


def test_a_program_that_reads_hears_every_line_in_order(child: ChildProcess, heard: Heard) -> None:
    heard.wait_for(lambda lines: len(lines) == 2)
    for length in range(1, 51):
        child.say(b"x" * length + b"\n")
    assert heard.wait_for(lambda lines: len(lines) == 52)[2:] == list(range(2, 52))
