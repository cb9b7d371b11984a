"""What follows from the end of a turn: the game is won, or the round is over and the deal passes on."""

from companion.rules.deal import dealer_after, first_of_round
from companion.rules.ruleset import ruleset_of
from companion.session import events as ev
from companion.session.decide.decision import board_of_game
from companion.session.state import Phase, State
from companion.session.turns import round_is_over


def aftermath(state: State, winning: tuple[int, ...] = ()) -> tuple[ev.Event, ...]:
    """CORE-R19: the end of the game comes before the end of the round."""
    if winning:
        return (ev.GameWon(seats=winning),)
    if state.counted and state.phase is Phase.PLAY and round_is_over(state):
        return (round_end(state),)
    return ()


def round_end(state: State) -> ev.RoundEnded:
    """Who deals and who begins from now on."""
    position = board_of_game(state)
    dealer = dealer_after(position, state.round, state.dealer)
    first = first_of_round(dealer, len(position.seats), ruleset_of(position).turn_step)
    return ev.RoundEnded(dealer=dealer, first=first)
