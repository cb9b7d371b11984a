"""A program beside ours that hangs: nobody waits for it, and another one takes its place."""

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.programs.line_writer import MOST_WAITING
from companion.programs.process import ChildProcess, ProcessSpec

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
    """The child's output, line by line."""

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


def echo_spec(folder: Path, heard: Heard) -> ProcessSpec:
    return ProcessSpec(
        name="echo",
        prepare=lambda: [sys.executable, "-c", ECHO],
        accepts=lambda: True,
        log_path=folder / "echo.log",
        line=b"configuration\n",
        heard=heard,
    )


@pytest.fixture
def child(tmp_path: Path, heard: Heard) -> Iterator[ChildProcess]:
    started = ChildProcess(echo_spec(tmp_path, heard))
    started.start()
    yield started
    started.stop()


def test_the_end_of_a_program_is_seen_at_once(
    child: ChildProcess, heard: Heard, monkeypatch: pytest.MonkeyPatch
) -> None:
    # no look comes before this test ends
    monkeypatch.setattr("companion.programs.process.LOOK_S", 2.0 * PATIENCE_S)
    heard.wait_for(lambda lines: len(lines) == 2)
    assert child.wait_until_ready()
    child.restart()
    heard.wait_for(lambda lines: len(lines) == 4)


def test_a_hanging_program_blocks_nobody_and_is_restarted(child: ChildProcess, heard: Heard) -> None:
    first = heard.wait_for(lambda lines: len(lines) == 2)[0]
    os.kill(first, signal.SIGSTOP)

    def talk() -> None:
        for _ in range(2 * MOST_WAITING):
            child.say(LINE)

    talking = threading.Thread(target=talk, daemon=True)
    talking.start()
    talking.join(PATIENCE_S)
    assert not talking.is_alive()
    heard.wait_for(lambda lines: len([each for each in lines if each not in (first, len(LINE))]) >= 3)
    child.say(b"again\n")
    assert heard.wait_for(lambda lines: lines[-1] == len(b"again\n"))
    assert child.pid != first


def test_a_slow_program_receives_only_the_newest_replaceable_line(child: ChildProcess, heard: Heard) -> None:
    first = heard.wait_for(lambda lines: len(lines) == 2)[0]
    os.kill(first, signal.SIGSTOP)
    # far more often than lines may wait: nobody takes it for a program that hangs
    for length in range(1, 3 * MOST_WAITING):
        child.say_newest(lambda length=length: b"x" * length * 1000 + b"\n")
    child.say(b"an answer\n")
    os.kill(first, signal.SIGCONT)
    lines = heard.wait_for(lambda lines: lines[-1] == len(b"an answer\n"))[2:]
    assert lines[-2] == (3 * MOST_WAITING - 1) * 1000 + 1
    assert len(lines) < MOST_WAITING
    assert child.pid == first


def test_newest_messages_of_different_kinds_replace_none_of_each_other(child: ChildProcess, heard: Heard) -> None:
    first = heard.wait_for(lambda lines: len(lines) == 2)[0]
    os.kill(first, signal.SIGSTOP)
    for length in (20, 30):
        child.say_newest(lambda length=length: b"x" * length + b"\n", "phones")
        child.say_newest(lambda length=length: b"y" * length * 10 + b"\n", "tablets")
    child.say(b"an answer\n")
    os.kill(first, signal.SIGCONT)
    lines = heard.wait_for(lambda lines: lines[-1] == len(b"an answer\n"))[2:]
    # the writer may have taken earlier ones before the program stopped
    assert lines[-3:-1] == [31, 301]


def test_a_program_that_reads_nothing_for_long_is_started_again(tmp_path: Path, heard: Heard) -> None:
    child = ChildProcess(replace(echo_spec(tmp_path, heard), stalled_s=0.2))
    child.start()
    first = heard.wait_for(lambda lines: len(lines) == 2)[0]
    os.kill(first, signal.SIGSTOP)
    end_s = time.monotonic() + PATIENCE_S
    while child.pid in (first, None) and time.monotonic() < end_s:
        child.say_newest(lambda: LINE * 10)
        time.sleep(0.01)
    assert child.pid != first
    child.stop()


def test_a_program_that_reads_hears_every_line_in_order(child: ChildProcess, heard: Heard) -> None:
    heard.wait_for(lambda lines: len(lines) == 2)
    for length in range(1, 51):
        child.say(b"x" * length + b"\n")
    assert heard.wait_for(lambda lines: len(lines) == 52)[2:] == list(range(2, 52))
