"""A screen with lines to type in: it is lifted until the line in use stands above the keyboard on the screen."""

from typing import Any, Final

from kivy.clock import Clock
from kivy.properties import NumericProperty, ObjectProperty
from kivy.uix.screenmanager import Screen
from kivy.uix.textinput import TextInput
from kivy.uix.vkeyboard import VKeyboard

from ui.i18n.live import i18n

#: The keys that people of a language expect, of those Kivy brings.
_KEYBOARDS: Final = {"de": "qwertz", "fr": "azerty"}


class TypeIn(TextInput):
    """A line to type in; while it has the keys, the screen is lifted until the keyboard no longer covers it."""

    screen = ObjectProperty(None)

    def on_focus(self, *_: object) -> None:
        if self.screen:
            Clock.schedule_once(lambda _: self.screen.make_room(), 0)


class TypingScreen(Screen):
    """`lift` is how far the screen is lifted for the keyboard."""

    lift = NumericProperty(0)

    def lines(self) -> list[Any]:
        """The lines to type in."""
        raise NotImplementedError

    def on_leave(self, *_: object) -> None:
        for line in self.lines():
            line.focus = False

    def make_room(self) -> None:
        """Lifts the screen so that the line in use stands above the keyboard, and gives that the language's keys."""
        window = self.get_root_window()  # None once another screen is in view
        keyboard = next((child for child in window.children if isinstance(child, VKeyboard)), None) if window else None
        line = next((line for line in self.lines() if line.focus), None)
        if keyboard is None or line is None:
            self.lift = 0
            return
        keyboard.layout = _KEYBOARDS.get(i18n.language, "qwerty")
        keyboard.setup_mode()
        covered = keyboard.bbox[0][1] + keyboard.bbox[1][1]
        self.lift = max(0, covered - (line.to_window(line.x, line.y)[1] - self.lift))
