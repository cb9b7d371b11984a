"""The page of one player: games, head-to-head, streaks, rating over time; and the way to the changes of the player."""

from collections.abc import Sequence
from typing import Any, Final

from kivy.properties import ObjectProperty, StringProperty

from companion.scoring.profiles import Profile, Profiles
from companion.scoring.tables import PlayerRow
from ui.i18n.live import i18n
from ui.presenters.evening.games import Filtered
from ui.presenters.evening.player_page import PlayerPage, player_page
from ui.screens.evening.player_sheet import PlayerSheet
from ui.screens.evening.players import BookScreen
from ui.widgets.charts import ChartsView

_NOBODY: Final = PlayerPage(PlayerRow(Profile(name="?"), 0, 0, 0, ""), "", "", ())


class PlayerScreen(BookScreen):
    """`page` is the player in view."""

    back = StringProperty("players")
    page: PlayerPage = ObjectProperty(_NOBODY, rebind=True)

    def __init__(self, **values: Any) -> None:
        self._name = ""
        self._sheet: PlayerSheet | None = None
        super().__init__(**values)

    @property
    def rows(self) -> Sequence[PlayerRow]:
        """Everybody, best first."""
        return self.book.rows()

    def lines(self) -> list[Any]:
        return [self._sheet.ids.name_line] if self._sheet and self._sheet.parent else []

    def show_player(self, name: str) -> None:
        """The page of a player by any of the names."""
        if self._sheet:
            self._sheet.close()
        self._name, self.page = name, _NOBODY
        if self.manager and self.manager.current == self.name:
            self.read_on()

    def refresh(self, *_: object) -> None:
        self.page = player_page(self.book, self._name, i18n.words)
        view: ChartsView = self.ids.charts
        view.charts = self.page.charts

    def show_games(self) -> None:
        """The player's games."""
        games = self.manager.get_screen("games")
        games.clear()
        games.by = Filtered(player=self.page.row.profile.name)
        self.manager.show("games")

    def change(self) -> None:
        """The changes of the player."""
        profile = self.page.row.profile
        self._sheet = PlayerSheet(screen=self, profile=profile, typed=profile.name)
        self.add_widget(self._sheet)

    def keep(self, profiles: Profiles, shown: str) -> None:
        """Takes over a change, after which the player is called `shown`, or is gone; a disk error is shown."""
        self.model.keep_profiles(profiles)
        if shown:
            self._name = shown
            self.read_on()
        else:
            self.manager.show(self.back)
