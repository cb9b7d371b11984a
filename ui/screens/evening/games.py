"""All games played, finished ones too: filtered, searched, opened step by step, continued."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from kivy.clock import Clock
from kivy.properties import ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.recycleview.views import RecycleDataViewBehavior

from companion.session.commands import Resume
from companion.views.kept.saved_game import SavedGame, SavedGames
from companion.views.wording.words import variant_name
from companion.writing.drawn import drawn
from ui.app_model import AppModel
from ui.i18n.live import i18n
from ui.presenters.evening.games import (
    BETWEEN_NAMES,
    Filtered,
    ListedGame,
    listed,
    players_of,
    shown_games,
    variants_of,
)
from ui.screens.play.table_screen import Sheet
from ui.screens.typing import TypingScreen
from ui.widgets.basics import BigButton, FitLabel, word_width

#: The time for reading games in one go, in seconds, so that the screen stays responsive.
_READ_S: Final = 0.05
_NOTHING: Final = ListedGame("", "", "", "", "", "muted", opens=False, has_plays=False, resumes=False)


class NamesLabel(FitLabel):
    """The names of a game in a line."""

    names = ListProperty()

    def name_at(self, x: float, y: float) -> str:
        """The name that is written there; empty between names, and where they stand in several lines."""
        if not self.collide_point(x, y) or len(self._label._cached_lines) != 1:
            return ""
        font = (self.font_name, self.font_size, self.bold)
        for index, name in enumerate(self.names):
            end = word_width(drawn(BETWEEN_NAMES.join(self.names[: index + 1])), *font)
            if end - word_width(drawn(name), *font) <= x - self.x <= end:
                return str(name)
        return ""


class GameLine(RecycleDataViewBehavior, ButtonBehavior, BoxLayout):
    """One game; a tap opens it step by step, or a result to correct it; a tap on a name that player's page."""

    saved = ObjectProperty(None, allownone=True)
    #: The language of the words; a row that stays at its place is worded anew in another one.
    language = StringProperty("")
    listed = ObjectProperty(_NOTHING, rebind=True)
    screen = ObjectProperty(None, allownone=True)

    def on_saved(self, *_: object) -> None:
        # worded only when in view: a list has thousands
        self.listed = listed(self.saved, i18n.words) if self.saved else _NOTHING

    on_language = on_saved

    def on_release(self) -> None:
        name = self.ids.names.name_at(*self.last_touch.pos) if self.last_touch else ""
        if self.screen and name and self.saved.is_of_people:
            self.screen.manager.show_player(name, back=self.screen.name)
        elif self.screen and self.listed.opens:
            self.screen.look_at(self.saved)


class PickSheet(Sheet):
    """A list of things to choose one from; `choose` gets its value.  `says` is its heading."""

    says = StringProperty("")
    choices = ListProperty()

    def __init__(self, *, choose: Any, **values: Any) -> None:
        self._choose = choose
        super().__init__(**values)

    def on_choices(self, *_: object) -> None:
        box = self.ids.choices
        box.clear_widgets()
        for value, text in self.choices:
            button = BigButton(text=text, base=24, size_hint_y=None, height=box.row_px)
            button.bind(on_release=lambda _, picked=value: self.pick(picked))
            box.add_widget(button)

    def pick(self, value: str) -> None:
        self._choose(value)
        self.close()

    def close(self) -> None:
        if self.parent:
            self.parent.remove_widget(self)


class GamesScreen(TypingScreen):
    """`shown` are the games in view, of `count`; `unread` are still being read."""

    model: AppModel = ObjectProperty(None, rebind=True)
    back = StringProperty("home")
    by = ObjectProperty(Filtered(), rebind=True)
    count = NumericProperty(0)
    shown = NumericProperty(0)
    unread = NumericProperty(0)
    state_text = StringProperty("")
    variant_text = StringProperty("")
    span_text = StringProperty("")
    player_text = StringProperty("")

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._games: Sequence[SavedGame] = ()
        self._found: Sequence[SavedGame] = ()
        self._refresh_soon = Clock.create_trigger(self.refresh, -1)
        self._read_soon = Clock.create_trigger(self._read_on, 0)
        i18n.fbind("language", self._refresh_soon)
        self.fbind("by", self._refresh_soon)
        self.model.fbind("fault", self._refresh_soon)

    def lines(self) -> list[Any]:
        return [self.ids.search]

    def on_pre_enter(self, *_: object) -> None:
        self.model.fault = ""
        for sheet in [child for child in self.children if isinstance(child, PickSheet)]:
            sheet.close()
        self._read_on()

    def refresh(self, *_: object) -> None:
        """Shows the games that the filter lets through."""
        words = i18n.words
        found = self._found = shown_games(self._games, self.by, datetime.now(), words)
        self.count, self.shown = len(self._games), len(found)
        self.variant_text = variant_name(self.by.variant, words) if self.by.variant else words.text("games.any_game")
        self.state_text, self.span_text = (
            words.text(f"games.state_{self.by.state}"),
            words.text(f"games.span_{self.by.span}"),
        )
        self.player_text = self.by.player or words.text("games.any_player")
        view = self.ids.games
        view.data = []
        view.data = [{"saved": game, "screen": self, "language": i18n.language} for game in found]
        view.scroll_y = 1

    def look_at(self, game: SavedGame) -> None:
        """Opens the game step by step, from the beginning; a result without plays to correct it."""
        if game.entered is not None:
            if self.manager.get_screen("result").correct(game.game):
                self.manager.show("result", back=self.name)
            return
        course = self.model.course_of(game.game)
        if course is not None:
            review = self.manager.get_screen("review")
            review.show_game(course, listed(game, i18n.words).detail)
            self.manager.show("review", back=self.name)

    def enter_result(self) -> None:
        """A game that was played without Pawtrack."""
        self.manager.get_screen("result").enter_new()
        self.manager.show("result", back=self.name)

    def show_statistics(self) -> None:
        """Shows the statistics of the games in view."""
        self.manager.get_screen("statistics").show_games(self._found)
        self.manager.show("statistics", back=self.name)

    def show_game_statistics(self, game: SavedGame) -> None:
        self.manager.get_screen("statistics").show_game(game)
        self.manager.show("statistics", back=self.name)

    def resume(self, game: SavedGame) -> None:
        if self.model.resume(game.game):
            self.model.post(Resume())
            self.manager.show_game(game.variant)

    def choose_variant(self) -> None:
        words = i18n.words
        known = [(variant, variant_name(variant, words)) for variant in variants_of(self._games)]
        self._choose(words.text("games.any_game"), known, lambda value: self._filter(variant=value))

    def choose_player(self) -> None:
        known = [(name, name) for name in players_of(self._games)]
        self._choose(i18n.words.text("games.any_player"), known, lambda value: self._filter(player=value))

    def search(self, text: str) -> None:
        self._filter(text=text)

    def clear(self) -> None:
        self.ids.search.text = ""
        self.by = Filtered()

    def _filter(self, **changes: str) -> None:
        self.by = replace(self.by, **changes)

    def _choose(self, whatever: str, known: list[tuple[str, str]], choose: Any) -> None:
        sheet = PickSheet(choose=choose)
        self.add_widget(sheet)
        sheet.choices = [("", whatever), *known]

    def _read_on(self, *_: object) -> None:
        """Reads games for a moment and shows them; the rest follows."""
        read: SavedGames = self.model.launcher.all_games(_READ_S)
        self._games, self.unread = read.games, read.unread
        self._refresh_soon()
        if self.unread and self.manager and self.manager.current == self.name:
            self._read_soon()
