"""Text that always fits, icons, pawns and the big buttons."""

import re
from functools import lru_cache
from typing import Any

from kivy.clock import Clock
from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, Rectangle
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.label import Label
from kivy.uix.widget import Widget

from companion.writing.drawn import drawn
from ui.art.pictures import draw_figure, draw_icon
from ui.theme import rgba
from ui.widgets.look import look
from ui.widgets.textures import texture

#: Shares of the wanted size that are tried until the text fits; those above 1 for larger texts.
_STEPS = (1.5, 1.42, 1.33, 1.25, 1.18, 1.12, 1.06, 1.0, 0.94, 0.88, 0.82, 0.76, 0.7, 0.65, 0.6, 0.55, 0.5, 0.45, 0.4)


class FitLabel(Label):
    """Writes in `base` pixels of the reference screen and shrinks until the text fits, without splitting a word.

    With larger texts it is never smaller than it would be without.  It is never larger than the text `like` would be in
    its place, so that labels beside each other have one size of type.  It is never smaller than `least` pixels of the
    reference screen: then its one line is cut at the end.
    """

    base = NumericProperty(20)
    least = NumericProperty(0)
    like = StringProperty("")
    #: The colour by its name in the theme, so that it follows a change of the theme.
    ink = StringProperty("ink")
    #: The scale of the window; bound in kv, which releases deleted widgets.
    k = NumericProperty(1.0)
    #: The factor by which the text may exceed its usual size; bound in kv as well.
    larger = NumericProperty(1.0)
    #: Empty width on each side of the widest line, when centred.
    slack = NumericProperty(0)

    def __init__(self, **values: Any) -> None:
        super().__init__(shorten_from="right", **values)
        self._fit_soon = Clock.create_trigger(self.fit, -1)
        # Kivy would draw the text first at the size it had, and each size that is tried once more.
        self._trigger_texture: Any
        self._trigger_texture.cancel()
        self._trigger_texture = self._fit_soon
        for name in ("size", "text", "base", "k", "larger", "like"):
            self.fbind(name, self._fit_soon)
        self._fit_soon()

    def fit(self, *_: object) -> None:
        width, height = self.size
        if width <= 1 or height <= 1:
            self.slack, self.texture, self.texture_size = 0, None, (0, 0)
            return
        self.text_size, self.shorten = (width, None), False
        steps = [step for step in _STEPS if step <= self.larger and self.base * step >= self.least]
        own = self._label.text
        if self.like:
            self._label.text = drawn(self.like)
            steps = self._shrink(steps)
            self._label.text = own
        self._shrink(steps)
        self._fit_soon.cancel()
        self.slack = max(0, (width - max((line.w for line in self._label._cached_lines), default=0)) / 2)

    def _shrink(self, steps: list[float]) -> list[float]:
        """Takes the first of these shares at which the text fits; returns it and the smaller ones."""
        width, height = self.size
        for index, step in enumerate(steps):
            self.font_size = max(6, round(self.base * self.k * step))
            if self._widest_word() > width:
                continue
            self.texture_update()
            if self.texture_size[1] <= height:
                return steps[index:]
        self.shorten = self.least > 0
        self.texture_update()
        return steps[-1:]

    def _create_label(self) -> None:
        super()._create_label()
        self._label.text = drawn(self.text)

    def _trigger_texture_update(self, name: Any = None, source: Any = None, value: Any = None) -> None:
        # Kivy draws letters one after the other, from left to right
        super()._trigger_texture_update(name, source, drawn(value) if name == "text" else value)

    def _widest_word(self) -> float:
        font = (self.font_name, self.font_size, self.bold)
        return max((word_width(word, *font) for word in re.split("[ \n]+", self._label.text)), default=0)


@lru_cache(maxsize=8192)
def word_width(word: str, font: str, size_px: float, bold: bool) -> float:
    """The width of a drawn word in pixels."""
    width: float = CoreLabel(font_name=font, font_size=size_px, bold=bold).get_extents(word)[0]
    return width


class Sprite(Widget):
    """A picture by its name, tinted; drawn at the very size it is shown in."""

    name = StringProperty("")
    tint = ColorProperty((1, 1, 1, 1))
    #: At most this wide, in pixels of the reference screen; 0 fills the widget.
    side = NumericProperty(0)
    #: Drawn this far to the right, so that an icon stands beside the centred words it belongs to.
    shift = NumericProperty(0)

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._draw_soon = Clock.create_trigger(self._redraw, -1)
        for name in ("size", "pos", "name", "tint", "side", "shift"):
            self.fbind(name, self._draw_soon)
        self._draw_soon()

    def _picture(self, side: int) -> Any:
        raise NotImplementedError

    def _redraw(self, *_: object) -> None:
        self.canvas.clear()
        side = int(min(*self.size, self.side * look.scale)) if self.side else int(min(self.size))
        if not self.name or side < 4:
            return
        with self.canvas:
            Color(*self.tint)
            corner = (round(self.center_x + self.shift - side / 2), round(self.center_y - side / 2))
            Rectangle(texture=self._picture(side), pos=corner, size=(side, side))


class Icon(Sprite):
    """A white shape; `ink` is the name of the colour that it is shown in."""

    ink = StringProperty("ink")

    def _picture(self, side: int) -> Any:
        return texture(("icon", self.name, side), lambda: draw_icon(self.name, side))


class PawnIcon(Sprite):
    """A pawn of the colour `name`, or the neutral figure."""

    def _picture(self, side: int) -> Any:
        return texture(("figure", self.name, "", side), lambda: draw_figure(self.name, side))


class BigButton(ButtonBehavior, BoxLayout):
    """An icon and words; `tone` names its colour token.  A disabled one stays readable."""

    text = StringProperty("")
    #: The text that sets the size of type; its own if empty.
    like = StringProperty("")
    icon = StringProperty("")
    #: A pawn's colour instead of an icon.
    pawn = StringProperty("")
    tone = StringProperty("raised")
    base = NumericProperty(20)
    icon_px = NumericProperty(32)
    bold = BooleanProperty(False)
    halign = StringProperty("center")
    ink = StringProperty("on_raised")
    tint = ColorProperty(rgba("raised"))
