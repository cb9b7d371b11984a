"""Results that nothing stores: a launcher's games show them."""

from typing import Any

from companion.history.summary import summarise_result
from companion.session.results import (
    KeptResult,
    Result,
    ResultCorrected,
    ResultEntered,
    ResultEvent,
    ResultRestored,
    ResultStruck,
    kept_result,
)


class FakeResults:
    """The results among a launcher's games, in memory."""

    def __init__(self, launcher: Any) -> None:
        self._launcher = launcher
        self._rows = launcher.result_rows

    def of(self, game: str) -> KeptResult:
        return kept_result(self._rows[game])

    def enter(self, game: str, result: Result) -> None:
        self._note(game, ResultEntered(game=game, result=result))

    def correct(self, game: str, result: Result) -> None:
        self._note(game, ResultCorrected(result=result))

    def strike(self, game: str, *, struck: bool) -> None:
        self._note(game, ResultStruck() if struck else ResultRestored())

    def _note(self, game: str, step: ResultEvent) -> None:
        if self._launcher.refuses:
            raise OSError("No space left on device")
        self._rows.setdefault(game, []).append(step)
        listed = [saved for saved in self._launcher.games if saved.game != game]
        self._launcher.games = [summarise_result(self._rows[game]), *listed]
