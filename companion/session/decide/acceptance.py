"""A legal play goes into the record, with its consequences."""

from companion.model.notation import format_play
from companion.model.play import Play
from companion.model.position import Position
from companion.model.verdict import Reason
from companion.rules.apply import after_play, winners
from companion.rules.last_resort import better_card, is_last_resort
from companion.rules.moves.board import complete_teams
from companion.session import events as ev
from companion.session.decide.rounds import aftermath
from companion.session.evolve.board import evolve_board
from companion.session.state import BoardGame, Declaration


def accepted(
    state: BoardGame,
    declared: Declaration,
    play: Play,
    t_ms: int,
    confidence: float,
    *,
    by_hand: bool = False,
    inferred: bool = False,
) -> tuple[ev.Event, ...]:
    """Returns the events of a legal play and, if it ends them, of the end of game or round."""
    position = state.position
    event = ev.PlayAccepted(
        seat=declared.seat,
        card=declared.card,
        acting_as=declared.acting_as,
        notation=format_play(play),
        steps=play.steps,
        result=play.result,
        t_ms=t_ms,
        confidence=confidence,
        by_hand=by_hand,
        inferred=inferred,
        draws=play.draws,
        claimed=state.hand(declared.seat) is None and is_last_resort(state.rules, position, play),
    )
    ended = complete_teams(state.rules, play.result.pawns)
    winning = winners(state.rules, after_play(state.rules, position, play)) if ended else ()
    return (event, *aftermath(evolve_board(state, event), winning))


def may_hold(state: BoardGame, seat: int, card: str) -> bool:
    """Returns whether the seat may hold the card; a hidden hand is believed."""
    hand = state.hand(seat)
    return hand is None or card in hand


def hand_fault(state: BoardGame, position: Position, play: Play) -> Reason | None:
    """Returns the reason why a known hand forbids a play that the board allows (DOG-R08, DOG-R14).

    A hidden hand is believed, and so is one that lacks the card: it is known wrongly.
    """
    hand = state.hand(position.turn)
    if hand is None or play.card not in hand or not is_last_resort(state.rules, position, play):
        return None
    others = list(hand)
    others.remove(play.card)
    better = better_card(state.rules, position, play, others)
    if better is None:
        return None
    params = (("card", play.card), ("other", better.card))
    return Reason(ruling=better.ruling, code=better.code, seat=position.turn, params=params)
