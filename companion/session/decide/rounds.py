"""The consequences of the end of a turn: the game is won, or the round is over and the deal passes on."""

from companion.rules.deal import dealer_after, first_of_round
from companion.session import events as ev
from companion.session.state import BoardGame, Phase
from companion.session.turns import round_is_over


def aftermath(state: BoardGame, winning: tuple[int, ...] = ()) -> tuple[ev.Event, ...]:
    """Returns the end of the game, or else that of the round (CORE-R19)."""
    if winning:
        return (ev.GameWon(seats=winning),)
    if state.counted and state.phase is Phase.PLAY and round_is_over(state):
        return (round_end(state),)
    return ()


def round_end(state: BoardGame) -> ev.RoundEnded:
    """Returns the end of the round, with the next dealer and the next first player."""
    position = state.position
    dealer = dealer_after(state.rules, state.round, state.dealer)
    first = first_of_round(dealer, len(position.seats), state.rules.turn_step)
    return ev.RoundEnded(dealer=dealer, first=first)
