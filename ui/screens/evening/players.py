"""Everybody who plays here: games, won, rating; a tap on a player renames, merges, removes, or chooses a look."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, Final

from kivy.clock import Clock
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.recycleview.views import RecycleDataViewBehavior

from companion.looks.colours import PAWNS
from companion.scoring.profiles import GLYPHS, Profile, ProfileRefusedError, Profiles
from companion.scoring.tables import PlayerRow
from companion.writing.bidi import isolated
from companion.writing.fonts import unknown_letters
from companion.writing.names import name_key
from ui.app_model import AppModel
from ui.i18n.live import i18n
from ui.presenters.evening.players import PlayerBook, PlayerLine, player_lines, refusal
from ui.screens.evening.games import PickSheet
from ui.screens.play.table_screen import Sheet
from ui.screens.typing import TypingScreen
from ui.widgets.basics import BigButton
from ui.widgets.taps import SecondTap

#: The time for reading or rating games in one go, in seconds, so that the screen stays responsive.
_READ_S: Final = 0.05
_RATED_AT_ONCE: Final = 200
_NOBODY: Final = PlayerLine("", "", "", "", "", "", rated=False)


class PlayerTile(RecycleDataViewBehavior, ButtonBehavior, BoxLayout):
    """One player; a tap opens the possible changes."""

    row = ObjectProperty(None, allownone=True)
    line = ObjectProperty(_NOBODY, rebind=True)
    screen = ObjectProperty(None, allownone=True)

    def on_release(self) -> None:
        if self.screen and self.row:
            self.screen.open_player(self.row)


class PlayerSheet(SecondTap, Sheet):
    """The changes of a player.  `asked` is the change to confirm, `says` its effect or why it is refused.

    `others` are the other names of the player, in a sentence.
    """

    profile: Profile = ObjectProperty(Profile(name="?"), rebind=True)
    typed = StringProperty("")
    says = StringProperty("")
    others = StringProperty("")
    asked = StringProperty("")
    is_new = BooleanProperty(False)

    def __init__(self, **values: Any) -> None:
        self._change: Callable[[], Profiles] | None = None
        super().__init__(**values)
        for colour in PAWNS:
            button = BigButton(pawn=colour, icon_px=44)
            button.bind(on_release=lambda _, value=colour: self._look(colour=value))
            self.ids.colours.add_widget(button)
        for glyph in GLYPHS:
            button = BigButton(icon=glyph, icon_px=44)
            button.bind(on_release=lambda _, value=glyph: self._look(glyph=value))
            self.ids.glyphs.add_widget(button)
        self.fbind("profile", self._show_look)
        self._show_look()

    def on_typed(self, *_: object) -> None:
        """Shows the effect of a new name before it is taken."""
        self.is_new = bool(self.typed.strip()) and self.typed.strip() != self.profile.name
        self.asked = ""
        self.says = i18n.words.text("players.rename_means", name=self.profile.name) if self.is_new else ""

    def rename(self) -> None:
        self._try(self._renamed, self.typed)

    def _renamed(self) -> Profiles:
        if unknown_letters(self.typed):
            raise ProfileRefusedError("name_letters")
        profiles: Profiles = self.screen.book.renamed(self.profile.name, self.typed)
        return profiles

    def choose_other(self) -> None:
        """Chooses the other player who is the same person."""
        others = [
            (row.profile.name, row.profile.name) for row in self.screen.rows if row.profile.key != self.profile.key
        ]
        sheet = PickSheet(choose=self._ask_merge)
        self.screen.add_widget(sheet)
        sheet.choices = sorted(others, key=lambda choice: name_key(choice[0]))

    def choose_split(self) -> None:
        """Chooses the other name that belongs to a different person."""
        sheet = PickSheet(choose=self._split)
        self.screen.add_widget(sheet)
        sheet.choices = [(name, name) for name in self.profile.others]

    def ask_remove(self) -> None:
        now_ms = int(datetime.now().timestamp() * 1000)
        self._ask(
            "remove", lambda: self.screen.book.profiles.removed(self.profile.name, now_ms), name=self.profile.name
        )

    def confirm(self) -> None:
        """Makes the change that awaits confirmation."""
        if not self.is_second_tap():
            return
        change, self.asked = self._change, ""
        if change:
            self._try(change, "")

    def unask(self) -> None:
        self.asked = self.says = ""

    def close(self) -> None:
        self.ids.name_line.focus = False
        if self.parent:
            self.parent.remove_widget(self)

    def _ask_merge(self, other: str) -> None:
        self._ask(
            "merge", lambda: self.screen.book.merged(self.profile.name, other), name=self.profile.name, into=other
        )

    def _ask(self, what: str, change: Callable[[], Profiles], **blanks: str) -> None:
        try:
            change()
        except ProfileRefusedError as error:
            self.asked, self.says = "", refusal(error, i18n.words)
            return
        self._change, self.asked = change, what
        self.ask_once_more()
        self.says = i18n.words.text(f"players.{what}_means", **blanks)

    def _split(self, name: str) -> None:
        self._try(lambda: self.screen.book.profiles.split(name), self.profile.name)

    def _look(self, **look: str) -> None:
        """A second tap on a chosen look takes it back."""
        chosen = {key: "" if getattr(self.profile, key) == value else value for key, value in look.items()}
        self._try(lambda: self.screen.book.profiles.with_look(self.profile.name, **chosen), self.profile.name)

    def _try(self, change: Callable[[], Profiles], shown: str) -> None:
        """Keeps a change and goes on with the player called `shown`; without one the sheet closes."""
        try:
            profiles = change()
        except ProfileRefusedError as error:
            self.says = refusal(error, i18n.words)
            return
        self.screen.keep(profiles)
        if not shown:
            self.close()
            return
        self.profile = profiles.of(shown)
        self.typed = self.profile.name
        self.on_typed()

    def _show_look(self, *_: object) -> None:
        others = ", ".join(map(isolated, self.profile.others))
        self.others = i18n.words.text("players.others", names=others) if others else ""
        for button in self.ids.colours.children:
            button.tone = "accent" if button.pawn == self.profile.colour else "raised"
        for button in self.ids.glyphs.children:
            button.tone = "accent" if button.icon == self.profile.glyph else "raised"


class PlayersScreen(TypingScreen):
    """`unread` are games still being read or rated; `rows` everybody, best first."""

    model: AppModel = ObjectProperty(None, rebind=True)
    back = StringProperty("home")
    rows: Sequence[PlayerRow] = ListProperty()
    unread = NumericProperty(0)

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self.book = PlayerBook()
        self._sheet: PlayerSheet | None = None
        self._refresh_soon = Clock.create_trigger(self.refresh, -1)
        self._read_soon = Clock.create_trigger(self._read_on, 0)
        self._rate_soon = Clock.create_trigger(self._rate_on, 0)
        i18n.fbind("language", self._refresh_soon)

    def lines(self) -> list[Any]:
        return [self._sheet.ids.name_line] if self._sheet and self._sheet.parent else []

    def on_pre_enter(self, *_: object) -> None:
        self.model.fault = ""
        if self._sheet:
            self._sheet.close()
        self._read_on()

    def refresh(self, *_: object) -> None:
        """Shows all players with the book's present figures."""
        self.rows = list(self.book.rows())
        lines = player_lines(self.rows, i18n.words)
        self.ids.players.data = [
            {"row": row, "line": line, "screen": self} for row, line in zip(self.rows, lines, strict=True)
        ]

    def open_player(self, row: PlayerRow) -> None:
        self._sheet = PlayerSheet(screen=self, profile=row.profile, typed=row.profile.name)
        self.add_widget(self._sheet)

    def keep(self, profiles: Profiles) -> None:
        """Takes over a change; a disk error is shown on the screen."""
        self.model.keep_profiles(profiles)
        self._read_on()

    def _read_on(self, *_: object) -> None:
        """Reads games for a moment, then rates them a few at a time."""
        read = self.model.launcher.all_games(_READ_S)
        self.unread = read.unread
        if not self.unread:
            profiles = self.model.launcher.profiles()
            known = (read.games, profiles) == (self.book.games, self.book.profiles)
            self._open_book(self.book if known else PlayerBook(read.games, profiles))
        elif self.manager and self.manager.current == self.name:
            self._read_soon()

    def _open_book(self, book: PlayerBook) -> None:
        self.book = book
        self.refresh()
        self._rate_soon()

    def _rate_on(self, *_: object) -> None:
        if not self.book.unrated:
            return
        self.book.rate_on(_RATED_AT_ONCE)
        self.unread = self.book.unrated
        if self.unread:
            self._rate_soon()
        else:
            self.refresh()
