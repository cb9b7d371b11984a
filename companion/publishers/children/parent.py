"""The code that a child program shares with its parent.

The configuration comes on standard input, which stays open for as long as the parent lives.
"""

import io
import os
from typing import Final, TypeVar

import msgspec

from companion.system.threads import start_once

STDIN: Final = 0

Config = TypeVar("Config")


def read_config(kind: type[Config]) -> Config:
    """Reads the configuration: the first line, as JSON."""
    return msgspec.json.decode(io.BufferedReader(io.FileIO(STDIN, closefd=False)).readline(), type=kind)


def end_with_parent() -> None:
    """Ends this program, from a thread of its own, as soon as the other end of standard input is closed."""
    start_once("parent", _wait_for_end, end_program)


def end_program(_: BaseException) -> None:
    """Ends this program at once, after a fault in a thread that it cannot do without: the parent starts another."""
    os._exit(1)


def _wait_for_end() -> None:
    while os.read(STDIN, 1024):
        pass
    os._exit(0)
