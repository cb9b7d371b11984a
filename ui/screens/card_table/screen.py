"""The play screen of a game of cards alone: the cards on the table, the cards to pick, and their uses.

A card is tapped and then its target; legal targets are lit.  A place that is not lit may be tapped too: the referee
gives the reason why the card may not go there.
"""

from typing import Any, ClassVar, Final

from kivy.clock import Clock
from kivy.properties import BooleanProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.views.table_view import Stage, TableView
from ui.i18n.live import i18n
from ui.presenters.card_table.input import CardTableInput
from ui.presenters.card_table.targets import Target
from ui.presenters.card_table.view_model import (
    CardTableViewModel,
    CardTaps,
    card_table_view_model,
    with_visitors_cards,
)
from ui.presenters.status import all_well
from ui.screens.card_table.parts import PickTile, StandingLine
from ui.screens.play.play_modes import fill_choices
from ui.screens.play.table_screen import LiveMoves, PutBackBar, Sheet, TableScreen
from ui.widgets.tiles import NoticeBar


class CardResultSheet(Sheet):
    """The winners, and the progress of all players."""


class Pane(BoxLayout):
    """The middle of the panel."""

    screen = ObjectProperty(None, rebind=True)

    def show(self, face: CardTableViewModel) -> None:
        """Called after every change."""


class PickPane(Pane):
    """The cards of the game, to name the card that is played, lies somewhere, or is taken."""

    def show(self, face: CardTableViewModel) -> None:
        grid = self.ids.grid
        if len(grid.children) != len(face.cards):
            grid.clear_widgets()
            for _card in face.cards:
                tile = PickTile()
                tile.bind(on_release=lambda tapped: self.screen.pick(tapped.face.card))
                grid.add_widget(tile)
        for tile, card in zip(reversed(grid.children), face.cards, strict=True):
            tile.face, tile.picked = card, card.card == face.picked


class WhichPane(Pane):
    """Several actions that one tap may mean, as big buttons."""

    def show(self, face: CardTableViewModel) -> None:
        fill_choices(self.ids.choices, face.choices, self.screen.act)


class StagePane(Pane):
    """The duties before cards are played; `exchanges`: partners push a card over."""

    exchanges = BooleanProperty(False)

    def show(self, face: CardTableViewModel) -> None:
        self.exchanges = face.pane == Stage.EXCHANGE_PARTNER


_PANES: Final[dict[str, type[Pane]]] = {"cards": PickPane, "name": PickPane, "search": PickPane, "which": WhichPane}


class CardTableScreen(CardTableInput, TableScreen):
    """`warned`: a warning replaces the name of the player."""

    warned = BooleanProperty(False)
    over_sheet: ClassVar[type[Sheet]] = CardResultSheet

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._refresh_soon = Clock.create_trigger(self.refresh, -1)
        self.model.fbind("view", self._on_view)
        self.model.fbind("demo_seat", self._refresh_soon)
        i18n.fbind("language", self._refresh_soon)
        for name in ("read_notice", "looking"):
            self.fbind(name, self._refresh_soon)
        self._moves = LiveMoves(screen=self, can_jump=False)
        self._side = list(reversed(self.ids.side.children))
        self._on_view(self.model, self.model.view)

    def refresh(self, *_: object) -> None:
        """Shows the newest snapshot.  Coalesced: called once a frame at most."""
        view = self.view
        if view is None or view.card_table is None:
            return
        taps = with_visitors_cards(self.taps, view, self.model.demo_seat)
        face = card_table_view_model(view, taps, i18n.words, i18n.wording)
        self.face = face
        then = self.shown_view(view)
        laid = card_table_view_model(then, CardTaps(), i18n.words, i18n.wording) if self.looks_back else face
        self.ids.banner.banner = self.shown_banner(face.banner, then)
        self.ids.open_row.places = laid.open_row
        self.ids.draw.pile, self.ids.discard.pile = laid.draw, laid.discard
        self.ids.players.players = laid.players
        self._show_side()
        self._show_head(face)
        self._show_pane(face)
        self.show_sheet(view)

    # --- what the taps do ----------------------------------------------------------------------------------------

    def tap_open(self, target: Target) -> None:
        if not self.looking:
            super().tap_open(target)

    def changed(self) -> None:
        self._refresh_soon()

    # --- within --------------------------------------------------------------------------------------------------

    def _on_view(self, _model: object, view: TableView | None) -> None:
        if view is None or view.card_table is None:
            return
        self.follow_question(view)
        if all_well(view):
            self.read_notice = ""
        self.follow()
        self._refresh_soon()

    def _show_head(self, face: CardTableViewModel) -> None:
        """The player to move, the duties after an undo, or an unread warning."""
        box, notice = self.ids.head, "" if face.notice == self.read_notice else face.notice
        shown = (notice, face.puts_back)
        if getattr(box, "shown", None) == shown:
            return
        box.shown, self.warned = shown, bool(notice)
        box.clear_widgets()
        if notice:
            bar = NoticeBar(text=notice)
            bar.bind(on_read=lambda _: self.read(), on_release=lambda _: self.show("camera"))
            box.add_widget(bar)
        else:
            box.add_widget(PutBackBar(screen=self) if face.puts_back else TurnHead(screen=self))

    def _show_side(self) -> None:
        """The move list while it is open, else the possible plays."""
        wanted = [self._moves] if self.looking else self._side
        if self.ids.side.children[::-1] != wanted:
            self.ids.side.clear_widgets()
            for widget in wanted:
                self.ids.side.add_widget(widget)
        self._moves.show()

    def _show_pane(self, face: CardTableViewModel) -> None:
        kind = _PANES.get(face.pane, StagePane)
        box = self.ids.pane
        if not box.children or type(box.children[0]) is not kind:
            box.clear_widgets()
            box.add_widget(kind(screen=self))
        box.children[0].show(face)

    def show_sheet(self, view: TableView) -> None:
        super().show_sheet(view)
        sheet = self._sheet
        if isinstance(sheet, CardResultSheet) and self.face:
            box = sheet.ids.standings
            if len(box.children) != len(self.face.standings):
                box.clear_widgets()
                for _standing in self.face.standings:
                    box.add_widget(StandingLine())
            for line, standing in zip(reversed(box.children), self.face.standings, strict=True):
                line.standing = standing


class TurnHead(BoxLayout):
    """The player to move."""

    screen = ObjectProperty(None, rebind=True)
