"""The panels beside the board: the turn, something else happened, setting by hand, laying a hand open."""

from typing import Any

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.rules.variant import Variant
from ui.i18n.live import i18n
from ui.presenters.play.cards import card_face
from ui.presenters.play.computer import ANNOUNCED, THINKING
from ui.presenters.play.edit import draft_prompt
from ui.presenters.play.forfeit import OpenHand, hand_sentences
from ui.presenters.play.input import ACTIONS
from ui.presenters.play.play import MOST_BUTTONS, likely_choices
from ui.screens.play.computer import AnnouncedPane, ThinkingPane
from ui.screens.play.mode import Mode
from ui.screens.play.table_screen import PutBackBar
from ui.widgets.basics import BigButton
from ui.widgets.look import look
from ui.widgets.tiles import MOST_TILES, CardTile, ChipRow, NoticeBar


class MovesButton(BigButton):
    """Opens the move list and shows the progress of the game."""

    screen = ObjectProperty(None, allownone=True, rebind=True)
    shown = BooleanProperty(True)


class Chips(ChipRow):
    """The health of the table's parts; a tap shows more of it."""

    screen = ObjectProperty(None, allownone=True, rebind=True)
    shown = BooleanProperty(True)


class BesideBoard(BoxLayout):
    """The parts that have no room below the board in a high window."""

    screen = ObjectProperty(None, allownone=True, rebind=True)
    shown = BooleanProperty(True)


class TurnRow(BoxLayout):
    """The player to move, and the way to the move list."""

    screen = ObjectProperty(None, rebind=True)


class TurnMode(Mode):
    """The player to move, the seats, the pane of the question, actions, health.

    A notice, or the task after an undo, replaces the chips, which show the same in short; in a high window, where those
    stand beside the board, it replaces the line of the turn, which the banner and the seats show too.
    """

    #: The height of the strip of seats: two rows for many, none if three plays need the room.
    strip_px = NumericProperty(72)

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        #: Those that were shown; a new one for each question costs much time, and is garbage soon.
        self._panes: dict[type[Mode], Mode] = {}
        self._filled: tuple[str, bool, bool] | None = None

    def show(self) -> None:
        face = self.screen.face
        self._show_pane(_PANES.get(face.pane, PromptPane))
        notice = "" if face.notice == self.screen.read_notice else face.notice
        filled = (notice, face.puts_back, look.portrait)
        if filled != self._filled:
            self._filled = filled
            self._fill(notice)
        most = 1 if look.portrait or face.visiting else MOST_BUTTONS
        crowded = face.proposed or face.pane == "hand" or len(face.choices) >= most
        self.strip_px = 0 if crowded else 112 if len(face.seats) > MOST_TILES else 72

    def _show_pane(self, kind: type[Mode]) -> None:
        pane = self._panes.get(kind) or self._panes.setdefault(kind, kind(screen=self.screen))
        if pane.parent is None:
            self.ids.pane.clear_widgets()
            self.ids.pane.add_widget(pane)
        pane.show()

    def _fill(self, notice: str) -> None:
        """Fills the place above the seats and, in a wide window, at the foot."""
        bar = self._bar(notice)
        head, foot = self.ids.head, self.ids.foot
        head.clear_widgets()
        foot.clear_widgets()
        head.add_widget(bar if bar and look.portrait else TurnRow(screen=self.screen))
        if not look.portrait:
            foot.add_widget(bar or Chips(screen=self.screen))

    def _bar(self, notice: str) -> NoticeBar | PutBackBar | None:
        """An unread warning, else the task after an undo."""
        if not notice:
            return PutBackBar(screen=self.screen) if self.screen.face.puts_back else None
        bar = NoticeBar(text=notice)
        bar.bind(on_read=lambda _: self.screen.read(), on_release=lambda _: self.screen.show("camera"))
        return bar


class CardsPane(Mode):
    """The cards of the game, to name the one laid; above them the camera's proposal."""

    def show(self) -> None:
        row, faces = self.ids.proposed, self.screen.face.proposed
        if getattr(row, "shown", ()) == faces:
            return
        row.shown = faces
        row.clear_widgets()
        for face in faces:
            tile = ProposedCard(face=face)
            tile.bind(on_release=lambda tapped: self.screen.declare(tapped.face.card))
            row.add_widget(tile)


class ProposedCard(CardTile):
    """A card that a camera proposes, in a frame."""


class HandPane(Mode):
    """The visitor's own cards in a demo, and the way to any other."""


class FacePane(Mode):
    """The cards that a joker may be played as."""


class AnswerPane(Mode):
    """A question to the player whose decision it is, and its answers as big buttons."""

    count = NumericProperty(1)

    def show(self) -> None:
        box, answers = self.ids.answers, self.screen.face.answers
        if getattr(box, "shown", None) == answers:
            return
        box.shown = answers
        self.count = len(answers)
        box.clear_widgets()
        for answer in answers:
            tone = "accent" if answer.use and not answer.rank else "raised"
            button = BigButton(text=answer.text, icon=answer.icon, tone=tone, base=28, icon_px=48)
            button.bind(on_release=lambda _, given=answer: self.screen.answer(given))
            box.add_widget(button)


class PromptPane(Mode):
    """One sentence, unless it stands in the banner, and, if something is to be confirmed, one big button."""

    prompt = StringProperty("")
    action = StringProperty("")
    icon = StringProperty("check")

    def show(self) -> None:
        face = self.screen.face
        self.prompt = "" if face.prompt == face.banner.sentence else face.prompt
        self.action, self.icon = ACTIONS.get(face.pane, ("", "check"))


