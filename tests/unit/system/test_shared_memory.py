"""Threads of a table share their free memory, so that a game with a camera leaves little of it behind."""

import re
import subprocess
import sys

import pytest

#: Twelve threads at once, each with memory of its own, and then glibc's list of its arenas.
PROGRAM = """
import ctypes, sys, threading
from companion.system.gc_tuning import share_memory
share_memory()
meeting = threading.Barrier(12)
def work():
    held = bytearray(40_000)
    meeting.wait()
threads = [threading.Thread(target=work) for _ in range(12)]
for thread in threads: thread.start()
for thread in threads: thread.join()
libc = ctypes.CDLL(None)
libc.fopen.restype = ctypes.c_void_p
libc.malloc_info(0, ctypes.c_void_p(libc.fopen(b"/dev/stdout", b"w")))
libc.fflush(None)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="glibc alone has arenas")
def test_many_threads_share_two_arenas() -> None:
    shown = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True, timeout=60)
    assert 1 <= len(re.findall(r"<heap nr=", shown.stdout)) <= 2
