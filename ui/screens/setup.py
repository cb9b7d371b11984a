"""Setting the table up: who plays in which colour, what sees, what feels, who may watch."""

from typing import Any, Final

from kivy.clock import Clock
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.screenmanager import Screen
from kivy.uix.textinput import TextInput
from kivy.uix.vkeyboard import VKeyboard

from companion.settings import NONE
from ui.desk import Desk
from ui.i18n.live import i18n
from ui.presenters.setup import OTHER, Option, SetupForm, choices, complaint

#: The keys that people of a language expect, of those Kivy brings.
_KEYBOARDS: Final = {"de": "qwertz", "fr": "azerty"}


class TypeIn(TextInput):
    """A line to type in; while it has the keys, the screen is lifted until the keyboard no longer covers it."""

    screen = ObjectProperty(None)

    def on_focus(self, *_: object) -> None:
        if self.screen:
            Clock.schedule_once(lambda _: self.screen.make_room(), 0)


class SeatForm(BoxLayout):
    """One seat: colour, name, whether it begins."""

    seat = NumericProperty(0)
    screen = ObjectProperty(None, rebind=True)
    colour = StringProperty("")
    name = StringProperty("")
    begins = ObjectProperty(False)


class Chooser(BoxLayout):
    """A value with an arrow on each side; the last position opens a line for an address."""

    key = StringProperty("")
    title = StringProperty("")
    options = ListProperty()
    value = StringProperty("")
    label = StringProperty("")

    def __init__(self, **values: Any) -> None:
        self.register_event_type("on_choice")
        super().__init__(**values)
        self.fbind("options", self._label)
        self.fbind("value", self._label)

    def on_choice(self, value: str) -> None:
        """Event: another value was chosen; `other` asks for an address."""

    @property
    def index(self) -> int:
        """Where the value stands among the options; an address that is none of them counts as the last."""
        values = [option.value for option in self.options]
        return values.index(self.value) if self.value in values else len(values) - 1

    def step(self, by: int) -> None:
        if self.options:
            self.dispatch("on_choice", self.options[(self.index + by) % len(self.options)].value)

    def _label(self, *_: object) -> None:
        option: Option | None = self.options[self.index] if self.options else None
        self.label = option.label if option else ""


class SetupScreen(Screen):
    desk: Desk = ObjectProperty(None, rebind=True)
    form: SetupForm = ObjectProperty(None, rebind=True)
    complaint = StringProperty("")
    has_viewer = BooleanProperty(True)
    #: How far the screen is lifted for the keyboard.
    lift = NumericProperty(0)

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._found: dict[str, list[str]] = {}
        self._refresh_soon = Clock.create_trigger(self.refresh, -1)
        self.form = SetupForm(self.desk.settings)
        self.fbind("form", self._refresh_soon)
        i18n.fbind("language", self._refresh_soon)

    def on_pre_enter(self, *_: object) -> None:
        self._found = {"camera": list(self.desk.launcher.cameras()), "wheel": list(self.desk.launcher.ports())}
        self.form = SetupForm(self.desk.settings)
        self.refresh()

    def on_leave(self, *_: object) -> None:
        for line in self._lines():
            line.focus = False

    def make_room(self) -> None:
        """Lifts the screen so that the line in use stands above the keyboard, and gives that the language's keys."""
        window = self.get_root_window()  # None once another screen is in view
        keyboard = next((child for child in window.children if isinstance(child, VKeyboard)), None) if window else None
        line = next((line for line in self._lines() if line.focus), None)
        if keyboard is None or line is None:
            self.lift = 0
            return
        keyboard.layout = _KEYBOARDS.get(i18n.language, "qwerty")
        keyboard.setup_mode()
        covered = keyboard.bbox[0][1] + keyboard.bbox[1][1]
        self.lift = max(0, covered - (line.to_window(line.x, line.y)[1] - self.lift))

    def _lines(self) -> list[TypeIn]:
        lines = [self.ids[f"{key}_address"] for key in ("camera", "wheel", "broker")]
        return [*lines, *(tile.ids.name_line for tile in self.ids.seats.children)]

    def refresh(self, *_: object) -> None:
        self._show_seats()
        self.has_viewer = self.form.settings.broker != NONE
        for key in ("variant", "camera", "wheel", "broker"):
            chooser = self.ids[key]
            chooser.options = list(choices(key, self._found.get(key, []), i18n.catalogue))
            chooser.value = getattr(self.form.settings, key)
            if key != "variant":
                self._show_address(chooser)
        if self.complaint:
            self.complaint = complaint(self.form, i18n.catalogue)

    def choose(self, key: str, value: str) -> None:
        """The last position empties the value, so that an address must be typed."""
        self.form = self.form.with_value(key, "" if value == OTHER else value)

    def type_address(self, key: str, text: str) -> None:
        self.form = self.form.with_value(key, text.strip())

    def type_name(self, seat: int, text: str) -> None:
        if text != self.form.settings.names[seat]:
            self.form = self.form.with_name(seat, text)

    def start(self) -> None:
        self.complaint = complaint(self.form, i18n.catalogue)
        if not self.complaint and self._open():
            self.desk.start_game()
            self.manager.show("play")

    def look(self) -> None:
        """The camera's picture before the game: opens the table without one."""
        self.complaint = complaint(self.form, i18n.catalogue)
        if not self.complaint and self._open():
            self.manager.show("camera", back="setup")

    def _open(self) -> bool:
        self.desk.keep(self.form.settings)
        opened = self.desk.open(self.form.settings)
        self.complaint = self.desk.fault if not opened else ""
        return opened

    def _show_seats(self) -> None:
        box, settings = self.ids.seats, self.form.settings
        if len(box.children) != len(settings.names):
            box.clear_widgets()
            for seat in range(len(settings.names)):
                box.add_widget(SeatForm(seat=seat, screen=self))
        for tile in box.children:
            tile.name = settings.names[tile.seat]
            tile.colour = settings.colours[tile.seat]
            tile.begins = settings.first == tile.seat

    def _show_address(self, chooser: Chooser) -> None:
        """The line for an address is there only while the chooser stands on "other"."""
        known = chooser.value in [option.value for option in chooser.options]
        line = self.ids[f"{chooser.key}_address"]
        line.shown = not known
        if not line.focus and line.text != ("" if known else chooser.value):
            line.text = "" if known else chooser.value