class WatchPane(Mode):
    """The open card while the camera watches."""

    def show(self) -> None:
        if self.screen.face.declared:
            self.ids.card.face = self.screen.face.declared


class ChoicePane(Mode):
    """A question and up to three plays as big buttons; or a play that is made in a moment."""

    prompt = StringProperty("")

    def show(self) -> None:
        face = self.screen.face
        self.prompt = i18n.words.text("prompt.settled") if face.marks.settled else face.prompt
        choices = face.choices
        fill_choices(self.ids.choices, choices, self.screen.choose, self.screen.preview)
        for button, choice in zip(reversed(self.ids.choices.children), choices, strict=True):
            button.letter = choice.letter


class ListPane(Mode):
    """All plays that are left, one under the other."""

    def show(self) -> None:
        plays = self.screen.face.choices
        if getattr(self, "_shown", None) != plays:
            self._shown = plays
            self.ids.plays.data = [
                {
                    "text": choice.text,
                    "play": choice.play,
                    "chosen": self.screen.choose,
                    "preview": self.screen.preview,
                }
                for choice in plays
            ]
            self.ids.plays.scroll_y = 1


class PlayButton(BigButton):
    """A play to choose; `preview` gets the play while a finger lies on its button, and None once it has left."""

    play = ObjectProperty(None, allownone=True)
    letter = StringProperty("")
    chosen = ObjectProperty(None, allownone=True)
    preview = ObjectProperty(None, allownone=True)

    def on_state(self, _button: object, state: str) -> None:
        if self.preview:
            self.preview(self.play if state == "down" else None)

    def on_release(self) -> None:
        if self.chosen:
            self.chosen(self.play)


class WheelPane(Mode):
    """The direction in which the wheel was turned: two big arrows."""


class AmendMode(Mode):
    """Something else happened: the likely plays, large and near; setting by hand below them."""

    empty = BooleanProperty(False)

    def show(self) -> None:
        view = self.screen.view
        choices = likely_choices(view, i18n.words) if view else ()
        self.empty = not choices
        fill_choices(self.ids.choices, choices, self.screen.choose, self.screen.preview)


class EditMode(Mode):
    """Setting the board by hand, to correct the game or to report the figures to the referee."""

    reports = BooleanProperty(False)
    crowded = BooleanProperty(False)
    count = NumericProperty(1)
    prompt = StringProperty("")
    can_nudge = BooleanProperty(False)

    def show(self) -> None:
        draft = self.screen.draft
        self.reports = self.screen.mode == "report"
        self.can_nudge = draft is not None and draft.can_nudge
        self.prompt = draft_prompt(draft, i18n.words) if draft else ""
        self._show_seats()

    def _show_seats(self) -> None:
        row, seats = self.ids.seats, self.screen.face.seats
        if len(row.children) != len(seats):
            self.crowded, self.count = len(seats) > MOST_TILES, len(seats)
            row.clear_widgets()
            for face in seats:
                button = BigButton(icon_px=32)
                button.bind(on_release=lambda _, seat=face.seat: setattr(self.screen, "next_turn", seat))
                row.add_widget(button)
        for button, face in zip(reversed(row.children), seats, strict=True):
            button.text, button.pawn = face.name, face.colour
            button.tone = "accent" if face.seat == self.screen.next_turn else "raised"


class LaidCard(CardTile):
    """A card of the open hand, narrow enough for a hand of any size.  `thrown`: it is thrown away."""

    thrown = BooleanProperty(False)


class ForfeitMode(Mode):
    """No card playable: the hand is laid open card by card and checked; if one card is thrown away, it is tapped."""

    title = StringProperty("")
    prompt = StringProperty("")
    confirm = StringProperty("")
    ready = BooleanProperty(False)
    asks_which = BooleanProperty(False)

    def show(self) -> None:
        hand = self.screen.hand
        if hand is None or self.screen.view is None:
            return
        said = hand_sentences(hand, self.screen.view, i18n.words)
        self.title, self.prompt, self.confirm = said.title, said.prompt, said.confirm
        self.ready, self.asks_which = hand.complete, hand.asks_which and hand.shown
        self._show_hand(hand, self.screen.view.rules.variant)

    def _show_hand(self, hand: OpenHand, variant: Variant) -> None:
        row = self.ids.hand
        if len(row.children) != len(hand.cards):
            row.clear_widgets()
            for index, card in enumerate(hand.cards):
                laid = LaidCard(face=card_face(card, i18n.words, variant))
                laid.bind(on_release=lambda _, which=index: self.screen.throw(which))
                row.add_widget(laid)
        for index, laid in enumerate(reversed(row.children)):
            laid.thrown = index == hand.thrown


_PANES: dict[str, type[Mode]] = {
    "cards": CardsPane,
    "as": FacePane,
    "hand": HandPane,
    "start": AnswerPane,
    "replace": AnswerPane,
    "draw": AnswerPane,
    "may_draw": AnswerPane,
    "discard": AnswerPane,
    "watch": WatchPane,
    "tap": ChoicePane,
    "list": ListPane,
    "ask": ChoicePane,
    "wheel": WheelPane,
    ANNOUNCED: AnnouncedPane,
    THINKING: ThinkingPane,
}


def fill_choices(box: Any, choices: Any, chosen: Any, preview: Any = None) -> None:
    """One big button a choice; rebuilt only when the choices change."""
    if getattr(box, "shown", None) == tuple(choices):
        return
    box.shown = tuple(choices)
    box.clear_widgets()
    longest = max((choice.text for choice in choices), key=len, default="")
    for choice in choices:
        button = PlayButton(text=choice.text, like=longest, play=choice.play, chosen=chosen, preview=preview)
        box.add_widget(button)
