"""The changes of one player: another name, one person with somebody else, off the lists, a look."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from kivy.properties import BooleanProperty, ObjectProperty, StringProperty

from companion.looks.colours import PAWNS
from companion.scoring.profiles import GLYPHS, Profile, ProfileRefusedError, Profiles
from companion.writing.bidi import isolated
from companion.writing.fonts import unknown_letters
from companion.writing.names import name_key
from ui.i18n.live import i18n
from ui.presenters.evening.players import refusal
from ui.screens.evening.games import PickSheet
from ui.screens.play.table_screen import Sheet
from ui.widgets.basics import BigButton
from ui.widgets.taps import SecondTap


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
        if not shown:
            self.close()
            self.screen.keep(profiles, "")
            return
        self.profile = profiles.of(shown)
        self.screen.keep(profiles, self.profile.name)
        self.typed = self.profile.name
        self.on_typed()

    def _show_look(self, *_: object) -> None:
        others = ", ".join(map(isolated, self.profile.others))
        self.others = i18n.words.text("players.others", names=others) if others else ""
        for button in self.ids.colours.children:
            button.tone = "accent" if button.pawn == self.profile.colour else "raised"
        for button in self.ids.glyphs.children:
            button.tone = "accent" if button.icon == self.profile.glyph else "raised"
