"""The unfinished input of people on the play screen of one tablet, and the commands that it becomes.

A window and a browser's page are both such tablets.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from companion.model.observation import Seen
from companion.model.places import is_track
from companion.session import commands as cmd
from companion.views.table_view import EXCHANGES, CandidateView, Stage, TableView
from companion.views.wording.card_looks import needs_a_face
from ui.ports import Visitor
from ui.presenters.play import edit, forfeit
from ui.presenters.play.choices import tap
from ui.presenters.play.computer import confirmed
from ui.presenters.play.finger import NOTHING, Tappable, tappable
from ui.presenters.play.play import Answer, PlayViewModel, TabletState
from ui.presenters.spots import Spot

#: Pane -> label and icon of its one big button.
ACTIONS: Final[dict[str, tuple[str, str]]] = {
    "deal": ("play.dealt", "cards"),
    **dict.fromkeys(EXCHANGES, ("play.exchanged", "card_swap")),
}


class TableInput:
    """The acts that every table has, with a board or without one."""

    @property
    def view(self) -> TableView | None:
        raise NotImplementedError

    def post(self, command: cmd.Command) -> None:
        raise NotImplementedError

    def now_ms(self) -> int:
        """The present time by the clock of the sensors."""
        raise NotImplementedError

    def changed(self) -> None:
        """Called when the unfinished input has changed."""
        raise NotImplementedError

    def leave_mode(self) -> None:
        """Drops everything unfinished on this tablet."""
        raise NotImplementedError

    def pause(self) -> None:
        self.post(cmd.Pause())

    def resume(self) -> None:
        self.post(cmd.Resume())

    def undo(self) -> None:
        self.leave_mode()
        self.post(cmd.Undo())

    def redo(self) -> None:
        self.leave_mode()
        self.post(cmd.Redo())


class PlayInput(TableInput):
    """`mode` is turn, amend, edit, report or forfeit; `face` is what the tablet shows, None before a game.

    `draft` is the board that is set by hand, `next_turn` the player after it, `hand` a hand that is laid open.
    """

    mode: str
    draft: edit.Draft | None
    next_turn: int | None
    hand: forfeit.OpenHand | None
    face: PlayViewModel | None

    def __init__(self, **values: object) -> None:
        self.local = TabletState()
        self._asked: tuple[object, ...] = ()
        self._followed: tuple[object, ...] = ()
        self._reported: edit.Draft | None = None
        self._acted_on: TableView | None = None
        super().__init__(**values)

    # --- what the tablet knows ------------------------------------------------------------------------------------

    @property
    def visitor(self) -> Visitor | None:
        """The visitor of a demo while the table waits for their play; None at a table of people."""
        return None

    @property
    def all_spots(self) -> frozenset[Spot]:
        """All spots of the board."""
        raise NotImplementedError

    @property
    def fields(self) -> int:
        """The number of track fields of the board."""
        raise NotImplementedError

    def follow_question(self, view: TableView) -> None:
        """A new question drops unfinished taps and drafts, and a new board what was reported of the earlier one."""
        board = (view.game, view.position)
        if board != self._followed:
            self._followed, self._reported = board, None
        asked = (view.game, view.ply, view.declared, view.position, view.pending, view.to_enter, view.announced)
        if asked != self._asked:
            self._asked = asked
            self.local = TabletState()
            if self.mode != "turn":
                self.leave_mode()

    def tappable(self, view: TableView) -> Tappable:
        """The meanings of a tap on the board."""
        if view.position is None or self.face is None:
            return NOTHING
        if self.draft:
            return Tappable(edit.targets(self.draft, self.all_spots))
        if self.mode == "turn" and self.face.pane == Stage.FIGURE:
            return Tappable(frozenset(spot for spot in self.all_spots if is_track(spot.place)))
        if self.mode == "turn" and self.face.tapping:
            return tappable(view.rules, view.position, view.plays, self.local.taps)
        return NOTHING

    def picks(self, view: TableView) -> Sequence[Spot]:
        """The spots to ring."""
        if self.draft:
            return edit.picks(self.draft)
        said = view.verdict or view.anomaly or view.put_back
        if said and self.mode == "turn" and not self.local.taps and self.face:
            return self.face.pointed_at
        return self.local.taps

    @property
    def rings_wheel(self) -> bool:
        """Whether the disc is ringed."""
        pointing = self.mode == "turn" and not self.local.taps and not self.draft
        return pointing and self.face is not None and self.face.rings_wheel

    # --- cards ----------------------------------------------------------------------------------------------------

    def deal(self) -> None:
        self.post(cmd.Deal())

    def exchanged(self) -> None:
        for seat in self.view.seats if self.view else ():
            if not seat.exchanged and seat.level is None:
                self.post(cmd.Exchange(seat=seat.seat))

    def act(self) -> None:
        """Confirms what the pane asks for with its one big button (`ACTIONS`); a double tap is one."""
        if self.view is self._acted_on:
            return
        self._acted_on = self.view
        pane = self.face.pane if self.face else ""
        if pane == "deal":
            self.deal()
        elif pane in EXCHANGES:
            self.exchanged()

    def declare(self, card: str) -> None:
        """Declares the card that was laid; a joker waits until its face is named."""
        if self.view is None:
            return
        joker = self.local.joker
        if joker:
            self.post(cmd.DeclarePlay(seat=self.view.turn, card=joker, acting_as=card))
        elif needs_a_face(self.view.rules.variant, card):
            self._become(replace(self.local, joker=card))
        else:
            self.post(cmd.DeclarePlay(seat=self.view.turn, card=card))

    def show_all_cards(self) -> None:
        """The visitor may choose any card of the game."""
        self._become(replace(self.local, all_cards=True))

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

    def withdraw(self) -> None:
        """The card goes back to the hand, also a joker without a face."""
        was_declared = self.view is not None and self.view.declared is not None
        self.leave_mode()
        if was_declared:
            self.post(cmd.WithdrawDeclaration())

    # --- a play ---------------------------------------------------------------------------------------------------

    def choose(self, play: CandidateView) -> None:
        visitor = self.visitor if self.mode == "turn" and self.face and self.face.tapping else None
        self.local, self.mode = TabletState(), "turn"
        if visitor:
            visitor.play(play.result)
        else:
            self.post(cmd.ChoosePlay(result=play.result))

    def turned_wheel(self, *, clockwise: bool) -> None:
        """Answers the question of the direction in which the wheel was turned."""
        question = self.face.wheel if self.face else None
        if question:
            self.choose(question.clockwise if clockwise else question.back)

    def tap_play(self) -> None:
        """The play is tapped although a camera is there."""
        self.mode = "turn"
        self._become(TabletState(tapping=True))

    def clear_taps(self) -> None:
        self._become(replace(self.local, taps=(), listing=False))

    def list_plays(self) -> None:
        """All plays that fit the taps so far, one under the other."""
        self._become(replace(self.local, listing=True))

    def settle_undo(self) -> None:
        """Confirms that everything is back in its place."""
        if self.view and any(seat.level for seat in self.view.seats):
            self.post(cmd.SettleUndo())
        self._become(replace(self.local, put_back=True))

    def on_spot(self, spot: Spot) -> None:
        """Gives a tap on the board the meaning that the panel asks for."""
        view = self.view
        if view is None or view.position is None or self.face is None:
            return
        if self.mode in ("edit", "report") and self.draft:
            self.draft = edit.tap_draft(self.draft, spot)
        elif self.mode == "turn" and self.face.pane == Stage.FIGURE and spot.seat is None:
            self.post(cmd.PlaceDog(field=spot.place))
        elif self.mode == "turn" and self.face.tapping:
            self._become(replace(self.local, taps=tap(view.rules, view.position, view.plays, self.local.taps, spot)))

    # --- a seat of the computer -----------------------------------------------------------------------------------

    def confirm_announced(self) -> None:
        """People have carried out what the computer announced."""
        command = confirmed(self.view) if self.view else None
        if command is not None:
            self.post(command)

    def take_over(self) -> None:
        """People play the seat of the computer from now on."""
        computer = self.face.computer if self.face else None
        if computer is not None:
            self.leave_mode()
            self.post(cmd.GiveSeat(seat=computer.seat, level=None))

    def show_card(self) -> None:
        """Shows the card that the computer passes on to the person who holds its hand."""
        self._become(replace(self.local, shows_card=True))

    def enter_anew(self) -> None:
        """Enters the hand of the computer once more, after a wrong entry."""
        computer = self.face.computer if self.face else None
        if computer is not None:
            self._become(TabletState(anew=computer.seat))

    @property
    def entered(self) -> tuple[str, ...]:
        """The cards of a hand of the computer that were tapped so far."""
        return self.local.entered

    @property
    def all_entered(self) -> bool:
        """Whether every wanted card of the computer's hand was tapped."""
        computer = self.face.computer if self.face else None
        return computer is not None and 0 < len(self.local.entered) == computer.wanted

    def enter_card(self, card: str) -> None:
        """One more card of the hand of the computer."""
        computer = self.face.computer if self.face else None
        if computer is not None and len(self.local.entered) < computer.wanted:
            self._become(replace(self.local, entered=(*self.local.entered, card)))

    def unenter_card(self) -> None:
        self._become(replace(self.local, entered=self.local.entered[:-1]))

    def confirm_cards(self) -> None:
        computer, local = self.face.computer if self.face else None, self.local
        if computer is not None:
            self.post(cmd.EnterCards(seat=computer.seat, cards=local.entered, anew=local.anew is not None))
        self._become(TabletState())

    # --- setting by hand ------------------------------------------------------------------------------------------

    def amend(self) -> None:
        """Something else happened than the referee took it for."""
        self.mode = "amend"

    def begin_edit(self, mode: str) -> None:
        """`edit` sets the position, `report` reports the figures on the board to the referee."""
        if self.view and self.view.position:
            reported = self._reported if mode == "report" else None
            self.draft = edit.begin_draft(self.view.rules, self.view.position, reported)
            self.next_turn = edit.next_turn(self.view)
            self.mode = mode

    def nudge(self, step: int) -> None:
        if self.draft:
            self.draft = edit.nudge(self.draft, step, self.fields)

    def turn_wheel(self, quarters: int) -> None:
        if self.draft:
            self.draft = edit.turn_draft(self.draft, quarters)

    def confirm_edit(self) -> None:
        if self.draft is None:
            return
        placement = self.draft.placement
        self._reported = self.draft if self.mode == "report" else None
        if self.mode == "report" and self.visitor:
            self.visitor.lay(placement)
        elif self.mode == "report":
            self.post(cmd.ReportObservation(observation=Seen(t_ms=self.now_ms(), placement=placement)))
        else:
            self.post(cmd.Correct(placement=placement, next_turn=self.next_turn, reason="tablet"))
        self.leave_mode()

    # --- a hand laid open -----------------------------------------------------------------------------------------

    def begin_forfeit(self) -> None:
        if self.view:
            self.hand = forfeit.open_hand(self.view)
            self.mode = "forfeit"

    def lay_open(self, card: str) -> None:
        if self.hand:
            self.hand = forfeit.lay_open(self.hand, card)

    def take_back(self) -> None:
        if self.hand:
            self.hand = forfeit.take_back(self.hand)

    def throw(self, index: int) -> None:
        if self.hand:
            self.hand = forfeit.throw(self.hand, index)

    def confirm_forfeit(self) -> None:
        if self.hand:
            self.post(forfeit.give_up(self.hand))
        self.leave_mode()

    def leave_mode(self) -> None:
        self.mode, self.draft, self.hand = "turn", None, None
        self._become(TabletState())

    def _become(self, local: TabletState) -> None:
        self.local = local
        self.changed()
