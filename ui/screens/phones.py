"""The codes by which players take their seats on their own phones."""

from typing import Any, Final

from kivy.clock import Clock
from kivy.properties import NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.screenmanager import Screen

from ui.app_model import AppModel
from ui.i18n.live import i18n
from ui.presenters.phones import PhoneTile, columns, phone_tiles, phones_line
from ui.widgets.look import look

#: The interval of checking the phones, in seconds, only while the screen is open.
_LOOK_S: Final = 0.5


class PhoneSeat(BoxLayout):
    """A seat with its code, or with the phone that has it."""

    screen = ObjectProperty(None, rebind=True)
    tile = ObjectProperty(PhoneTile(0, "", "", "", taken=False), rebind=True)


class PhonesScreen(Screen):
    """`back` is the screen that its way back leads to; `line` is the next step."""

    model: AppModel = ObjectProperty(None, rebind=True)
    back = StringProperty("play")
    line = StringProperty("")
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
        tiles = phone_tiles(self.model.view, invitations)
        self.line = phones_line(invitations, i18n.words)
        self.columns = columns(len(tiles), portrait=look.portrait)
        seats = self.ids.seats
        if len(seats.children) != len(tiles):
            seats.clear_widgets()
            for _tile in tiles:
                seats.add_widget(PhoneSeat(screen=self))
        for seat, tile in zip(reversed(seats.children), tiles, strict=True):
            seat.tile = tile

    def dismiss(self, seat: int) -> None:
        """Disconnects the phone of this seat and gives the seat a new code."""
        if self.model.phones:
            self.model.phones.dismiss(seat)
        self.refresh()
