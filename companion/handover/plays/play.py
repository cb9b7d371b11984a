"""A play as another program exports it, before anybody knows which game and which people these are."""

from dataclasses import dataclass
from datetime import datetime, time
from typing import Final

from companion.texts.times import evening_ms


class PlayFileError(ValueError):
    """A file that holds no plays in a known form; one line with the reason."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ForeignPlay:
    """`source` is the same for the same play in every export.  `winners` are places in `names`.

    `teams` go by person; None if the file has none.  `ended_ms` is None for a time that is missing or impossible;
    `day_only`: only the day is known.
    """

    source: str
    title: str
    names: tuple[str, ...]
    winners: tuple[int, ...]
    teams: tuple[int, ...] | None = None
    ended_ms: int | None = None
    day_only: bool = False
    minutes: int = 0
    place: str = ""
    note: str = ""


#: The forms in which other programs write a moment.
_MOMENTS: Final = ("%Y-%m-%d %H:%M:%S", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M", "%Y-%m-%dT%H:%M", "%Y-%m-%d")


def end_of(begun: str, minutes: int) -> tuple[int | None, bool]:
    """Returns Unix milliseconds of the end of a play that began at a written moment, and whether only its day is known.

    Midnight stands for a day without a time.
    """
    for form in _MOMENTS:
        try:
            moment = datetime.strptime(begun.strip(), form)
            if moment.time() == time():
                return evening_ms(moment.date()), True
            return int(moment.timestamp() * 1000) + minutes * 60_000, False
        except (ValueError, OverflowError, OSError):
            continue
    return None, False


def written_name(text: object) -> str:
    """A name without needless spaces; empty for a value that is no text."""
    return " ".join(text.split()) if isinstance(text, str) else ""


def whole_minutes(value: object) -> int:
    """Minutes as other programs write them; 0 for none, and for a value that is no number of minutes."""
    try:
        return max(0, round(float(value))) if isinstance(value, str | int | float) else 0
    except (ValueError, OverflowError):
        return 0
