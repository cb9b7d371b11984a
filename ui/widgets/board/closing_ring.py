"""A ring on the board that closes while a play can still be taken back, and then has it played."""

from collections.abc import Callable
from typing import Any, Final

from kivy.animation import Animation
from kivy.graphics import Color, Line
from kivy.properties import NumericProperty
from kivy.uix.widget import Widget
from kivy.utils import get_color_from_hex

from ui.theme import COLOURS
from ui.widgets.look import look

#: Long enough to see that a finger slipped, and to tap it away.
CLOSES_S: Final = 0.8


class ClosingRing(Widget):
    """`closed` goes from 0 to 1; then `then` of `start` is called."""

    closed = NumericProperty(0.0)

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._at, self._radius = (0.0, 0.0), 0.0
        self._then: Callable[[], None] | None = None
        self.fbind("closed", self._draw)

    @property
    def is_closing(self) -> bool:
        return self._then is not None

    def start(self, at: tuple[float, float], radius: float, then: Callable[[], None]) -> None:
        """Begins round a point of the window; a ring that was closing is dropped."""
        self.stop()
        self._at, self._radius, self._then = at, radius, then
        closing = Animation(closed=1.0, duration=CLOSES_S)
        closing.bind(on_complete=self._end)
        closing.start(self)

    def stop(self) -> None:
        """Drops the ring."""
        Animation.cancel_all(self, "closed")
        self._then, self.closed = None, 0.0
        self.canvas.clear()

    def _end(self, *_: object) -> None:
        then = self._then
        self.stop()
        if then:
            then()

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        if self._then is None:
            return
        with self.canvas:
            for colour, wide in ((COLOURS["on_card"], 5), (COLOURS["pick"], 3)):
                Color(*get_color_from_hex(colour))
                Line(circle=(*self._at, self._radius, 0, 360 * self.closed), width=wide * look.scale)
