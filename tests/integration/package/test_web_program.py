"""The web program alone: its signs of life, its end, and its parts under one limit of file handles."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO

import pytest
from brokers_for_tests import PATIENCE_S, free_ports
from page_clients import fetch, slow_clients

from companion.programs.lines import Beat, line_of
from companion.programs.tcp_ports import LOOPBACK, ListenAddress
from companion.web.messages import Hello, PageConfig, PhonesConfig, Setup, Shown, to_table

#: So few handles that the capacities of page and phones do not fit.
FEW = 200


class Web:
    def __init__(self, setup: Setup, folder: Path, command: tuple[str, ...] = ()) -> None:
        self.errors = folder / "errors.txt"
        with self.errors.open("wb") as errors:
            self.program = subprocess.Popen(
                [*command, sys.executable, "-m", "companion.web"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
            )
        self.say(line_of(setup))

    def say(self, line: bytes) -> None:
        self._input.write(line)
        self._input.flush()

    def hear(self) -> object:
        assert self.program.stdout
        return to_table(self.program.stdout.readline())

    @property
    def _input(self) -> IO[bytes]:
        assert self.program.stdin
        return self.program.stdin

    def end(self) -> int:
        """Closes its input; returns the status with which it ends."""
        self._input.close()
        return self.program.wait(PATIENCE_S)


@contextmanager
def web(*served: object) -> Iterator[Web]:
    made = Web(*served)  # type: ignore[arg-type]
    try:
        yield made
    finally:
        made.program.kill()
        with made.program:
            pass


def page_and_phones() -> tuple[PageConfig, PhonesConfig]:
    page, phones = (ListenAddress(LOOPBACK, port) for port in free_ports(2))
    return PageConfig(page, {}, "/nowhere"), PhonesConfig(phones, {})


def test_it_beats_again_and_again_and_ends_with_its_input(tmp_path: Path) -> None:
    page, _ = page_and_phones()
    with web(Setup(page=page), tmp_path) as program:
        assert [program.hear() for _ in range(3)] == [Beat()] * 3
        assert b"<html" in fetch(page.where.port)
        assert program.end() == 0
    assert program.errors.read_bytes() == b""


def test_phones_are_served_once_their_seats_are_known(tmp_path: Path) -> None:
    _, phones = page_and_phones()
    with web(Setup(phones=phones), tmp_path) as program:
        assert program.hear() == Hello()
        program.say(line_of(Shown()))
        assert program.hear() == Beat()
        assert b"<html" in fetch(phones.where.port)


@pytest.mark.skipif(sys.platform == "win32", reason="no limit of file handles there")
def test_page_and_phones_share_a_few_file_handles(tmp_path: Path) -> None:
    page, phones = page_and_phones()
    few = ("sh", "-c", f'ulimit -n {FEW} && exec "$@"', "few")
    with web(Setup(page=page, phones=phones), tmp_path, few) as program, ExitStack() as crowds:
        program.say(line_of(Shown()))
        assert [program.hear(), program.hear()] == [Hello(), Beat()]
        ports = page.where.port, phones.where.port
        for port in ports:
            crowds.enter_context(slow_clients(port, FEW))
        for port in ports:
            assert b"<html" in fetch(port)
        assert program.end() == 0
    assert program.errors.read_bytes() == b""
