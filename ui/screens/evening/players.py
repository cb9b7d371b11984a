"""Everybody who plays here: games, won, rating; a tap on a player leads to the player's page."""

import time
from collections.abc import Sequence
from typing import Any, Final

from kivy.clock import Clock
from kivy.properties import ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.recycleview.views import RecycleDataViewBehavior

from companion.scoring.tables import PlayerRow
from ui.app_model import AppModel
from ui.i18n.live import i18n
from ui.presenters.evening.players import PlayerBook, PlayerLine, player_lines
from ui.screens.typing import TypingScreen

#: The time for reading or rating games in one go, in seconds, so that the screen stays responsive.
_READ_S: Final = 0.05
_RATED_AT_ONCE: Final = 50
_NOBODY: Final = PlayerLine("", "", "", "", "", "", rated=False)


class PlayerTile(RecycleDataViewBehavior, ButtonBehavior, BoxLayout):
    """One player; a tap opens the player's page."""

    row = ObjectProperty(None, allownone=True)
    line = ObjectProperty(_NOBODY, rebind=True)
    screen = ObjectProperty(None, allownone=True)

    def on_release(self) -> None:
        if self.screen and self.row:
            self.screen.manager.show_player(self.row.profile.name, back=self.screen.name)


class BookScreen(TypingScreen):
    """A screen on all games and their players: `unread` games are still being read or rated."""

    model: AppModel = ObjectProperty(None, rebind=True)
    unread = NumericProperty(0)

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self.book = PlayerBook()
        self._refresh_soon = Clock.create_trigger(self.refresh, -1)
        self._read_soon = Clock.create_trigger(self.read_on, 0)
        self._rate_soon = Clock.create_trigger(self._rate_on, 0)
        i18n.fbind("language", self._refresh_soon)

    def lines(self) -> list[Any]:
        return []

    def refresh(self, *_: object) -> None:
        """Shows the book's present figures."""
        raise NotImplementedError

    def on_pre_enter(self, *_: object) -> None:
        self.model.fault = ""
        self.read_on()

    def read_on(self, *_: object) -> None:
        """Reads games for a moment, then rates them a few at a time."""
        read = self.model.launcher.all_games(_READ_S)
        self.unread = read.unread
        if not self.unread:
            self.book = self.model.book_of(read.games)
            self.unread = self.book.unrated
            self.refresh()
            self._rate_soon()
        elif self.manager and self.manager.current == self.name:
            self._read_soon()

    def _rate_on(self, *_: object) -> None:
        """Rates games for a moment; `unread` stays as it is until all are rated, since each change is a picture."""
        until_s = time.monotonic() + _READ_S
        while self.book.unrated and time.monotonic() < until_s:
            self.book.rate_on(_RATED_AT_ONCE)
        if self.book.unrated:
            self._rate_soon()
        elif self.unread:
            self.unread = 0
            self.refresh()


class PlayersScreen(BookScreen):
    """`rows` are everybody, best first."""

    back = StringProperty("home")
    rows: Sequence[PlayerRow] = ListProperty()

    def refresh(self, *_: object) -> None:
        self.rows = list(self.book.rows())
        lines = player_lines(self.rows, i18n.words)
        self.ids.players.data = [
            {"row": row, "line": line, "screen": self} for row, line in zip(self.rows, lines, strict=True)
        ]
