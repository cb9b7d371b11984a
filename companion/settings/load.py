"""How much the program does in a game, so that a slow or small machine still judges in time.

`chosen` is the one owner of this choice: a running game and `pawtrack doctor --speed` both follow it.
Law: a camera's pictures keep their size, and what is read in a picture never depends on the load.
"""

from enum import StrEnum
from typing import Annotated, Final

import msgspec

#: The value of the setting with which the program chooses by itself.
AUTO: Final = "auto"
#: A machine on which a verdict takes longer, or with less memory left, does without video, chances and clips, and reads
#: fewer pictures; beyond the second limits still fewer.
SLOW_S, SLOWEST_S = 1.0, 2.0
SLOW_MB, SLOWEST_MB = 600, 300

#: So many quick verdicts bring back more at first.
PATIENCE: Final = 20
_Count = Annotated[int, msgspec.Meta(ge=0, le=10**6)]


class Load(StrEnum):
    """From everything to the least that judges every play."""

    FULL = "full"
    LESS = "less"
    LEAST = "least"

    @property
    def rank(self) -> int:
        """0 for everything; a higher one does less."""
        return list(Load).index(self)

    @property
    def pace_ms(self) -> int:
        """The least time between two pictures of the camera; 0: every picture is read."""
        return {Load.FULL: 0, Load.LESS: 100, Load.LEAST: 200}[self]

    @property
    def shows_more(self) -> bool:
        """Whether there may be video, chances and clips beside the judging."""
        return self is Load.FULL


class Kept(msgspec.Struct, frozen=True, kw_only=True):
    """The memory of a machine of its games: the load, the verdict time behind it, and the number of quick verdicts that
    bring back more."""

    load: Load = Load.FULL
    verdict_ms: _Count = 0
    patience: Annotated[int, msgspec.Meta(ge=1, le=10**6)] = PATIENCE


def chosen(verdict_s: float, memory_mb: int | None) -> Load:
    """Returns the load for a machine on which a verdict takes this long; `memory_mb` is what is left, None: unknown."""
    memory_mb = SLOW_MB if memory_mb is None else memory_mb
    if verdict_s > SLOWEST_S or memory_mb < SLOWEST_MB:
        return Load.LEAST
    return Load.LESS if verdict_s > SLOW_S or memory_mb < SLOW_MB else Load.FULL


def most_sparing(*loads: Load) -> Load:
    return max(loads, key=lambda load: load.rank)
