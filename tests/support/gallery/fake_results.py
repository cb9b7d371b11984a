"""Results that nothing stores: a launcher's games show them."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from companion.bootstrap.house_evening import result_of
from companion.catalogue.shipped import SHIPPED
from companion.evenings.evening import KeptEvening, TableGame
from companion.evenings.table_answer import TableAnswer
from companion.handover.evening_pdf import EveningSheet
from companion.handover.plays.files import read_plays
from companion.handover.plays.preview import Preview, preview, titles_of
from companion.history.filters import plain
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
from companion.texts import shipped_wording


class FakeEvening:
    """The evening of a launcher, in memory."""

    def __init__(self, launcher: Any) -> None:
        self._launcher = launcher

    def load(self) -> KeptEvening:
        kept: KeptEvening = getattr(self._launcher, "kept_evening", KeptEvening())
        return kept

    def keep(self, kept: KeptEvening) -> None:
        if self._launcher.refuses:
            raise OSError("No space left on device")
        self._launcher.kept_evening = kept

    def enter(self, kept: KeptEvening, game: TableGame, winner: int, now_ms: int) -> KeptEvening:
        FakeResults(self._launcher).enter(game.game, result_of(game, winner, kept.now.variant, now_ms))
        after = kept.after(kept.now.won(game.game, winner), now_ms)
        self.keep(after)
        return after

    def take_back(self, kept: KeptEvening) -> KeptEvening:
        for game in kept.undo_strikes:
            FakeResults(self._launcher).strike(game, struck=True)
        self.keep(kept.undone())
        return kept.undone()

    def print_sheet(self, sheet: EveningSheet) -> Path:
        return Path("/home/pi/pawtrack/exports/evening.pdf")


class FakeResults:
    """The results among a launcher's games, in memory."""

    def __init__(self, launcher: Any) -> None:
        self._launcher = launcher
        self._rows = launcher.result_rows

    @property
    def evening(self) -> "FakeEvening":
        return FakeEvening(self._launcher)

    def of(self, game: str) -> KeptResult:
        return kept_result(self._rows[game])

    def enter(self, game: str, result: Result) -> None:
        self._note(game, ResultEntered(game=game, result=result))

    def correct(self, game: str, result: Result) -> None:
        self._note(game, ResultCorrected(result=result))

    def strike(self, game: str, *, struck: bool) -> None:
        self._note(game, ResultStruck() if struck else ResultRestored())

    def take(self, results: Mapping[str, Result]) -> int:
        for game, result in results.items():
            self.enter(game, result)
        return len(results)

    def files(self) -> Sequence[Path]:
        return tuple(self._launcher.play_files)

    def preview(self, source: Path | bytes, named: Mapping[str, str]) -> Preview:
        content = source if isinstance(source, bytes) else self._launcher.play_files[source]
        plays = read_plays(content, shipped_wording())
        titles = titles_of(SHIPPED.ids, shipped_wording()) | {plain(title): game for title, game in named.items()}
        return preview(plays, self._launcher.all_games().games, self._launcher.profiles(), titles)

    def _note(self, game: str, step: ResultEvent) -> None:
        if self._launcher.refuses:
            raise OSError("No space left on device")
        self._rows.setdefault(game, []).append(step)
        listed = [saved for saved in self._launcher.games if saved.game != game]
        self._launcher.games = [summarise_result(self._rows[game]), *listed]


class FakeTables:
    """Other tables whose answers a test or a picture sets."""

    def __init__(self) -> None:
        self.found: dict[str, TableAnswer] = {}
        self.heard: tuple[str, ...] = ()

    def listen(self, addresses: Sequence[str]) -> None:
        self.heard = tuple(addresses)

    def answers(self) -> dict[str, TableAnswer]:
        return self.found
