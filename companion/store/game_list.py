"""The list of a record's games: each is read once and kept in short beside the record.

Laws: the list is a cache of the record and never an authority.  An entry is used only for a finished game whose newest
row still has the seal that it was read with, and that seal binds every row of the game; a missing, torn or changed file
is rebuilt from the record.  So a kill or a full disk during a write loses nothing.
"""

import hashlib
import logging
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from companion.store.event_log import ChainEnd, EventLog
from companion.system.disk.whole_file import write_whole
from companion.system.files import read_bytes
from companion.views.kept.saved_game import SavedGame, SavedGames, last_played_first

log = logging.getLogger(__name__)

LIST_FILE: Final = "games.json"
#: Increases with every change of the kept values or of their calculation.
_FORM: Final = b"pawtrack-games 5 "
#: The size for 100 000 games.
LONGEST: Final = 128 * 1024 * 1024
#: Games read between two writes of the list, so that a program that ends early has not read them in vain.
_KEEP_EVERY: Final = 200


class _Kept(NamedTuple):
    """A game in short, and its newest row at that time."""

    seq: int
    hash: str
    game: SavedGame


class GameList:
    """The games of `record`, kept in short at `path`; with `read_only` that file is not written."""

    def __init__(
        self,
        record: EventLog,
        path: Path,
        *,
        read_only: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._record = record
        self._path = path
        self._read_only = read_only
        self._clock = clock
        self._known: dict[str, _Kept] | None = None
        # read by this program, so that open games and faulty ones are not read again either
        self._checked: set[str] = set()
        self._unkept = 0

    def read(self, *, seconds: float | None = None) -> SavedGames:
        """Returns every game, in the order of `last_played_first`.  Raises RecordError.

        With `seconds` no game is started after that time; `unread` then counts the remaining ones.
        """
        end = None if seconds is None else self._clock() + seconds
        ends = self._record.chain_ends()
        found = []
        for each in ends:
            known = self._find(each)
            if known is None and (end is None or self._clock() < end):
                known = self._read(each)
            if known is not None:
                found.append((each.played, known))
        if self._unkept:
            self._keep(ends)
        return SavedGames(games=last_played_first(found), unread=len(ends) - len(found))

    def check(self, *, seconds: float) -> SavedGames:
        """Reads games again, every row, for `seconds`: first the unknown ones, then others at random.

        `unread` counts those for which there was no time.  Raises RecordError.
        """
        end = self._clock() + seconds
        ends = list(self._record.chain_ends())
        random.shuffle(ends)
        ends.sort(key=lambda each: self._find(each) is not None)
        found = []
        for each in ends:
            if self._clock() >= end:
                break
            found.append(self._read(each))
        return SavedGames(games=tuple(found), unread=len(ends) - len(found))

    def open_games(self, finished: tuple[str, ...]) -> tuple[SavedGame, ...]:
        """Returns the games that can be continued, and those known to be faulty; the last played one first.

        A game whose newest row is of a type of `finished` is not read for it.  Raises RecordError.
        """
        found = []
        for end in self._record.chain_ends():
            known = self._find(end)
            if known is None and end.type not in finished:
                known = self._read(end)
            if known is not None and (not known.finished or known.fault):
                found.append(known)
        return tuple(found)

    def _find(self, end: ChainEnd) -> SavedGame | None:
        """Returns the kept game, if it has no new rows."""
        if self._known is None:
            self._known = self._load()
        kept = self._known.get(end.game)
        if kept is None or (kept.seq, kept.hash) != (end.seq, end.hash):
            return None
        return kept.game if kept.game.finished or end.game in self._checked else None

    def _read(self, end: ChainEnd) -> SavedGame:
        game = self._record.saved_game(end.game)
        assert self._known is not None
        self._known[end.game] = _Kept(end.seq, end.hash, game)
        self._checked.add(end.game)
        self._unkept += _is_kept(game)
        if self._unkept >= _KEEP_EVERY:
            self._save()
        return game

    def _keep(self, ends: tuple[ChainEnd, ...]) -> None:
        """Saves the read games, without those that are gone from the record."""
        assert self._known is not None
        there = {end.game for end in ends}
        self._known = {game: kept for game, kept in self._known.items() if game in there}
        self._save()

    def _save(self) -> None:
        self._unkept = 0
        if self._read_only or self._known is None:
            return
        content = msgspec.json.encode([kept for kept in self._known.values() if _is_kept(kept.game)])
        try:
            write_whole(self._path, _head(content) + content)
        except OSError as error:
            log.warning("the list of games is not kept beside the record: %s", error.strerror or error)

    def _load(self) -> dict[str, _Kept]:
        """Returns the kept games; empty if the file is not whole."""
        try:
            head, _, content = read_bytes(self._path, LONGEST).partition(b"\n")
            if head + b"\n" != _head(content):
                raise ValueError("it is not whole")
            kept = msgspec.json.decode(content, type=list[_Kept])
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, msgspec.DecodeError, RecursionError) as error:
            log.info("the list of games is made anew: %s", error)
            return {}
        return {each.game.game: each for each in kept}


def _is_kept(game: SavedGame) -> bool:
    """Returns whether to keep a game: open ones are few and go on, a faulty one may be repaired and is read again."""
    return game.finished and game.fault is None


def _head(content: bytes) -> bytes:
    return _FORM + hashlib.sha256(content).hexdigest().encode() + b"\n"
