"""Which kind of game an event changes.

Total and without judgement: recorded events have happened.
"""

from typing import assert_never

from companion.session import events as ev
from companion.session.card_game import CardGame
from companion.session.evolve.board import evolve_board
from companion.session.evolve.cards import begun as cards_begun
from companion.session.evolve.cards import evolve_cards
from companion.session.evolve.opening import begun as board_begun
from companion.session.state import BoardGame, NoGame, State


def evolve(state: State, event: ev.Event) -> State:
    """Returns the state after `event`.

    Raises ValueError for an event of another kind of game, or for one that needs a game if there is none.
    """
    match event:
        case ev.GameStarted():
            return board_begun(event)
        case ev.CardGameStarted():
            return cards_begun(event)
    match state:
        case NoGame():
            raise ValueError("the record has an event before its game was started")
        case BoardGame():
            return evolve_board(state, event)
        case CardGame():
            return evolve_cards(state, event)
        case _:
            assert_never(state)


def replay(events: tuple[ev.Event, ...]) -> State:
    """Returns the state after a whole record."""
    state: State = NoGame()
    for event in events:
        state = evolve(state, event)
    return state
