"""The size and the way up of everything, as properties that kv follows: `height: 72 * look.scale`."""

from kivy.event import EventDispatcher
from kivy.lang import global_idmap
from kivy.properties import BooleanProperty, NumericProperty

from ui.theme import REFERENCE_HEIGHT_PX, REFERENCE_WIDTH_PX, rgba


class Look(EventDispatcher):
    """`scale` is 1.0 at 1280x800 and at 800x1280; `portrait` where the window is higher than wide."""

    scale = NumericProperty(1.0)
    portrait = BooleanProperty(False)

    def fit(self, width_px: float, height_px: float) -> None:
        self.portrait = height_px > width_px
        long, short = max(width_px, height_px), min(width_px, height_px)
        self.scale = max(0.4, min(long / REFERENCE_WIDTH_PX, short / REFERENCE_HEIGHT_PX))


look = Look()
global_idmap["look"] = look
global_idmap["rgba"] = rgba
