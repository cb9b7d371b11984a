"""The play screen: banner over the full width, the board, and a panel that depends on the stage of the turn."""

from dataclasses import replace
from typing import Any

from kivy.clock import Clock
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty

from companion.model.observation import Seen
from companion.model.places import is_track
from companion.model.position import Placement
from companion.session import commands as cmd
from companion.views.table_view import CandidateView, Stage, TableView
from companion.views.wording.card_looks import needs_a_face
from ui.i18n.live import i18n
from ui.ports import Visitor
from ui.presenters.play import edit, forfeit
from ui.presenters.play.choices import tap
from ui.presenters.play.close_up import last_play
from ui.presenters.play.computer import ENTER, Arrow
from ui.presenters.play.demo_seat import at_own_turn, with_visitor
from ui.presenters.play.finger import NOTHING, Tappable, tappable
from ui.presenters.play.play import Answer, TabletState, play_view_model
from ui.presenters.spots import WHEEL, Spot
from ui.presenters.status import all_well
from ui.screens.play.computer import EnterMode
from ui.screens.play.play_modes import AmendMode, EditMode, ForfeitMode, TurnMode
from ui.screens.play.table_screen import LiveMoves, TableScreen
from ui.widgets.board.close_up import CloseUp
from ui.widgets.board.tap_board import TapBoard
from ui.widgets.look import look


