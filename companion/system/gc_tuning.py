"""The interval of Python's search for garbage cycles, and free memory that goes back to the system.

The engine makes many small values and no cycles; searching after every 700 new ones, as Python does by itself, costs a
quarter of the time of a split card.  The viewers' gateway stands still during a search.
"""

import gc
import sys
from contextlib import suppress
from typing import Final

#: New objects between two searches; they hold a few megabytes meanwhile.
YOUNG: Final = 50_000
OLDER: Final = 20
#: The numbers of settings of glibc (mallopt(3)), and their values: each thread with an arena of its own keeps what its
#: pictures took for later pictures of its own.
_ARENA_MAX: Final = -8
_ARENAS: Final = 2
_MMAP_THRESHOLD: Final = -3
_LARGE_BYTES: Final = 500_000


def raise_gc_thresholds() -> None:
    """Sets the garbage collector for the whole process."""
    gc.set_threshold(YOUNG, OLDER, OLDER)


def share_memory() -> None:
    """Lets all threads that begin from now on share their free memory."""
    _call_libc("mallopt", _ARENA_MAX, _ARENAS)


def return_pictures() -> None:
    """Gives the memory of each picture back at once, for a tenth more processor time.

    Without this glibc keeps it for later pictures, in pieces that soon fit none.
    """
    _call_libc("mallopt", _MMAP_THRESHOLD, _LARGE_BYTES)


def free_memory() -> None:
    """Gives memory back to the system after much of it was released; glibc keeps it for later by itself."""
    gc.collect()
    _call_libc("malloc_trim", 0)


def leave_garbage() -> None:
    """The program ends: Python's shutdown, which searches several times, finds nothing to search.

    The searches take two seconds of processor time after an evening with a window.
    """
    gc.freeze()


def _call_libc(name: str, *values: int) -> None:
    if sys.platform != "linux":
        return
    import ctypes

    # another library of C has no such function
    with suppress(OSError, AttributeError):
        getattr(ctypes.CDLL(None), name)(*values)
