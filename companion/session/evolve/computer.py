"""Seats that the computer plays: their levels, and the cards that people enter for its hand.

Total and without judgement: recorded events have happened.
"""

from typing import assert_never

from msgspec.structs import replace

from companion.players.level import Level
from companion.session import events as ev
from companion.session.evolve.hands import hand_changed, hand_lost, with_value
from companion.session.state import BoardGame


def computer_changed(state: BoardGame, event: ev.CardsEntered | ev.SeatGiven) -> BoardGame:
    """Returns the game after people have entered cards for the computer or given it a seat."""
    match event:
        case ev.CardsEntered():
            emptied = replace(state, hands=hand_lost(state, event.seat)) if event.anew else state
            # a slip of the finger can be taken back like everything else
            return replace(state, earlier=state, hands=hand_changed(emptied.hands, event.seat, came=event.cards))
        case ev.SeatGiven():
            levels = state.levels or (None,) * len(state.names)
            return with_levels(state, with_value(levels, event.seat, event.level))
        case _:
            assert_never(event)


def hands_to_enter(levels: tuple[Level | None, ...]) -> tuple[tuple[str, ...] | None, ...] | None:
    """Returns the hands after a deal: those of the computer are empty, for people to enter its cards."""
    return tuple(None if level is None else () for level in levels) if any(levels) else None


def with_levels(state: BoardGame, levels: tuple[Level | None, ...]) -> BoardGame:
    """Returns the game in which the computer plays these seats; the hand of a new seat is unknown."""
    if levels == state.levels:
        return state
    fresh = hands_to_enter(levels)
    kept = state.hands
    if fresh is not None and kept is not None:
        fresh = tuple(
            known if (level is None) == (state.level(seat) is None) else new
            for seat, (level, known, new) in enumerate(zip(levels, kept, fresh, strict=True))
        )
    return replace(state, levels=levels, hands=fresh)
