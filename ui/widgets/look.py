"""The size, the way up and the colours of everything, as properties that kv follows: `height: 72 * look.scale`."""

from functools import partial

from kivy.event import EventDispatcher
from kivy.lang import global_idmap
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty

from ui.theme import REFERENCE_HEIGHT_PX, REFERENCE_WIDTH_PX, THEMES, rgba


class Look(EventDispatcher):
    """`scale` is 1.0 at 1280x800 and at 800x1280; `portrait` if the window is higher than wide.

    `text` is the factor by which texts are enlarged if they have the room, from 1.0 on.
    `rgba` gives a colour of the theme in force by its name; it is replaced when the theme changes, and Kivy evaluates
    each rule anew that used it.
    """

    scale = NumericProperty(1.0)
    portrait = BooleanProperty(False)
    text = NumericProperty(1.0)
    rgba = ObjectProperty(rgba)

    def fit(self, width_px: float, height_px: float) -> None:
        self.portrait = height_px > width_px
        long, short = max(width_px, height_px), min(width_px, height_px)
        self.scale = max(0.4, min(long / REFERENCE_WIDTH_PX, short / REFERENCE_HEIGHT_PX))

    def use(self, theme: str, text_percent: int) -> None:
        """Shows everything in the colours of a theme, one of `THEMES`, with texts of this size."""
        self.rgba = partial(rgba, palette=THEMES[theme])
        self.text = text_percent / 100


look = Look()
global_idmap["look"] = look
