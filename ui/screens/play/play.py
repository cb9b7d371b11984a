"""The play screen: banner over the full width, the board, and a panel that depends on the stage of the turn."""

import time
from typing import Any, Final

from kivy.clock import Clock
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty

from companion.model.places import KENNEL
from companion.views.table_view import CandidateView, TableView
from ui.i18n.live import i18n
from ui.ports import Visitor
from ui.presenters.play.board_marks import NO_MARKS, Arrow, paths
from ui.presenters.play.choices import quarter_turns
from ui.presenters.play.close_up import last_play
from ui.presenters.play.computer import ENTER
from ui.presenters.play.demo_seat import at_own_turn, with_visitor
from ui.presenters.play.finger import NOTHING
from ui.presenters.play.input import PlayInput
from ui.presenters.play.play import play_view_model
from ui.presenters.spots import WHEEL, Spot
from ui.presenters.status import all_well
from ui.screens.play.computer import EnterMode
from ui.screens.play.play_modes import AmendMode, EditMode, ForfeitMode, TurnMode
from ui.screens.play.table_screen import LiveMoves, TableScreen
from ui.widgets.board.board import PICK_RADII
from ui.widgets.board.close_up import CloseUp
from ui.widgets.board.closing_ring import ClosingRing
from ui.widgets.board.tap_board import TapBoard
from ui.widgets.look import look

#: A finger needs so long to notice that a play was made without it.
_DEAF_S: Final = 0.4


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
        self._settled: CandidateView | None = None
        self.deaf_until_s = 0.0
        self._tapped_at: tuple[str, str, str] | None = None
        self._paths: tuple[Arrow, ...] = ()
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

    @property
    def ring(self) -> ClosingRing:
        ring: ClosingRing = self.ids.ring
        return ring

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
        self._show_settled()
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
        self._previewed = self._settled = None
        self.ring.stop()
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

    def on_touch_down(self, touch: Any) -> bool:
        """A finger that was on its way when the play was made means nothing.

        Nor does a double tap whose second half meets another question: "Cards are dealt", tapped twice, says nothing of
        an exchange.  On the board it may be a pawn and the field beside it.
        """
        question = (self.mode, self.face.pane, self.face.turn_name) if self.face else None
        if not touch.is_double_tap or self.board.collide_point(*touch.pos):
            self._tapped_at = question
        strays = time.monotonic() < self.deaf_until_s or question != self._tapped_at
        return strays or bool(super().on_touch_down(touch))

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
        played = last_play(before, view)
        if played and self.model.settings.close_up:
            self.close_up.show(played, moves=self.model.settings.motion)
        elif before is None or before.position != view.position:
            self.close_up.close()
        if before is None or before.position != view.position:
            self._paths = _paths(before, view)

    def _board_is_idle(self) -> bool:
        """Whether a tap on the board has no meaning and nothing else is drawn on it."""
        shows_now = self.mode == "turn" and not (self.looking or self._previewed or self._sheet)
        return (
            shows_now
            and self.board.tappable == NOTHING
            and not (self.face and self.face.computer and self.face.computer.arrows)
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
        board.wheel_ringed = self.rings_wheel and not self.looking
        board.tappable = NOTHING if self.looking else self.tappable(view)
        board.arrows = self._arrows()
        marks = (
            self.face.marks if self.face and self.mode == "turn" and not (self.looking or self._previewed) else NO_MARKS
        )
        board.lit, board.movable, board.letters = marks.lit, marks.movable, marks.letters

    def _arrows(self) -> tuple[Arrow, ...]:
        """The ways of the figures in the computer's announcement, else in the last play until a card is laid."""
        computer, view = self.face.computer if self.face else None, self.view
        if self.looking or self.draft or self._previewed or view is None:
            return ()
        if computer is not None and computer.arrows:
            return computer.arrows
        return () if view.declared or view.put_back or self.local.joker else self._paths

    def _show_settled(self) -> None:
        """A play that pawn and field name is made once a ring has closed; "Tap again" takes it back before."""
        waits = self.mode == "turn" and not (self.looking or self.face is None or self.view is None or self.view.paused)
        play = self.face.marks.settled if self.face and waits else None
        if play == self._settled:
            return
        self._settled = play
        if play is None:
            self.ring.stop()
        else:
            at = self.board.place_of(self.local.taps[-1])
            self.ring.start(at, self.board.field_px * PICK_RADII * 0.58, self._play_settled)

    def _play_settled(self) -> None:
        play = self._settled
        if play is not None and self.local.taps and self.manager.current == self.name:
            self.deaf_until_s = time.monotonic() + _DEAF_S
            self.choose(play)

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


def _paths(before: TableView | None, view: TableView) -> tuple[Arrow, ...]:
    """The ways of the figures between two snapshots, but for those to a kennel; none if the wheel turned."""
    if before is None or before.position is None or view.position is None or last_play(before, view) is None:
        return ()
    placement = view.position.placement
    if quarter_turns(before.position, placement):
        return ()
    ways = paths(view.rules, before.position, placement)
    return tuple((origin, target) for origin, target in ways if target.place != KENNEL)
