"""Whose turn comes next, and whether the round is over."""

from companion.session.state import State


def next_to_play(state: State, seat: int) -> int | None:
    """The next seat clockwise after `seat` that still plays in this round; None when nobody does.

    Players without cards are skipped, and so are those who have forfeited.  Where hands are not counted, everybody
    who has not forfeited plays on.
    """
    seats = len(state.out)
    for step in range(1, seats + 1):
        candidate = (seat + step) % seats
        if state.out[candidate]:
            continue
        if not state.counted or state.cards[candidate] > 0:
            return candidate
    return None


def round_is_over(state: State) -> bool:
    """Nobody can play any more this round."""
    return next_to_play(state, 0) is None
