"""Results in the record: entered, corrected, struck out, counted again.

Laws: each step is one row, so that a kill leaves all of it or nothing; a step that changes nothing writes no row, so
that the same step twice is the same as once.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Protocol

from companion.session.results import (
    KeptResult,
    Result,
    ResultCorrected,
    ResultEntered,
    ResultEvent,
    ResultRestored,
    ResultStruck,
    checked,
    kept_result,
)
from companion.store.event_log import wall_ms
from companion.store.export import sealed_rows
from companion.store.faults import RECORD_FAILED, RecordError
from companion.store.rows import Row


class ResultLog(Protocol):
    """The rows of results.  All methods raise RecordError."""

    def append(self, game: str, epoch: int, events: Iterable[ResultEvent]) -> int: ...

    def load_result(self, game: str) -> tuple[ResultEvent, ...]: ...

    def seal_of(self, game: str) -> str: ...

    def adopt(self, rows: Iterable[Row]) -> None: ...


class Results:
    """The results of a record.  `epoch` takes the folder if need be, and returns the present start of the program.

    Every method raises RecordError and whatever `epoch` raises, and ResultRefusedError for a result that cannot be.
    """

    def __init__(self, log: ResultLog, epoch: Callable[[], int]) -> None:
        self._log = log
        self._epoch = epoch

    def of(self, game: str) -> KeptResult:
        """Returns a result as its rows leave it."""
        events = self._log.load_result(game)
        if not events:
            raise RecordError(RECORD_FAILED, f"there is no result {game[:40]!r}; `pawtrack games` lists all")
        return kept_result(events)

    def is_there(self, game: str) -> bool:
        """Returns whether there is a result of this id, struck out or not."""
        return bool(self._log.load_result(game))

    def versions(self, game: str) -> tuple[Result, ...]:
        """Returns every result that has stood under this id, the oldest first."""
        steps = self._log.load_result(game)
        return tuple(step.result for step in steps if isinstance(step, ResultEntered | ResultCorrected))

    def has_plays(self, game: str) -> bool:
        """Returns whether the id is that of a game with its plays."""
        return bool(self._log.seal_of(game)) and not self.is_there(game)

    def enter(self, game: str, result: Result) -> None:
        """Stores a new result under an id; one that is there already stays as it is."""
        self._note(game, ResultEntered(game=game, result=checked(result)), unless=bool(self._log.load_result(game)))

    def take(self, results: Mapping[str, Result]) -> int:
        """Stores many new results by their ids at once, all of them or none; returns how many were not there yet."""
        new = {game: checked(result) for game, result in results.items() if not self._log.load_result(game)}
        written = [(self._epoch(), wall_ms())]
        events = [ResultEntered(game=game, result=result) for game, result in new.items()]
        self._log.adopt(row for event in events for row in sealed_rows(event.game, [event], written))
        return len(new)

    def correct(self, game: str, result: Result) -> None:
        """Replaces a result."""
        self._note(game, ResultCorrected(result=checked(result)), unless=self.of(game).result == result)

    def strike(self, game: str, *, struck: bool) -> None:
        """Strikes a result out, or lets it count again."""
        step = ResultStruck() if struck else ResultRestored()
        self._note(game, step, unless=self.of(game).struck is struck)

    def _note(self, game: str, step: ResultEvent, *, unless: bool) -> None:
        if not unless:
            self._log.append(game, self._epoch(), [step])
