"""The orders of a phone for its seat: name a card, take it back, choose among the likely plays, undo the own play.

Laws: an order names the state in which it was given and is refused in any other; it counts for the seat of its token
alone; a repeated one is carried out once and gets the same answer.
"""

from collections import OrderedDict
from typing import Final, assert_never

from companion.app.ports import PostOn
from companion.publishers.remote_commands import Answer
from companion.session.commands import ChoosePlay, Command, DeclarePlay, Undo, WithdrawDeclaration
from companion.session.state import Phase
from companion.views.table_view import Stage, TableView
from companion.views.wording.card_looks import faces_for, needs_a_face
from companion.web.messages import SeatOrder

#: Answers kept of each seat, so that a repeated order gets the same one.
MEMORY: Final = 32


class SeatOrders:
    """Checks the orders of all seats against the newest view and posts the permitted ones; for one thread at a time."""

    def __init__(self, post_on: PostOn) -> None:
        self._post_on = post_on
        self._answers: dict[int, OrderedDict[str, Answer]] = {}

    def forget(self) -> None:
        """Called when another game is on: ids of the last one are void."""
        self._answers.clear()

    def take(self, seat: int, order: SeatOrder, view: TableView, own_play: int | None) -> Answer:
        """`seat` is that of the token; `own_play` is the seat of the play that is the newest event, if it is one."""
        kept = self._answers.setdefault(seat, OrderedDict())
        if order.id not in kept:
            kept[order.id] = self._judged(seat, order, view, own_play)
            while len(kept) > MEMORY:
                kept.popitem(last=False)
        return kept[order.id]

    def _judged(self, seat: int, order: SeatOrder, view: TableView, own_play: int | None) -> Answer:
        if (order.expect.epoch, order.expect.seq) != (view.epoch, view.seq):
            return Answer(id=order.id, ok=False, error="stale")
        found = command_of(seat, order, view, own_play)
        if isinstance(found, str):
            return Answer(id=order.id, ok=False, error=found)
        # a second order may come before the table has handled this one: it then no longer matches this view
        self._post_on(view, found)
        return Answer(id=order.id, ok=True)


def command_of(seat: int, order: SeatOrder, view: TableView, own_play: int | None) -> Command | str:
    """Returns the command for the table, or the reason for a refusal.

    Reasons: not_on, paused, not_yours, card_open, no_such_card, no_such_play.
    """
    if not may_order(view):
        return "paused" if view.paused else "not_on"
    match order.order:
        case "declare":
            return _declared(seat, order, view)
        case "withdraw":
            return WithdrawDeclaration() if may_withdraw(seat, view) else "not_yours"
        case "choose":
            return _chosen(seat, order, view)
        case "undo":
            return Undo() if may_undo(seat, view, own_play) else "not_yours"
        case _:
            assert_never(order.order)


def may_order(view: TableView) -> bool:
    """Returns whether a game of people on a board is being played."""
    return view.position is not None and view.phase is Phase.PLAY and not view.paused and not view.demo


def may_declare(seat: int, view: TableView) -> bool:
    """Returns whether it is this seat's turn to name its card."""
    return may_order(view) and view.stage is Stage.PLAY and view.turn == seat and view.declared is None


def may_withdraw(seat: int, view: TableView) -> bool:
    """Returns whether the open card belongs to this seat."""
    return may_order(view) and view.turn == seat and view.declared is not None


def may_undo(seat: int, view: TableView, own_play: int | None) -> bool:
    """Returns whether the newest event is a play of this seat."""
    return may_order(view) and view.can_undo and view.declared is None and own_play == seat


def _declared(seat: int, order: SeatOrder, view: TableView) -> Command | str:
    if view.stage is not Stage.PLAY or view.turn != seat:
        return "not_yours"
    if view.declared is not None:
        return "card_open"
    card, variant = order.card, view.rules.variant
    if card is None or card not in view.cards:
        return "no_such_card"
    faces = faces_for(variant, card) if needs_a_face(variant, card) else (None,)
    return DeclarePlay(seat=seat, card=card, acting_as=order.face) if order.face in faces else "no_such_card"


def _chosen(seat: int, order: SeatOrder, view: TableView) -> Command | str:
    if not may_withdraw(seat, view):
        return "not_yours"
    play = next((play for play in view.candidates if play.play == order.play), None)
    return "no_such_play" if play is None else ChoosePlay(result=play.result)
