"""The first screen: a new game, or one to resume; language, sound, the use of pictures."""

import logging
import webbrowser
from typing import Any

from kivy.clock import Clock
from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.screenmanager import Screen

from companion.session.commands import Resume
from companion.settings.schema import as_demo
from companion.system.manual import find_manual
from companion.system.power import switch_off
from ui.app_model import AppModel
from ui.i18n.live import i18n
from ui.presenters.guide import is_under_way
from ui.presenters.home import GameRow, game_rows
from ui.presenters.status import fault_line
from ui.widgets.preferences import LanguageRow, PreferenceRow  # noqa: F401  (the layouts name them)
from ui.widgets.taps import SecondTap
from ui.widgets.tiles import NoticeBar

log = logging.getLogger(__name__)


class GameTile(SecondTap, BoxLayout):
    """A game to resume; a broken one has no buttons.  Abandoning asks once more on the same button."""

    row = ObjectProperty(GameRow("", "", ""), rebind=True)
    home = ObjectProperty(None, rebind=True)

    def abandon(self) -> None:
        if self.is_second_tap():
            self.home.abandon(self.row.game)


class HomeScreen(SecondTap, Screen):
    """`saves`: the game is being saved; only then does the screen promise it.

    `manual`: the address of the manual in the language in force; empty if it is not installed, and in a kiosk.
    A second tap switches a kiosk off.
    """

    model: AppModel = ObjectProperty(None, rebind=True)
    rows = ListProperty()
    language = StringProperty("")
    saves = BooleanProperty(True)
    manual = StringProperty("")
    #: Whether the guided start was begun and left.
    guided = BooleanProperty(False)
    full_screen = ObjectProperty(None, allownone=True, rebind=True)

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._read: set[str] = set()
        self._refresh_soon = Clock.create_trigger(self.refresh, -1)
        i18n.fbind("language", self._refresh_soon)
        self.model.fbind("settings", self._refresh_soon)
        self.model.fbind("fault", self._refresh_soon)

    def on_pre_enter(self, *_: object) -> None:
        self.refresh()

    def refresh(self, *_: object) -> None:
        """Reads the saved games anew: one may have been finished meanwhile."""
        self.language = i18n.language
        self.sure = False
        self.guided = is_under_way(self.model.settings)
        self.manual = "" if self._is_kiosk else find_manual(i18n.language) or ""
        rows = game_rows(self.model.launcher.saved_games(), i18n.words)
        if list(rows) != self.rows or len(self.ids.games.children) != len(rows):
            self.rows = list(rows)
            self.ids.games.clear_widgets()
            for row in rows:
                self.ids.games.add_widget(GameTile(row=row, home=self))
        self._show_notice()

    @property
    def _is_kiosk(self) -> bool:
        """Whether a browser would cover the game without a touch that leads back from it."""
        return self.full_screen is not None and self.full_screen.locked

    def resume(self, game: str) -> None:
        saved = {known.game: known.variant for known in self.model.launcher.saved_games()}
        if self.model.resume(game):
            self.model.post(Resume())
            self.manager.show_game(saved.get(game, ""))

    def try_demo(self) -> None:
        """A game on the built-in table, whose players have all seats but the visitor's."""
        settings = as_demo(self.model.settings)
        if self.model.begin_demo(settings):
            self.manager.show_game(settings.variant)

    def enter_result(self) -> None:
        """A game that was played without Pawtrack."""
        self.manager.get_screen("result").enter_new()
        self.manager.show("result", back="home")

    def take_first_steps(self) -> None:
        """Resumes the guided start, or shows the ways to begin."""
        self.manager.show("guide" if self.guided else "start", back="home")

    def open_manual(self) -> None:
        """Shows the manual in the system's browser; without one, shows the manual's path."""
        if not webbrowser.open(self.manual):
            self._show_line(fault_line(i18n.words, "home.no_browser", address=self.manual))

    def leave(self) -> None:
        """Between full screen and a window; a kiosk has no window to go to, and is switched off by a second tap."""
        if not self.full_screen.locked:
            self.full_screen.toggle()
        elif self.is_second_tap():
            hindered = switch_off()
            if hindered:
                log.error("the machine is not switched off: %s", hindered)
                self._show_line(fault_line(i18n.words, "home.not_switched_off"))

    def abandon(self, game: str) -> None:
        self.model.launcher.abandon(game)
        self.refresh()

    def _show_notice(self) -> None:
        """Shows one line at a time: a present fault before those from the start."""
        trouble = self.model.launcher.not_saving()
        self.saves = trouble is None
        notices = [*([trouble] if trouble else []), *self.model.launcher.notices()]
        lines = [self.model.fault, *(i18n.words.of(texts) for texts in notices)]
        unread = [line for line in dict.fromkeys(lines) if line and line not in self._read]
        self._show_line(unread[0] if unread else "")

    def _show_line(self, line: str) -> None:
        box = self.ids.notice
        box.clear_widgets()
        box.height_wanted = 80 if line else 0
        if line:
            bar = NoticeBar(text=line)
            bar.bind(on_read=lambda _: self._mark_read(line))
            box.add_widget(bar)

    def _mark_read(self, line: str) -> None:
        self._read.add(line)
        self._show_notice()
