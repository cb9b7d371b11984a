"""Results of games whose plays nobody recorded: entered by people, corrected, struck out; the record keeps each step.

Laws: a result is what its newest entry or correction has; one that is struck out stays and counts nowhere.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from msgspec import Struct

from companion.writing.names import name_key

#: The fewest and the most people of a result.
FEWEST: Final = 2
MOST: Final = 12
#: The longest name, place and note, in letters.
LONGEST_NAME: Final = 40
LONGEST_PLACE: Final = 60
LONGEST_NOTE: Final = 400
#: The longest game, in minutes: two days.
LONGEST_MIN: Final = 2 * 24 * 60
#: The latest end (Unix ms): the year 9999 begins, and the calendar ends with it.
LATEST_MS: Final = 253_370_764_800_000


class ResultRefusedError(ValueError):
    """The result cannot be; `message` is its name in the catalogues, `blanks` the values of its blanks."""

    def __init__(self, message: str, **blanks: str) -> None:
        super().__init__(message)
        self.message, self.blanks = message, blanks


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """A game with its people and winners.

    `names` and `teams` go by person; `winners` are places in them, a whole team.

    `ended_ms` is the end (Unix ms); with `day_only` the day of it is known alone.  `minutes` 0: nobody noted them.
    `source` names the play in the program that it came from; empty for one entered here.
    """

    variant: str
    names: tuple[str, ...]
    teams: tuple[int, ...]
    winners: tuple[int, ...]
    ended_ms: int
    day_only: bool = False
    minutes: int = 0
    place: str = ""
    note: str = ""
    source: str = ""


class ResultEntered(Struct, frozen=True, kw_only=True):
    """Begins the rows of a result."""

    game: str
    result: Result


class ResultCorrected(Struct, frozen=True, kw_only=True):
    """`result` replaces the one before it."""

    result: Result


class ResultStruck(Struct, frozen=True, kw_only=True):
    """The result counts nowhere."""


class ResultRestored(Struct, frozen=True, kw_only=True):
    """A result that was struck out counts again."""


ResultEvent = ResultEntered | ResultCorrected | ResultStruck | ResultRestored


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptResult:
    """A result as its rows leave it."""

    game: str
    result: Result
    struck: bool = False


def kept_result(events: Sequence[object]) -> KeptResult:
    """Returns the result of a record's rows.  Raises ValueError for rows that make none."""
    entered = events[0] if events else None
    if not isinstance(entered, ResultEntered):
        raise ValueError("it does not begin with a result")
    kept = KeptResult(game=entered.game, result=checked(entered.result))
    for event in events[1:]:
        match event:
            case ResultCorrected(result=result):
                kept = KeptResult(game=kept.game, result=checked(result), struck=kept.struck)
            case ResultStruck() | ResultRestored():
                struck = isinstance(event, ResultStruck)
                kept = KeptResult(game=kept.game, result=kept.result, struck=struck)
            case _:
                raise ValueError(f"{type(event).__name__} is no step of a result")
    return kept


def checked(result: Result) -> Result:
    """Returns the result itself.  Raises ResultRefusedError for one that no game can have."""
    _check_people(result)
    _check_sides(result)
    if not 0 <= result.minutes <= LONGEST_MIN:
        raise ResultRefusedError("minutes", most=str(LONGEST_MIN))
    if not 0 <= result.ended_ms <= LATEST_MS:
        raise ResultRefusedError("day")
    for text, most in ((result.place, LONGEST_PLACE), (result.note, LONGEST_NOTE)):
        if len(text) > most:
            raise ResultRefusedError("long", text=text[:LONGEST_NAME], most=str(most))
    return result


def _check_people(result: Result) -> None:
    if not result.variant:
        raise ResultRefusedError("game")
    if not FEWEST <= len(result.names) <= MOST:
        raise ResultRefusedError("people", fewest=str(FEWEST), most=str(MOST))
    written = Counter(map(name_key, result.names))
    for name in result.names:
        if not name.strip():
            raise ResultRefusedError("name")
        if len(name) > LONGEST_NAME:
            raise ResultRefusedError("long", text=name[:LONGEST_NAME], most=str(LONGEST_NAME))
        if written[name_key(name)] > 1:
            raise ResultRefusedError("twice", name=name)


def _check_sides(result: Result) -> None:
    """Checks that there are two sides or more, and that one of them, whole, has won."""
    if len(result.teams) != len(result.names) or len(set(result.teams)) < 2:
        raise ResultRefusedError("sides")
    if not result.winners or not all(0 <= seat < len(result.names) for seat in result.winners):
        raise ResultRefusedError("winner")
    team = result.teams[result.winners[0]]
    if tuple(sorted(result.winners)) != tuple(seat for seat, own in enumerate(result.teams) if own == team):
        raise ResultRefusedError("winner")