class PlayScreen(TableScreen):
    """`mode` is turn, amend, edit, report or forfeit."""

    mode = StringProperty("turn")
    draft = ObjectProperty(None, allownone=True, rebind=True)
    next_turn = ObjectProperty(None, allownone=True)
    hand = ObjectProperty(None, allownone=True, rebind=True)
    has_wheel = BooleanProperty(False)

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._local = TabletState()
        self._asked: tuple[object, ...] = ()
        self._previewed: CandidateView | None = None
        self._reported: edit.Draft | None = None
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
        self.face = play_view_model(view, with_visitor(self._local, view, self.model.demo_seat), i18n.words)
        then = self.shown_view(view)
        self.ids.banner.banner = self.shown_banner(self.face.banner, then)
        self.has_wheel = view.position is not None and view.position.placement.extra(WHEEL) is not None
        self._show_board(then)
        self._show_panel()
        self.show_sheet(view)
        if not self._board_is_idle():
            self.close_up.close()

    # --- what the buttons do -------------------------------------------------------------------------------------

    def declare(self, card: str) -> None:
        """Declares the card that was laid; a joker waits until its face is named."""
        if self.view is None:
            return
        joker = self._local.joker
        if joker:
            self.post(cmd.DeclarePlay(seat=self.view.turn, card=joker, acting_as=card))
        elif needs_a_face(self.view.rules.variant, card):
            self._local = replace(self._local, joker=card)
            self._refresh_soon()
        else:
            self.post(cmd.DeclarePlay(seat=self.view.turn, card=card))

    def answer(self, answer: Answer) -> None:
        """Posts a player's decision about a free start, or about a card to draw or to throw away."""
        view = self.view
        if view is None:
            return
        if view.stage is Stage.START:
            self.post(cmd.FreeStart(seat=view.turn, rank=answer.rank or None, use=answer.use))
        elif view.pending and view.pending.kind == "discard":
            self.post(cmd.Discard(seat=view.pending.seat))
        elif view.pending:
            self.post(cmd.DrawCards(seat=view.pending.seat, count=view.pending.count if answer.use else 0))

    def preview(self, play: CandidateView | None) -> None:
        """Draws a play on the board while a finger lies on its button."""
        self._previewed = play
        if self.view:
            self._show_board(self.view)

    def choose(self, play: CandidateView) -> None:
        visitor = self.visitor if self.mode == "turn" and self.face and self.face.tapping else None
        self._local, self._previewed = TabletState(), None
        self.mode = "turn"
        if visitor:
            visitor.play(play.result)
        else:
            self.post(cmd.ChoosePlay(result=play.result))

    @property
    def visitor(self) -> Visitor | None:
        """The visitor of a demo while the table waits for their play; None at a table of people."""
        return self.model.visitor if at_own_turn(self.view, self.model.demo_seat) else None

    def show_all_cards(self) -> None:
        """The visitor may choose any card of the game."""
        self._local = replace(self._local, all_cards=True)
        self._refresh_soon()

    def exchanged(self) -> None:
        for seat in self.view.seats if self.view else ():
            if not seat.exchanged and seat.level is None:
                self.post(cmd.Exchange(seat=seat.seat))

    def tap_play(self) -> None:
        """The play is tapped although a camera is there."""
        self._local = TabletState(tapping=True)
        self.mode = "turn"
        self._refresh_soon()

    def settle_undo(self) -> None:
        self._local = replace(self._local, put_back=True)
        if self.view and any(seat.level for seat in self.view.seats):
            self.post(cmd.SettleUndo())
        self._refresh_soon()

    @property
    def entered(self) -> tuple[str, ...]:
        """The cards of a hand of the computer that were tapped so far."""
        return self._local.entered

    def enter_cards(self, cards: tuple[str, ...]) -> None:
        self._local = replace(self._local, entered=cards)
        self._refresh_soon()

    def confirm_cards(self) -> None:
        face, local = self.face.computer, self._local
        self._local = TabletState()
        if face is not None:
            self.post(cmd.EnterCards(seat=face.seat, cards=local.entered, anew=local.anew is not None))
        self._refresh_soon()

    def enter_anew(self) -> None:
        """Enters the hand of the computer once more, after a wrong entry."""
        if self.face.computer is not None:
            self._local = TabletState(anew=self.face.computer.seat)
            self._refresh_soon()

    def show_card(self) -> None:
        """Shows the card that the computer passes on to the person who holds its hand."""
        self._local = replace(self._local, shows_card=True)
        self._refresh_soon()

    def clear_taps(self) -> None:
        self._local = replace(self._local, taps=(), listing=False)
        self._refresh_soon()

    def list_plays(self) -> None:
        """All plays that fit the taps so far, one under the other."""
        self._local = replace(self._local, listing=True)
        self._refresh_soon()

    def begin_edit(self, mode: str) -> None:
        """`edit` sets the position, `report` reports the figures on the board to the referee."""
        if self.view and self.view.position:
            reported = self._reported if mode == "report" else None
            self.draft = edit.begin_draft(self.view.rules, self.view.position, reported)
            self.next_turn = edit.next_turn(self.view)
            self.mode = mode

    def nudge(self, step: int) -> None:
        if self.draft:
            self.draft = edit.nudge(self.draft, step, self.board.fields)

    def turn_wheel(self, quarters: int) -> None:
        if self.draft:
            self.draft = edit.turn_draft(self.draft, quarters)

    def confirm_edit(self) -> None:
        if self.draft is None:
            return
        placement: Placement = self.draft.placement
        self._reported = self.draft if self.mode == "report" else None
        if self.mode == "report" and self.visitor:
            self.visitor.lay(placement)
        elif self.mode == "report":
            self.post(cmd.ReportObservation(observation=Seen(t_ms=self.model.now_ms(), placement=placement)))
        else:
            self.post(cmd.Correct(placement=placement, next_turn=self.next_turn, reason="tablet"))
        self.leave_mode()

    def begin_forfeit(self) -> None:
        if self.view:
            self.hand = forfeit.open_hand(self.view)
            self.mode = "forfeit"

    def lay_open(self, card: str) -> None:
        self.hand = forfeit.lay_open(self.hand, card)

    def take_back(self) -> None:
        self.hand = forfeit.take_back(self.hand)

    def throw(self, index: int) -> None:
        self.hand = forfeit.throw(self.hand, index)

    def confirm_forfeit(self) -> None:
        self.post(forfeit.give_up(self.hand))
        self.leave_mode()

    def withdraw(self) -> None:
        """The card goes back to the hand, also a joker without a face."""
        was_declared = self.view is not None and self.view.declared is not None
        self.leave_mode()
        if was_declared:
            self.post(cmd.WithdrawDeclaration())

    def leave_mode(self) -> None:
        self.mode, self.draft, self.hand = "turn", None, None
        self._local = TabletState()
        self._refresh_soon()

    def on_spot(self, spot: Spot) -> None:
        """Gives a tap on the board the meaning that the panel asks for."""
        view = self.view
        if view is None or view.position is None or self.face is None or self.looking:
            return
        if self.mode in ("edit", "report") and self.draft:
            self.draft = edit.tap_draft(self.draft, spot)
        elif self.mode == "turn" and self.face.pane == Stage.FIGURE and spot.seat is None:
            self.post(cmd.PlaceDog(field=spot.place))
        elif self.mode == "turn" and self.face.tapping:
            self._local = replace(self._local, taps=tap(view.rules, view.position, view.plays, self._local.taps, spot))
            self._refresh_soon()

    # --- showing -------------------------------------------------------------------------------------------------

    def _on_view(self, _model: object, view: TableView | None) -> None:
        """A new question drops unfinished taps and drafts: they belong to an earlier position."""
        if view is None or view.card_table is not None:
            return
        asked = (view.game, view.ply, view.declared, view.position, view.pending, view.to_enter, view.announced)
        if asked != self._asked:
            self._asked = asked
            self._local, self._previewed = TabletState(), None
            if self.mode != "turn":
                self.leave_mode()
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
        board.picks, board.tappable = self._picks(view), self._tappable(view)
        board.arrows = self._arrows()
        board.lit = self.face.lit if self.face and self.mode == "turn" and not self._previewed else frozenset()

    def _picks(self, view: TableView) -> tuple[Spot, ...]:
        if self.looking:
            return ()
        if self.draft:
            return edit.picks(self.draft)
        said = view.verdict or view.anomaly or view.put_back
        if said and self.mode == "turn" and not self._local.taps and self.face:
            pointed_at: tuple[Spot, ...] = self.face.pointed_at
            return pointed_at
        return self._local.taps

    def _arrows(self) -> tuple[Arrow, ...]:
        """The paths of the figures in the computer's announcement; none while something else is drawn."""
        busy = self.looking or self.draft or self._previewed or self.face is None
        return () if busy or self.face.computer is None else self.face.computer.arrows

    def _tappable(self, view: TableView) -> Tappable:
        """The meanings of a tap on the board."""
        if self.looking or view.position is None or self.face is None:
            return NOTHING
        if self.draft:
            return Tappable(edit.targets(self.draft, self.board.all_spots))
        if self.mode == "turn" and self.face.pane == Stage.FIGURE:
            return Tappable(frozenset(spot for spot in self.board.all_spots if is_track(spot.place)))
        if self.mode == "turn" and self.face.tapping:
            return tappable(view.rules, view.position, view.plays, self._local.taps)
        return NOTHING

    def _show_panel(self) -> None:
        modes = {"turn": TurnMode, "amend": AmendMode, "forfeit": ForfeitMode}
        kind = LiveMoves if self.looking else modes.get(self.mode, EditMode)
        if kind is TurnMode and self.face.pane == ENTER:
            kind = EnterMode
        panel = self.ids.panel
        if not panel.children or type(panel.children[0]) is not kind:
            panel.clear_widgets()
            panel.add_widget(kind(screen=self))
        panel.children[0].show()
