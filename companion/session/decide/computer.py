"""Seats that the computer plays: its decisions, the cards that people enter for it, and who plays a seat."""

from msgspec.structs import replace

from companion.session import commands as cmd
from companion.session import events as ev
from companion.session.commands import Refused
from companion.session.decide.decision import Decision, check_cards
from companion.session.decide.senses import Senses
from companion.session.state import BoardGame, Phase
from companion.session.turns import missing_cards


def announce(state: BoardGame, senses: Senses, command: cmd.Announce) -> Decision:
    _check_seat(state, command.seat)
    return Decision(senses=replace(senses, announced=command))


def settle_undo(state: BoardGame, senses: Senses) -> Decision:
    return Decision(senses=replace(senses, undo_settled=state.undone is not None))


def carried_out(decision: Decision) -> Decision:
    """Drops the computer's announcement and `undo_settled` after any event: the computer decides again."""
    senses = decision.senses
    if not decision.events or (senses.announced is None and not senses.undo_settled):
        return decision
    return replace(decision, senses=replace(senses, announced=None, undo_settled=False))


def enter(state: BoardGame, senses: Senses, command: cmd.EnterCards) -> Decision:
    """Adds cards to a known hand: a seat of the computer, or one whose drawn card nobody has reported (PJ-R08)."""
    if not 0 <= command.seat < len(state.names) or not missing_cards(state, command.seat):
        _check_seat(state, command.seat)
    check_cards(state.rules, command.cards)
    known = state.hands[command.seat] if state.hands else None
    wanted = missing_cards(state, command.seat) + (len(known or ()) if command.anew else 0)
    if not 0 < len(command.cards) <= wanted:
        raise Refused("hand_size", count=wanted)
    entered = ev.CardsEntered(seat=command.seat, cards=command.cards, anew=command.anew)
    return Decision(events=(entered,), senses=senses)


def give(state: BoardGame, senses: Senses, command: cmd.GiveSeat) -> Decision:
    """Gives a seat to somebody else.

    A card that the computer has laid goes back, so that the new player may lay another one.
    """
    if not 0 <= command.seat < len(state.names) or not state.counted or state.demo or state.phase is Phase.OVER:
        raise Refused("not_now")
    if state.level(command.seat) is command.level:
        return Decision(senses=senses)
    given = ev.SeatGiven(seat=command.seat, level=command.level)
    declared = state.declared
    if declared is None or declared.announced is None:
        return Decision(events=(given,), senses=senses)
    withdrawn = ev.DeclarationWithdrawn(seat=declared.seat, card=declared.card)
    return Decision(events=(withdrawn, given), senses=senses)


def _check_seat(state: BoardGame, seat: int) -> None:
    """Raises Refused unless the computer plays this seat."""
    if not 0 <= seat < len(state.names) or state.level(seat) is None:
        raise Refused("not_now")
