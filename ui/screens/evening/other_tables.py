"""The other Pawtracks of the house whose results count here: their addresses, and whether each answers."""

from collections.abc import Sequence
from typing import Any, Final

from kivy.clock import Clock
from kivy.properties import ListProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from ui.i18n.live import i18n
from ui.presenters.evening.other_tables import MOST, TableLine, table_lines, with_table
from ui.screens.play.table_screen import Sheet

#: The interval of looking whether tables answer, in seconds.
_LOOK_S: Final = 0.5


class TableRow(BoxLayout):
    """One other table, and the button that takes it off the list."""

    address = StringProperty("")
    text = StringProperty("")

    def __init__(self, *, sheet: "OtherTablesSheet", line: TableLine, **values: Any) -> None:
        super().__init__(address=line.address, text=line.text, **values)
        self._sheet = sheet

    def remove(self) -> None:
        self._sheet.remove(self.address)


class OtherTablesSheet(Sheet):
    """`says` is how it works, or what is wrong with the address that was typed."""

    says = StringProperty("")
    typed = StringProperty("")
    rows: Sequence[TableLine] = ListProperty()

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self.says = _help()
        self._looking = Clock.schedule_interval(self.look, _LOOK_S)
        self.look()

    def look(self, *_: object) -> None:
        """Shows whether each table answers."""
        model = self.screen.model
        self.rows = table_lines(model.settings.other_tables, model.launcher.tables.answers(), i18n.words)

    def on_rows(self, *_: object) -> None:
        box = self.ids.rows
        box.clear_widgets()
        for line in self.rows:
            box.add_widget(TableRow(sheet=self, line=line))

    def add(self) -> None:
        """The typed address joins the list."""
        others = self.screen.model.settings.other_tables
        found = with_table(others, self.typed)
        if found is None:
            message = "tables.full" if len(others) >= MOST else "tables.no_address"
            self.says = i18n.words.text(message, count=MOST)
            return
        self.ids.address.text = ""
        self._change(found)

    def remove(self, address: str) -> None:
        """A table leaves the list; its results stay."""
        self._change(tuple(each for each in self.screen.model.settings.other_tables if each != address))

    def close(self) -> None:
        self._looking.cancel()
        self.ids.address.focus = False
        if self.parent:
            self.parent.remove_widget(self)

    def _change(self, others: tuple[str, ...]) -> None:
        model = self.screen.model
        model.change(other_tables=others)
        self.says = model.fault or _help()
        model.launcher.tables.listen(others)
        self.look()


def _help() -> str:
    return i18n.words.text("tables.help_others", switch=i18n.words.text("camera.lan"))
