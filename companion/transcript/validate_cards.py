"""Validates the fields of an entry against its game of cards alone: seats, cards, and possible events.

A forbidden action leads nowhere, so unlike a play on a board it is refused here, with its ruling.
"""

from companion.model.notation import NotationError
from companion.session import events as ev
from companion.session.card_game import CardGame
from companion.session.events import Event
from companion.transcript.validate import no_such_undo, too_far_back
from companion.transcript.words import shown

Fault = tuple[str, str]


def validate_card_event(event: Event, state: CardGame) -> Fault | None:
    """Returns the first invalid field of the event and the reason; None if all are valid."""
    match event:
        case ev.ActionTaken(seat=seat, action=action):
            return _seat_fault("seat", (seat,), state) or _action_fault(seat, action, state)
        case ev.CardExchanged(seat=seat, card=card):
            return _seat_fault("seat", (seat,), state) or _gift_fault(seat, card, state)
        case ev.CardRevealed(place=place, card=card):
            places = len(state.position.open_row)
            wrong = ("place", f"the places are 1 to {places}") if not 1 <= place <= places else None
            return wrong or _card_fault(card, state)
        case ev.PlayRefused(seat=seat, card=card):
            return _seat_fault("seat", (seat,), state) or (_card_fault(card, state) if card else None)
        case ev.GameWon(seats=seats):
            return _seat_fault("seats", seats, state)
        case ev.EventsUndone(back_to=back_to):
            reason = too_far_back(back_to, state.seq)
            return ("back_to", reason) if reason else None
        case ev.EventsRedone(undo=undo):
            reason = no_such_undo(undo, state)
            return ("undo", reason) if reason else None
        case _:
            return None


def _seat_fault(name: str, seats: tuple[int, ...], state: CardGame) -> Fault | None:
    wrong = next((seat for seat in seats if not 0 <= seat < len(state.names)), None)
    return None if wrong is None else (name, f"there is no seat {wrong}; the seats are 0 to {len(state.names) - 1}")


def _card_fault(card: str, state: CardGame) -> Fault | None:
    return None if card in state.faces else ("card", f"{shown(card)} is no card of {state.position.variant}")


def _action_fault(seat: int, action: str, state: CardGame) -> Fault | None:
    try:
        reasons = state.judge(seat, action).reasons
    except NotationError as error:
        return "action", str(error)
    return ("action", f"it is not allowed ({reasons[0].ruling} {reasons[0].code})") if reasons else None


def _gift_fault(seat: int, card: str | None, state: CardGame) -> Fault | None:
    if state.position.given is None or seat != state.position.turn:
        return "seat", f"seat {seat} has no card to push over now"
    return None if card is None else _card_fault(card, state)
