"""How each event changes a game of cards alone.

Total and without judgement: recorded events have happened.
"""

from dataclasses import replace

import msgspec

from companion.open_row.actions import Action, ActionKind, parse_action
from companion.open_row.apply import after_action
from companion.open_row.position import UNKNOWN
from companion.session import events as ev
from companion.session.card_game import CardGame, LastAction, as_known, first_of
from companion.session.evolve.board import KEEP_UNDONE


def begun(event: ev.CardGameStarted) -> CardGame:
    """Returns the game that begins with the event."""
    rules, position = first_of(event)
    return CardGame(
        seq=1,
        game=event.game,
        names=event.names,
        colours=event.colours,
        rules=rules,
        position=position,
        first=event.first,
        demo=event.demo,
    )


def evolve_cards(state: CardGame, event: ev.Event) -> CardGame:
    """Returns the game after `event`; its `seq` is one higher.  Raises ValueError for an event of a game on a board."""
    after = _after(state, event)
    return msgspec.structs.replace(
        after, seq=state.seq + 1, undone=after.undone if type(event) in KEEP_UNDONE else None
    )


def _after(state: CardGame, event: ev.Event) -> CardGame:
    match event:
        case ev.ActionTaken():
            return _action_taken(state, event)
        case ev.CardExchanged(card=card):
            given = Action(kind=ActionKind.GIVE, card=UNKNOWN if card is None else card)
            return msgspec.structs.replace(
                state, earlier=state, position=after_action(state.rules, state.position, given)
            )
        case ev.CardRevealed(place=place, card=card):
            row = state.position.open_row
            laid = (*row[: place - 1], card, *row[place:])
            return msgspec.structs.replace(state, position=replace(state.position, open_row=laid))
        case ev.PlayRefused():
            return msgspec.structs.replace(state, last=_refused(state, event))
        case _:
            return _course_changed(state, event)


def _course_changed(state: CardGame, event: ev.Event) -> CardGame:
    match event:
        case ev.EventsUndone(back_to=row_number):
            return msgspec.structs.replace(_back_before(state, row_number), paused=state.paused, undone=state)
        case ev.EventsRedone():
            return state if state.undone is None else msgspec.structs.replace(state.undone, paused=state.paused)
        case ev.GamePaused():
            return msgspec.structs.replace(state, paused=True)
        case ev.GameResumed():
            return msgspec.structs.replace(state, paused=False)
        case ev.GameWon(seats=seats):
            return msgspec.structs.replace(state, result=seats)
        case ev.GameAbandoned():
            return msgspec.structs.replace(state, result=(), paused=False)
        case _:
            raise ValueError(f"{type(event).__name__} happens in games on a board only")


def _action_taken(state: CardGame, event: ev.ActionTaken) -> CardGame:
    action = parse_action(state.rules, event.action)
    last = LastAction(
        seq=state.seq + 1,
        seat=event.seat,
        card=action.card or "",
        legal=True,
        action=event.action,
        before=state.position,
    )
    return msgspec.structs.replace(
        state,
        earlier=state,
        position=as_known(after_action(state.rules, state.position, action, event.shuffled)),
        ply=state.ply + 1,
        last=last,
        last_legal=last,
    )


def _refused(state: CardGame, event: ev.PlayRefused) -> LastAction:
    return LastAction(
        seq=state.seq + 1,
        seat=event.seat,
        card=event.card,
        legal=False,
        action=event.action or "",
        reasons=event.reasons,
        before=state.position,
    )


def _back_before(state: CardGame, row: int) -> CardGame:
    earlier = state
    while earlier.seq >= row and earlier.earlier is not None:
        earlier = earlier.earlier
    return earlier
