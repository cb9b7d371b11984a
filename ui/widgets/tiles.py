"""Card tiles, seat tiles, health chips, the banner and the notice bar: the parts of the play screen."""

from typing import Any

from kivy.clock import Clock
from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.gridlayout import GridLayout

from companion.views.troubles import has_id
from ui.presenters.banner import Banner
from ui.presenters.play.cards import CardFace
from ui.presenters.play.play import SeatViewModel
from ui.presenters.status import Chip

#: A sentence of more letters than this needs most of the banner.
LONG_SENTENCE = 130
#: The number of seats that fit side by side as tiles.
MOST_TILES = 4


#: The time in seconds after which a finger resting on a card opens its explanation.
HOLD_S = 0.6


class CardTile(ButtonBehavior, FloatLayout):
    """A card face up, as large as a finger needs; `dispatch`es on_release like any button.

    A finger that rests on it dispatches on_hold instead, which shows the card's aid if the screen has one.
    """

    face = ObjectProperty(CardFace("", "", "", "card_blue"), rebind=True)

    def __init__(self, **values: Any) -> None:
        self.register_event_type("on_hold")
        self._holding: Any = None
        self._held = False
        super().__init__(**values)

    def on_press(self) -> None:
        self._held = False
        self._holding = Clock.schedule_once(self._hold, HOLD_S)

    def on_touch_up(self, touch: Any) -> bool:
        """The finger that held a card has opened its explanation: the card is not tapped."""
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        if self._holding:
            self._holding.cancel()
        if self._held:
            touch.ungrab(self)
            self._do_release()
            return True
        return bool(super().on_touch_up(touch))

    def on_hold(self) -> None:
        """Event: the explanation of the card is wanted."""
        screen = self.parent
        while screen is not None and not hasattr(screen, "show_aid"):
            screen = screen.parent if screen.parent is not screen else None
        if screen is not None:
            screen.show_aid(self.face.card)

    def _hold(self, _elapsed: float) -> None:
        self._held = True
        self.dispatch("on_hold")


class CardGrid(GridLayout):
    """All cards of the game; `on_card` gets the name of the tapped one."""

    faces = ListProperty()

    def __init__(self, **values: Any) -> None:
        self.register_event_type("on_card")
        super().__init__(**values)

    def on_card(self, card: str) -> None:
        """Event: this card was tapped."""

    def on_faces(self, *_: object) -> None:
        if len(self.children) != len(self.faces):
            self.clear_widgets()
            for _face in self.faces:
                tile = CardTile()
                tile.bind(on_release=lambda tapped: self.dispatch("on_card", tapped.face.card))
                self.add_widget(tile)
        for tile, face in zip(reversed(self.children), self.faces, strict=True):
            tile.face = face


class SeatTile(BoxLayout):
    face = ObjectProperty(SeatViewModel(0, "", "", "", "", "", False), rebind=True)


class SeatLine(BoxLayout):
    """The same in one line, for a table with many seats."""

    face = ObjectProperty(SeatViewModel(0, "", "", "", "", "", False), rebind=True)


class SeatRow(GridLayout):
    """One tile a seat, in playing order; many seats stand in two rows of single lines."""

    faces = ObjectProperty(())

    def on_faces(self, *_: object) -> None:
        if len(self.children) != len(self.faces):
            crowded = len(self.faces) > MOST_TILES
            self.cols = (len(self.faces) + 1) // 2 if crowded else max(1, len(self.faces))
            self.clear_widgets()
            for _face in self.faces:
                self.add_widget(SeatLine() if crowded else SeatTile())
        for tile, face in zip(reversed(self.children), self.faces, strict=True):
            tile.face = face


#: More chips than this in a row are narrow.
MOST_WIDE = 4


class StatusChip(ButtonBehavior, BoxLayout):
    """`narrow`: the name of the part stands below its icon, whose mark alone shows its state."""

    chip = ObjectProperty(Chip("", "", "", "", "", "raised", ""), rebind=True)
    narrow = BooleanProperty(False)


class ChipRow(BoxLayout):
    """One chip a part of the table; `on_chip` when any is tapped.  `narrow` chips have their names below."""

    chips = ObjectProperty(())
    narrow = BooleanProperty(False)

    def __init__(self, **values: Any) -> None:
        self.register_event_type("on_chip")
        super().__init__(**values)

    def on_chip(self) -> None:
        """Event: details are wanted."""

    def on_narrow(self, *_: object) -> None:
        for made in self.children:
            made.narrow = self.narrow or len(self.chips) > MOST_WIDE

    def on_chips(self, *_: object) -> None:
        if len(self.children) != len(self.chips):
            self.clear_widgets()
            for _chip in self.chips:
                made = StatusChip()
                made.bind(on_release=lambda _: self.dispatch("on_chip"))
                self.add_widget(made)
        for made, chip in zip(reversed(self.children), self.chips, strict=True):
            made.chip = chip
        self.on_narrow()


class VerdictBanner(BoxLayout):
    """One word and one sentence; `wordy` gives a long explanation the room of the word."""

    banner = ObjectProperty(Banner("calm", "", "", ""), rebind=True)
    wordy = BooleanProperty(False)

    def on_banner(self, _bar: object, banner: Banner) -> None:
        self.wordy = len(banner.sentence) > LONG_SENTENCE


class NoticeBar(ButtonBehavior, BoxLayout):
    """The problem and its remedy, until the button confirms it; a tap beside the button opens more.

    It is amber for a fault, which has its id behind it, and calm for the answer to a tap ("It is Anna's turn now").
    """

    text = StringProperty("")
    tone = StringProperty("raised")

    def __init__(self, **values: Any) -> None:
        self.register_event_type("on_read")
        super().__init__(**values)

    def on_text(self, _bar: object, text: str) -> None:
        self.tone = "unclear" if has_id(text) else "raised"

    def on_read(self) -> None:
        """Event: the bar may go."""
