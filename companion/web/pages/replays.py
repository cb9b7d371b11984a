"""The recorded games for the page: the list of those that may be watched again, and each of them on request.

Law: only finished games are shown, and with a spectator delay only those that ended longer ago than it.
"""

import logging
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Final, Protocol
from urllib.parse import unquote

from companion.app.ports import StoreError
from companion.board.files import ProfileError
from companion.history.course import GameCourse, course_of
from companion.history.play_clock import Stored
from companion.history.replay import make_replay
from companion.session.events import Event
from companion.session.state import NoGame
from companion.texts.stored_times import iso_day
from companion.views.broadcast.payloads import NAME_LENGTH, clipped
from companion.views.kept.saved_game import SavedGame
from companion.views.wording.sentences import Wording
from companion.web.pages.page_data import GameList, ListedGame
from companion.web.pages.pages import GAMES, Page, json_page
from companion.web.pages.watched import watched_game

log = logging.getLogger(__name__)

_GAME: Final = "/replays/"
_ENDING: Final = ".json"
#: Games in the list, the newest.
_LISTED: Final = 200
#: Milliseconds after which the list is made anew.
_LIST_MS: Final = 3000
#: Games kept in memory.
_KEPT: Final = 4


class RecordedGames(Protocol):
    """The record for viewers.  All methods raise StoreError."""

    def games(self) -> Sequence[SavedGame]:
        """Returns every game, the last played one first."""
        ...

    def rows(self, game: str) -> tuple[tuple[Event, ...], tuple[Stored, ...]]:
        """Returns the events of a game and the time of each; empty for an unknown one."""
        ...


class ReplayPages:
    """Answers take up to seconds, one after the other."""

    def __init__(
        self,
        record: Callable[[], RecordedGames],
        delay_s: int,
        wording: Wording,
        now_ms: Callable[[], int],
    ) -> None:
        """`record` opens the record, again after a fault."""
        self._open_record = record
        self._record: RecordedGames | None = None
        self._delay_ms = delay_s * 1000
        self._wording = wording
        self._now_ms = now_ms
        self._kept_list: tuple[int, Page] | None = None
        self._ready: OrderedDict[tuple[str, int], Page] = OrderedDict()

    def get(self, path: str) -> Page | None:
        """Returns the page of a path; None if there is none."""
        try:
            if path == GAMES:
                return self._list_page()
            if not path.startswith(_GAME) or not path.endswith(_ENDING):
                return None
            return self._game(unquote(path.removeprefix(_GAME).removesuffix(_ENDING)))
        except (StoreError, ProfileError, ValueError) as error:
            log.warning("a game cannot be shown to viewers: %s", error)
            # opened anew for the next request: the record may be repaired by then
            self._record = None
            return None

    def _games(self) -> RecordedGames:
        if self._record is None:
            self._record = self._open_record()
        return self._record

    def _list_page(self) -> Page:
        now_ms = self._now_ms()
        if self._kept_list is None or not 0 <= now_ms - self._kept_list[0] < _LIST_MS:
            self._kept_list = now_ms, json_page(self._list())
        return self._kept_list[1]

    def _list(self) -> GameList:
        try:
            games = self._games().games()
        except StoreError as error:
            log.info("there is no record yet: %s", error)
            games = ()
        played = [each for each in games if each.result is not None and each.entered is None and not each.fault]
        shown = [each for each in played if self._is_due(each.changed_ms)]
        return GameList(offered=True, games=tuple(_listed(each) for each in shown[:_LISTED]))

    def _is_due(self, ended_ms: int) -> bool:
        return not self._delay_ms or ended_ms + self._delay_ms <= self._now_ms()

    def _game(self, game: str) -> Page | None:
        events, stored = self._games().rows(game)
        if not events or not self._is_due(stored[-1].ms):
            return None
        key = (game, len(events))
        if key not in self._ready:
            course = course_of(events)
            if not _is_over(course):
                return None
            self._ready[key] = json_page(watched_game(course, make_replay(course, stored, self._wording)))
        self._ready.move_to_end(key)
        while len(self._ready) > _KEPT:
            self._ready.popitem(last=False)
        return self._ready[key]


def _is_over(course: GameCourse) -> bool:
    state = course.states[-1]
    return not isinstance(state, NoGame) and state.result is not None


def _listed(game: SavedGame) -> ListedGame:
    return ListedGame(
        game=game.game,
        variant=game.variant,
        names=tuple(clipped(name, NAME_LENGTH) for name in game.names),
        colours=game.colours,
        result=game.result or (),
        day=iso_day(game.started_ms, "1970-01-01"),
    )
