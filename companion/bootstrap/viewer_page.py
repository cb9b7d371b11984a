"""`python -m companion.bootstrap.viewer_page`: the page's server, a child of the table, configured by standard input.

It is built here because it reads the record, which no publisher may.
"""

import asyncio
import logging
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from companion.catalogue.house_variants import read_catalogue
from companion.history.figures import Stored
from companion.publishers.capacity import granted_connections
from companion.publishers.parent import end_with_parent, read_config
from companion.publishers.viewer.bounded import CAPACITY, BoundedServer, PageConfig
from companion.publishers.viewer.pages import all_pages
from companion.publishers.viewer.replays import RecordedGames, ReplayPages
from companion.session.events import Event
from companion.store.epoch import RECORD_FILE
from companion.store.event_log import EventLog, wall_ms
from companion.store.game_list import LIST_FILE, GameList
from companion.texts import shipped_wording
from companion.views.saved_game import SavedGame

#: The game comes before its spectators.
LOWER_PRIORITY: Final = 5


class ReadRecord:
    """The record of a data folder beside the game that writes it.  Raises StoreError."""

    def __init__(self, folder: Path) -> None:
        self._log = EventLog(read_catalogue(folder), folder / RECORD_FILE, read_only=True)
        self._list = GameList(self._log, folder / LIST_FILE, read_only=True)

    def games(self) -> Sequence[SavedGame]:
        return self._list.read().games

    def rows(self, game: str) -> tuple[tuple[Event, ...], tuple[Stored, ...]]:
        events = self._log.load(game)
        return events, self._log.stored(game)[: len(events)]


def main() -> None:
    logging.basicConfig(level=logging.ERROR, format="%(asctime)s %(message)s")
    config = read_config(PageConfig)
    end_with_parent()
    if sys.platform != "win32":
        with suppress(OSError):
            os.nice(LOWER_PRIORITY)
    pages = all_pages(config.files, Path(config.themes))
    server = BoundedServer(pages, granted_connections(CAPACITY), _replays(config))
    asyncio.run(server.run(config.host, config.port))


def _replays(config: PageConfig) -> ReplayPages:
    def opened() -> RecordedGames:
        return ReadRecord(Path(config.record_folder))

    return ReplayPages(opened if config.record_folder else None, config.delay_s, shipped_wording, wall_ms)


if __name__ == "__main__":
    main()
