"""Data folders in a bad way: those that nobody may write to, and programs that run as somebody without privileges."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

#: Permissions mean nothing to root until it has given up its capabilities (capset(2), version 3, all sets empty).
WITHOUT_PRIVILEGES = """
import ctypes, os
if os.geteuid() == 0:
    assert ctypes.CDLL(None).capset((ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)()) == 0
"""


def run_unprivileged(program: str, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs Python code as a user to whom permissions mean something, also where the tests run as root."""
    return subprocess.run(
        [sys.executable, "-c", WITHOUT_PRIVILEGES + program, *arguments],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


@contextmanager
def write_protected(folder: Path) -> Iterator[None]:
    """Everybody may read the folder and its content, nobody but root may write."""
    before = {path: path.stat().st_mode & 0o777 for path in (folder, *folder.rglob("*"))}
    for path in before:
        path.chmod(0o555 if path.is_dir() else 0o444)
    try:
        yield
    finally:
        for path, mode in before.items():
            path.chmod(mode)
