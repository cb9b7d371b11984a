"""A launcher of the tablet on the real record of a house."""

from pathlib import Path

from gallery.fakes import FakeLauncher

from companion.bootstrap.house_results import HouseResults
from companion.catalogue.shipped import SHIPPED
from companion.store.record import Record
from companion.texts import shipped_wording
from companion.views.kept.saved_game import SavedGame, SavedGames


class HouseLauncher(FakeLauncher):
    """A launcher with the record of a house."""

    def __init__(self, record: Record, folder: Path) -> None:
        super().__init__(games=())
        self.record, self.folder = record, folder

    @property
    def results(self) -> HouseResults:
        return HouseResults(self, self.hold, self.folder, SHIPPED, self.people, shipped_wording())

    def hold(self) -> int:
        if self.refuses:
            raise OSError("No space left on device")
        return self.record.epoch

    def adopt(self, rows) -> None:
        self.record.adopt(rows)

    def append(self, *row) -> int:
        return self.record.append(*row)

    def load_result(self, game: str):
        return self.record.load_result(game)

    def all_games(self, seconds: float | None = None) -> SavedGames:
        return self.record.all_games(seconds)

    def saved_game(self, game: str) -> SavedGame:
        return self.record.saved_game(game)
