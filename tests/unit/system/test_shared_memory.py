"""Threads of a table share their free memory, and large pictures give theirs back."""

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
#: A picture that was given back, and a smaller one after it; then glibc's list of the blocks that lie outside its heap.
LARGE = """
import ctypes, sys
from companion.system.gc_tuning import return_pictures
if sys.argv[1:]:
    return_pictures()
libc = ctypes.CDLL(None)
libc.malloc.restype = ctypes.c_void_p
libc.free(ctypes.c_void_p(libc.malloc(30_000_000)))
smaller = libc.malloc(600_000)
libc.fopen.restype = ctypes.c_void_p
libc.malloc_info(0, ctypes.c_void_p(libc.fopen(b"/dev/stdout", b"w")))
libc.fflush(None)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="glibc alone has arenas")
def test_many_threads_share_two_arenas() -> None:
    shown = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True, timeout=60)
    assert 1 <= len(re.findall(r"<heap nr=", shown.stdout)) <= 2


@pytest.mark.skipif(sys.platform != "linux", reason="glibc alone keeps large blocks in its heap")
@pytest.mark.parametrize(("given", "outside"), [([], False), (["return"], True)])
def test_a_picture_lies_outside_the_heap_if_it_shall_go_back(given: list[str], outside: bool) -> None:
    command = [sys.executable, "-c", LARGE, *given]
    shown = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    size = int(re.findall(r'<total type="mmap" count="[0-9]+" size="([0-9]+)"', shown.stdout)[-1])
    assert (size >= 600_000) == outside
