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


def raise_gc_thresholds() -> None:
    """Sets the garbage collector for the whole process."""
    gc.set_threshold(YOUNG, OLDER, OLDER)


def free_memory() -> None:
    """Gives memory back to the system after much of it was released; glibc keeps it for later by itself."""
    gc.collect()
    if sys.platform == "linux":
        import ctypes

        # another library of C has no such function
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).malloc_trim(0)
