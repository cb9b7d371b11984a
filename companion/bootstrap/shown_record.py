"""`python -m companion.bootstrap.shown_record FOLDER DELAY_S`: recorded games for viewers.

A child of the web program reads the record beside the game that writes it.  Each line of its standard input requests a
page, each line of its standard output answers; it ends with its input.
"""

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from companion.catalogue.house_variants import read_catalogue
from companion.history.play_clock import Stored
from companion.scoring.people import known_events, known_games
from companion.scoring.profiles import Profiles
from companion.session.events import Event
from companion.store.epoch import RECORD_FILE
from companion.store.event_log import EventLog, wall_ms
from companion.store.game_list import LIST_FILE, GameList
from companion.store.profile_file import ProfileFileError, load_profiles
from companion.texts import shipped_wording
from companion.views.kept.saved_game import SavedGame
from companion.web.pages.pages import Find
from companion.web.pages.replays import ReplayPages
from companion.web.recorded import READY, PageAnswer, PageRequest

#: Everything that serves goes first.
NICENESS: Final = 5


class ShownRecord:
    """The record of a data folder beside the game that writes it, with players under their shown names.

    Raises StoreError.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._log = EventLog(read_catalogue(folder), folder / RECORD_FILE, read_only=True)
        self._list = GameList(self._log, folder / LIST_FILE, read_only=True)

    def games(self) -> Sequence[SavedGame]:
        return known_games(self._list.read().games, self._profiles())

    def rows(self, game: str) -> tuple[tuple[Event, ...], tuple[Stored, ...]]:
        events = self._log.load(game)
        return known_events(events, self._profiles()), self._log.stored(game)[: len(events)]

    def _profiles(self) -> Profiles:
        with suppress(ProfileFileError):
            return load_profiles(self._folder)
        return Profiles()


def recorded_pages(folder: Path, delay_s: int) -> Find:
    """Returns a finder for the pages of the games in a data folder."""
    return ReplayPages(lambda: ShownRecord(folder), delay_s, shipped_wording(), wall_ms).get


def main() -> None:
    with suppress(AttributeError, OSError):
        os.nice(NICENESS)
    folder, delay_s = sys.argv[1:]
    find = recorded_pages(Path(folder), int(delay_s))
    say(READY)
    for line in sys.stdin.buffer:
        request = msgspec.json.decode(line, type=PageRequest)
        say(msgspec.json.encode(PageAnswer(request.number, find(request.path))) + b"\n")


def say(line: bytes) -> None:
    sys.stdout.buffer.write(line)
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    with suppress(KeyboardInterrupt, BrokenPipeError):
        main()
