"""How often Python looks for garbage cycles while the engine works.

The engine makes many small values and no cycles; looking for them after every 700 new ones, as Python does by itself,
costs a quarter of the time of a split card.
"""

import gc
from typing import Final

#: New objects between two looks; what they hold meanwhile is a few megabytes.
YOUNG: Final = 50_000
OLDER: Final = 20


def look_seldom() -> None:
    """Sets the collector for the whole process."""
    gc.set_threshold(YOUNG, OLDER, OLDER)
