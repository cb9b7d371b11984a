"""The panel beside the board while the computer plays a seat: its play, and its cards to enter."""

from kivy.properties import BooleanProperty, StringProperty

from ui.i18n.live import i18n
from ui.presenters.play.cards import card_face
from ui.screens.play.mode import Mode
from ui.widgets.tiles import CardTile


class ComputerMode(Mode):
    """The panel's mode for the computer; people may always play its seat themselves."""

    take_over_text = StringProperty("")

    def show(self) -> None:
        face = self.screen.face.computer
        if face is not None:
            self.take_over_text = i18n.words.text("computer.take_over", name=face.name)


class ThinkingPane(ComputerMode):
    """It thinks."""


class AnnouncedPane(ComputerMode):
    """Its decision: the card large, the instructions, and the button to confirm them."""

    has_card = BooleanProperty(False)

    def show(self) -> None:
        super().show()
        face = self.screen.face.computer
        self.has_card = face is not None and face.card is not None
        if face is not None and face.card is not None:
            self.ids.card.face = face.card


class EnterMode(ComputerMode):
    """The cards of its hand, tapped by the person who holds them; once they are entered they are hidden."""

    ready = BooleanProperty(False)

    def show(self) -> None:
        super().show()
        entered = self.screen.entered
        row, variant = self.ids.hand, self.screen.view.rules.variant
        self.ready = self.screen.all_entered
        if getattr(row, "shown", None) == entered:
            return
        row.shown = entered
        row.clear_widgets()
        for card in entered:
            row.add_widget(EnteredCard(face=card_face(card, i18n.words, variant)))


class EnteredCard(CardTile):
    """A card of the hand that is being entered."""
