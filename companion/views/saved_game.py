"""A recorded game as a list shows it."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class SavedFault(StrEnum):
    """Why a recorded game cannot be taken up: its rows are damaged, or only a newer program can read them."""

    DAMAGED = "damaged"
    NEWER = "newer"


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedGame:
    """A recorded game that is not over.  `started` is local time; `demo`: the built-in table plays it.

    One with a `fault` cannot be taken up; `reason` says in one line what is wrong, and what could not be read of it is
    empty (`names`, `variant`) or None (`started`).
    """

    game: str
    names: tuple[str, ...]
    variant: str
    started: datetime | None
    ply: int
    finished: bool
    demo: bool = False
    fault: SavedFault | None = None
    reason: str = ""
