"""The code that a child program shares with its parent.

The configuration comes on standard input, which stays open for as long as the parent lives.
"""

import io
import os
import threading
from typing import Final, TypeVar

import msgspec

STDIN: Final = 0

Config = TypeVar("Config")


def read_config(kind: type[Config]) -> Config:
    """Reads the configuration: the first line, as JSON."""
    return msgspec.json.decode(io.BufferedReader(io.FileIO(STDIN, closefd=False)).readline(), type=kind)


def end_with_parent() -> None:
    """Ends this program, from a thread of its own, as soon as the other end of standard input is closed."""
    threading.Thread(target=_wait_for_end, name="parent", daemon=True).start()


def _wait_for_end() -> None:
    while os.read(STDIN, 1024):
        pass
    os._exit(0)
