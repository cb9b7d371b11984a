"""The play screen: banner over the full width, the board, and a panel that depends on the stage of the turn."""

from typing import Any

from kivy.clock import Clock
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty

from companion.views.table_view import CandidateView, TableView
from ui.i18n.live import i18n
from ui.ports import Visitor
from ui.presenters.play.close_up import last_play
from ui.presenters.play.computer import ENTER, Arrow
from ui.presenters.play.demo_seat import at_own_turn, with_visitor
from ui.presenters.play.finger import NOTHING
from ui.presenters.play.input import PlayInput
from ui.presenters.play.play import play_view_model
from ui.presenters.spots import WHEEL, Spot
from ui.presenters.status import all_well
from ui.screens.play.computer import EnterMode
from ui.screens.play.play_modes import AmendMode, EditMode, ForfeitMode, TurnMode
from ui.screens.play.table_screen import LiveMoves, TableScreen
from ui.widgets.board.close_up import CloseUp
from ui.widgets.board.tap_board import TapBoard
from ui.widgets.look import look


class PlayScreen(PlayInput, TableScreen):
    """`mode` is turn, amend, edit, report or forfeit."""

    mode = StringProperty("turn")
    draft = ObjectProperty(None, allownone=True, rebind=True)
    next_turn = ObjectProperty(None, allownone=True)
    hand = ObjectProperty(None, allownone=True, rebind=True)
    has_wheel = BooleanProperty(False)

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._previewed: CandidateView | None = None
        self._before: TableView | None = None
        self._refresh_soon = Clock.create_trigger(self.refresh, -1)
        self.model.fbind("view", self._on_view)
        self.model.fbind("demo_seat", self._refresh_soon)
        i18n.fbind("language", self._refresh_soon)
        look.fbind("portrait", self._refresh_soon)
        for name in ("mode", "draft", "hand", "next_turn", "read_notice", "looking"):
            self.fbind(name, self._refresh_soon)
        self._on_view(self.model, self.model.view)

    @property
    def board(self) -> TapBoard:
        board: TapBoard = self.ids.board
        return board

    @property
    def close_up(self) -> CloseUp:
        close_up: CloseUp = self.ids.close_up
        return close_up

    def refresh(self, *_: object) -> None:
        """Shows the newest snapshot.  Coalesced: called once a frame at most."""
        view = self.view
        if view is None or view.card_table is not None:
            return
        self.face = play_view_model(view, with_visitor(self.local, view, self.model.demo_seat), i18n.words)
        then = self.shown_view(view)
        self.ids.banner.banner = self.shown_banner(self.face.banner, then)
        self.has_wheel = view.position is not None and view.position.placement.extra(WHEEL) is not None
        self._show_board(then)
        self._show_panel()
        self.show_sheet(view)
        if not self._board_is_idle():
            self.close_up.close()

    # --- what the buttons do -------------------------------------------------------------------------------------

    def preview(self, play: CandidateView | None) -> None:
        """Draws a play on the board while a finger lies on its button."""
        self._previewed = play
        if self.view:
            self._show_board(self.view)

    def choose(self, play: CandidateView) -> None:
        self._previewed = None
        super().choose(play)

    @property
    def visitor(self) -> Visitor | None:
        return self.model.visitor if at_own_turn(self.view, self.model.demo_seat) else None

    @property
    def all_spots(self) -> frozenset[Spot]:
        return self.board.all_spots

    @property
    def fields(self) -> int:
        return self.board.fields

    def now_ms(self) -> int:
        return self.model.now_ms()

    def changed(self) -> None:
        self._refresh_soon()

    def on_spot(self, spot: Spot) -> None:
        if not self.looking:
            super().on_spot(spot)

    # --- showing -------------------------------------------------------------------------------------------------

    def _on_view(self, _model: object, view: TableView | None) -> None:
        if view is None or view.card_table is not None:
            return
        before = self.local
        self.follow_question(view)
        if self.local is not before:
            self._previewed = None
        if all_well(view):
            self.read_notice = ""
        self._show_last_play(view)
        self.follow()
        self._refresh_soon()

    def _show_last_play(self, view: TableView) -> None:
        """Shows the last play enlarged, if wanted, after the board is drawn."""
        before, self._before = self._before, view
        played = last_play(before, view) if self.model.settings.close_up else None
        if played:
            self.close_up.show(played, moves=self.model.settings.motion)
        elif before is None or before.position != view.position:
            self.close_up.close()

    def _board_is_idle(self) -> bool:
        """Whether a tap on the board has no meaning and nothing else is drawn on it."""
        shows_now = self.mode == "turn" and not (self.looking or self._previewed or self._sheet)
        return (
            shows_now
            and self.board.tappable == NOTHING
            and not self.board.arrows
            and not (self.view and self.view.put_back)
        )

    def _show_board(self, view: TableView) -> None:
        board = self.board
        board.slides = self.model.settings.motion
        board.board = view.board
        board.colours = tuple(seat.colour for seat in view.seats)
        board.rules = view.game_rules
        board.position = view.position
        shown = self.draft.placement if self.draft else self._previewed.result if self._previewed else None
        board.placement = shown
        board.picks = () if self.looking else tuple(self.picks(view))
        board.tappable = NOTHING if self.looking else self.tappable(view)
        board.arrows = self._arrows()
        board.lit = self.face.lit if self.face and self.mode == "turn" and not self._previewed else frozenset()

    def _arrows(self) -> tuple[Arrow, ...]:
        """The paths of the figures in the computer's announcement; none while something else is drawn."""
        computer = self.face.computer if self.face else None
        busy = self.looking or self.draft or self._previewed
        return () if busy or computer is None else computer.arrows

    def _show_panel(self) -> None:
        modes = {"turn": TurnMode, "amend": AmendMode, "forfeit": ForfeitMode}
        kind = LiveMoves if self.looking else modes.get(self.mode, EditMode)
        if kind is TurnMode and self.face and self.face.pane == ENTER:
            kind = EnterMode
        panel = self.ids.panel
        if not panel.children or type(panel.children[0]) is not kind:
            panel.clear_widgets()
            panel.add_widget(kind(screen=self))
        panel.children[0].show()
