"""A screen with lines to type in: it is lifted until the line in use stands above the keyboard on the screen."""

from typing import Any

from kivy.clock import Clock
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty
from kivy.uix.screenmanager import Screen
from kivy.uix.textinput import TextInput

from companion.writing.bidi import begins_at_the_right
from companion.writing.drawn import drawn
from ui.i18n.live import i18n
from ui.widgets.keyboard import Keyboard


class TypeIn(TextInput):
    """A line to type in; while it has the keys, the screen is lifted until the keyboard no longer covers it.

    The tap that gives it the keys chooses all of it, so that a new name is typed over the old one.  `begins_large`: its
    first letter is a capital.
    """

    screen = ObjectProperty(None)
    begins_large = BooleanProperty(False)
    _taken_by: Any = None

    def on_touch_down(self, touch: Any) -> bool:
        had_keys = self.focus
        handled = bool(super().on_touch_down(touch))
        self._taken_by = touch if self.focus and not had_keys else None
        return handled

    def on_touch_up(self, touch: Any) -> bool:
        handled = bool(super().on_touch_up(touch))
        # Kivy ends a tap and its selection if the touch arrives as one that this line holds
        if touch is self._taken_by and touch.grab_current is self:
            self._taken_by = None
            self.select_all()
        return handled

    def cursor_offset(self) -> float:
        before = float(super().cursor_offset())
        return self._width() - before if begins_at_the_right(self.text) else before

    def get_cursor_from_xy(self, x: float, y: float) -> tuple[int, int]:
        left = self.x + self.padding[0] - self.scroll_x
        at: tuple[int, int] = super().get_cursor_from_xy(
            2 * left + self._width() - x if begins_at_the_right(self.text) else x, y
        )
        return at

    def _width(self) -> float:
        return self._get_text_width(self.text, self.tab_width, self._label_cached)

    def _create_line_label(self, text: str, hint: bool = False) -> Any:
        return super()._create_line_label(drawn(text), hint)

    def _get_text_width(self, text: str, tab_width: int, _label_cached: Any) -> float:
        return float(super()._get_text_width(drawn(text), tab_width, _label_cached))

    def on_focus(self, *_: object) -> None:
        if self.screen:
            Clock.schedule_once(lambda _: self.screen.make_room(), 0)


class TypingScreen(Screen):
    """`lift` is the distance by which the screen is lifted for the keyboard."""

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
        keyboard = next((child for child in window.children if isinstance(child, Keyboard)), None) if window else None
        line = next((line for line in self.lines() if line.focus), None)
        if keyboard is None or line is None:
            self.lift = 0
            return
        keyboard.speak(i18n.language, large=line.begins_large)
        keyboard.setup_mode()
        covered = keyboard.bbox[0][1] + keyboard.bbox[1][1]
        self.lift = max(0, covered - (line.to_window(line.x, line.y)[1] - self.lift))
