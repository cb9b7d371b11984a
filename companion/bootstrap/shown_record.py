"""The record for the viewers' page, read beside the game that writes it."""

from collections.abc import Sequence
from pathlib import Path

from companion.catalogue.house_variants import read_catalogue
from companion.history.play_clock import Stored
from companion.session.events import Event
from companion.store.epoch import RECORD_FILE
from companion.store.event_log import EventLog, wall_ms
from companion.store.game_list import LIST_FILE, GameList
from companion.texts import shipped_wording
from companion.views.kept.saved_game import SavedGame
from companion.web.pages.pages import Find
from companion.web.pages.replays import ReplayPages


class ShownRecord:
    """The record of a data folder beside the game that writes it.  Raises StoreError."""

    def __init__(self, folder: Path) -> None:
        self._log = EventLog(read_catalogue(folder), folder / RECORD_FILE, read_only=True)
        self._list = GameList(self._log, folder / LIST_FILE, read_only=True)

    def games(self) -> Sequence[SavedGame]:
        return self._list.read().games

    def rows(self, game: str) -> tuple[tuple[Event, ...], tuple[Stored, ...]]:
        events = self._log.load(game)
        return events, self._log.stored(game)[: len(events)]


def recorded_pages(folder: Path, delay_s: int) -> Find:
    """Returns a finder for the pages of the games in a data folder."""
    return ReplayPages(lambda: ShownRecord(folder), delay_s, shipped_wording(), wall_ms).get
