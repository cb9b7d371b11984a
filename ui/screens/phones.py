"""The codes by which players take their seats on their own phones."""

from typing import Any, Final

import numpy as np
from kivy.clock import Clock
from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.properties import NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.screenmanager import Screen
from kivy.uix.widget import Widget

from companion.handover.code import qr_code
from ui.app_model import AppModel
from ui.i18n.live import i18n
from ui.presenters.phones import PhoneTile, columns, more_tablets, phone_tiles, phones_line
from ui.widgets.look import look

#: The interval of checking the phones, in seconds, only while the screen is open.
_LOOK_S: Final = 0.5


class CodePicture(Widget):
    """A code as large as whole pixels for each module allow; nothing for an empty text."""

    text = StringProperty("")
    #: Width of a module in pixels; 0 while nothing is drawn.
    module_px = NumericProperty(0)

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._draw_soon = Clock.create_trigger(self._draw, -1)
        for name in ("text", "pos", "size"):
            self.fbind(name, self._draw_soon)

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        self.module_px = 0
        if not self.text:
            return
        code = qr_code(self.text)
        side = len(code)
        self.module_px = int(min(self.size) / side)
        grey = np.where(code, np.uint8(0), np.uint8(255))
        texture = Texture.create(size=(side, side), colorfmt="luminance")
        texture.mag_filter = texture.min_filter = "nearest"
        texture.blit_buffer(grey.tobytes(), colorfmt="luminance", bufferfmt="ubyte")
        texture.flip_vertical()
        wide = side * self.module_px
        with self.canvas:
            Color(1, 1, 1, 1)
            corner = (round(self.center_x - wide / 2), round(self.center_y - wide / 2))
            Rectangle(texture=texture, pos=corner, size=(wide, wide))


class PhoneSeat(BoxLayout):
    """A seat with its code, or with the phone that has it."""

    screen = ObjectProperty(None, rebind=True)
    tile = ObjectProperty(PhoneTile(0, "", "", "", taken=False), rebind=True)


class PhonesScreen(Screen):
    """`back` is the screen that its way back leads to; `line` is the next step.

    `typed` is the way to one more tablet without scanning, `closes` the words of the button that closes all.
    """

    model: AppModel = ObjectProperty(None, rebind=True)
    back = StringProperty("play")
    line = StringProperty("")
    typed = StringProperty("")
    closes = StringProperty("")
    columns = NumericProperty(1)

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._looking: Any = None
        i18n.fbind("language", self.refresh)
        look.fbind("portrait", self.refresh)

    def on_pre_enter(self, *_: object) -> None:
        self.refresh()
        self._looking = self._looking or Clock.schedule_interval(self.refresh, _LOOK_S)

    def on_pre_leave(self, *_: object) -> None:
        if self._looking:
            self._looking.cancel()
            self._looking = None

    def refresh(self, *_: object) -> None:
        invitations = self.model.phones.invitations() if self.model.phones else ()
        tablets = self.model.tablets
        more = more_tablets(tablets.tablet_invitation() if tablets else None, i18n.words)
        tiles = (*phone_tiles(self.model.view, invitations), *more.tiles)
        self.typed, self.closes = more.typed, more.closes
        self.line = phones_line(invitations, i18n.words)
        self.columns = columns(len(tiles), portrait=look.portrait)
        seats = self.ids.seats
        if len(seats.children) != len(tiles):
            seats.clear_widgets()
            for _tile in tiles:
                seats.add_widget(PhoneSeat(screen=self))
        for seat, tile in zip(reversed(seats.children), tiles, strict=True):
            seat.tile = tile

    def close_tablets(self) -> None:
        """Closes all tablets in browsers."""
        if self.model.tablets:
            self.model.tablets.close_tablets()
        self.refresh()

    def dismiss(self, seat: int) -> None:
        """Disconnects the phone of this seat and gives the seat a new code."""
        if self.model.phones:
            self.model.phones.dismiss(seat)
        self.refresh()
