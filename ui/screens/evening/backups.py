"""Everything of a family as one file, on this tablet or on a drive, and back again."""

from pathlib import Path
from threading import Thread
from typing import Any, Final

from kivy.clock import Clock
from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.screenmanager import Screen

from companion.views.kept.kept_backup import BackupPlace
from ui.app_model import AppModel
from ui.i18n.live import i18n
from ui.presenters.evening.backups import BackupRow, backup_rows, place_text, shown_path
from ui.widgets.basics import BigButton
from ui.widgets.taps import SecondTap

#: The interval of searching for drives, in seconds, only while the screen is open.
_LOOK_S: Final = 2.0
#: The delay until the screen has shown its message, in seconds.
_SAID_S: Final = 0.1


class BackupTile(SecondTap, BoxLayout):
    """A backup with its button, which asks once more before it restores it."""

    row = ObjectProperty(BackupRow(Path(), "", ""), rebind=True)
    screen = ObjectProperty(None, rebind=True)

    def restore(self) -> None:
        if self.is_second_tap():
            self.screen.restore(self.row.path)


class BackupScreen(Screen):
    """`said` is the result of the last try, `failed` whether it is bad; while it is `busy` no other is begun."""

    model: AppModel = ObjectProperty(None, rebind=True)
    back = StringProperty("home")
    rows = ListProperty()
    said = StringProperty("")
    failed = BooleanProperty(False)
    busy = BooleanProperty(False)
    with_recordings = BooleanProperty(False)

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._looking: Any = None
        self._places: tuple[BackupPlace, ...] = ()
        self._language = ""
        #: The thread that writes the newest file.
        self.writer: Thread | None = None
        i18n.fbind("language", self.refresh)

    def on_pre_enter(self, *_: object) -> None:
        self.said, self.failed = "", False
        self.refresh()
        self._looking = self._looking or Clock.schedule_interval(self.refresh, _LOOK_S)

    def on_pre_leave(self, *_: object) -> None:
        if self._looking:
            self._looking.cancel()
            self._looking = None

    def refresh(self, *_: object) -> None:
        """Searches for drives and backups anew."""
        if self.busy:
            return
        launcher, words = self.model.launcher, i18n.words
        places = tuple(launcher.backup_places())
        if (places, i18n.language) != (self._places, self._language):
            self._places, self._language = places, i18n.language
            self.ids.places.clear_widgets()
            for place in places:
                self.ids.places.add_widget(self._place_button(place))
        rows = list(backup_rows(launcher.backups(), words))
        if rows != self.rows:
            self.rows = rows
            self.ids.backups.clear_widgets()
            for row in rows:
                self.ids.backups.add_widget(BackupTile(row=row, screen=self))

    def take(self, place: BackupPlace) -> None:
        """Writes a backup there, beside the screen."""
        self._begin("share.writing")
        self.writer = self.model.take_backup(place, self._taken, recordings=self.with_recordings)

    def restore(self, path: Path) -> None:
        """Restores a backup; the screen shows a message first and stands still meanwhile."""
        self._begin("backup.restoring")
        Clock.schedule_once(lambda _: self._restore(path), _SAID_S)

    def _place_button(self, place: BackupPlace) -> BigButton:
        button = BigButton(
            text=i18n.words.text("backup.take", place=place_text(place, i18n.words)),
            icon="record",
            base=24,
            halign="left",
        )
        button.bind(on_release=lambda _: self.take(place))
        self.fbind("busy", button.setter("disabled"))
        button.disabled = self.busy
        return button

    def _begin(self, message: str) -> None:
        self.busy, self.failed = True, False
        self.said = i18n.words.text(message)

    def _taken(self, path: Path | None, reason: str) -> None:
        words = i18n.words
        said = (
            words.text("share.not_written", reason=reason)
            if path is None
            else words.text("share.written", file=shown_path(path))
        )
        self._end(said, failed=path is None)

    def _restore(self, path: Path) -> None:
        before, reason = self.model.restore(path)
        words = i18n.words
        if reason:
            self._end(words.text("backup.not_restored", reason=reason), failed=True)
        elif before is None:
            self._end(words.text("backup.restored"), failed=False)
        else:
            self._end(words.text("backup.restored_beside", folder=shown_path(before)), failed=False)

    def _end(self, said: str, *, failed: bool) -> None:
        self.busy, self.said, self.failed = False, said, failed
        for tile in self.ids.backups.children:
            tile.sure = False
        self.refresh()
