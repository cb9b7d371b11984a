"""Plays from another program's file: shown, games named, then taken."""

from pathlib import Path
from typing import Any

from kivy.properties import NumericProperty, ObjectProperty, StringProperty

from companion.handover.plays.preview import Preview
from companion.views.wording.words import variant_name
from ui.i18n.live import i18n
from ui.presenters.evening.plays import plays_face
from ui.screens.evening.games import PickSheet
from ui.screens.play.table_screen import Sheet
from ui.widgets.basics import BigButton, FitLabel
from ui.widgets.look import look


class PlaysSheet(Sheet):
    """The plays of one file, or of its pasted content; `takes` of them are new."""

    source: Path | bytes = ObjectProperty(b"")
    title = StringProperty("")
    sums = StringProperty("")
    people = StringProperty("")
    takes = NumericProperty(0)

    def __init__(self, **values: Any) -> None:
        self._named: dict[str, str] = {}
        self._found: Preview | None = None
        super().__init__(**values)
        self.show()

    def show(self) -> None:
        """Reads the file and shows its plays."""
        self._found = self.screen.model.preview_of(self.source, self._named)
        if self._found is None:
            self.sums, self.takes = i18n.words.text("plays.unreadable"), 0
            return
        face = plays_face(self._found, i18n.words)
        self.sums, self.people, self.takes = face.sums, face.people, face.takes
        self.ids.lines.clear_widgets()
        for line in face.lines:
            height = (64 if look.portrait else 40) * look.scale * look.text
            self.ids.lines.add_widget(FitLabel(text=line, base=20, size_hint_y=None, height=height))
        self.ids.unknown.clear_widgets()
        for title, text in face.unknown:
            button = BigButton(text=text, icon="question", base=20)
            button.bind(on_release=lambda _, named=title: self.choose_game(named))
            self.ids.unknown.add_widget(button)

    def choose_game(self, title: str) -> None:
        """The game here that a name in the file means."""
        words = i18n.words
        sheet = PickSheet(choose=lambda game: self._name(title, game))
        self.screen.add_widget(sheet)
        sheet.choices = [(variant, variant_name(variant, words)) for variant in self.screen.variants()]

    def take(self) -> None:
        """Takes the new plays."""
        wanted = self._found.taken() if self._found else {}
        if self.screen.model.note_result(lambda results: results.take(wanted)):
            self.screen.leave()
        else:
            self.sums = self.screen.model.fault

    def close(self) -> None:
        if self.parent:
            self.parent.remove_widget(self)

    def _name(self, title: str, game: str) -> None:
        self._named[title] = game
        self.show()
