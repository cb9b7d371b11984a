"""How often Python looks for garbage cycles.

The engine makes many small values and no cycles; looking for them after every 700 new ones, as Python does by itself,
costs a quarter of the time of a split card.  The viewers' gateway stands still while it looks.
"""

import gc
from typing import Final

#: New objects between two looks; what they hold meanwhile is a few megabytes.
YOUNG: Final = 50_000
OLDER: Final = 20


def raise_gc_thresholds() -> None:
    """Sets the garbage collector for the whole process."""
    gc.set_threshold(YOUNG, OLDER, OLDER)
