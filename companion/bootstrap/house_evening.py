"""The evening of a house: its states in a file, and the results of its games in the record.

Law: a result is written before the state that names it, and struck out before the state that takes it back; a kill
between the two loses nothing, because the record completes the act when the evening is shown next.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from companion.app.ports import TableError
from companion.evenings.evening import KeptEvening, TableGame
from companion.session.results import Result, ResultRefusedError
from companion.store.evening_file import load_evening, save_evening
from companion.store.faults import RecordError
from companion.store.results import Results
from companion.system.disk.whole_file import write_whole

if TYPE_CHECKING:
    # the printer's library is slow to load
    from companion.handover.evening_pdf import EveningSheet


class HouseEvening:
    """`hold` takes the data folder for this program; every method may raise what it raises, and OSError."""

    def __init__(self, results: Results, hold: Callable[[], object], folder: Path) -> None:
        self._results, self._hold, self._folder = results, hold, folder

    def load(self) -> KeptEvening:
        """Returns the states of the evening as they were kept."""
        return load_evening(self._folder)

    def keep(self, kept: KeptEvening) -> None:
        """Keeps the states."""
        self._hold()
        save_evening(self._folder, kept)

    def enter(self, kept: KeptEvening, game: TableGame, winner: int, now_ms: int) -> KeptEvening:
        """Keeps the winner of a game, in the record and in the evening; returns the states.  Raises TableError."""
        try:
            self._note(game.game, result_of(game, winner, kept.now.variant, now_ms))
        except (RecordError, ResultRefusedError) as error:
            raise TableError(str(error)) from error
        after = kept.after(kept.now.won(game.game, winner), now_ms)
        self.keep(after)
        return after

    def take_back(self, kept: KeptEvening) -> KeptEvening:
        """Takes the last act back, with the result that it entered; returns the states.  Raises TableError."""
        try:
            for game in kept.undo_strikes:
                self._results.strike(game, struck=True)
        except RecordError as error:
            raise TableError(str(error)) from error
        before = kept.undone()
        self.keep(before)
        return before

    def print_sheet(self, sheet: EveningSheet) -> Path:
        """Writes the evening as PDF into the folder `exports`; returns the file."""
        from companion.bootstrap.exporting import EXPORTS
        from companion.handover.evening_pdf import evening_pdf

        path = self._folder / EXPORTS / "evening.pdf"
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, evening_pdf(sheet), shared=True)
        return path

    def _note(self, game: str, result: Result) -> None:
        """Enters a result; one that was taken back is corrected and counts again."""
        self._results.enter(game, result)
        if self._results.of(game).struck:
            self._results.correct(game, result)
            self._results.strike(game, struck=False)


def result_of(game: TableGame, winner: int, variant: str, now_ms: int) -> Result:
    """Returns the result of a game that ended now."""
    teams = tuple(team for team, side in enumerate(game.sides) for _ in side)
    return Result(
        variant=variant,
        names=tuple(name for side in game.sides for name in side),
        teams=teams,
        winners=tuple(seat for seat, team in enumerate(teams) if team == winner),
        ended_ms=now_ms,
    )
