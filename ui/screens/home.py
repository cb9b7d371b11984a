"""The first screen: a new game, or one that waits to be taken up again; language, sound, what happens to pictures."""

from typing import Any

from kivy.clock import Clock
from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.screenmanager import Screen

from companion.session.commands import Resume
from companion.settings import LANGUAGES
from ui.desk import Desk
from ui.i18n import OWN_NAMES
from ui.i18n.live import i18n
from ui.presenters.home import GameRow, game_rows
from ui.widgets.basics import BigButton
from ui.widgets.tiles import NoticeBar


class GameTile(BoxLayout):
    """A game that waits.  Abandoning asks once more on the same button."""

    row = ObjectProperty(GameRow("", "", ""), rebind=True)
    sure = BooleanProperty(False)
    home = ObjectProperty(None, rebind=True)

    def abandon(self) -> None:
        if self.sure:
            self.home.abandon(self.row.game)
        else:
            self.sure = True


class HomeScreen(Screen):
    desk: Desk = ObjectProperty(None, rebind=True)
    rows = ListProperty()
    language = StringProperty("")

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._read: set[str] = set()
        self._refresh_soon = Clock.create_trigger(self.refresh, -1)
        i18n.fbind("language", self._refresh_soon)
        self.desk.fbind("settings", self._refresh_soon)
        self.desk.fbind("fault", self._refresh_soon)
        for code in LANGUAGES:
            button = BigButton(text=OWN_NAMES[code], base=24)
            button.code = code
            button.bind(on_release=lambda pressed: self.desk.change(language=pressed.code))
            self.ids.languages.add_widget(button)

    def on_pre_enter(self, *_: object) -> None:
        self.refresh()

    def refresh(self, *_: object) -> None:
        """Reads the saved games anew: one may have been finished meanwhile."""
        self.language = i18n.language
        rows = game_rows(self.desk.launcher.saved_games(), i18n.catalogue)
        if list(rows) != self.rows or len(self.ids.games.children) != len(rows):
            self.rows = list(rows)
            self.ids.games.clear_widgets()
            for row in rows:
                self.ids.games.add_widget(GameTile(row=row, home=self))
        for button in self.ids.languages.children:
            button.tone = "accent" if button.code == i18n.language else "raised"
        self._show_notice()

    def resume(self, game: str) -> None:
        if self.desk.resume(game):
            self.desk.post(Resume())
            self.manager.show("play")

    def abandon(self, game: str) -> None:
        self.desk.launcher.abandon(game)
        self.refresh()

    def toggle(self, setting: str) -> None:
        self.desk.change(**{setting: not getattr(self.desk.settings, setting)})

    def _show_notice(self) -> None:
        """One line at a time: a fault of now before those from the start."""
        lines = [self.desk.fault, *(i18n.catalogue.of(texts) for texts in self.desk.launcher.notices())]
        unread = [line for line in lines if line and line not in self._read]
        box = self.ids.notice
        box.clear_widgets()
        box.height_wanted = 80 if unread else 0
        if unread:
            bar = NoticeBar(text=unread[0])
            bar.bind(on_read=lambda _, line=unread[0]: self._mark_read(line))
            box.add_widget(bar)

    def _mark_read(self, line: str) -> None:
        self._read.add(line)
        self._show_notice()
