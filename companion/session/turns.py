"""Whose turn comes next, whether the round is over, and the steps before the first play of a round."""

from companion.model.places import CENTRE, is_track
from companion.model.position import Position, Switch
from companion.rules.moves.turn import turn_of
from companion.rules.rules import Rules
from companion.session.state import BoardGame, OwedKind, Phase, Preparing


def next_to_play(state: BoardGame, seat: int) -> int | None:
    """Returns the next seat in turn after `seat` that still plays in this round; None when nobody does.

    Players without cards and those who have forfeited are skipped.  If hands are not counted, everybody who has not
    forfeited plays on.
    """
    step = state.rules.turn_step
    seats = len(state.out)
    for turns in range(1, seats + 1):
        candidate = (seat + turns * step) % seats
        if can_play(state, candidate):
            return candidate
    return None


def can_play(state: BoardGame, seat: int) -> bool:
    """Returns whether the seat is still in this round."""
    return not state.out[seat] and (not state.counted or state.cards[seat] > 0)


def missing_cards(state: BoardGame, seat: int) -> int:
    """Returns how many cards of a seat of the computer people have still to enter.

    Of any known hand, where cards are drawn that nobody reports (PJ-R08).
    """
    hand = None if state.hands is None else state.hands[seat]
    reported = state.level(seat) is None and not state.rules.deal.draws_after_play
    if hand is None or reported or state.phase is Phase.OVER:
        return 0
    pushed = state.phase is Phase.EXCHANGE and state.exchanged[seat]
    return max(0, state.cards[seat] - pushed - len(hand))


def round_is_over(state: BoardGame) -> bool:
    """Returns whether nobody can play in this round, and nobody may still draw a card (ROY-R24)."""
    waits = state.owed is not None and state.owed.kind in (OwedKind.DRAW, OwedKind.MAY_DRAW, OwedKind.REPLACE)
    return not waits and next_to_play(state, 0) is None


def switch(rules: Rules, position: Position, name: str, otherwise: Switch) -> Switch:
    """Returns the value of a house-rule switch; `otherwise` if the game has no such switch."""
    known = rules.variant.options.get(name)
    return position.option(name, otherwise if known is None else known.default)


def when_stuck(rules: Rules, position: Position) -> str:
    """Returns the duty of a player who can play no card: forfeit, discard_and_draw, discard_one or lay_down.

    The last is the whole hand of a Tock player without a pawn in play, unless it holds a card that brings one in
    (TK-R21, ST-R02).
    """
    usual = rules.deal.when_stuck(len(position.seats))
    if usual != "discard_one" or not rules.deal.lays_down_without_pawns:
        return usual
    own = (place for seat in turn_of(rules, position).own for place in position.placement.pawns[seat])
    return usual if any(is_track(place) or place == CENTRE for place in own) else "lay_down"


def missing_figure(rules: Rules, position: Position) -> str | None:
    """Returns the neutral figure that has still to be placed (BD-R03); None when all stand."""
    for name in rules.variant.figures:
        if position.placement.extra(name) is None:
            return name
    return None


def next_to_start(state: BoardGame) -> int | None:
    """Returns the next seat in turn, from the first player on, that has to decide about its free start (ROY-R30)."""
    if not isinstance(state.phase_state, Preparing):
        return None
    to_start = state.phase_state.to_start
    step, seats = state.rules.turn_step, len(to_start)
    for turns in range(seats):
        candidate = (state.first + turns * step) % seats
        if to_start[candidate]:
            return candidate
    return None
