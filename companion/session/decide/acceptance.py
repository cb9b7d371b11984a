"""A legal play goes into the record, with what follows from it."""

from companion.model.notation import format_play
from companion.model.play import Play, is_void
from companion.model.position import Position
from companion.model.verdict import Reason
from companion.rules.apply import after_play, winners
from companion.rules.legal import some_play
from companion.rules.rules import Rules
from companion.session import events as ev
from companion.session.decide.rounds import aftermath
from companion.session.evolve.board import evolve_board
from companion.session.state import BoardGame, Declaration
from companion.session.turns import switch


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
    """The play and what it ends: the game, the round."""
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
        claimed=state.hand(declared.seat) is None and _is_last_resort(state.rules, position, play),
    )
    winning = winners(state.rules, after_play(state.rules, position, play))
    return (event, *aftermath(evolve_board(state, event), winning))


def void_fault(state: BoardGame, position: Position, play: Play) -> Reason | None:
    """DOG-R14: a card is laid without effect only when no other card can be played.  A hidden hand is believed."""
    hand = state.hand(position.turn)
    if hand is None or not _is_last_resort(state.rules, position, play):
        return None
    others = list(hand)
    others.remove(play.card)
    for card in dict.fromkeys(others):
        other = some_play(state.rules, position, card)
        if other is not None and not is_void(other.steps):
            return Reason(
                ruling="DOG-R14",
                code="void_swap_not_last",
                seat=position.turn,
                params=(("card", play.card), ("other", card)),
            )
    return None


def _is_last_resort(rules: Rules, position: Position, play: Play) -> bool:
    """Whether the game allows this play only to who has no other one."""
    return is_void(play.steps) and switch(rules, position, "dog.swap_void", "unplayable") == "void"
