"""A recorded game as a list shows it."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedGame:
    """A recorded game that can be taken up again.  `started` is local time."""

    game: str
    names: tuple[str, ...]
    variant: str
    started: datetime
    ply: int
    finished: bool
