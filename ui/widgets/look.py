"""The size of everything relative to the reference screen, as a property that kv follows: `height: 72 * look.scale`."""

from kivy.event import EventDispatcher
from kivy.lang import global_idmap
from kivy.properties import NumericProperty

from ui.theme import REFERENCE_HEIGHT_PX, REFERENCE_WIDTH_PX, rgba


class Look(EventDispatcher):
    """`scale` is 1.0 at 1280x800."""

    scale = NumericProperty(1.0)

    def fit(self, width_px: float, height_px: float) -> None:
        self.scale = max(0.4, min(width_px / REFERENCE_WIDTH_PX, height_px / REFERENCE_HEIGHT_PX))


look = Look()
global_idmap["look"] = look
global_idmap["rgba"] = rgba
