"""The panel beside the board while the computer plays a seat: its play, and its cards to enter."""

from kivy.properties import BooleanProperty, StringProperty

from companion.session import commands as cmd
from ui.i18n.live import i18n
from ui.presenters.play.cards import card_face
from ui.presenters.play.computer import confirmed
from ui.screens.play.mode import Mode
from ui.widgets.tiles import CardTile


class ComputerMode(Mode):
    """The panel's mode for the computer; people may always play its seat themselves."""

    take_over_text = StringProperty("")

    def show(self) -> None:
        face = self.screen.face.computer
        if face is not None:
            self.take_over_text = i18n.words.text("computer.take_over", name=face.name)

    def take_over(self) -> None:
        face = self.screen.face.computer
        if face is not None:
            self.screen.leave_mode()
            self.screen.post(cmd.GiveSeat(seat=face.seat, level=None))


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

    def confirm(self) -> None:
        command = confirmed(self.screen.view)
        if command is not None:
            self.screen.post(command)


class EnterMode(ComputerMode):
    """The cards of its hand, tapped by the person who holds them; once they are entered they are hidden."""

    ready = BooleanProperty(False)

    def show(self) -> None:
        super().show()
        face, entered = self.screen.face.computer, self.screen.entered
        row, variant = self.ids.hand, self.screen.view.rules.variant
        self.ready = face is not None and 0 < len(entered) == face.wanted
        if getattr(row, "shown", None) == entered:
            return
        row.shown = entered
        row.clear_widgets()
        for card in entered:
            row.add_widget(EnteredCard(face=card_face(card, i18n.words, variant)))

    def enter(self, card: str) -> None:
        face = self.screen.face.computer
        if face is not None and len(self.screen.entered) < face.wanted:
            self.screen.enter_cards((*self.screen.entered, card))

    def take_back(self) -> None:
        self.screen.enter_cards(self.screen.entered[:-1])

    def confirm(self) -> None:
        self.screen.confirm_cards()


class EnteredCard(CardTile):
    """A card of the hand that is being entered."""
