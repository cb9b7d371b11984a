"""The statistics of one game, or of all, as charts."""

from collections.abc import Callable, Sequence
from typing import Any

from kivy.clock import Clock
from kivy.properties import ListProperty, ObjectProperty, StringProperty
from kivy.uix.screenmanager import Screen

from companion.history.charts import Chart, game_charts, game_facts, total_charts, total_facts
from companion.history.totals import totals
from companion.texts.stored_times import iso_day
from companion.texts.times import beginning
from companion.views.kept.saved_game import SavedGame
from companion.views.wording.words import Words, variant_name
from ui.app_model import AppModel
from ui.i18n.live import i18n
from ui.widgets.charts import ChartsView

#: The page: a title, a line of facts, and the charts.
Shown = tuple[str, str, Sequence[Chart]]


class StatisticsScreen(Screen):
    """`back` is the screen that its way back leads to."""

    model: AppModel = ObjectProperty(None, rebind=True)
    back = StringProperty("home")
    title = StringProperty("")
    facts = StringProperty("")
    charts = ListProperty()

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._shown: Callable[[Words], Shown] | None = None
        self._refresh_soon = Clock.create_trigger(self.refresh, -1)
        i18n.fbind("language", self._refresh_soon)

    def show_game(self, game: SavedGame) -> None:
        """The statistics of one game."""
        self._shown = lambda words: (_game_title(game, words), game_facts(game, words), game_charts(game, words))
        self.refresh()

    def show_games(self, games: Sequence[SavedGame]) -> None:
        """The statistics of many games together."""
        total = totals(games, _month)
        self._shown = lambda words: (words.text("stats.title"), total_facts(total, words), total_charts(total, words))
        self.refresh()

    def open_player(self, name: str) -> None:
        self.manager.show_player(name, back=self.name)

    def refresh(self, *_: object) -> None:
        if self._shown:
            self.title, self.facts, self.charts = self._shown(i18n.words)
            view: ChartsView = self.ids.charts
            view.charts = self.charts


def _game_title(game: SavedGame, words: Words) -> str:
    begun = beginning(game, words)
    return " · ".join(part for part in (variant_name(game.variant, words), begun) if part)


def _month(ms: int) -> str:
    """The month of the local calendar; empty for a time that no calendar has."""
    return iso_day(ms)[:7]
